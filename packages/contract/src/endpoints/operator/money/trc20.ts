/** The addresses of recharges in USDT, for the house that moves the money with its own wallet. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { amount, count, page, paged, time } from '../../../schemas.ts'
import { usdt } from '../../wallet.ts'

export const trc20List = endpoint({
  path: '/operator/trc20list',
  summary: 'List the addresses of recharges in USDT that received something, the newest first',
  auth: 'operator',
  permission: 'house.read',
  input: z.strictObject({
    ...page,
    /** only addresses with a transfer that left the chain after its credit */
    lost: z.optional(z.boolean()),
  }),
  output: z.extend(
    paged(
      z.object({
        /** index below `m/44'/195'/account'/0` */
        index: count,
        address: z.string(),
        /** number of the recharge */
        recharge: z.string(),
        /** what transfers brought that were credited */
        received: usdt,
        credited: amount,
        /** transfers that wait for their confirmations */
        waiting: count,
        /** transfers that left the chain after their credit */
        lost: count,
        /** time of the newest block with a transfer */
        lastAt: time,
      }),
    ),
    {
      /** the token's contract; null: this installation never took USDT */
      contract: z.nullable(z.string()),
      /** addresses that were derived */
      derived: count,
      /** the newest block that the watcher saw; null: it never looked */
      watch: z.nullable(z.object({ block: count, at: time })),
    },
  ),
  errors: [],
})
