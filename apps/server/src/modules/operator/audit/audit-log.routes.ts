import * as z from 'zod/mini'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { listAudit, type AuditRow } from './audit-log.queries.ts'

const CURSOR = z.tuple([z.uuid()])

export function auditRoutes({ db }: { db: Db }): Handlers<Endpoints, 'auditList'> {
  return {
    async auditList({ input }) {
      const [before = null] = decodeCursor(input.cursor, CURSOR) ?? []
      const { operator: operatorId, action, subject, limit } = input
      const rows = await listAudit(db, { before, operatorId, action, subject, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, (last) => [last.audit_id])
      return { items: items.map(view), next }
    },
  }
}

function view(row: AuditRow): Output<Endpoints['auditList']>['items'][number] {
  const { operator_id: id, operator_name: name } = row
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    id: row.audit_id,
    at: Number(row.at_ms),
    operator: id === null || name === null ? null : { id, name },
    action: row.action,
    subject: row.subject,
    reason: row.reason,
    approval: row.approval_id,
    before: text(row.before),
    after: text(row.after),
    address: row.address,
  }
}
