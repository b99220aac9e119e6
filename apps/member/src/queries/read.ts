/** How an answer is asked for and under which key it is kept. */
import type { QueryKey } from '@tanstack/react-query'
import { currentLanguage } from '../stores/preferences.ts'
import { call } from '../api/api.ts'
import type { EndpointDefinition, Input, Output } from '../api/api.ts'
import type { LiveTopic } from '../live/topics.ts'
import { react } from '../api/reactions.ts'

/** An answer this young is not asked for again when a screen opens. */
export const STALE_MS = 15_000

/**
 * The key of a call's answer. Language belongs to it (titles and messages are translated), and so does the
 * session where the answer depends on it: nobody sees another member's numbers after a change of account.
 */
function keyOf<E extends EndpointDefinition>(endpoint: E, input?: Partial<Input<E>>): QueryKey {
  return input === undefined ? [endpoint.path] : [endpoint.path, input]
}

export function fullKey<E extends EndpointDefinition>(
  endpoint: E,
  input: Input<E>,
  member: string | null,
): QueryKey {
  return [
    ...keyOf(endpoint, input as Partial<Input<E>>),
    currentLanguage(),
    endpoint.auth === 'anyone' ? '' : member,
  ]
}

export type ReadOptions = {
  enabled?: boolean
  /** asks again after this many milliseconds while the screen is open; false or 0 = never */
  everyMs?: number | false
  staleMs?: number
  /** live topics that tell of changes: while the stream carries them, asking is only the safety net */
  topics?: readonly LiveTopic[]
}

export async function read<E extends EndpointDefinition>(endpoint: E, input: Input<E>): Promise<Output<E>> {
  try {
    return await call(endpoint, input)
  } catch (error) {
    react(error, { kind: 'query' })
    throw error
  }
}
