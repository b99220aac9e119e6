/** The back-office lock: changes by operators run one at a time, because their rules read several rows. */
import { mayOperate, type Permission, type Role } from '@fairlot/contract/operator/operator-roles'
import type { OperatorCall } from '../../platform/audit.ts'
import type { Statement, Tx } from '../../platform/db.ts'
import { lockRow } from '../../platform/lock-row.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Takes the back-office lock until the end of the transaction. */
export const lockBackOffice = (tx: Tx): Promise<void> => lockRow(tx, 'back_office')

const CURRENT_ROLES: Statement = {
  name: 'operator.current_roles',
  text: `select roles from operator where operator_id = $1 and status = 'active' and one_time_until is null`,
}

/**
 * Takes the back-office lock and reads the caller's roles again: another transaction may have changed them after the
 * session was looked up.
 * @throws Refusal SESSION_ENDED when the operator was disabled or reset, NOT_PERMITTED without the permission
 */
export async function lockAndAuthorize(
  tx: Tx,
  { operator }: OperatorCall,
  permission: Permission,
): Promise<void> {
  await lockBackOffice(tx)
  const [current] = await tx.query<{ roles: Role[] }>(CURRENT_ROLES, [operator.operatorId])
  if (!current) throw new Refusal('SESSION_ENDED')
  if (!mayOperate(current.roles, permission)) throw new Refusal('NOT_PERMITTED')
}
