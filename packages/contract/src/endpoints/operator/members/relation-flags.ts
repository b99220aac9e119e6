/** Signs that a friend is the same person as the inviter, or as an earlier friend of the inviter. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { RELATION_DECISIONS, RELATION_FLAG_STATES, RELATION_SIGNALS } from '../../../life/growth-life.ts'
import { amount, id, page, paged, requestId, time } from '../../../schemas.ts'
import { change } from '../approvals.ts'
import { reason } from '../fields.ts'

/** A member with the name that others see. */
const who = z.object({ id, name: z.string() })

export const relationFlag = z.object({
  /** the inviter; of level 2 the inviter's inviter */
  member: who,
  friend: who,
  /** 1: a direct friend, 2: an indirect one */
  level: z.int(),
  signal: z.enum(RELATION_SIGNALS),
  /** whom the friend shares it with: the member, or an earlier friend of the member */
  other: who,
  state: z.enum(RELATION_FLAG_STATES),
  foundAt: time,
  decidedAt: z.nullable(time),
  /** why it was decided so */
  reason: z.nullable(z.string()),
  /** rebates of the relation that wait for the decision */
  held: amount,
  /** rebates of the relation whose orders are not final yet */
  pending: amount,
  /** rebates of the relation that were paid before */
  paid: amount,
})

export const relationFlags = endpoint({
  path: '/operator/relationflags',
  summary:
    'List signs that both accounts of an invitation are one person: the open ones oldest first, or all newest first',
  auth: 'operator',
  permission: 'referral.read',
  input: z.strictObject({ ...page, all: z._default(z.boolean(), false) }),
  output: paged(relationFlag),
  errors: [],
})

export const relationDecide = endpoint({
  path: '/operator/relationdecide',
  summary:
    'Request to clear a sign, so that held rebates are paid, or to confirm it, so that they are void and the relation earns nothing any more; after approval by a second operator',
  auth: 'operator',
  permission: 'referral.decide',
  money: true,
  input: z.strictObject({
    member: id,
    friend: id,
    signal: z.enum(RELATION_SIGNALS),
    decision: z.enum(RELATION_DECISIONS),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED'],
})
