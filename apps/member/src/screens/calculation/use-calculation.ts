import { useInfiniteQuery } from '@tanstack/react-query'
import { calculation } from '@fairlot/contract/endpoints/mall/draws'
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import type { Output } from '../../api/api.ts'
import { fullKey, read } from '../../queries/read.ts'
import { queryClient } from '../../queries/query-client.ts'
import { firstRead } from '../../router/first-answers.ts'
import type { FirstRead } from '../../router/first-answers.ts'
import { CALCULATION_PAGE } from '../../start/first-inputs.ts'
import { useMember, useSession } from '../../stores/session.ts'
import type { Pages } from '../../ui/lists/infinite-list.tsx'

type Answer = Output<typeof calculation>

/** A calculation without its list of orders. */
export type CalculationHead = Omit<Answer, 'rows'>
export type CountedOrder = Answer['rows']['items'][number]

/** @param state part of the key: the answer changes with the draw, and with a further attempt of the seal */
function calculationQuery(issue: string, state: string, member: string | null) {
  const input = { issue, limit: CALCULATION_PAGE }
  return {
    queryKey: ['pages', ...fullKey(calculation, input, member), state],
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      read(calculation, { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Answer) => page.rows.next,
    staleTime: Number.POSITIVE_INFINITY,
  }
}

/** What the page shows at once: the issue, and when that is drawn, its calculation. */
export function firstCalculation(issue: string): FirstRead {
  return async () => {
    await firstRead(goodsDetail, { issue })()
    const member = useSession.getState().session?.member.id ?? null
    const known = queryClient.getQueryData<Output<typeof goodsDetail>>(
      fullKey(goodsDetail, { issue }, member),
    )
    if (known?.card.status === 'drawn')
      await queryClient.prefetchInfiniteQuery(calculationQuery(issue, known.card.status, member))
  }
}

/** The calculation of a sealed issue with its orders page by page. */
export function useCalculation(issue: string, state: string) {
  const member = useMember()?.id ?? null
  const query = useInfiniteQuery(calculationQuery(issue, state, member))
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
