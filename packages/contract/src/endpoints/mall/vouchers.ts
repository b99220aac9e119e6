/** Vouchers: an amount off one order, from a minimum spend, until they expire. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { amount, id, page, paged, time } from '../../schemas.ts'
import { VOUCHER_STATES } from '../../life/voucher-life.ts'

/** A voucher as a quote offers it. */
export const offeredVoucher = z.object({
  id,
  /** off the order */
  amount,
  /** the least total of the order */
  minSpend: amount,
  expiresAt: time,
  /** whether the total of this order is large enough */
  usable: z.boolean(),
})

/** A voucher of a member. */
export const voucher = z.object({
  id,
  amount,
  minSpend: amount,
  /** `expired` from the time on at which it expires */
  state: z.enum(VOUCHER_STATES),
  grantedAt: time,
  expiresAt: time,
  /** the order that it is used for; else null */
  order: z.nullable(id),
  /** the order that it came back from, when that was refunded; else null */
  returned: z.nullable(id),
})

export const vouchers = endpoint({
  path: '/order/discount',
  summary:
    "List the member's vouchers: those that can be used, the first to expire first, or all others, newest first",
  auth: 'member',
  input: z.strictObject({ ...page, which: z._default(z.enum(['open', 'ended']), 'open') }),
  output: paged(voucher),
  errors: [],
})
