import type { Audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/db.ts'
import type { ApprovalDefinition, Executed, ExecutedBy } from './approval-definition.ts'

/** Makes a change and writes its audit entry. @throws Refusal of the change */
export async function executeChange<Params>(
  audit: Audit,
  tx: Tx,
  definition: ApprovalDefinition<Params>,
  params: Params,
  by: ExecutedBy,
): Promise<Executed> {
  const executed = await definition.execute(tx, params, by)
  await audit.write(tx, by.actor, {
    action: definition.action,
    subject: executed.subject,
    reason: by.reason,
    ...(by.approvalId !== null && { approvalId: by.approvalId }),
    ...(executed.before && { before: executed.before }),
    ...(executed.after && { after: executed.after }),
  })
  return executed
}
