/**
 * Live updates: a one-time ticket opens `GET /api/stream` (server-sent events). Each event is named after the kind
 * of its topic and carries `topic` and `version`; versions of a topic only grow, so that a client which compares
 * them knows what is news, also after a connection that broke.
 */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { ISSUE_STATUSES, type IssueStatus } from '../order-life.ts'
import { amount, count, issueNumber, time } from '../schemas.ts'

/** Topics of one connection. */
export const MOST_TOPICS = 40

const topic = z
  .string()
  .check(z.maxLength(40), z.regex(/^(draws|home|balance|issue:[A-Z0-9]{1,12}-\d{4,10})$/, 'NOT_AN_ID'))

export const streamTicket = endpoint({
  path: '/index/streamticket',
  summary:
    'A one-time ticket for GET /api/stream?ticket=… (server-sent events); topics: issue:<number>, draws, home, balance (own)',
  auth: 'optional',
  input: z.strictObject({ topics: z.array(topic).check(z.minLength(1), z.maxLength(MOST_TOPICS)) }),
  output: z.object({
    ticket: z.string(),
    /** the stream must be opened before */
    expiresAt: time,
  }),
  errors: [],
})

const version = z.int().check(z.minimum(0))

/** Event `issue`: how far an issue is. */
export const issueEvent = z.object({
  topic: z.string(),
  version,
  issue: issueNumber,
  sold: count,
  participants: count,
  status: z.enum(ISSUE_STATUSES),
  drawAt: z.nullable(time),
})

/** Event `draws`: a step of some issue; both null where the connection only learns the current version. */
export const drawsEvent = z.object({
  topic: z.literal('draws'),
  version,
  issue: z.nullable(issueNumber),
  step: z.nullable(z.enum(['opened', 'sealed', 'drawn', 'settled', 'expired', 'refunded'])),
})

/** Event `home`: what the home page shows has another order or other members. */
export const homeEvent = z.object({ topic: z.literal('home'), version })

/** Event `balance`: the member's own money. */
export const balanceEvent = z.object({ topic: z.literal('balance'), version, balance: amount })

/** Event `hello`, the first of every connection. */
export const helloEvent = z.object({
  /** a `beat` comes at least this often; whoever hears nothing for twice as long connects anew */
  beatMs: z.int(),
  /** before the next try after a connection that ended */
  retryMs: z.int(),
})

/** Event `bye`, the last one where the server ends the connection by itself. */
export const byeEvent = z.object({ reason: z.enum(['stopping', 'session', 'replaced']) })

/** Further on = higher; `sold_out` is followed by the seal, which fixes the draw's time. */
const STAGE = {
  scheduled: 0,
  selling: 1,
  sold_out: 2,
  drawn: 4,
  expired: 5,
  refunded: 6,
} as const satisfies Record<IssueStatus, number>
const SEALED_STAGE = 3
const STAGES = 8

/**
 * The version of an issue's state. Sales and stages only go on, so it is computed from the state itself: every
 * server, and a client from a card that it has read, come to the same number.
 */
export function issueVersion(issue: { sold: number; status: IssueStatus; drawAt: number | null }): number {
  const stage = issue.status === 'sold_out' && issue.drawAt !== null ? SEALED_STAGE : STAGE[issue.status]
  return issue.sold * STAGES + stage
}
