/**
 * The hook between screens and calls that read: `useRead` (`usePages` is in `pages.ts`). Those that act are in `actions.ts`.
 */
import { useQuery } from '@tanstack/react-query'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import type { EndpointDefinition, Input, Output } from '../api/api.ts'
import { askEvery, useLive } from '../live/live.ts'
import { fullKey, read, STALE_MS } from './read.ts'
import type { ReadOptions } from './read.ts'
import { useSession } from '../stores/session.ts'

const NO_TOPICS: NonNullable<ReadOptions['topics']> = []

/** Reads an endpoint. The last answer stays on the screen while a new one is fetched. */
export function useRead<E extends EndpointDefinition>(
  endpoint: E,
  input: Input<E>,
  {
    enabled = true,
    everyMs = false,
    staleMs = STALE_MS,
    topics = NO_TOPICS,
    moreThanTopics,
  }: ReadOptions = {},
): UseQueryResult<Output<E>> {
  const member = useSession((state) => state.session?.member.id ?? null)
  const isLive = useLive(topics)
  return useQuery({
    queryKey: fullKey(endpoint, input, member),
    queryFn: () => read(endpoint, input),
    enabled: enabled && (endpoint.auth !== 'member' || member !== null),
    refetchInterval: askEvery(everyMs, isLive && !moreThanTopics),
    staleTime: staleMs,
    meta: { topics },
  })
}

/** Marks all answers of these endpoints as stale, whatever their input. */
export async function refreshAll(
  client: QueryClient,
  endpoints: readonly EndpointDefinition[],
): Promise<void> {
  const paths = new Set<unknown>(endpoints.map((endpoint) => endpoint.path))
  await client.invalidateQueries({
    predicate: ({ queryKey }) => paths.has(queryKey[0]) || paths.has(queryKey[1]),
  })
}
