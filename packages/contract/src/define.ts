import type * as z from 'zod/mini'
import { OPERATOR_CODES, PROTOCOL_CODES, type Code } from './flags.ts'
import type { Permission } from './operator-roles.ts'

/**
 * Who may call: `anyone` (who calls makes no difference), `optional` (answers more to a member), `member` (a living
 * token is required, else 1004) or `operator` (a living session cookie of an operator is required, else 1004, and the
 * permission). A token that is sent along must be signed with, wherever; a dead one counts as none where none is required.
 */
export type Auth = 'anyone' | 'optional' | 'member' | 'operator'

export type EndpointDefinition = {
  /** path under `/api` */
  path: `/${string}`
  /** one line for the API document */
  summary: string
  auth: Auth
  /** of an operator's call: what the caller's roles must allow */
  permission?: Permission
  /** `setup`: may be called before the operator has replaced the one-time password */
  stage?: 'setup'
  /** moves money: the input carries `requestId` and repeating the call has one effect */
  money?: true
  input: z.ZodMiniType
  output: z.ZodMiniType
  /** named errors beyond those of the protocol */
  errors: readonly Code[]
}

/** Declares one endpoint; the literal types of path, auth and errors are kept. */
export function endpoint<const E extends EndpointDefinition>(definition: E): E {
  return definition
}

/** Every named error that a call of this endpoint may be answered with. */
export function codesOf({ auth, errors }: Pick<EndpointDefinition, 'auth' | 'errors'>): Code[] {
  return [...PROTOCOL_CODES, ...(auth === 'operator' ? OPERATOR_CODES : []), ...errors]
}

export type Input<E extends EndpointDefinition> = z.input<E['input']>
export type ParsedInput<E extends EndpointDefinition> = z.output<E['input']>
export type Output<E extends EndpointDefinition> = z.output<E['output']>
export type ErrorCode<E extends EndpointDefinition> = E['errors'][number]
