/** How operators freeze an account for a time. The member logs in, reads and, unless two operators hold it, withdraws. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { FREEZE_CAUSES, FREEZE_MOST_HOURS } from '../../../kinds/freeze-kinds.ts'
import { id, requestId, time } from '../../../schemas.ts'
import { change } from '../approvals.ts'
import { operatorRef, reason } from '../fields.ts'

/** A freeze that runs. */
export const freeze = z.object({
  since: time,
  until: time,
  /** whether the member's withdrawals are held as well */
  holdsMoney: z.boolean(),
  cause: z.enum(FREEZE_CAUSES),
  by: operatorRef,
})

export const memberFreeze = endpoint({
  path: '/operator/memberfreeze',
  summary:
    'Freeze an account: no purchases, recharges, payout accounts and new password; one operator for up to 72 hours within a week, longer or with withdrawals held after approval by a second one',
  auth: 'operator',
  permission: 'member.freeze',
  input: z.strictObject({
    id,
    /** from the moment on at which it takes effect */
    hours: z.int().check(z.minimum(1, 'NUMBER_RANGE'), z.maximum(FREEZE_MOST_HOURS, 'NUMBER_RANGE')),
    /** hold the withdrawals of the member as well */
    holdMoney: z._default(z.boolean(), false),
    cause: z.enum(FREEZE_CAUSES),
    reason,
    requestId,
  }),
  output: change,
  errors: ['FREEZE_RUNS', 'REQUEST_ID_REUSED', 'NEEDS_SECOND_OWNER'],
})

export const memberUnfreeze = endpoint({
  path: '/operator/memberunfreeze',
  summary: 'End the freeze of an account before its time',
  auth: 'operator',
  permission: 'member.freeze',
  input: z.strictObject({ id, reason }),
  output: z.object({ id }),
  errors: ['NOT_FROZEN'],
})
