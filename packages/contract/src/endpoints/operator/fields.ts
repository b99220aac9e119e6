/** Fields that several operators' endpoints share. */
import * as z from 'zod/mini'
import { ROLES } from '../../operator/operator-roles.ts'
import { id } from '../../schemas.ts'

export const role = z.enum(ROLES)

/** A login name. It stays in the audit log forever, so it is lower case and cannot be changed. */
export const operatorName = z
  .string()
  .check(z.minLength(1, 'REQUIRED'), z.regex(/^[a-z][a-z0-9._-]{1,31}$/, 'OPERATOR_NAME'))

/** Why the operator makes the change; written to the audit log. */
export const reason = z
  .string()
  .check(z.minLength(3, 'REASON'), z.maxLength(500), z.regex(/\S\s*\S\s*\S/, 'REASON'))

const day = z.optional(z.iso.date('INVALID'))
/** The first and the last day of a list, `YYYY-MM-DD` in the business time zone. */
export const days = { from: day, to: day }

/** How an answer names an operator. */
export const operatorRef = z.object({ id, name: z.string() })

/** Something that the server found out for or against an act. `warns`: look at it first */
export const fact = z.object({ name: z.string(), value: z.string(), warns: z.boolean() })
