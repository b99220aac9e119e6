/** The audit log: who changed what, with the values before and after. The server's database role can only append to it. */
import type { AuditAction } from '@fairlot/contract/operator/audit-actions'
import type { Clock } from './clock.ts'
import type { Tx } from './db.ts'
import type { OperatorCaller } from './http/auth.ts'
import { uuidv7, type Random } from './random.ts'

/**
 * Who acts: an operator in a call; a caller who failed to log in (both ids are null); or `machine`, the server itself at its
 * first start or one of its command line programs.
 */
export type Actor =
  | { readonly operatorId: string | null; readonly sessionId: string | null; readonly address: string }
  | 'machine'

/** The parts of an operator's call that say who makes it. */
export type OperatorCall = { readonly operator: OperatorCaller; readonly address: string }

/** Who acts in an operator's call. */
export function actorOf({ operator, address }: OperatorCall): Actor {
  return { operatorId: operator.operatorId, sessionId: operator.sessionId, address }
}

export type AuditEntry = {
  action: AuditAction
  /** what was changed: `member:<id>`, `setting:<name>` */
  subject?: string
  reason?: string
  /** the request that a second operator approved */
  approvalId?: string
  /** JSON without secrets; left out where there was no value */
  before?: object
  after?: object
}

export type Audit = {
  /** Writes an entry in the transaction of the change, so that neither is stored without the other. */
  write(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void>
}

const WRITE = {
  name: 'audit.write',
  text: `
    insert into audit (audit_id, at, operator_id, session_id, action, subject, approval_id, reason, before, after, address)
    select $1, at, $2, $3, $4, $5, $6, $7, $8, $9, $10 from business_clock`,
}

export function createAudit({ clock, random }: { clock: Clock; random: Random }): Audit {
  // ids of one process only grow: the log lists entries of the same millisecond in the order in which they were written
  let last = 0
  return {
    async write(tx, actor, { action, subject, approvalId, reason, before, after }) {
      const { operatorId, sessionId, address } =
        actor === 'machine' ? { operatorId: null, sessionId: null, address: null } : actor
      last = Math.max(clock.now(), last + 1)
      await tx.query(WRITE, [
        uuidv7(last, random),
        operatorId,
        sessionId,
        action,
        subject ?? null,
        approvalId ?? null,
        reason ?? null,
        before === undefined ? null : JSON.stringify(before),
        after === undefined ? null : JSON.stringify(after),
        address,
      ])
    },
  }
}
