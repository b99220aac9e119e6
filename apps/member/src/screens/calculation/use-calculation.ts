import { useInfiniteQuery } from '@tanstack/react-query'
import { calculation } from '@fairlot/contract/endpoints/mall'
import type { Output } from '../../api/api.ts'
import { fullKey, read } from '../../queries/read.ts'
import { useMember } from '../../stores/session.ts'
import type { Pages } from '../../ui/lists/infinite-list.tsx'

type Answer = Output<typeof calculation>

/** A calculation without its list of orders. */
export type CalculationHead = Omit<Answer, 'rows'>
export type CountedOrder = Answer['rows']['items'][number]

const PAGE = 100

/**
 * The calculation of a sealed issue with its orders page by page.
 * @param state part of the key: the answer changes with the draw, and with a further attempt of the seal
 */
export function useCalculation(issue: string, state: string) {
  const member = useMember()?.id ?? null
  const query = useInfiniteQuery({
    queryKey: ['pages', ...fullKey(calculation, { issue, limit: PAGE }, member), state],
    queryFn: ({ pageParam }) =>
      read(calculation, { issue, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.rows.next,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const rows: Pages<CountedOrder> = {
    items: query.data?.pages.flatMap((page) => page.rows.items) ?? [],
    loading: query.isPending,
    failed: query.isError && query.data === undefined,
    error: query.error,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  }
  return { head: query.data?.pages[0], rows, query }
}
