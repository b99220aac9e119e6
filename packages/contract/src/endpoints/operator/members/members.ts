/** How operators find and protect members. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { BREAK_DURATIONS, LIMIT_KINDS, LIMIT_PERIODS } from '../../../kinds/guard-kinds.ts'
import { MEMBER_STATUSES } from '../../../life/member-status.ts'
import { MEMBER_PLACES } from '../../../operator/member-places.ts'
import { ORDER_STATUSES } from '../../../life/order-life.ts'
import { amount, count, enteredCap, id, issueNumber, time } from '../../../schemas.ts'
import { guardState } from '../../guard.ts'
import { reason } from '../fields.ts'

const status = z.enum(MEMBER_STATUSES)

const place = z.enum(MEMBER_PLACES)

export const memberFind = endpoint({
  path: '/operator/memberfind',
  summary:
    'Find members by a whole value: phone number as dialled, nickname, user name, id, or number of an order, recharge or withdrawal',
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({ query: z.string().check(z.minLength(2, 'TOO_SHORT'), z.maxLength(60)) }),
  output: z.object({
    /** what the query was read as; empty: it can be none of these */
    read: z.array(
      z.object({
        as: place,
        /** the countries whose number it can be; empty for other places */
        countries: z.array(z.string()),
      }),
    ),
    /** more than 20 members match; then no item is shown */
    tooMany: z.boolean(),
    items: z.array(
      z.object({
        id,
        nickname: z.string(),
        /** masked */
        phone: z.nullable(z.string()),
        status,
        memberSince: time,
        /** where the query was found */
        foundBy: z.array(place),
      }),
    ),
  }),
  errors: [],
})

export const orderShow = endpoint({
  path: '/operator/ordershow',
  summary: 'Show an order and its member by the number of the order',
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({ number: z.string().check(z.minLength(3, 'TOO_SHORT'), z.maxLength(40)) }),
  output: z.object({
    number: z.string(),
    order: id,
    /** id of the member */
    member: id,
    issue: issueNumber,
    status: z.enum(ORDER_STATUSES),
    first: z.int(),
    quantity: count,
    amount,
    at: time,
  }),
  errors: [],
})

export const memberTighten = endpoint({
  path: '/operator/membertighten',
  summary: "Make a member's limit stricter; only the member can loosen it",
  auth: 'operator',
  permission: 'member.protect',
  input: z.strictObject({
    id,
    kind: z.enum(LIMIT_KINDS),
    period: z.enum(LIMIT_PERIODS),
    cap: enteredCap,
    reason,
  }),
  output: guardState,
  errors: ['ONLY_STRICTER'],
})

export const memberBreak = endpoint({
  path: '/operator/memberbreak',
  summary: 'Put a member on a break; it cannot be shortened',
  auth: 'operator',
  permission: 'member.protect',
  input: z.strictObject({ id, duration: z.enum(BREAK_DURATIONS), reason }),
  output: guardState,
  errors: ['ALREADY_LONGER'],
})
