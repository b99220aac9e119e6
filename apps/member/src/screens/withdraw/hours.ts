import { serverNow } from '../../api/api.ts'
import { formatClock } from '../../i18n/format.ts'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage } from '../../i18n/i18n.ts'
import { useSystem } from '../../queries/system.ts'
import { DAY_MS, MINUTE_MS } from '../../timing.ts'
import { zoneName } from '../../ui/values/zone-name.ts'
import type { Info } from './use-withdraw-form.ts'

const HH_MM = 5
const DAY_MINUTES = DAY_MS / MINUTE_MS

/** `10:00` of a minute of a day; the end of the day is `24:00` */
const ofDay = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Minutes east of UTC of this device, at this moment. */
const localOffset = (at: number): number => -new Date(at).getTimezoneOffset()

/**
 * The daily window in words: from, until and now by the member's own clock, and when it opens or closes next. `business`: the same window
 * in the house's zone, when that is another one.
 */
export function useHours({ opens, closes, changesAt }: Info['window']) {
  const offset = useSystem()?.utcOffsetMinutes ?? 0
  const now = serverNow()
  const ahead = localOffset(now) - offset
  // a window of the whole day has no beginning
  const isWhole = closes - opens >= DAY_MINUTES
  const local = (minute: number): string =>
    ofDay(isWhole || ahead === 0 ? minute : (((minute + ahead) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES)
  return {
    from: local(opens),
    until: local(closes),
    now: formatClock(now, localOffset(now)).slice(0, HH_MM),
    time: formatDayTime(changesAt, activeLanguage()),
    business:
      ahead === 0 || isWhole ? null : { from: ofDay(opens), until: ofDay(closes), zone: zoneName(offset) },
  }
}
