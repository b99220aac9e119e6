/** The addresses of recharges in USDT, for the house that moves the money with its own wallet, and late transfers. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { amount, count, id, page, paged, requestId, time } from '../../../schemas.ts'
import { change } from '../approvals.ts'
import { reason } from '../fields.ts'
import { usdt } from '../../wallet.ts'

/** A transaction and the place of its event: `<64 hexadecimal digits>:<number>` */
const transfer = z.string().check(z.regex(/^[0-9a-f]{64}:\d{1,5}$/, 'NOT_AN_ID'))

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
        /** late transfers that wait for operators */
        held: count,
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

export const trc20Held = endpoint({
  path: '/operator/trc20held',
  summary: 'List the late transfers in USDT that wait for two operators, the oldest first',
  auth: 'operator',
  permission: 'recharge.read',
  input: z.strictObject(page),
  output: paged(
    z.object({
      transfer,
      /** number of the recharge */
      recharge: z.string(),
      /** id of the member */
      member: id,
      address: z.string(),
      sender: z.string(),
      units: usdt,
      /** wallet units per USDT of the moment when it was confirmed; that of the recharge when no rate was set */
      rate: amount,
      /** the rate of the recharge */
      ownRate: amount,
      /** what it is worth */
      amount,
      /** whether the nodes no longer have it: it cannot be credited */
      lost: z.boolean(),
      /** time of its block */
      paidAt: time,
      heldAt: time,
    }),
  ),
  errors: [],
})

export const trc20Credit = endpoint({
  path: '/operator/trc20credit',
  summary: 'Request to credit a late transfer in USDT; another operator must approve it',
  auth: 'operator',
  permission: 'statement.enter',
  money: true,
  input: z.strictObject({ transfer, reason, requestId }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'NOT_PENDING'],
})

export const trc20Dismiss = endpoint({
  path: '/operator/trc20dismiss',
  summary:
    'Request to end a late transfer in USDT without a credit, because it goes back; another operator must approve it',
  auth: 'operator',
  permission: 'statement.enter',
  input: z.strictObject({ transfer, reason, requestId }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'NOT_PENDING'],
})
