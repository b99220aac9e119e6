/** How operators list members and the orders of an issue. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { MEMBER_STATUSES } from '../../../life/member-status.ts'
import { ORDER_STATUSES } from '../../../life/order-life.ts'
import { amount, count, id, issueNumber, page, paged, time } from '../../../schemas.ts'
import { days } from '../fields.ts'

const only = z._default(z.boolean(), false)

export const memberList = endpoint({
  path: '/operator/memberlist',
  summary: 'List members by status, country, day of registration, freeze and open signs, the newest first',
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({
    ...page,
    /** without it: every status */
    status: z.optional(z.enum(MEMBER_STATUSES)),
    /** ISO code of the phone number's country */
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'INVALID'))),
    /** of the day of registration */
    ...days,
    /** only accounts that are frozen now */
    frozen: only,
    /** only members of an invitation with an open sign that both accounts are one person */
    flagged: only,
  }),
  output: paged(
    z.object({
      id,
      nickname: z.string(),
      /** masked; null when the account is closed */
      phone: z.nullable(z.string()),
      status: z.enum(MEMBER_STATUSES),
      country: z.nullable(z.string()),
      memberSince: time,
      /** null: not frozen */
      frozenUntil: z.nullable(time),
    }),
  ),
  errors: [],
})

export const issueOrders = endpoint({
  path: '/operator/issueorders',
  summary: 'List the orders of an issue, the newest first, or the purchases of it that came to nothing',
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({
    ...page,
    issue: issueNumber,
    /** only those of one member */
    member: z.optional(id),
    /** purchases that came to nothing after they were accepted: the issue was sold out or closed, and the money went back */
    refused: only,
  }),
  output: paged(
    z.object({
      /** null: it came to nothing */
      number: z.nullable(z.string()),
      order: id,
      /** id of the member */
      member: id,
      status: z.enum(ORDER_STATUSES),
      /** the first code; null: it has none */
      first: z.nullable(z.int()),
      quantity: count,
      amount,
      /** what a voucher paid of the amount; null: nothing */
      discount: z.nullable(amount),
      at: time,
    }),
  ),
  errors: [],
})
