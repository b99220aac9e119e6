/**
 * The two-person rule: one operator requests a change, another operator approves it, and the server makes the change in
 * the transaction of the approval. A change that one operator may make alone takes the same way, so that repeating a call
 * has one effect. Every transaction here holds the back-office lock.
 */
import * as z from 'zod/mini'
import type { ApprovalState } from '@fairlot/contract/operator/approvals'
import { mayOperate } from '@fairlot/contract/operator/operator-roles'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db, Executor } from '../../../platform/db.ts'
import type { Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import {
  createDefinitions,
  type Approval,
  type ApprovalDefinition,
  type ChangeInput,
  type ChangeResult,
  type ShownApproval,
} from './approval-definition.ts'
import { approvalView } from './approval-views.ts'
import * as queries from './approvals.queries.ts'
import { approveRequest, expireRequests, rejectRequest, withdrawRequest } from './decide-request.ts'
import { shownOutlook } from './outlook.ts'
import { submitChange, type MayActAlone } from './submit-change.ts'

/** Submits a change; the same request id with the same input gets the same answer. */
type Submit = <Params>(
  call: OperatorCall,
  definition: ApprovalDefinition<Params>,
  input: ChangeInput<Params>,
) => Promise<ChangeResult>

export type Approvals = {
  /** Makes a kind of change known; called once per action, when the modules are wired. */
  register<Params>(definition: ApprovalDefinition<Params>): void
  /** Requests the change. @throws Refusal REQUEST_ID_REUSED, or one of the definition's `check` */
  request: Submit
  /** Makes the change at once. @throws Refusal REQUEST_ID_REUSED, or one of the definition's `check` and `execute` */
  actAlone: Submit
  /** Makes or requests the change, as `mayActAlone` decides. @throws Refusal as the two above */
  submit<Params>(
    call: OperatorCall,
    definition: ApprovalDefinition<Params>,
    input: ChangeInput<Params>,
    mayActAlone: MayActAlone,
  ): Promise<ChangeResult>
  /** @throws Refusal NO_SUCH_DATA, NOT_PERMITTED, OWN_REQUEST, NOT_PENDING, or one of the definition's `execute` */
  approve(call: OperatorCall, approvalId: string): Promise<ChangeResult>
  /** @throws Refusal NO_SUCH_DATA, NOT_PERMITTED, OWN_REQUEST, NOT_PENDING */
  reject(call: OperatorCall, approvalId: string, note: string): Promise<Approval>
  /** @throws Refusal NO_SUCH_DATA when another operator made the request, NOT_PENDING */
  withdraw(call: OperatorCall, approvalId: string): Promise<Approval>
  /** @throws Refusal NO_SUCH_DATA; NOT_PERMITTED for the request of another operator without the permission `approval.read` */
  show(call: OperatorCall, approvalId: string): Promise<ShownApproval>
  /** The requests of all operators, or the caller's own without the permission `approval.read`. */
  list(
    call: OperatorCall,
    page: { cursor?: string | undefined; limit: number; state?: ApprovalState | undefined },
  ): Promise<Output<Endpoints['approvalList']>>
  /** Stores which requests have expired. */
  expire(): Promise<void>
}

export type ApprovalsDeps = { db: Db; clock: Clock; random: Random; audit: Audit; settings: Settings }

const CURSOR = z.tuple([z.uuid()])

const maySeeAll = ({ operator }: OperatorCall): boolean => mayOperate(operator.roles, 'approval.read')

export function createApprovals(options: ApprovalsDeps): Approvals {
  const { db } = options
  const definitions = createDefinitions()
  const view = (row: queries.ApprovalRow, call: OperatorCall) =>
    approvalView(row, definitions.of(row.action), call)

  async function show(from: Executor, call: OperatorCall, approvalId: string): Promise<Approval> {
    const row = await queries.approvalById(from, approvalId)
    if (!row) throw new Refusal('NO_SUCH_DATA')
    return view(row, call)
  }

  /** What the request would do now. The audit log has a row for each member of whom it shows something. */
  async function look(
    call: OperatorCall,
    row: queries.ApprovalRow,
    { params: named }: Approval,
  ): Promise<ShownApproval['outlook']> {
    const definition = definitions.of(row.action)
    const params = z.parse(definition.schema, row.params)
    const { outlook, members } = await shownOutlook(named, async () => definition.outlook?.(db, params) ?? {})
    if (members.length > 0)
      await db.tx(async (tx) => {
        for (const member of members)
          await options.audit.write(tx, actorOf(call), { action: 'member.read', subject: `member:${member}` })
      })
    return outlook
  }

  const deps = { ...options, definitions, show }
  return {
    register: (definition) => definitions.register(definition),
    request: (call, definition, input) => submitChange(deps, call, definition, input, () => false),
    actAlone: (call, definition, input) => submitChange(deps, call, definition, input, () => true),
    submit: (call, definition, input, mayActAlone) =>
      submitChange(deps, call, definition, input, mayActAlone),
    approve: (call, approvalId) => approveRequest(deps, call, approvalId),
    reject: (call, approvalId, note) => rejectRequest(deps, call, approvalId, note),
    withdraw: (call, approvalId) => withdrawRequest(deps, call, approvalId),
    expire: () => expireRequests(deps),
    async show(call, approvalId) {
      const row = await queries.approvalById(db, approvalId)
      if (row?.requested_by !== call.operator.operatorId && !maySeeAll(call))
        throw new Refusal('NOT_PERMITTED')
      if (!row) throw new Refusal('NO_SUCH_DATA')
      const shown = view(row, call)
      const isWaiting = row.state === 'pending'
      return { ...shown, outlook: isWaiting && maySeeAll(call) ? await look(call, row, shown) : null }
    },
    async list(call, { cursor, limit, state = null }) {
      const [before = null] = decodeCursor(cursor, CURSOR) ?? []
      const requestedBy = maySeeAll(call) ? null : call.operator.operatorId
      const rows = await queries.listApprovals(db, { before, state, requestedBy, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, (last) => [last.approval_id])
      return { items: items.map((row) => view(row, call)), next }
    },
  }
}
