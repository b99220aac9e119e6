import type * as z from 'zod/mini'
import { OPERATOR_CODES, PROTOCOL_CODES, WRITING_CODES, type Code } from './flags.ts'
import type { Permission } from './operator/operator-roles.ts'

/**
 * Who may call an endpoint:
 * - `anyone`: the answer does not depend on the caller.
 * - `optional`: a logged-in member receives more data than an anonymous caller.
 * - `member`: a valid token is required; without one the flag is 1004.
 * - `operator`: a valid session cookie of an operator is required (flag 1004 without one), and the permission.
 *
 * A request with a token must be signed with its key; an expired token is ignored where none is required.
 */
export type Auth = 'anyone' | 'optional' | 'member' | 'operator'

export type EndpointDefinition = {
  /** path under `/api` */
  path: `/${string}`
  /** one line for the OpenAPI document */
  summary: string
  auth: Auth
  /** for `operator` endpoints: the permission that one of the caller's roles must have */
  permission?: Permission
  /** `setup`: the operator may call it before replacing the one-time password */
  stage?: 'setup'
  /** the call moves money: its input contains `requestId`, and repeated calls with the same id have one effect */
  money?: true
  /** the call opens something for members: an account, a sale */
  opens?: true
  /** the answer contains a secret, such as a token or a key; it is never compressed */
  secret?: true
  input: z.ZodMiniType
  output: z.ZodMiniType
  /** named errors in addition to those that every call can return */
  errors: readonly Code[]
}

/** Declares an endpoint. Preserves the literal types of path, auth and errors. */
export function endpoint<const E extends EndpointDefinition>(definition: E): E {
  return definition
}

/** Whether the call is refused while the transparency log is halted: it moves money, or opens something for members. */
export function needsLog({ money, opens }: Pick<EndpointDefinition, 'money' | 'opens'>): boolean {
  return money === true || opens === true
}

/**
 * Whether the server may compress the answer. The length of a compressed answer depends on its content, so an answer that holds a
 * secret beside text that another person chose could give the secret away (BREACH). The catalogue, draws and the log hold none.
 * Answers for members and operators only are short and stay uncompressed.
 */
export function isCompressible({ auth, secret }: Pick<EndpointDefinition, 'auth' | 'secret'>): boolean {
  return (auth === 'anyone' || auth === 'optional') && secret !== true
}

/** All named errors that a call of this endpoint can return. */
export function codesOf(definition: Pick<EndpointDefinition, 'auth' | 'errors' | 'money' | 'opens'>): Code[] {
  const { auth, errors } = definition
  return [
    ...PROTOCOL_CODES,
    ...(auth === 'operator' ? OPERATOR_CODES : []),
    ...(needsLog(definition) ? WRITING_CODES : []),
    ...errors,
  ]
}

export type Input<E extends EndpointDefinition> = z.input<E['input']>
export type ParsedInput<E extends EndpointDefinition> = z.output<E['input']>
export type Output<E extends EndpointDefinition> = z.output<E['output']>
