/**
 * Live updates: a one-time ticket opens `GET /api/stream` (server-sent events). The name of an event is the kind of its
 * topic. Each event contains `topic` and `version`. Versions of a topic only grow: a client compares them to detect
 * news, also after a lost connection.
 */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { FINANCE_SALES } from '../life/finance-life.ts'
import { EVENT_STATUSES } from '../life/growth-life.ts'
import { GAMES, ROUND_STATUSES, type RoundStatus } from '../kinds/game-kinds.ts'
import { ISSUE_STATUSES, type IssueStatus } from '../life/order-life.ts'
import { amount, count, issueNumber, productCode, time } from '../schemas.ts'

/** Maximum number of topics of one connection. */
export const MAX_TOPICS = 40

/** Topics about the member who listens. The server sends them only to this member, so they need a session. */
export const MEMBER_TOPICS = [
  'balance',
  'records',
  'prizes',
  'notices',
  'vouchers',
  'bets',
  'units',
  'tasks',
  'team',
] as const
export type MemberTopic = (typeof MEMBER_TOPICS)[number]

const topic = z
  .string()
  .check(
    z.maxLength(40),
    z.regex(
      /^(draws|home|balance|records|prizes|notices|vouchers|bets|units|tasks|team|issue:[A-Z0-9]{1,12}-\d{4,10}|game:[a-z]+-\d+m|finance:[A-Z0-9]{1,12}|event:[A-Z0-9]{1,12}-\d{4,10})$/,
      'NOT_AN_ID',
    ),
  )

export const streamTicket = endpoint({
  path: '/index/streamticket',
  summary:
    "Get a one-time ticket for GET /api/stream?ticket=… (server-sent events); topics: issue:<number>, game:<id>, finance:<code>, event:<number>, draws, home, balance, records, prizes, notices, vouchers, bets, units, tasks and team (the member's)",
  auth: 'optional',
  secret: true,
  input: z.strictObject({ topics: z.array(topic).check(z.minLength(1), z.maxLength(MAX_TOPICS)) }),
  output: z.object({
    ticket: z.string(),
    /** the client must open the stream before this time */
    expiresAt: time,
  }),
  errors: [],
})

const version = z.int().check(z.minimum(0))

/** Event `issue`: the progress of an issue. */
export const issueEvent = z.object({
  topic: z.string(),
  version,
  issue: issueNumber,
  sold: count,
  participants: count,
  status: z.enum(ISSUE_STATUSES),
  drawAt: z.nullable(time),
  /** the attempt to seal the issue that counts; 0 before the seal */
  attempt: count,
})

/**
 * Event `draws`: a step of an issue; `sealed` also for a further attempt, `witnessed` when a witness signed the seal. Both fields
 * are null when the server only announces the current version.
 */
export const drawsEvent = z.object({
  topic: z.literal('draws'),
  version,
  issue: z.nullable(issueNumber),
  step: z.nullable(z.enum(['opened', 'sealed', 'witnessed', 'drawn', 'settled', 'expired', 'refunded'])),
})

/** Event `home`: the lists of the home page changed. */
export const homeEvent = z.object({ topic: z.literal('home'), version })

/** Event `balance`: the member's balance changed. */
export const balanceEvent = z.object({ topic: z.literal('balance'), version, balance: amount })

/** Event `records`: a recharge, withdrawal or identity check of the member was opened, went a step further or ended. Read them again. */
export const recordsEvent = z.object({ topic: z.literal('records'), version })

/** Event `prizes`: a prize of the member, or a review of one, went a step further, by the member, an operator or the server. Read the orders and reviews again. */
export const prizesEvent = z.object({ topic: z.literal('prizes'), version })

/** Event `notices`: the member was told something, an announcement began or ended, or a text of the house was published or came into force. Read notices, announcements and texts again. */
export const noticesEvent = z.object({ topic: z.literal('notices'), version })

/** Event `vouchers`: a voucher of the member was granted, used, returned or expired. Read them again. */
export const vouchersEvent = z.object({ topic: z.literal('vouchers'), version })

const liveRound = z.object({
  period: z.string(),
  status: z.enum(ROUND_STATUSES),
  opensAt: time,
  closesAt: time,
  endsAt: time,
  drawAt: z.nullable(time),
})

/**
 * Event `game`: a round opened, closed, was sealed or ended, or bets were accepted (at most one event per interval). `round` is
 * the newest round, `previous` the one before it.
 */
