import { useEffect, useState } from 'react'
import { serverNow } from '../../api/api.ts'
import { formatDate, formatter, relative } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'

const EVERY_MS = 60_000

/** "just now", "12 minutes ago", or a date after 30 days; kept current. `at` in Unix milliseconds. */
export function useAgo(at: number): string {
  const { t } = useTranslation()
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const age = relative(at, now)
  if (age.unit === 'date') return formatDate(at, activeLanguage())
  if (age.unit === 'now') return t('ago.now')
  return t(`ago.${age.unit}`, { count: age.count })
}

const EXACT = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const

/** A moment as its distance from now. The exact time is in `datetime`, and in the title, which is made when a pointer asks for it. */
export function Ago({ at }: { at: number }) {
  const text = useAgo(at)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = formatter(activeLanguage(), EXACT).format(at)
      }}
    >
      <bdi>{text}</bdi>
    </time>
  )
}
