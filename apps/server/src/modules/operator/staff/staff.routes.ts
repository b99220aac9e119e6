import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Audit } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import type { Call, Handlers } from '../../../platform/http/http-handler.ts'
import { enter, type Approvals } from '../approvals/approvals.ts'
import { actorOf, type OperatorCall } from '../audit/audit.ts'
import type { Invitations } from './invitations.ts'
import * as queries from './operators.queries.ts'
import { endSessions } from '../sign-in/operator-sessions.queries.ts'
import { keepAnOwner, mayAlone, operatorOf, ordered, staffChanges } from './staff.ts'

export type StaffRoutes = Handlers<
  Endpoints,
  'staffList' | 'staffCreate' | 'staffRoles' | 'staffReset' | 'staffDisable' | 'staffEnable'
>

export type StaffRoutesDeps = { db: Db; audit: Audit; approvals: Approvals; invitations: Invitations }

/** Wires the staff endpoints; registers what a second owner approves. */
export function staffRoutes(deps: StaffRoutesDeps): StaffRoutes {
  const { db, approvals } = deps
  const changes = staffChanges(deps)
  approvals.register(changes.create)
  approvals.register(changes.roles)
  approvals.register(changes.reset)
  approvals.register(changes.enable)

  const alone =
    ({ operator }: OperatorCall, anew?: string) =>
    (tx: Tx) =>
      mayAlone(tx, operator.operatorId, anew)

  async function someone(id: string) {
    const { operator_id, name } = await operatorOf(db, id)
    return { id: operator_id, name }
  }

  return {
    async staffList() {
      return { items: (await queries.listOperators(db)).map(view) }
    },
    async staffCreate(call) {
      const { name, fullName, roles, reason, requestId } = call.input
      const params = { name, fullName: fullName.trim(), roles: ordered(roles) }
      return approvals.change(call, changes.create, { params, reason, requestId }, alone(call))
    },
    async staffRoles(call) {
      const { id, roles, reason, requestId } = call.input
      const params = { ...(await someone(id)), roles: ordered(roles) }
      return approvals.change(call, changes.roles, { params, reason, requestId }, alone(call))
    },
    async staffReset(call) {
      const { id, reason, requestId } = call.input
      const params = await someone(id)
      return approvals.change(call, changes.reset, { params, reason, requestId }, alone(call, params.id))
    },
    async staffEnable(call) {
      const { id, reason, requestId } = call.input
      const params = await someone(id)
      return approvals.change(call, changes.enable, { params, reason, requestId }, alone(call, params.id))
    },
    staffDisable: (call) => db.tx((tx) => disable(deps, tx, call)),
  }
}

/** Stricter is at once, and one owner's. */
async function disable(
  { audit, approvals }: StaffRoutesDeps,
  tx: Tx,
  call: Call<Endpoints['staffDisable']>,
): Promise<Output<Endpoints['staffDisable']>> {
  await enter(tx, call, 'staff.change')
  const found = await operatorOf(tx, call.input.id)
  if (found.status === 'disabled') return view(found)
  const { operator_id: id, status, roles } = found
  await keepAnOwner(tx, id)
  await queries.disableOperator(tx, id)
  await endSessions(tx, id, null)
  await audit.write(tx, actorOf(call), {
    action: 'staff.disable',
    subject: `staff:${id}`,
    reason: call.input.reason,
    before: { status, roles },
    after: { status: 'disabled', roles },
  })
  await approvals.withdrawAll(tx, actorOf(call), id, () => false)
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
