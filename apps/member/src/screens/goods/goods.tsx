import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { CallError } from '../../api/api.ts'
import { FLAG } from '@fairlot/contract/flags'
import { NotFound } from '../../shell/not-found.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { Bone, RowBone, Skeleton } from '../../ui/skeleton.tsx'
import { GoodsView } from './goods-view.tsx'
import { useIssue } from './use-issue.ts'

/** One issue: what it is, how full it is, what is yours, how it is drawn; and buying shares of it. */
export default function GoodsScreen() {
  const { t } = useTranslation('goods')
  const { issue, buy } = useSearch({ from: '/pages/goods/goods' })
  const query = useIssue(issue)
  if (query.data) {
    // An issue has a view of its own: nothing of one (a quantity, an open purchase) is carried to the next.
    return <GoodsView key={issue} issue={query.data} buy={buy} dataAt={query.dataUpdatedAt} />
  }
  if (query.error instanceof CallError && query.error.flag === FLAG.missing) return <NotFound />
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <GoodsBones />
      )}
    </Page>
  )
}

const ROWS = [0, 1, 2]

function GoodsBones() {
  return (
    <Skeleton>
      <Bone className="rounded-card h-56" />
      <Bone className="mt-5 h-6 w-28 rounded-full" />
      <Bone className="mt-3 h-8 w-3/4" />
      <Bone className="mt-3 h-6 w-1/3" />
      <Bone className="rounded-card mt-5 h-44" />
      {ROWS.map((row) => (
        <RowBone key={row} />
      ))}
    </Skeleton>
  )
}
