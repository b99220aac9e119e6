import type { Pages } from '../../ui/lists/infinite-list.tsx'

type Dated = { createdAt: number }
/** The pages of one list; only what a list needs. */
type List<T> = Pick<
  Pages<T>,
  'items' | 'loading' | 'failed' | 'error' | 'hasMore' | 'loadingMore' | 'moreFailed' | 'loadMore' | 'retry'
>

/**
 * Two paged lists, each newest first, as one. An entry shows when nothing newer can come from the other list any more, so
 * that no entry appears above one that has been read.
 */
export function merged<A extends Dated, B extends Dated>(a: List<A>, b: List<B>): Pages<A | B> {
  const [endA, endB] = [horizon(a), horizon(b)]
  const from = Math.max(endA, endB)
  const items = [...a.items, ...b.items]
    .filter(({ createdAt }) => createdAt >= from)
    .toSorted((one, other) => other.createdAt - one.createdAt)
  // the list that hides entries of the other one goes on first
  const behind = endA >= endB ? a : b
  const hasFailed = a.failed ? a : b.failed ? b : undefined
  return {
    items,
    loading: a.loading || b.loading,
    failed: hasFailed !== undefined,
    error: hasFailed?.error,
    hasMore: a.hasMore || b.hasMore,
    loadingMore: a.loadingMore || b.loadingMore,
    moreFailed: a.moreFailed || b.moreFailed,
    loadMore: () => behind.loadMore(),
    retry: () => {
      if (a.failed) a.retry()
      if (b.failed) b.retry()
    },
  }
}

/** The time down to which a list is complete. */
function horizon<T extends Dated>({ items, hasMore }: List<T>): number {
  if (!hasMore) return Number.NEGATIVE_INFINITY
  return items.at(-1)?.createdAt ?? Number.POSITIVE_INFINITY
}
