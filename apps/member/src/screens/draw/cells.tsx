import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { DIGITS, rollingCode } from '../../parts/shares/opening.ts'

/** The cells roll slowly before the draw, faster while they open. */
const WAIT_TICK_MS = 480
const OPEN_TICK_MS = 70

const stillness = globalThis.matchMedia('(prefers-reduced-motion: reduce)')
const COLUMNS = Array.from({ length: DIGITS }, (_, digit) => digit)

/** The seven cells, as wide as the code board under them. */
export function Cells({ code, locked, shares }: { code: number | null; locked: number; shares: number }) {
  const { t } = useTranslation()
  const noise = useNoise(locked < DIGITS, code === null ? WAIT_TICK_MS : OPEN_TICK_MS)
  const digits = code === null ? '' : String(code)
  const rolling = rollingCode(shares, code, locked, noise)
  const isOpen = code !== null && locked === DIGITS
  return (
    <div
      role="img"
      aria-label={isOpen ? t('winning.label', { code: digits }) : t('winning.waiting')}
      dir="ltr"
      className="grid grid-cols-7 gap-1.5"
    >
      {COLUMNS.map((digit) => {
        const isLocked = digit < locked
        return (
          <span
            key={digit}
            aria-hidden="true"
            className={cx(
              'bg-cell rounded-code text-head grid h-14.5 place-items-center tabular-nums',
              isLocked ? 'text-on-cell' : 'text-on-cell/35',
            )}
          >
            {isLocked ? digits[digit] : rolling[digit]}
          </span>
        )
      })}
    </div>
  )
}

function useNoise(rolling: boolean, everyMs: number): number {
  const [noise, setNoise] = useState(0)
  const moving = rolling && !stillness.matches
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => setNoise((value) => value + 1), everyMs)
    return () => clearInterval(timer)
  }, [moving, everyMs])
  return noise
}
