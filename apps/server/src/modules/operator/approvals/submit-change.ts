/** The first half of the two-person rule: an operator makes a change alone, or requests it. Repeating a call has one effect. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { APPROVAL_ACTIONS } from '@fairlot/contract/operator/approvals'
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { lockAndAuthorize } from '../back-office-lock.ts'
import { APPROVAL_HOURS } from '../operator.settings.ts'
import type { Approval, ApprovalDefinition, ChangeInput, ChangeResult } from './approval-definition.ts'
import { changeResult } from './approval-views.ts'
import * as queries from './approvals.queries.ts'
import { executeChange } from './execute-change.ts'

export type SubmitDeps = {
  db: Db
  clock: Clock
  random: Random
  audit: Audit
  settings: Pick<Settings, 'get'>
  /** @throws Refusal NO_SUCH_DATA */
  show(tx: Tx, call: OperatorCall, approvalId: string): Promise<Approval>
}

/** Decides, under the back-office lock, whether the caller may make the change alone. */
export type MayActAlone = (tx: Tx) => boolean | Promise<boolean>

/** A change as its caller asks for it. */
type Submitted<Params> = {
  call: OperatorCall
  definition: ApprovalDefinition<Params>
  params: Params
  reason: string
}

/** @throws Refusal REQUEST_ID_REUSED, or one of `lockAndAuthorize`, `check`, `mayActAlone` and `execute` */
export async function submitChange<Params>(
  deps: SubmitDeps,
  call: OperatorCall,
  definition: ApprovalDefinition<Params>,
  { params: entered, asked, reason, requestId }: ChangeInput<Params>,
  mayActAlone: MayActAlone,
): Promise<ChangeResult> {
  const { action } = definition
  const params = z.parse(definition.schema, entered)
  const inputHash = hashOf([action, asked ?? params, reason])
  const { operatorId } = call.operator
  await definition.prepare?.()
  const { isNew, result } = await deps.db.tx(async (tx) => {
    await lockAndAuthorize(tx, call, APPROVAL_ACTIONS[action])
    const earlier = await queries.earlierRequest(tx, operatorId, requestId)
    if (earlier) {
      if (!inputHash.equals(earlier.input_hash)) throw new Refusal('REQUEST_ID_REUSED')
      const approval = earlier.approval_id === null ? null : await deps.show(tx, call, earlier.approval_id)
      return { isNew: false, result: changeResult(approval) }
    }
    await definition.check?.(tx, params)
    const submitted = { call, definition, params, reason }
    const done = (await mayActAlone(tx))
      ? await actAlone(deps, tx, submitted)
      : await request(deps, tx, submitted)
    await queries.keepRequest(tx, { operatorId, requestId, inputHash, approvalId: done.approval?.id ?? null })
    return { isNew: true, result: done }
  })
  if (isNew && result.state === 'done') await definition.afterCommit?.()
  return result
}

async function actAlone<Params>(
  { audit }: SubmitDeps,
  tx: Tx,
  { call, definition, params, reason }: Submitted<Params>,
): Promise<ChangeResult> {
  const { oneTimePassword = null } = await executeChange(audit, tx, definition, params, {
    approvalId: null,
    requestedBy: call.operator.operatorId,
    approvedBy: null,
    reason,
    actor: actorOf(call),
  })
  return changeResult(null, oneTimePassword)
}

async function request<Params>(
  deps: SubmitDeps,
  tx: Tx,
  { call, definition, params, reason }: Submitted<Params>,
): Promise<ChangeResult> {
  const { action } = definition
  const approvalId = uuidv7(deps.clock.now(), deps.random)
  const hours = deps.settings.get(APPROVAL_HOURS)
  const requestedBy = call.operator.operatorId
  await queries.insertApproval(tx, { approvalId, action, params, reason, requestedBy, hours })
  await deps.audit.write(tx, actorOf(call), {
    action: 'approval.request',
    subject: `approval:${approvalId}`,
    approvalId,
    reason,
    after: { action, params: definition.view(params) },
  })
  return changeResult(await deps.show(tx, call, approvalId))
}

/** SHA-256 of a value's JSON with sorted keys. */
function hashOf(value: unknown): Buffer {
  const sorted = (_key: string, part: unknown): unknown =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest()
}
