import { CalendarDays, Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { account } from '@fairlot/contract/endpoints/home'
import { serverNow } from '../../../api/api.ts'
import { useRead } from '../../../queries/queries.ts'
import { useSystem } from '../../../queries/system.ts'
import { cx } from '../../../ui/cx.ts'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { monthOf, monthsBetween, useMonthName } from './months.ts'

type MonthPickerProps = {
  /** `YYYY-MM` in the business time zone; undefined = all */
  month: string | undefined
  onChange: (month: string | undefined) => void
}

/** A button that opens the list of months since the member joined. */
export function MonthPicker({ month, onChange }: MonthPickerProps) {
  const { t } = useTranslation('statement')
  const name = useMonthName()
  const [open, setOpen] = useState(false)
  const offset = useSystem()?.utcOffsetMinutes ?? 0
  const since = useRead(account, {}).data?.member.memberSince
  const now = monthOf(serverNow(), offset)
  const months = monthsBetween(since === undefined ? now : monthOf(since, offset), now)
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
          {[undefined, ...months].map((value) => (
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
