/**
 * Shared parts of the endpoint schemas. The error text of a check is the name of a field message
 * (`messages/<language>.json`, section `fields`), which the server translates.
 */
import * as z from 'zod/mini'
import { latinDigits } from './typed-text.ts'

/** Digits of any script are taken, and kept as Latin ones. Amounts have Latin ones only: no text may mean two amounts. */
const inLatinDigits = z.overwrite<string>(latinDigits)

/** An amount as the server sends it: up to four decimals, may be negative. */
export const amount = z.string().check(z.regex(/^-?\d{1,15}(\.\d{1,4})?$/))

/** An amount that a user enters: positive, at most two decimals. */
export const enteredAmount = z.string().check(
  z.minLength(1, 'REQUIRED'),
  z.regex(/^\d{1,12}(\.\d{1,2})?$/, 'AMOUNT_FORMAT'),
  z.refine((text) => /[1-9]/.test(text), 'AMOUNT_POSITIVE'),
)

/** A limit as a person enters it: money with at most two decimals, or whole minutes. */
export const enteredCap = z
  .string()
  .check(z.minLength(1, 'REQUIRED'), z.regex(/^\d{1,12}(\.\d{1,2})?$/, 'AMOUNT_FORMAT'))

/** Unix milliseconds */
export const time = z.int().check(z.minimum(0))
export const count = z.int().check(z.minimum(0))
export const id = z.uuid('NOT_AN_ID')
/** The client generates and stores the id before its first attempt. Repeated calls with the same id have one effect. */
export const requestId = z.uuid('NOT_AN_ID')
/** `<product code>-<at least four digits>` */
export const issueNumber = z.string().check(z.regex(/^[A-Z0-9]{1,12}-\d{4,10}$/, 'NOT_AN_ID'))
export const productCode = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/))
export const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`)))

/** E.164. The server's phone library checks whether the number is possible. */
export const phone = z
  .string()
  .check(inLatinDigits, z.minLength(1, 'REQUIRED'), z.regex(/^\+[1-9]\d{6,14}$/, 'PHONE_FORMAT'))
export const smsCode = z
  .string()
  .check(inLatinDigits, z.minLength(1, 'REQUIRED'), z.regex(/^\d{6}$/, 'CODE_FORMAT'))

/** Specification, section 5: 8 to 16 characters; letters and digits are required, special characters are allowed. */
export const password = z
  .string()
  .check(
    z.minLength(1, 'REQUIRED'),
    z.minLength(8, 'PASSWORD_LENGTH'),
    z.maxLength(16, 'PASSWORD_LENGTH'),
    z.regex(/[A-Za-z]/, 'PASSWORD_LETTER'),
    z.regex(/\d/, 'PASSWORD_DIGIT'),
    z.regex(/^[\x21-\x7e]+$/, 'PASSWORD_CHARACTERS'),
  )

export const purpose = z.enum(['register', 'login', 'reset'])

/** Keyset paging. `cursor` is the opaque `next` of the previous answer. */
export const page = {
  cursor: z.optional(z.string().check(z.maxLength(200), z.regex(/^[A-Za-z0-9_-]+$/))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
}
export const paged = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()) })

export const empty = z.strictObject({})

/**
 * Schemas of published documents. The OpenAPI document describes them by the component of this name
 * (`packages/fairness/src/schemas/documents.ts`), whose shape is stricter than the schema here.
 */
export const documents = z.registry<{ component: string }>()
