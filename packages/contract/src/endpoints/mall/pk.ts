/** The calls about Double PK, besides those of every issue. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { amount, id, issueNumber } from '../../schemas.ts'

export const leaveSeat = endpoint({
  path: '/order/leave',
  summary:
    'Leave the seat of a Double PK while the other seat is free: the issue ends and the seat is refunded in full',
  auth: 'member',
  input: z.strictObject({ order: id }),
  /** the amount comes back to the wallet within seconds; a repeated call answers the same */
  output: z.object({ order: id, issue: issueNumber, amount }),
  errors: ['SEAT_TAKEN', 'NOT_SELLING', 'TOO_MANY_LEAVES', 'PENDING'],
})
