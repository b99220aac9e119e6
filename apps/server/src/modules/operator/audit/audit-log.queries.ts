/** SQL that reads the audit log. */
import { MS, type Executor } from '../../../platform/db.ts'

export type AuditRow = {
  audit_id: string
  at_ms: bigint
  operator_id: string | null
  operator_name: string | null
  action: string
  subject: string | null
  reason: string | null
  approval_id: string | null
  before: unknown
  after: unknown
  address: string | null
}

export type AuditFilter = {
  /** only entries older than this one */
  before: string | null
  operatorId: string | undefined
  /** an action, or the first part of several actions */
  action: string | undefined
  subject: string | undefined
  limit: number
}

/** Newest first. The statement contains only the conditions of the filter, so that PostgreSQL can use their indexes. */
export function listAudit(db: Executor, filter: AuditFilter): Promise<AuditRow[]> {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const where: string[] = []
  if (filter.before !== null) where.push(`a.audit_id < ${add(filter.before)}`)
  if (filter.operatorId !== undefined) where.push(`a.operator_id = ${add(filter.operatorId)}`)
  if (filter.subject !== undefined) where.push(`a.subject = ${add(filter.subject)}`)
  if (filter.action !== undefined) {
    const below = `${filter.action.replaceAll('_', String.raw`\_`)}.%`
    where.push(`(a.action = ${add(filter.action)} or a.action like ${add(below)})`)
  }
  return db.query<AuditRow>(
    `select a.audit_id, ${MS('a.at')} as at_ms, a.operator_id, o.name as operator_name, a.action, a.subject, a.reason,
       a.approval_id, a.before, a.after, a.address
     from audit a left join operator o on o.operator_id = a.operator_id
     ${where.length === 0 ? '' : `where ${where.join(' and ')}`}
     order by a.audit_id desc limit ${add(filter.limit)}`,
    values,
  )
}
