import { prizeDetail } from '@fairlot/contract/endpoints/growth/prize'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Gift } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Fact } from '../../../parts/growth/fact.tsx'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { ExactMoney, Money } from '../../../ui/values/money.tsx'
import { Num } from '../../../ui/values/num.tsx'
import { useTeam } from './use-tasks.ts'

/** The sizes of the member's team and what it earned; it leads to the team. */
export function TeamCard() {
  const { t } = useTranslation(['task', 'team'])
  const team = useTeam().data
  if (team === undefined) return null
  return (
    <Card>
      <h2 className="text-lead">
        <Link {...paths.team()} className="flex min-h-11 items-center justify-between gap-3">
          {t('team:title')}
          <ChevronRight size={20} strokeWidth={1.8} className="mirror text-ink-3" aria-hidden="true" />
        </Link>
      </h2>
      <dl>
        <Fact name={t('team:level.1')}>
          <Num value={team.direct} />
        </Fact>
        <Fact name={t('team:level.2')}>
          <Num value={team.indirect} />
        </Fact>
        <Fact name={t('team:sum.paid')}>
          <ExactMoney amount={team.rebates.paid} />
        </Fact>
      </dl>
    </Card>
  )
}

/** The prize-share event that members can join now, or that waits for its draw. */
export function EventCard() {
  const { t } = useTranslation(['task', 'event'])
  const { event, on } = useRead(prizeDetail, {}).data ?? {}
  if (event === undefined || event === null || on === false) return null
  const isOpen = event.status === 'open'
  return (
    <Card className="relative">
      <div className="flex items-center gap-3">
        <span className="bg-sun text-sun-3 rounded-tile grid size-11 shrink-0 place-items-center">
          <Gift size={22} strokeWidth={1.8} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-lead">
            <Link {...paths.prize(event.event)} className="cover rounded-tiny">
              {t('event:title')}
            </Link>
          </h2>
          <p className="text-ink-2">
            {t('event:pool')} <Money amount={event.pool} form="price" className="text-ink font-semibold" />
          </p>
        </div>
        <ChevronRight size={20} strokeWidth={1.8} className="mirror text-ink-3 shrink-0" aria-hidden="true" />
      </div>
      <p className="text-ink-2 mt-2">
        {isOpen ? (
          <>
            {t('event:closesIn')}{' '}
            <Countdown until={event.deadline} label={t('event:closesIn')} className="text-ink" />
          </>
        ) : (
          t(`event:status.${event.status}`)
        )}
      </p>
    </Card>
  )
}
