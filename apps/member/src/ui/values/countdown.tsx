import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { serverNow } from '../../api/api.ts'
import { countdownParts, formatClock } from '../../i18n/format.ts'
import { cx } from '../cx.ts'

const TICK_MS = 250
const LAST_MS = 5_000

/** The milliseconds until `until` by the server's clock, never below 0; updates every second. */
export function useLeft(until: number, onEnd?: () => void): number {
  const [left, setLeft] = useState(() => Math.max(0, until - serverNow()))
  const ended = useRef(onEnd)
  useEffect(() => {
    ended.current = onEnd
  })
  useEffect(() => {
    const tick = () => {
      const now = Math.max(0, until - serverNow())
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      ended.current?.()
    }
    const timer = setInterval(tick, TICK_MS)
    tick()
    return () => clearInterval(timer)
  }, [until])
  return left
}

type CountdownProps = {
  /** the end; Unix milliseconds of the server's clock */
  until: number
  /** called once, at the end */
  onEnd?: () => void
  /** `inline` in text, `large` on a ticket, `hero` on one that grows with the window, `cells` on the dark panel */
  look?: 'inline' | 'large' | 'hero' | 'cells'
  /** the accessible name: what it counts down to */
  label?: string
  className?: string
}

/** A countdown. In its last five seconds, the digits turn gold on the dark panel. */
export function Countdown({ until, onEnd, look = 'inline', label, className }: CountdownProps) {
  const { t } = useTranslation()
  const left = useLeft(until, onEnd)
  const { days, clock } = countdownParts(left)
  const last = left <= LAST_MS
  const body =
    look === 'cells' ? <ClockCells clock={clock} last={last} /> : <ClockDigits clock={clock} look={look} />
  return (
    <span
      role="timer"
      aria-label={label ?? t('clock.left')}
      className={cx('inline-flex items-baseline gap-2', className)}
    >
      {days > 0 && <span>{t('clock.days', { count: days })}</span>}
      {body}
    </span>
  )
}

const DIGITS = {
  inline: 'font-semibold',
  large: 'text-clock',
  hero: 'text-clock tab:text-[3.25rem] tab:leading-[3.5rem] full:text-clock-xl',
} as const

function ClockDigits({ clock, look }: { clock: string; look: keyof typeof DIGITS }) {
  return (
    <span translate="no" className={cx('num', DIGITS[look])}>
      {clock.split(':').map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a clock are identified by their position
        <span key={index}>
          {index > 0 && <span className={look === 'inline' ? undefined : 'text-line-strong px-px'}>:</span>}
          {part}
        </span>
      ))}
    </span>
  )
}

function ClockCells({ clock, last }: { clock: string; last: boolean }) {
  return (
    <span translate="no" dir="ltr" className="inline-flex items-center gap-1">
      {Array.from(clock, (sign, index) =>
        sign === ':' ? (
          // oxlint-disable-next-line react/no-array-index-key -- a character of a clock is identified by its position
          <span key={index} className="text-gold text-title px-0.5">
            :
          </span>
        ) : (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a character of a clock is identified by its position
            key={index}
            className={cx(
              'bg-stage-raised num rounded-code text-head grid h-12 w-9 place-items-center',
              last && 'text-gold',
            )}
          >
            {sign}
          </span>
        ),
      )}
    </span>
  )
}

/** A time of day to the millisecond, as in draw calculations: `22:41:07.318`. */
export function Clock({
  at,
  offsetMinutes = 0,
  className,
}: {
  at: number
  offsetMinutes?: number
  className?: string
}) {
  return (
    <time dateTime={new Date(at).toISOString()} className={cx('num', className)}>
      {formatClock(at, offsetMinutes)}
    </time>
  )
}
