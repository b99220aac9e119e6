/** Hooks between screens and calls: reading (`useRead`; `usePages` is in `pages.ts`), acting (`useAction`, `useMoneyCall`). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { call, CallError } from '../api/api.ts'
import { createAttempts } from '../api/attempts.ts'
import type { EndpointDefinition, Input, Output } from '../api/api.ts'
import { askEvery, useLive } from '../live/live.ts'
import { react } from '../api/reactions.ts'
import type { RechargeOptions } from '../api/reactions.ts'
import { fullKey, read, STALE_MS } from './read.ts'
import type { ReadOptions } from './read.ts'
import { useSession } from '../stores/session.ts'

// asked for when it is used: some browsers refuse even the name
const attempts = createAttempts({
  getItem: (name) => sessionStorage.getItem(name),
  setItem: (name, value) => sessionStorage.setItem(name, value),
  removeItem: (name) => sessionStorage.removeItem(name),
})

const NO_TOPICS: NonNullable<ReadOptions['topics']> = []

/** Reads an endpoint; the last known answer stays on the screen while a new one is fetched. */
export function useRead<E extends EndpointDefinition>(
  endpoint: E,
  input: Input<E>,
  { enabled = true, everyMs = false, staleMs = STALE_MS, topics = NO_TOPICS }: ReadOptions = {},
): UseQueryResult<Output<E>> {
  const member = useSession((state) => state.session?.member.id ?? null)
  const isLive = useLive(topics)
  return useQuery({
    queryKey: fullKey(endpoint, input, member),
    queryFn: () => read(endpoint, input),
    enabled: enabled && (endpoint.auth !== 'member' || member !== null),
    refetchInterval: askEvery(everyMs, isLive),
    staleTime: staleMs,
  })
}

export type ActionOptions<E extends EndpointDefinition> = {
  /** calls whose answers this one changes: fetched anew when it succeeds */
  touches?: readonly EndpointDefinition[]
  onSuccess?: (answer: Output<E>) => void
  onError?: (error: Error) => void
  /** the form shows `error.failure.fields` itself: no toast where there are any */
  quietFields?: boolean
  /** refusals that the screen shows at a place of their own: no toast for them */
  shows?: (error: CallError) => boolean
  /** what the recharge page is opened with when the balance does not suffice */
  recharge?: RechargeOptions
}

/** Marks the answers of these endpoints as old, whatever their input was. */
export async function refreshAll(
  client: QueryClient,
  endpoints: readonly EndpointDefinition[],
): Promise<void> {
  const paths = new Set<unknown>(endpoints.map((endpoint) => endpoint.path))
  await client.invalidateQueries({
    predicate: ({ queryKey }) => paths.has(queryKey[0]) || paths.has(queryKey[1]),
  })
}

const isShown = (error: Error, shows: ActionOptions<EndpointDefinition>['shows']): boolean =>
  error instanceof CallError && shows?.(error) === true

/** An act of the member. Refusals are announced and reacted to; the button shows `isPending`. */
export function useAction<E extends EndpointDefinition>(
  endpoint: E,
  { touches = [], onSuccess, onError, quietFields = false, shows }: ActionOptions<E> = {},
): UseMutationResult<Output<E>, Error, Input<E>> {
  const client = useQueryClient()
  return useMutation<Output<E>, Error, Input<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: async (answer) => {
      onSuccess?.(answer)
      await refreshAll(client, touches)
    },
    onError: (error) => {
      if (!isShown(error, shows)) react(error, { kind: 'action', quietFields })
      onError?.(error)
    },
  })
}

/** Refusals after which the same tap is repeated: its outcome is open, or it waits for the member's answer. */
const STILL_OPEN: ReadonlySet<string> = new Set(['PENDING', 'DEFECT', 'REALITY_CHECK'])

type WithoutRequestId<E extends EndpointDefinition> = Omit<Input<E>, 'requestId'>

/**
 * An act that moves money. Its request id is made before the first try and kept while the same input is tried
 * again, so that a lost answer followed by a second tap moves money once. A final answer, or another input,
 * ends the id's life.
 */
export function useMoneyCall<E extends EndpointDefinition>(
  endpoint: E,
  options: ActionOptions<E> = {},
): UseMutationResult<Output<E>, Error, WithoutRequestId<E>> {
  const client = useQueryClient()
  const member = useSession((state) => state.session?.member.id ?? null)
  const { touches = [], onSuccess, onError, quietFields = false, shows, recharge } = options
  return useMutation<Output<E>, Error, WithoutRequestId<E>>({
    mutationFn: (input) => {
      const requestId = attempts.open(endpoint.path, member, JSON.stringify(input))
      return call(endpoint, { ...input, requestId } as Input<E>)
    },
    // A call without an answer is repeated with the same id: the server answers what it did the first time.
    retry: (failures, error) => !(error instanceof CallError) && failures < 2,
    networkMode: 'always',
    onSuccess: async (answer) => {
      attempts.close(endpoint.path)
      onSuccess?.(answer)
      await refreshAll(client, touches)
    },
    onError: (error) => {
      const stillOpen = !(error instanceof CallError) || STILL_OPEN.has(error.code)
      if (!stillOpen) attempts.close(endpoint.path)
      if (!isShown(error, shows)) react(error, { kind: 'action', quietFields, recharge })
      onError?.(error)
    },
  })
}
