/** Converts errors into the envelope's answers. No other file does. */
import { CODES, type Code, type Failure } from '@fairlot/contract/flags'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { codeMessage, fieldMessage, isFieldMessage } from '@fairlot/contract/messages'
import type { Answer } from '@fairlot/contract/wire'
import { sqlState } from '../db.ts'
import type { RefusalDetails } from '../refusal.ts'

export type FailureDetails = RefusalDetails & { serverTime?: number; incident?: string }

/** The answer for a named error in a language. */
export function failed(language: OfferedLanguage, code: Code, details: FailureDetails = {}): Answer {
  const { fields, retryAfter, serverTime, incident } = details
  const values = {
    ...(retryAfter === undefined ? {} : { seconds: retryAfter }),
    ...(incident === undefined ? {} : { incident }),
    ...details.values,
  }
  const data: Failure = { code, message: codeMessage(language, code, values) }
  if (fields) {
    // no prototype, because a field may be named `__proto__`
    const texts: Record<string, string> = Object.create(null)
    for (const [field, rule] of Object.entries(fields)) {
      texts[field] = isCode(rule) ? codeMessage(language, rule, values) : fieldMessage(language, rule, values)
    }
    data.fields = texts
  }
  if (retryAfter !== undefined) data.retryAfter = retryAfter
  if (serverTime !== undefined) data.serverTime = serverTime
  if (incident !== undefined) data.incident = incident
  return { flag: CODES[code], data }
}

function isCode(rule: string): rule is Code {
  return Object.hasOwn(CODES, rule)
}

/** The part of a zod issue that the mapping needs. */
type Issue = {
  readonly code: string
  readonly message: string
  readonly path: readonly PropertyKey[]
  readonly keys?: readonly string[]
  readonly origin?: string
}

const MAX_FIELDS = 20

/** Field rules by input path. The first issue of a field wins; an issue without its own message becomes `INVALID`. */
export function fieldRules(issues: readonly Issue[], input: unknown): Record<string, string> {
  const rules: Record<string, string> = Object.create(null)
  const put = (path: readonly PropertyKey[], rule: string) => {
    const name = path.map((part) => String(part).slice(0, 60)).join('.') || 'param'
    if (rules[name] === undefined && Object.keys(rules).length < MAX_FIELDS) rules[name] = rule
  }
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys ?? []) put([...issue.path, key], 'UNKNOWN_FIELD')
    } else put(issue.path, ruleOf(issue, input))
  }
  return rules
}

function ruleOf(issue: Issue, input: unknown): string {
  if (isFieldMessage(issue.message)) return issue.message
  const isText = issue.origin === 'string' || issue.origin === 'array'
  switch (issue.code) {
    case 'too_big':
      return isText ? 'TOO_LONG' : 'NUMBER_RANGE'
    case 'too_small':
      return isText ? 'TOO_SHORT' : 'NUMBER_RANGE'
    case 'invalid_type':
    case 'invalid_value':
      return valueAt(input, issue.path) === undefined ? 'REQUIRED' : 'INVALID'
    default:
      return 'INVALID'
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}

const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'])
/** Messages of the driver's connection errors, which have no code. */
const CONNECTION_TEXTS = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
]

/** Whether the database was unreachable or overloaded (SQLSTATE classes 08, 53, 57): the client retries, it is no defect. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return state.startsWith('08') || state.startsWith('53') || state.startsWith('57')
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code !== undefined && syscall !== undefined && CONNECTION_ERRORS.has(code)) return true
  return CONNECTION_TEXTS.some((text) => error.message.startsWith(text))
}
