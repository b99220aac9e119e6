/** The audit log. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { id, page, paged, time } from '../../schemas.ts'
import { operatorRef } from './fields.ts'

export const auditList = endpoint({
  path: '/operator/auditlist',
  summary: 'List audit entries (who changed what, with the values before and after), newest first',
  auth: 'operator',
  permission: 'audit.read',
  input: z.strictObject({
    ...page,
    operator: z.optional(id),
    /** an action (`setting.change`) or the first part of several actions (`staff`) */
    action: z.optional(z.string().check(z.regex(/^[a-z][a-z._]{0,59}$/, 'INVALID'))),
    /** what was changed: `member:<id>`, `setting:<name>` … */
    subject: z.optional(z.string().check(z.regex(/^[a-z]+:[A-Za-z0-9._-]{1,80}$/, 'INVALID'))),
  }),
  output: paged(
    z.object({
      id,
      at: time,
      /**
       * null without an address: the server itself, at its first start or by its own command line;
       * null with an address: a caller who failed to log in
       */
      operator: z.nullable(operatorRef),
      /** any text, because the log may contain actions of an older version */
      action: z.string(),
      subject: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      approval: z.nullable(id),
      /** JSON as text; null: there was no value */
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
      address: z.nullable(z.string()),
    }),
  ),
  errors: [],
})