export const gameEvent = z.object({
  topic: z.string(),
  version,
  game: z.enum(GAMES),
  round: z.nullable(z.object({ ...liveRound.shape, bets: count, stake: amount })),
  previous: z.nullable(
    z.object({
      ...liveRound.shape,
      /** null until it is settled; see `gameRound` */
      result: z.nullable(
        z.object({
          outcome: z.int(),
          price: z.nullable(z.string()),
          finish: z.nullable(z.array(z.int())),
        }),
      ),
    }),
  ),
})

/** Event `bets`: bets of the member ended, or were accepted. The version is their number. Read them again. */
export const betsEvent = z.object({ topic: z.literal('bets'), version })

/** Event `finance`: units of a product were bought or left, interest was paid, or the reserve or the sale changed. */
export const financeEvent = z.object({
  topic: z.string(),
  version,
  code: productCode,
  sale: z.enum(FINANCE_SALES),
  left: count,
  covered: count,
  members: count,
  openOrders: count,
  principal: amount,
  custody: amount,
  reserve: amount,
  liability: amount,
  rebates: amount,
  paid: amount,
})

/** Event `event`: a member joined a prize-share event, or it went a step further. The version is that of its detail. */
export const eventEvent = z.object({
  topic: z.string(),
  version,
  event: issueNumber,
  status: z.enum(EVENT_STATUSES),
  participants: count,
  drawAt: z.nullable(time),
  attempt: count,
})

/** Event `units`: finance orders of the member were bought, accrued, paid out or left. Read them again. */
export const unitsEvent = z.object({ topic: z.literal('units'), version })

/** Event `tasks`: a reward was claimed, or a refund of lost orders was written or paid. Read tasks and refunds again. */
export const tasksEvent = z.object({ topic: z.literal('tasks'), version })
/** Event `team`: somebody joined the member's team, a friend went a step further, or a rebate changed. Read the team again. */
export const teamEvent = z.object({ topic: z.literal('team'), version })

/** Event `hello`: the first event of every connection. @public */
export const helloEvent = z.object({
  /** the server sends a `beat` at least this often; a client that receives nothing for twice as long reconnects */
  beatMs: z.int(),
  /** how long a client waits before it reconnects after the connection ended */
  retryMs: z.int(),
})

/** Event `bye`: the last event when the server ends the connection. @public */
export const byeEvent = z.object({ reason: z.enum(['stopping', 'session', 'replaced']) })

/**
 * Later stages have higher numbers. Between `sold_out` and `drawn` each attempt to seal the issue has its own number; the seal
 * is not a status.
 */
const STAGE = {
  scheduled: 0,
  selling: 1,
  sold_out: 2,
  drawn: 1_021,
  expired: 1_022,
  refunded: 1_023,
} as const satisfies Record<IssueStatus, number>
const MOST_ATTEMPTS = STAGE.drawn - STAGE.sold_out - 1
const STAGES = 1_024

/**
 * The version of an issue's state. Sales and stages only increase, so the version is computed from the state: all
 * servers, and a client that has read a card, compute the same number.
 */
export function issueVersion(issue: { sold: number; status: IssueStatus; attempt: number }): number {
  const attempts = issue.status === 'sold_out' ? Math.min(issue.attempt, MOST_ATTEMPTS) : 0
  const stage = STAGE[issue.status] + attempts
  return issue.sold * STAGES + stage
}

const ROUND_STAGE = { open: 0, closed: 1, sealed: 2, settled: 3, void: 3 } as const satisfies Record<
  RoundStatus,
  number
>
const MOST_COUNTED_BETS = 2 ** 18 - 1

/**
 * The version of a game's state: of its newest round, the state of that and of the previous one, and the number of bets. A client
 * computes the same number from what it has read. Below 2^53 until the year 2038.
 */
export function gameVersion(
  round: { opensAt: number; status: RoundStatus; bets: number } | null,
  previous: { status: RoundStatus } | null,
): number {
  if (!round) return 0
  const seconds = Math.floor(round.opensAt / 1_000)
  const stage = ROUND_STAGE[round.status] * 4 + (previous ? ROUND_STAGE[previous.status] : 3)
  return (seconds * 16 + stage) * (MOST_COUNTED_BETS + 1) + Math.min(round.bets, MOST_COUNTED_BETS)
}
