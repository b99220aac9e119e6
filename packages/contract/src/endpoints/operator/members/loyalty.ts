/** What operators see of refunds of lost orders and of rewards of tasks. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { CLAIMS } from '../../../life/growth-life.ts'
import { amount, count, empty } from '../../../schemas.ts'

export const loyaltyState = endpoint({
  path: '/operator/loyaltystate',
  summary:
    'Get what refunds of lost orders wait for money, and what was refunded and rewarded in the last 30 business days',
  auth: 'operator',
  permission: 'house.read',
  input: empty,
  output: z.object({
    /** refunds that wait for money of the marketing account */
    queued: z.object({ refunds: count, amount, since: z.nullable(z.iso.date()) }),
    /** what the marketing account can pay */
    marketing: amount,
    days: z.array(
      z.object({
        day: z.iso.date(),
        /** of lost orders: `open` takes issues, `closed` is being rated, `rated`: all refunds are known; null: no issue was drawn */
        state: z.nullable(z.enum(['open', 'closed', 'rated'])),
        issues: count,
        refunds: count,
        refunded: amount,
        queued: amount,
        claims: count,
        rewarded: amount,
      }),
    ),
    tasks: z.array(
      z.object({
        task: z.enum(['check_in', ...CLAIMS]),
        claims: count,
        /** credited to wallets */
        rewarded: amount,
        /** set aside for vouchers */
        vouchers: amount,
      }),
    ),
  }),
  errors: [],
})
