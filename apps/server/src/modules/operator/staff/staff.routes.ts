import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { sortRoles } from '@fairlot/contract/operator/operator-roles'
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import type { Call, Handlers } from '../../../platform/http/http-handler.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { withdrawRequestsOf } from '../approvals/decide-request.ts'
import { lockAndAuthorize } from '../back-office-lock.ts'
import type { Invitations } from './invitations.ts'
import * as queries from './operators.queries.ts'
import { endSessions } from '../sign-in/operator-sessions.queries.ts'
import { mayChangeStaffAlone, operatorOf, refuseLastOwner, staffChanges } from './staff.ts'

export type StaffRoutes = Handlers<
  Endpoints,
  'staffList' | 'staffCreate' | 'staffRoles' | 'staffReset' | 'staffDisable' | 'staffEnable'
>

export type StaffRoutesDeps = { db: Db; audit: Audit; approvals: Approvals; invitations: Invitations }

/** The staff endpoints. Registers the changes that a second owner approves. */
export function staffRoutes(deps: StaffRoutesDeps): StaffRoutes {
  const { db, approvals } = deps
  const changes = staffChanges(deps)
  approvals.register(changes.create)
  approvals.register(changes.roles)
  approvals.register(changes.reset)
  approvals.register(changes.enable)

  const ifAlone =
    ({ operator }: OperatorCall, resetId?: string) =>
    (tx: Tx) =>
      mayChangeStaffAlone(tx, operator.operatorId, resetId)

  async function operatorRef(id: string) {
    const { operator_id, name } = await operatorOf(db, id)
    return { id: operator_id, name }
  }

  return {
    async staffList() {
      return { items: (await queries.listOperators(db)).map(view) }
    },
    async staffCreate(call) {
      const { name, fullName, roles, reason, requestId } = call.input
      const params = { name, fullName: fullName.trim(), roles: sortRoles(roles) }
      return approvals.submit(call, changes.create, { params, reason, requestId }, ifAlone(call))
    },
    async staffRoles(call) {
      const { id, roles, reason, requestId } = call.input
      const params = { ...(await operatorRef(id)), roles: sortRoles(roles) }
      return approvals.submit(call, changes.roles, { params, reason, requestId }, ifAlone(call))
    },
    async staffReset(call) {
      const { id, reason, requestId } = call.input
      const params = await operatorRef(id)
      return approvals.submit(call, changes.reset, { params, reason, requestId }, ifAlone(call, params.id))
    },
    async staffEnable(call) {
      const { id, reason, requestId } = call.input
      const params = await operatorRef(id)
      return approvals.submit(call, changes.enable, { params, reason, requestId }, ifAlone(call, params.id))
    },
    staffDisable: (call) => db.tx((tx) => disable(deps, tx, call)),
  }
}

/** One owner disables an operator alone, because this only takes rights away. */
async function disable(
  { audit }: StaffRoutesDeps,
  tx: Tx,
  call: Call<Endpoints['staffDisable']>,
): Promise<Output<Endpoints['staffDisable']>> {
  await lockAndAuthorize(tx, call, 'staff.change')
  const found = await operatorOf(tx, call.input.id)
  if (found.status === 'disabled') return view(found)
  const { operator_id: id, status, roles } = found
  await refuseLastOwner(tx, id)
  await queries.disableOperator(tx, id)
  await endSessions(tx, id, null)
  await audit.write(tx, actorOf(call), {
    action: 'staff.disable',
    subject: `staff:${id}`,
    reason: call.input.reason,
    before: { status, roles },
    after: { status: 'disabled', roles },
  })
  await withdrawRequestsOf(audit, tx, actorOf(call), id)
  return view(await operatorOf(tx, id))
}

function view(row: queries.OperatorRow): Output<Endpoints['staffDisable']> {
  return {
    id: row.operator_id,
    name: row.name,
    fullName: row.full_name,
    roles: row.roles,
    status: row.status,
    createdAt: Number(row.created_ms),
    seenAt: row.seen_ms === null ? null : Number(row.seen_ms),
  }
}
