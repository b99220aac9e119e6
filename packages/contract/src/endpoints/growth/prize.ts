/** The prize-share event: members who invited friends share a funded pool by a draw that anyone can check. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { EVENT_STATUSES, FRIEND_STATES } from '../../life/growth-life.ts'
import { amount, count, documents, hex, id, issueNumber, requestId, time } from '../../schemas.ts'
import { vouching, witnesses } from '../mall/shapes.ts'

const event = z.object({
  event: issueNumber,
  title: z.string(),
  status: z.enum(EVENT_STATUSES),
  pool: amount,
  winners: count,
  /** of each winner: pool / winners, rounded down */
  prize: amount,
  /** friends who have to register and top up `topUp` between `opensAt` and `deadline` */
  friends: count,
  topUp: amount,
  opensAt: time,
  deadline: time,
  /** when the beacon round is published; null before the seal */
  drawAt: z.nullable(time),
  drawnAt: z.nullable(time),
  grade: z.enum(['salt', 'beacon', 'witnessed']),
  /** whether the house holds the key of the beacon, as in a sandbox */
  localBeacon: z.boolean(),
  commitment: hex(32),
  /** hash of the content that the event opened with: its titles in all languages; null before the opening */
  content: z.nullable(hex(32)),
  /** friends are counted again when the event is sealed or void; false in events that opened before this rule */
  recheck: z.boolean(),
  /** with those who were left out */
  participants: count,
  /** participants who were left out at the seal or the void, because friends took their money back; 0 before it */
  leftOut: count,
  attempt: count,
  /** what the witnesses that the opening names have signed; null, or left out, in other grades than witnessed and before version 3 of the log's rules */
  witnesses: z.optional(witnesses),
  vouching,
  /**
   * what each participant gets of the pool besides the winners: the witnesses did not sign in time or the log was lost after the seal (of
   * a draw), or the event could not be sealed or its log was lost (of a void one: `lost`); null: nothing
   */
  share: z.nullable(amount),
  /** void because its log was lost; left out: it is not */
  lost: z.optional(z.literal(true)),
  demo: z.boolean(),
  /** in the drawn order; names are masked */
  results: z.array(
    z.object({ place: count, seq: count, name: z.string(), prize: amount, mine: z.boolean() }),
  ),
  /** grows with each change; the live topic `event:<number>` has the same */
  version: count,
})

export const prizeDetail = endpoint({
  path: '/prize/detail',
  summary:
    'Get a prize-share event: terms, participants, own friends and result; without a number the current or newest one',
  auth: 'optional',
  input: z.strictObject({ event: z.optional(issueNumber) }),
  output: z.object({
    now: time,
    /** whether members can join at all: false while the module is switched off */
    on: z.boolean(),
    event: z.nullable(event),
    /** null for an anonymous caller */
    own: z.nullable(
      z.object({
        /** friends who count for this event, at most as many as it needs, the first ones first; others follow with their states */
        friends: z.array(z.object({ name: z.string(), state: z.enum(FRIEND_STATES), counts: z.boolean() })),
        counted: count,
        /** null: did not join */
        joined: z.nullable(
          z.object({
            id,
            seq: count,
            at: time,
            tag: hex(8),
            prize: z.nullable(amount),
            /** even share of the pool; null for a winner, and where the pool is not shared */
            share: z.nullable(amount),
            /** the prize or the share is in the wallet */
            paid: z.boolean(),
            /** the participant was left out, because so few friends still counted; null: takes part */
            leftOut: z.nullable(z.object({ counted: count })),
          }),
        ),
      }),
    ),
    /** ended events, newest first, at most 10 */
    past: z.array(
      z.object({
        event: issueNumber,
        status: z.enum(EVENT_STATUSES),
        pool: amount,
        participants: count,
        endedAt: time,
      }),
    ),
  }),
  errors: [],
})

export const prizeJoin = endpoint({
  path: '/prize/join',
  summary: 'Join a prize-share event; the member needs the invited friends that it asks for',
  auth: 'member',
  opens: true,
  input: z.strictObject({ event: issueNumber, requestId }),
  output: z.object({ id, seq: count, at: time, tag: hex(8), participants: count }),
  errors: [
    'MODULE_OFF',
    'COUNTRY_NOT_SERVED',
    'EVENT_CLOSED',
    'FRIENDS_MISSING',
    'SAME_PERSON',
    'ACCOUNT_CLOSING',
    'EXCLUDED',
    'FROZEN',
    'REQUEST_ID_REUSED',
  ],
})

/** The schema checks version and kind only: the verifier in the fairness package checks every value. */
const eventProof = z
  .looseObject({ version: z.string(), kind: z.literal('event') })
  .register(documents, { component: 'EventProof' })

export const prizeProof = endpoint({
  path: '/prize/proof',
  summary: 'Get the proof document of a sealed, drawn or void prize-share event',
  auth: 'anyone',
  input: z.strictObject({ event: issueNumber }),
  output: eventProof,
  errors: ['NOT_SEALED'],
})
