import { FLAG } from '@fairlot/contract/flags'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { CallError } from '../../api/api.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { BeforeSeal, Sealed } from './calculation/before-draw.tsx'
import { CalculationBones, Drawn } from './calculation/drawn.tsx'
import { useIssue, useSawWaiting } from './use-issue.ts'
import type { Issue } from './use-issue.ts'

/** How the winning code of an issue comes about: before the seal, between seal and draw, and after the draw. */
export default function CalculationScreen() {
  const { t } = useTranslation('calculation')
  const { issue } = useSearch({ from: '/pages/goods/calculation' })
  const query = useIssue(issue)
  if (query.error instanceof CallError && query.error.flag === FLAG.missing) return <NotFound />
  const drawn = query.data?.card.status === 'drawn'
  return (
    <Page
      title={t('title')}
      nav={<NavBar title={t('title')} />}
      width={drawn ? 'panes' : 'column'}
      dataAt={query.dataUpdatedAt}
    >
      <div className="flex flex-col gap-5 pt-2">
        {query.data ? (
          <Stages key={issue} issue={query.data} />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <CalculationBones />
        )}
      </div>
    </Page>
  )
}

function Stages({ issue }: { issue: Issue }) {
  const waited = useSawWaiting(issue.card.status)
  switch (issue.card.status) {
    case 'drawn':
      return <Drawn issue={issue} roll={waited} />
    case 'sold_out':
      return issue.card.drawAt === null ? <BeforeSeal issue={issue} /> : <Sealed issue={issue} />
    default:
      return <BeforeSeal issue={issue} />
  }
}
