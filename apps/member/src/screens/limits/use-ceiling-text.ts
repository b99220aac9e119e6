import type { LimitKind } from '@fairlot/contract/kinds/guard-kinds'
import { formatNumber } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { useMoneyText } from '../../ui/values/money.tsx'
import { hoursAndMinutes, minutesOf } from './limit-math.ts'

/** Formats a ceiling or usage: money, or hours and minutes. */
export function useCeilingText(): (kind: LimitKind, amount: string) => string {
  const { t } = useTranslation('limits')
  const money = useMoneyText()
  return (kind, amount) => {
    if (kind !== 'time') return money(amount)
    const { hours, minutes } = hoursAndMinutes(minutesOf(amount))
    const values = { hours: formatNumber(hours), minutes: formatNumber(minutes) }
    if (hours === 0) return t('duration.minutes', values)
    return minutes === 0 ? t('duration.hours', values) : t('duration.both', values)
  }
}
