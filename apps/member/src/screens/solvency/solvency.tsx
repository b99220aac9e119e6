import { fairSolvency } from '@fairlot/contract/endpoints/fair'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useRead } from '../../queries/queries.ts'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page, Panes } from '../../ui/layout/page.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { NewestTotals } from './newest-totals.tsx'
import { OwnCheck } from './own-check.tsx'
import { StatedDays } from './stated-days.tsx'
import { WhatItProves } from './what-it-proves.tsx'

/** The days that the page lists. */
const DAYS = 90

/** What members own and what the house has, day by day; members check that their own money is in it. */
export default function SolvencyScreen() {
  const { t } = useTranslation('solvency')
  const { day } = useSearch({ from: '/pages/fair/solvency' })
  const query = useRead(fairSolvency, { limit: DAYS })
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />} dataAt={query.dataUpdatedAt}>
      <QueryState
        query={query}
        data={query.data}
        pending={
          <Skeleton>
            <Bone className="rounded-sheet mt-2 h-56" />
            <Bone className="rounded-card mt-5 h-60" />
          </Skeleton>
        }
      >
        {({ items }) => {
          const [newest] = items
          const chosen = items.find((one) => one.day === day) ?? newest
          return (
            <div className="flex flex-col gap-5 pt-2">
              <NewestTotals newest={newest} />
              <Panes
                start={
                  <>
                    {/* the result of another day goes with it */}
                    {chosen && <OwnCheck key={chosen.day} stated={chosen} isNewest={chosen === newest} />}
                    <WhatItProves stated={chosen} />
                  </>
                }
                end={<StatedDays days={items} chosen={chosen?.day} />}
              />
            </div>
          )
        }}
      </QueryState>
    </Page>
  )
}
