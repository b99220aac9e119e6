import type { ReactNode } from 'react'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import { formatDay } from './lock-day.ts'
import { lockEnd } from './use-piggy-form.ts'
import type { Piggy, PiggyForm } from './use-piggy-form.ts'

/** When the money can be moved back, that a move costs nothing, and what is locked already. */
export function PiggyFacts({ piggy, form }: { piggy: Piggy; form: PiggyForm }) {
  const { t } = useTranslation('piggy')
  const money = useMoneyText()
  const language = activeLanguage()
  const end = lockEnd(form.lock)
  return (
    <Card>
      <dl className="flex flex-col gap-2.5">
        {form.direction === 'in' ? (
          <Fact name={t('facts.from')}>
            {end === null ? t('facts.atOnce') : formatDayTime(end, language)}
          </Fact>
        ) : (
          <Fact name={t('facts.movable')}>
            <Money amount={piggy.movable} />
          </Fact>
        )}
        <Fact name={t('facts.fee')}>{t('facts.none')}</Fact>
        {piggy.locks.length > 0 && (
          <Fact name={t('facts.locked')}>
            <span className="flex flex-col items-end">
              {piggy.locks.map(({ id, amount, until }) => (
                <span key={id}>
                  {t('facts.lockedUntil', { amount: money(amount), date: formatDay(until, language) })}
                </span>
              ))}
            </span>
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
