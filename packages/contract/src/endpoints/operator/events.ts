/** Prize-share events: what operators see of them and open. Nothing here touches an outcome, and nothing ends an event. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { EVENT_STATUSES } from '../../life/growth-life.ts'
import { LANGUAGES } from '../../languages.ts'
import { amount, count, empty, enteredAmount, hex, id, issueNumber, requestId, time } from '../../schemas.ts'
import { change } from './approvals.ts'
import { reason } from './fields.ts'

const language = z.enum(LANGUAGES)
const grade = z.enum(['salt', 'beacon', 'witnessed'])
const whole = (minimum: number, maximum: number) => z.int().check(z.minimum(minimum), z.maximum(maximum))

const listed = z.object({
  event: issueNumber,
  status: z.enum(EVENT_STATUSES),
  pool: amount,
  winners: count,
  /** with those who were left out */
  participants: count,
  /** left out at the seal or the void, because friends took their money back */
  leftOut: count,
  opensAt: time,
  deadline: time,
  endedAt: z.nullable(time),
  demo: z.boolean(),
})

export const eventList = endpoint({
  path: '/operator/eventlist',
  summary: 'List the prize-share events, newest first',
  auth: 'operator',
  permission: 'event.read',
  input: empty,
  output: z.object({ items: z.array(listed) }),
  errors: [],
})

export const eventShow = endpoint({
  path: '/operator/eventshow',
  summary: 'Show terms, state and money of a prize-share event',
  auth: 'operator',
  permission: 'event.read',
  input: z.strictObject({ event: issueNumber }),
  output: z.object({
    ...listed.shape,
    titles: z.array(z.object({ language, title: z.string() })),
    prize: amount,
    friends: count,
    topUp: amount,
    grade,
    chain: z.nullable(hex(32)),
    /** seconds from the seal to the beacon round */
    delay: z.nullable(count),
    /** note verifier keys */
    witnesses: z.nullable(z.array(z.string())),
    commitment: hex(32),
    /** what the book of the event holds */
    balance: amount,
    sealedAt: z.nullable(time),
    /** the attempt that counts; 0 before the seal */
    attempt: count,
    drawnAt: z.nullable(time),
    /** prizes that went to wallets, and to the house because the account was closed */
    paid: count,
    returned: count,
    /** the even shares of those who did not win; null: the pool is not shared. The draw is in their favour, or the event is void */
    shares: z.nullable(z.object({ paid: count, returned: count })),
    /** why there was no draw; null: there was, or will be */
    why: z.nullable(z.enum(['empty', 'missed', 'lost', 'witnesses', 'friends'])),
    /** the approval request; null: the demo world opened it */
    approval: z.nullable(id),
  }),
  errors: [],
})

/** What an operator decides. */
const terms = {
  /** the title in English is required; other languages fall back to it */
  titles: z
    .array(
      z.strictObject({
        language,
        title: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(80), z.regex(/\S/, 'REQUIRED')),
      }),
    )
    .check(
      z.minLength(1, 'REQUIRED'),
      z.maxLength(LANGUAGES.length),
      z.refine((titles) => titles.some((title) => title.language === 'en-us'), 'REQUIRED'),
      z.refine((titles) => new Set(titles.map((title) => title.language)).size === titles.length, 'INVALID'),
    ),
  /** what the marketing account pays */
  pool: enteredAmount,
  winners: whole(1, 1_000),
  /** by default those of the settings */
  friends: z.optional(whole(1, 100)),
  topUp: z.optional(enteredAmount),
  /** by default at once, when another operator has approved */
  opensAt: z.optional(time),
  deadline: time,
  grade,
}

export const eventCheck = endpoint({
  path: '/operator/eventcheck',
  summary: 'Check the terms of a prize-share event and say what would be published, without opening it',
  auth: 'operator',
  permission: 'event.read',
  input: z.strictObject(terms),
  output: z.object({
    prize: amount,
    /** what goes back to the marketing account after the draw */
    rest: amount,
    friends: count,
    topUp: amount,
    grade,
    chain: z.nullable(hex(32)),
    delay: z.nullable(count),
    witnesses: z.nullable(z.array(z.string())),
    /** what the marketing account can pay, and what it lacks */
    available: amount,
    missing: amount,
  }),
  errors: [],
})

export const eventOpen = endpoint({
  path: '/operator/eventopen',
  summary:
    'Request a prize-share event; after approval by a second operator its terms are published and cannot be changed',
  auth: 'operator',
  permission: 'event.open',
  money: true,
  input: z.strictObject({ ...terms, reason, requestId }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'MARKETING_SHORT', 'MODULE_OFF'],
})
