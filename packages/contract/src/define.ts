import type * as z from 'zod/mini'
import type { Code } from './flags.ts'

/**
 * Who may call: `anyone` (who calls makes no difference), `optional` (answers more to a member) or `member` (a living
 * token is required, else 1004). A token that is sent along must be signed with, wherever; a dead one counts as none
 * where none is required.
 */
export type Auth = 'anyone' | 'optional' | 'member'

export type EndpointDefinition = {
  /** path under `/api` */
  path: `/${string}`
  /** one line for the API document */
  summary: string
  auth: Auth
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

export type Input<E extends EndpointDefinition> = z.input<E['input']>
export type ParsedInput<E extends EndpointDefinition> = z.output<E['input']>
export type Output<E extends EndpointDefinition> = z.output<E['output']>
export type ErrorCode<E extends EndpointDefinition> = E['errors'][number]
