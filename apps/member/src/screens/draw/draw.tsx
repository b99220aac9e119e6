import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { useIssue } from '../goods/use-issue.ts'
import { DrawView } from './draw-view.tsx'

/** The draw of one issue: the wait, the opening digit by digit, the win or the loss. */
export default function DrawScreen() {
  const { t } = useTranslation('draw')
  const { issue } = useSearch({ from: '/pages/goods/draw' })
  const query = useIssue(issue)
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <Bone className="rounded-card h-24" />
          <Bone className="rounded-card mt-6 h-40" />
        </Skeleton>
      }
      missing={<NotFound />}
      frame={(state) => (
        <Page title={t('title', { issue })} nav={<NavBar title={t('title', { issue })} />}>
          {state}
        </Page>
      )}
    >
      {(data) => <DrawView key={issue} issue={data} dataAt={query.dataUpdatedAt} />}
    </QueryState>
  )
}
