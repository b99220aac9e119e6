import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { Stage } from '../../ui/layout/stage.tsx'
import { Perforation } from '../../ui/layout/ticket.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Balance, useMoneyText } from '../../ui/values/money.tsx'
import { Num } from '../../ui/values/num.tsx'
import type { PrizeEvent } from './use-prize.ts'

const SUNRISE = { at: { end: 34, top: 6 }, sun: 40, first: 64, step: 25, rings: 11 }

/** The pool of an event above the cut; its clock and its participants below it. */
export function EventStage({ event, onMoment }: { event: PrizeEvent; onMoment: () => void }) {
  const { t } = useTranslation('event')
  const money = useMoneyText()
  const { title, pool, winners, prize, participants } = event
  return (
    <Stage label={t('facts')} sunrise={SUNRISE}>
      <div className="flex flex-col items-start px-5 pt-5 pb-5">
        <h2 className="text-title max-w-[75%]">
          <bdi>{title}</bdi>
        </h2>
        <p className="text-on-brand-2 mt-3">{t('pool')}</p>
        <Balance amount={pool} />
        <p className="mt-1.5">{t('shared', { count: winners, amount: money(prize, 'price') })}</p>
        <div className="mt-3 empty:hidden">
          <PlayMoneyBadge onStage />
        </div>
      </div>
      <Perforation />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
        <Moment event={event} onMoment={onMoment} />
        <p>
          <span className="text-on-brand-2 block">{t('participants')}</span>
          <Num value={participants} className="text-title" />
        </p>
      </div>
    </Stage>
  )
}

/** What the event waits for, with its clock. */
function Moment({ event, onMoment }: { event: PrizeEvent; onMoment: () => void }) {
  const { t } = useTranslation('event')
  const { status, opensAt, deadline, drawAt, drawnAt } = event
  const clock = (label: string, until: number) => (
    <p>
      <span className="text-on-brand-2 block">{label}</span>
      <Countdown
        key={until}
        until={until}
        onEnd={onMoment}
        label={label}
        look="large"
        className="flex-wrap"
      />
    </p>
  )
  if (status === 'scheduled') return clock(t('opensIn'), opensAt)
  if (status === 'open') return clock(t('closesIn'), deadline)
  if (status === 'sealed' && drawAt !== null) return clock(t('drawIn'), drawAt)
  const at = status === 'drawn' ? drawnAt : null
  return (
    <p>
      <span className="text-title block">{t(`status.${status}`)}</span>
      {at !== null && <span className="text-on-brand-2">{formatDateTime(at, activeLanguage())}</span>}
    </p>
  )
}
