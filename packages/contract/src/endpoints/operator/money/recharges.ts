/** How operators list recharges. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { RECHARGE_KINDS } from '../../../kinds/recharge-ways.ts'
import { RECHARGE_REASONS, RECHARGE_STANDINGS, RECHARGE_STATES } from '../../../life/recharge-life.ts'
import { WITHDRAWAL_AGES } from '../../../life/withdrawal-life.ts'
import { amount, count, id, page, paged, time } from '../../../schemas.ts'
import { days } from '../fields.ts'

/** `R` and twelve characters, as the member reads it */
export const rechargeNumber = z.string().check(z.regex(/^R[0-9A-HJKMNP-TV-Z]{12}$/, 'NOT_AN_ID'))

export const rechargeLine = z.object({
  number: rechargeNumber,
  /** id of the member */
  member: id,
  amount,
  /** null: nothing was credited */
  credited: z.nullable(amount),
  kind: z.enum(RECHARGE_KINDS),
  /** code of the account of the house; null: the recharge is no transfer to one */
  account: z.nullable(z.string()),
  /** what the transfer names, or the payment company's id of the payment; null: there is none yet */
  reference: z.nullable(z.string()),
  status: z.enum(RECHARGE_STATES),
  reason: z.nullable(z.enum(RECHARGE_REASONS)),
  createdAt: time,
  expiresAt: time,
  /** null: it is under way */
  finishedAt: z.nullable(time),
  /** what the member last sent; `reference` is what the member read at the bank */
  proof: z.nullable(z.object({ reference: z.nullable(z.string()), slip: z.boolean(), at: time })),
  /** complete hours since the member sent proof; 0 without one */
  ageHours: count,
  /** `late`: the proof waits for over 2 hours; `overdue`: for over 2 working days */
  age: z.enum(WITHDRAWAL_AGES),
})

export const rechargeList = endpoint({
  path: '/operator/rechargelist',
  summary:
    'List the recharges by transfer for which members sent proof and that have no answer, the oldest proof first; with a filter, recharges of every kind, the newest first',
  auth: 'operator',
  permission: 'recharge.read',
  input: z.strictObject({
    ...page,
    standing: z.optional(z.enum(RECHARGE_STANDINGS)),
    member: z.optional(id),
    /** of the day when it was opened */
    ...days,
  }),
  output: paged(rechargeLine),
  errors: [],
})
