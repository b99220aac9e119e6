/** Paged lists. A separate file, because home does not use them. */
import { useEffect } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useLive } from '../live/live.ts'
import { useSession } from '../stores/session.ts'
import type { EndpointDefinition, Input, Output } from '../api/api.ts'
import type { FirstRead } from '../router/first-answers.ts'
import { queryClient } from './query-client.ts'
import { fullKey, read, STALE_MS } from './read.ts'
import type { ReadOptions } from './read.ts'

const NO_TOPICS: NonNullable<ReadOptions['topics']> = []

/** The answer of a keyset-paged list. */
type Paged<T> = { items: T[]; next: string | null }
type ItemOf<E extends EndpointDefinition> = Output<E> extends Paged<infer T> ? T : never

/** How a list is read page by page. */
function pagesQuery<E extends EndpointDefinition>(
  endpoint: E,
  input: Omit<Input<E>, 'cursor'>,
  member: string | null,
) {
  return {
    queryKey: ['pages', ...fullKey(endpoint, input as Input<E>, member)],
    queryFn: async ({ pageParam }: { pageParam: string | null }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      return (await read(endpoint, { ...input, ...cursor } as Input<E>)) as Paged<ItemOf<E>>
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: Paged<ItemOf<E>>) => page.next,
  }
}

/** The first page of a list as `usePages` reads it, for `firstReads`. */
export function firstPage<E extends EndpointDefinition>(
  endpoint: E,
  input: Omit<Input<E>, 'cursor'>,
): FirstRead {
  return () => {
    const member = useSession.getState().session?.member.id ?? null
    return queryClient.prefetchInfiniteQuery(pagesQuery(endpoint, input, member))
  }
}

/** Reads a list page by page. `items` are the rows of all pages. Pass the result to `InfiniteList`. */
export function usePages<E extends EndpointDefinition>(
  endpoint: E,
  input: Omit<Input<E>, 'cursor'>,
  { enabled = true, staleMs = STALE_MS, topics = NO_TOPICS }: Omit<ReadOptions, 'everyMs'> = {},
) {
  const member = useSession((state) => state.session?.member.id ?? null)
  useLive(topics)
  const query = useInfiniteQuery({
    ...pagesQuery(endpoint, input, member),
    enabled: enabled && (endpoint.auth !== 'member' || member !== null),
    staleTime: staleMs,
    meta: { topics },
    placeholderData: keepPreviousData,
  })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  // A page of a rare search may be empty and still not be the last one.
  const looksOn = items.length === 0 && query.hasNextPage && !query.isFetchNextPageError
  const { fetchNextPage, isFetching } = query
  useEffect(() => {
    if (looksOn && !isFetching) void fetchNextPage()
  }, [looksOn, isFetching, fetchNextPage])
  return {
    items,
    /** no item has arrived yet */
    loading: query.isPending || looksOn,
    /** a page failed before any item arrived */
    failed: query.isError && (query.data === undefined || items.length === 0),
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    refresh: async () => {
      await query.refetch()
    },
  }
}
