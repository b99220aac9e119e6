/**
 * The answers that the first page shows. The inline script of index.html asked for them before the app's code arrived (`start/start.ts`), so
 * they are mostly there: the page is then drawn once, with its data, instead of once without it and again.
 */
import type { EndpointDefinition, Input } from '../api/api.ts'
import { queryClient } from '../queries/query-client.ts'
import { fullKey, read } from '../queries/read.ts'
import { useSession } from '../stores/session.ts'
import { FIRST_ANSWERS_MS } from '../timing.ts'

export type FirstRead = () => Promise<void>
/** What a screen's module exports as `firstReads`: what it reads at once, from the search of its address. */
export type FirstReads = (search: Readonly<Record<string, unknown>>) => readonly FirstRead[]

/** A read as `useRead` makes it. A read that fails is left to the screen. */
export function firstRead<E extends EndpointDefinition>(endpoint: E, input: Input<E>): FirstRead {
  return () => {
    const member = useSession.getState().session?.member.id ?? null
    return queryClient.prefetchQuery({
      queryKey: fullKey(endpoint, input, member),
      queryFn: () => read(endpoint, input),
    })
  }
}

let isStarted = false

/** Waits a moment for the first page's answers; later pages are shown at once. */
export async function firstAnswers(reads: readonly FirstRead[]): Promise<void> {
  if (isStarted) return
  isStarted = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FIRST_ANSWERS_MS)
  })
  await Promise.race([Promise.all(reads.map((start) => start())), late])
  clearTimeout(timer)
}
