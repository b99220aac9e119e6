/** How calls are made and under which key their answers are kept. */
import type { QueryKey } from '@tanstack/react-query'
import { currentLanguage } from '../stores/preferences.ts'
import { callAgain } from '../api/api.ts'
import type { EndpointDefinition, Input, Output } from '../api/api.ts'
import type { LiveTopic } from '../live/topics.ts'
import { react } from '../api/reactions.ts'

/** An answer younger than this is not fetched again when a screen opens. */
export const STALE_MS = 15_000

/**
 * The key of a kept answer. It includes the language (titles and messages are translated) and, where the answer depends
 * on it, the member, so that a member never sees another member's numbers.
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
  /** polls at this interval in milliseconds while the screen is open; false or 0 = never */
  everyMs?: number | false
  staleMs?: number
  /** live topics that report changes: while the stream carries them, polling is only the safety net */
  topics?: readonly LiveTopic[]
  /** changes that are no events of the topics: polling goes on as asked while the stream carries them */
  moreThanTopics?: boolean
}

export async function read<E extends EndpointDefinition>(endpoint: E, input: Input<E>): Promise<Output<E>> {
  try {
    // Without a network another try would only delay the error.
    return await callAgain(endpoint, input, () => navigator.onLine)
  } catch (error) {
    react(error, { kind: 'query' })
    throw error
  }
}
