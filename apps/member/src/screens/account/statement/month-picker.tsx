import { CalendarDays, Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { cx } from '../../../ui/cx.ts'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { useMonthName } from './months.ts'

type MonthPickerProps = {
  /** `YYYY-MM` in the business time zone; undefined = all */
  month: string | undefined
  /** the months with lines, newest first */
  months: readonly string[]
  onChange: (month: string | undefined) => void
}

/** A button that opens the list of months. */
export function MonthPicker({ month, months, onChange }: MonthPickerProps) {
  const { t } = useTranslation('statement')
  const name = useMonthName()
  const [open, setOpen] = useState(false)
  // a month without lines stays in the list while it is chosen
  const listed = month === undefined || months.includes(month) ? months : [month, ...months]
  const choose = (chosen: string | undefined) => {
    onChange(chosen)
    setOpen(false)
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="press bg-surface shadow-card inline-flex min-h-11 items-center gap-2.5 self-start rounded-full ps-4 pe-3 font-semibold"
      >
        <CalendarDays size={20} strokeWidth={1.8} className="text-brand" aria-hidden="true" />
        <span className="sr-only">{t('months.label')}: </span>
        {month === undefined ? t('months.all') : name(month)}
        <ChevronDown size={18} className="text-ink-3" aria-hidden="true" />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('months.label')}>
        <ul>
          {[undefined, ...listed].map((value) => (
            <li key={value ?? 'all'} className="border-line border-b last:border-transparent">
              <button
                type="button"
                aria-current={value === month || undefined}
                onClick={() => choose(value)}
                className="flex min-h-13 w-full items-center gap-3 text-start font-medium"
              >
                <span className="flex-1">{value === undefined ? t('months.all') : name(value)}</span>
                <Check
                  size={22}
                  aria-hidden="true"
                  className={cx('text-brand', value !== month && 'invisible')}
                />
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}
