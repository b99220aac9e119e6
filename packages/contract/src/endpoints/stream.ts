/**
 * Live updates: a one-time ticket opens `GET /api/stream` (server-sent events). The name of an event is the kind of its
 * topic. Each event contains `topic` and `version`. Versions of a topic only grow: a client compares them to detect
 * news, also after a lost connection.
 */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { ISSUE_STATUSES, type IssueStatus } from '../order-life.ts'
import { amount, count, issueNumber, time } from '../schemas.ts'

/** Maximum number of topics of one connection. */
export const MAX_TOPICS = 40

const topic = z
  .string()
  .check(z.maxLength(40), z.regex(/^(draws|home|balance|issue:[A-Z0-9]{1,12}-\d{4,10})$/, 'NOT_AN_ID'))

export const streamTicket = endpoint({
  path: '/index/streamticket',
  summary:
    "Get a one-time ticket for GET /api/stream?ticket=… (server-sent events); topics: issue:<number>, draws, home, balance (the member's)",
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
