/** The audit log: who changed what, with before and after. Append-only by the rights of the server's database role. */
import type { Tx } from './db.ts'
import type { Clock } from './clock.ts'
import type { OperatorCaller } from './http/auth.ts'
import { uuidv7, type Random } from './random.ts'

/**
 * Who acts: an operator in a call, somebody who has not shown who they are (both ids null), or the machine itself (first
 * start, its own command line).
 */
export type Actor =
  | { readonly operatorId: string | null; readonly sessionId: string | null; readonly address: string }
  | 'machine'

/** The part of an operator's call that says who makes it, and from which address. */
export type OperatorCall = { readonly operator: OperatorCaller; readonly address: string }

/** The actor of an operator's call, for its audit entries. */
export function actorOf({ operator, address }: OperatorCall): Actor {
  return { operatorId: operator.operatorId, sessionId: operator.sessionId, address }
}

export type AuditEntry = {
  /** `staff.create`, `setting.change` … */
  action: string
  /** what was changed: `member:<id>`, `setting:<name>` */
  subject?: string
  reason?: string
  /** the request that a second person approved */
  approvalId?: string
  /** JSON without secrets; left out where there was nothing, or nothing is left */
  before?: object
  after?: object
}

export type Audit = { write(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> }

const WRITE = {
  name: 'audit.write',
  text: `
    insert into audit (audit_id, at, operator_id, session_id, action, subject, approval_id, reason, before, after, address)
    select $1, at, $2, $3, $4, $5, $6, $7, $8, $9, $10 from business_clock`,
}

/** Entries are written in the transaction of the change: one without the other does not exist. */
export function createAudit({ clock, random }: { clock: Clock; random: Random }): Audit {
  // the ids of one process grow, so that entries of the same millisecond stand in the order they were written
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
