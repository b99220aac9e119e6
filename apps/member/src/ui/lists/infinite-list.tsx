import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { LIST_AHEAD_PX } from '../../timing.ts'
import { Button } from '../buttons/button.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { RowBone, Skeleton } from '../feedback/skeleton.tsx'

/** The result of `usePages`. */
export type Pages<T> = {
  items: T[]
  loading: boolean
  failed: boolean
  error: unknown
  hasMore: boolean
  loadingMore: boolean
  moreFailed: boolean
  loadMore: () => void
  retry: () => void
}

type InfiniteListProps<T> = {
  pages: Pages<T>
  keyOf: (item: T) => string
  /** the content of one `<li>` */
  row: (item: T, index: number) => ReactNode
  /** shown without items: an `EmptyState` */
  empty: ReactNode
  label?: string
  /** shown after the last item; by default, that the list has ended */
  end?: ReactNode
  /** the placeholder of a row */
  bone?: ReactNode
  /** classes of the list, such as a two-column grid */
  className?: string
  rowClass?: string
}

const BONES = [0, 1, 2]

/** A list that fetches its next page 600 px before its end, and says when it has ended or failed. */
export function InfiniteList<T>(props: InfiniteListProps<T>) {
  const { t } = useTranslation()
  const { pages, keyOf, row, empty, label, bone = <RowBone />, className, rowClass } = props
  const { end = t('list.end') } = props
  const foot = useEnd(pages)
  if (pages.failed) return <ErrorState error={pages.error} onRetry={pages.retry} />
  const bones = BONES.map((key) => <div key={key}>{bone}</div>)
  if (pages.loading) {
    return (
      <Skeleton>
        <div className={className}>{bones}</div>
      </Skeleton>
    )
  }
  if (pages.items.length === 0) return empty
  return (
    <div>
      <ul aria-label={label} aria-busy={pages.loadingMore || undefined} className={className}>
        {pages.items.map((item, index) => (
          <li key={keyOf(item)} className={rowClass}>
            {row(item, index)}
          </li>
        ))}
      </ul>
      {pages.loadingMore && (
        <div aria-hidden="true" className={className}>
          {bones}
        </div>
      )}
      {pages.moreFailed && !pages.loadingMore && (
        <div role="alert" className="flex items-center justify-between gap-3 py-3">
          <span className="text-ink-2">{t('list.failed')}</span>
          <Button tone="sunken" size="sm" onClick={pages.loadMore}>
            {t('retry')}
          </Button>
        </div>
      )}
      {!pages.hasMore && <p className="text-cap text-ink-3 py-5 text-center">{end}</p>}
      <div ref={foot} aria-hidden="true" />
    </div>
  )
}

function useEnd<T>({ hasMore, loadingMore, moreFailed, loadMore }: Pages<T>) {
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(loadMore)
  useEffect(() => {
    more.current = loadMore
  })
  const wanting = hasMore && !loadingMore && !moreFailed
  useEffect(() => {
    if (!wanting || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current()
      },
      { rootMargin: `0px 0px ${LIST_AHEAD_PX}px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [wanting])
  return end
}
