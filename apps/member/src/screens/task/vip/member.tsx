import { Scale, Ticket as TicketIcon } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { useVip } from '../../../parts/growth/use-vip.ts'
import { paths } from '../../../paths.ts'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Panes } from '../../../ui/layout/page.tsx'
import { List, ListLink } from '../../../ui/lists/list-row.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { LevelTable } from './level-table.tsx'
import { LevelTickets } from './level-tickets.tsx'
import { RefundList } from './refund-list.tsx'

/** The VIP levels with their benefits, the member's progress, and the refunds of lost orders. */
export default function VipScreen() {
  const { t } = useTranslation('vip')
  const query = useVip()
  const title = t('title')
  return (
    <AccountPage entry="vip" title={title} nav={<NavBar title={title} />} dataAt={query.dataUpdatedAt}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="tab:pt-4 desk:pt-2 flex flex-col gap-5 pt-1">
          <QueryState query={query} data={query.data} pending={<Bones />}>
            {(vip) => (
              <>
                <p className="text-ink-2">
                  {t('spend')} <Money amount={vip.spend} className="text-ink font-semibold" />
                </p>
                <LevelTickets vip={vip} />
                <Panes
                  from="tab"
                  start={
                    <>
                      <LevelTable vip={vip} />
                      <Card>
                        <h2 className="text-lead">{t('counts.title')}</h2>
                        <p className="text-ink-2 mt-1">{t('counts.text')}</p>
                        <p className="mt-2 font-semibold">{t('counts.sober')}</p>
                      </Card>
                    </>
                  }
                  end={
                    <>
                      <RefundList vip={vip} />
                      <List>
                        <ListLink {...paths.mall({ mode: 'vip' })} icon={TicketIcon} label={t('zone')} />
                        <ListLink {...paths.rule('vip')} icon={Scale} label={t('rules')} />
                      </List>
                    </>
                  }
                />
              </>
            )}
          </QueryState>
        </div>
      </PullToRefresh>
    </AccountPage>
  )
}

function Bones() {
  return (
    <Skeleton>
      <Bone className="rounded-card h-56" />
      <div className="mt-5">
        <Panes
          from="tab"
          start={<Bone className="rounded-card h-96" />}
          end={<Bone className="rounded-card h-72" />}
        />
      </div>
    </Skeleton>
  )
}
