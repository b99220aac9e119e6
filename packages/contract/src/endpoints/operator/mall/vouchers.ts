/** Vouchers that operators grant to members, and what they see of a member's. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { enteredAmount, id, page, paged, requestId } from '../../../schemas.ts'
import { voucher } from '../../mall/vouchers.ts'
import { change } from '../approvals.ts'
import { reason } from '../fields.ts'

/** Members in one grant. */
export const MOST_GRANTED = 100

export const voucherGrant = endpoint({
  path: '/operator/vouchergrant',
  summary:
    'Request to grant each of several members a voucher; after approval by a second operator the marketing account sets the amounts aside',
  auth: 'operator',
  permission: 'voucher.grant',
  money: true,
  input: z.strictObject({
    members: z.array(id).check(
      z.minLength(1, 'REQUIRED'),
      z.maxLength(MOST_GRANTED, 'TOO_LONG'),
      z.refine((members) => new Set(members).size === members.length, 'INVALID'),
    ),
    /** off an order */
    amount: enteredAmount,
    /** the least total of the order; not below the amount */
    minSpend: enteredAmount,
    /** until they expire */
    days: z.int().check(z.minimum(1), z.maximum(365)),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'MARKETING_SHORT', 'LOG_HALTED'],
})

export const voucherList = endpoint({
  path: '/operator/voucherlist',
  summary: "List a member's vouchers, newest first",
  auth: 'operator',
  permission: 'voucher.read',
  input: z.strictObject({ ...page, member: id }),
  output: paged(voucher),
  errors: [],
})
