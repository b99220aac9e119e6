import { serverNow } from '../../api/api.ts'
import { formatClock } from '../../i18n/format.ts'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage } from '../../i18n/i18n.ts'
import { useSystem } from '../../queries/system.ts'
import { HOUR_MS, MINUTE_MS } from '../../timing.ts'
import type { Info } from './use-withdraw-form.ts'

const HH_MM = 5

/** `10:00` of a minute of the business day */
const ofDay = (minute: number): string =>
  [Math.floor((minute * MINUTE_MS) / HOUR_MS), minute % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** The daily window in words: from, until, the business time now, and when it opens or closes next. */
export function useHours({ opens, closes, changesAt }: Info['window']) {
  const offset = useSystem()?.utcOffsetMinutes ?? 0
  return {
    from: ofDay(opens),
    until: ofDay(closes),
    now: formatClock(serverNow(), offset).slice(0, HH_MM),
    time: formatDayTime(changesAt, activeLanguage()),
  }
}
