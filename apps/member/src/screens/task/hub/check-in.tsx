import { STREAK_DAYS } from '@fairlot/contract/life/growth-life'
import { parseMoney } from '@fairlot/contract/money/money'
import { Check } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Stage } from '../../../ui/layout/stage.tsx'
import { Perforation } from '../../../ui/layout/ticket.tsx'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { Refusal } from './claim-end.tsx'
import type { Claims, Tasks } from './use-tasks.ts'

const SUNRISE = { at: { end: 30, top: 2 }, sun: 34, first: 56, step: 24, rings: 9 }

type CheckInProps = { tasks: Tasks; claims: Claims; why: string | undefined; onDayEnd: () => void }

/** The check-in: a row of seven days above the cut, today's reward below it. */
export function CheckIn({ tasks, claims, why, onDayEnd }: CheckInProps) {
  const { t } = useTranslation('task')
  const money = useMoneyText()
  const { streak, doneToday, rewards } = tasks.checkIn
  // after the seventh day the row begins again; a finished row stays until the next day
  const done = streak === 0 ? 0 : ((streak - 1) % STREAK_DAYS) + 1
  const days = doneToday ? done : done % STREAK_DAYS
  const today = doneToday ? days - 1 : days
  const reward = rewards[today] ?? rewards[0] ?? '0.00'
  return (
    <Stage label={t('checkIn.title')} sunrise={SUNRISE}>
      <div className="px-4 pt-4 pb-5">
        <h2 className="text-title">{t('checkIn.title')}</h2>
        <p className="text-on-brand-2 pe-16">{t('checkIn.text')}</p>
        <ol aria-label={t('checkIn.row')} className="mt-4 grid grid-cols-7 gap-1 narrow:gap-1.5">
          {rewards.map((amount, index) => (
            <Day
              // oxlint-disable-next-line react/no-array-index-key -- a day is identified by its place in the row
              key={index}
              number={index + 1}
              amount={amount}
              state={index < days ? 'done' : index === today ? 'today' : 'ahead'}
            />
          ))}
        </ol>
      </div>
      <Perforation />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
        <p className="min-w-0">
          <span className="text-on-brand-2 block">{t(doneToday ? 'checkIn.next' : 'checkIn.ends')}</span>
          <Countdown
            key={tasks.endsAt}
            until={tasks.endsAt}
            onEnd={onDayEnd}
            label={t(doneToday ? 'checkIn.next' : 'checkIn.ends')}
            className="text-title"
          />
        </p>
        {doneToday ? (
          <p className="bg-stage-raised inline-flex min-h-13 items-center gap-2 rounded-full px-6 font-semibold">
            <Check size={20} strokeWidth={2.2} aria-hidden="true" />
            {t('checkIn.done')}
          </p>
        ) : (
          <div className="max-tab:flex-auto">
            <Button
              tone="gold"
              size="lg"
              wide
              onStage
              sending={claims.busy === 'checkin'}
              why={why}
              onClick={claims.checkIn}
            >
              {parseMoney(reward) <= parseMoney(tasks.left)
                ? t('checkIn.act', { amount: money(reward, 'price') })
                : t('checkIn.nothing')}
            </Button>
          </div>
        )}
        <Refusal claims={claims} at="checkin" />
      </div>
    </Stage>
  )
}

type DayProps = { number: number; amount: string; state: 'done' | 'today' | 'ahead' }

function Day({ number, amount, state }: DayProps) {
  const { t } = useTranslation('task')
  return (
    <li
      aria-current={state === 'today' ? 'date' : undefined}
      className={cx(
        'rounded-chip flex min-h-16 min-w-0 flex-col items-center justify-center gap-0.5 px-0.5 text-center',
        state === 'done' ? 'bg-gold text-on-gold' : 'bg-stage-raised',
        state === 'today' && 'ring-gold ring-2 ring-inset',
      )}
    >
      <span className="text-micro max-w-full truncate">{t('checkIn.day', { number })}</span>
      {state === 'done' ? (
        <>
          <Check size={19} strokeWidth={2.6} aria-hidden="true" />
          <span className="sr-only">{t('state.done')}</span>
        </>
      ) : (
        <Money amount={amount} form="price" className="text-micro narrow:text-cap font-bold" />
      )}
    </li>
  )
}
