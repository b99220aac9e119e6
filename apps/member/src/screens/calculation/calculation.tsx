import { system } from '@fairlot/contract/endpoints/home'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { firstRead } from '../../router/first-answers.ts'
import type { FirstReads } from '../../router/first-answers.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { BeforeSeal } from './before-draw.tsx'
import { CalculationBones, Drawn } from './drawn-issue.tsx'
import { Sealed } from './sealed-issue.tsx'
import { firstCalculation } from './use-calculation.ts'
import { useIssue, useSawWaiting } from '../goods/use-issue.ts'
import type { Issue } from '../goods/use-issue.ts'

/** @public the router reads it (router/screen.tsx) */
export const firstReads: FirstReads = ({ issue }) =>
  typeof issue === 'string' ? [firstCalculation(issue), firstRead(system, {})] : []

/** The calculation of an issue's winning code: before the seal, between seal and draw, and after the draw. */
export default function CalculationScreen() {
  const { t } = useTranslation('calculation')
  const { issue } = useSearch({ from: '/pages/goods/calculation' })
  const query = useIssue(issue)
  const card = query.data?.card
  const isSealed = card?.status === 'drawn' || (card?.status === 'sold_out' && card.drawAt !== null)
  const inPage = (content: ReactNode) => (
    <Page
      title={t('title')}
      nav={<NavBar title={t('title')} />}
      width={isSealed ? 'page' : 'text'}
      dataAt={query.dataUpdatedAt}
    >
      <div className="flex flex-col gap-5 pt-2">{content}</div>
    </Page>
  )
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={<CalculationBones />}
      missing={<NotFound />}
      frame={inPage}
    >
      {(data) => inPage(<Stages key={issue} issue={data} />)}
    </QueryState>
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
