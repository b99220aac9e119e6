/** What banks, payment companies and chains say, against what the books have. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { amount, count, page, paged, time } from '../../../schemas.ts'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const provider = z.string().check(z.regex(/^[a-z0-9]{1,20}$/))
/** `in`: recharges; `out`: withdrawals */
const direction = z.enum(['in', 'out'])
const side = z.object({ items: count, amount })

const reconciledDay = z.object({
  /** business day */
  day,
  provider,
  direction,
  said: side,
  booked: side,
  /** payments that only one side has, or that have another amount there */
  differences: count,
  /** when these figures were first found */
  changedAt: time,
})

export const reconcileList = endpoint({
  path: '/operator/reconcilelist',
  summary: 'List the reconciled days with the totals of providers and books, newest first',
  auth: 'operator',
  permission: 'house.read',
  input: z.strictObject({ ...page, onlyDifferent: z._default(z.boolean(), false) }),
  output: paged(reconciledDay),
  errors: [],
})

export const reconcileShow = endpoint({
  path: '/operator/reconcileshow',
  summary: 'Show the payments of a day that differ, up to 100',
  auth: 'operator',
  permission: 'house.read',
  input: z.strictObject({ day, provider, direction }),
  output: z.object({
    items: z.array(
      z.object({
        /** the provider's id of the payment, the id of a statement line, or the id of the withdrawal */
        key: z.string(),
        /** null: the provider has no such payment */
        said: z.nullable(amount),
        /** null: the books have no such payment */
        booked: z.nullable(amount),
      }),
    ),
  }),
  errors: [],
})
