import { netPosition } from '@fairlot/contract/endpoints/guard'
import { Gauge, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '../../../api/api.ts'
import { useRead } from '../../../queries/queries.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Segments } from '../../../ui/fields/choice.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { List, ListLink } from '../../../ui/lists/list-row.tsx'
import { ExactMoney } from '../../../ui/values/money.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { NetPanel } from './net-panel.tsx'

type Position = Output<typeof netPosition>
const PERIODS = ['day', 'week', 'month', 'all'] as const
type Period = (typeof PERIODS)[number]
const FLOWS = ['deposited', 'withdrawn', 'spent', 'returned', 'won', 'rewarded'] as const

/** The net position in one figure, and the flows of today, this week, this month and all time. */
export default function PositionScreen() {
  const { t } = useTranslation('position')
  const query = useRead(netPosition, {}, { topics: ['balance'], staleMs: 0 })
  return (
    <AccountPage
      entry="position"
      title={t('title')}
      nav={<NavBar title={t('title')} />}
      dataAt={query.dataUpdatedAt}
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="tab:pt-4 desk:pt-2 flex flex-col gap-5 pt-1">
          <QueryState query={query} data={query.data} pending={<Bones />}>
            {(position) => (
              <div className="tab:grid tab:grid-cols-2 tab:items-start tab:gap-6 flex flex-col gap-5">
                <NetPanel net={position.net} balance={position.balance} />
                <Flows position={position} />
              </div>
            )}
          </QueryState>
          <List className="tab:hidden">
            <ListLink {...paths.statement()} icon={ReceiptText} label={t('statement')} />
            <ListLink {...paths.limits()} icon={Gauge} label={t('limits')} />
          </List>
        </div>
      </PullToRefresh>
    </AccountPage>
  )
}

/** The flows of a period above the cut, their result below it. */
function Flows({ position }: { position: Position }) {
  const { t } = useTranslation('position')
  const [period, setPeriod] = useState<Period>('day')
  const flow = position[period]
  return (
    <section aria-labelledby="flows" className="flex flex-col gap-2.5">
      <h2 id="flows" className="text-lead">
        {t('flow.title')}
      </h2>
      <Segments
        label={t('period.label')}
        value={period}
        onChange={setPeriod}
        choices={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
      />
      <Ticket
        factsClass="px-4 pt-2 pb-3"
        facts={
          <dl>
            {FLOWS.map((name) => (
              <Line key={name} name={t(`flow.${name}`)} amount={flow[name]} />
            ))}
          </dl>
        }
        yoursClass="px-4 pt-2 pb-3.5"
        yours={
          <>
            <dl className="text-lead">
              <Line name={t('flow.result')} amount={flow.result} strong />
            </dl>
            <p className="text-cap text-ink-2">{t('flow.how')}</p>
          </>
        }
      />
    </section>
  )
}

function Line({ name, amount, strong = false }: { name: string; amount: string; strong?: boolean }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4">
      <dt className={strong ? 'font-bold' : 'text-ink-2'}>{name}</dt>
      <dd className={strong ? 'font-bold' : 'font-semibold'}>
        <ExactMoney amount={amount} />
      </dd>
    </div>
  )
}

function Bones() {
  return (
    <Skeleton>
      <Bone className="rounded-sheet h-44" />
      <Bone className="mt-5 h-11 rounded-full" />
      <Bone className="rounded-card mt-3 h-64" />
    </Skeleton>
  )
}
