import { PIGGY_LOCKS } from '@fairlot/contract/kinds/piggy-locks'
import type { PiggyLock } from '@fairlot/contract/kinds/piggy-locks'
import { useId } from 'react'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { formatDay } from './lock-day.ts'
import { lockEnd } from './use-piggy-form.ts'

type LockChoiceProps = { value: PiggyLock; onChange: (lock: PiggyLock) => void }

/** How long nobody can move the money back: four locks, each with its end. */
export function LockChoice({ value, onChange }: LockChoiceProps) {
  const { t } = useTranslation('piggy')
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{t('lock.label')}</legend>
      <p className="text-cap text-ink-2 mt-0.5 mb-2.5">{t('lock.text')}</p>
      <div className="narrow:grid-cols-4 grid grid-cols-2 gap-2">
        {PIGGY_LOCKS.map((lock) => {
          const end = lockEnd(lock)
          const isChosen = lock === value
          return (
            <label
              key={lock}
              className={cx(
                'press rounded-tile has-focus-visible:outline-focus relative flex min-h-18 cursor-pointer flex-col items-center justify-center gap-0.5 px-1 py-2 text-center has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
                isChosen
                  ? 'bg-brand-soft text-brand ring-brand ring-2 ring-inset'
                  : 'bg-surface ring-line ring-1 ring-inset',
              )}
            >
              <input
                type="radio"
                name={name}
                value={lock}
                checked={isChosen}
                onChange={() => onChange(lock)}
                className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
              />
              <span className="font-semibold">{t(`lock.${lock}`)}</span>
              <span className={cx('text-cap', !isChosen && 'text-ink-2')}>
                {end === null ? t('lock.any') : t('lock.until', { date: formatDay(end, activeLanguage()) })}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
