/**
 * Audits a log: recomputes leaves, heads and roots, compares every signed checkpoint with them, and checks the rules of the
 * log (docs/FAIRNESS.md): the life of each issue in order and once, draws recomputed from the entries, times that never go
 * back, witnesses that signed in time.
 */
export { auditLog, type LogAudit, type LogExport } from './audit/audit-log.ts'
export { type Auditor, createAuditor } from './audit/auditor.ts'
export {
  AUDIT_RULES,
  AuditBreach,
  type AuditCounts,
  type AuditedLog,
  type AuditOptions,
  type AuditRule,
  type AuditState,
  type FoundEntry,
} from './audit/types.ts'
export type { WaitingSeal } from './audit/waiting.ts'
