/** The audit log as operators read it, and who stands in it. */
import type { CallBase } from '../../platform/http-handler.ts'
import type { OperatorCaller } from '../../platform/auth.ts'
import type { Actor } from '../../platform/audit.ts'

/** What every operator's call tells about who makes it. */
export type OperatorCall = Pick<CallBase, 'address'> & { readonly operator: OperatorCaller }

/** Who acts in a call, for its audit entries. */
export function actorOf({ operator, address }: OperatorCall): Actor {
  return { operatorId: operator.operatorId, sessionId: operator.sessionId, address }
}
