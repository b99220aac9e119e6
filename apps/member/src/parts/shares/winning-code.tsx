import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { DRAW_ROLL_MS } from '../../page-timing.ts'
import { cx } from '../../ui/cx.ts'
import { DIGITS, lockTimes, rollingCode } from './opening.ts'

const CELLS = DIGITS
const TICK_MS = 70
/** The shares of an issue that the caller does not tell: its codes can have any digits after the first. */
const MOST_SHARES = 100_000
/** Cells of 38 px, narrower on small screens. */
const FRAME = 'inline-block w-full max-w-[302px]'

type WinningCodeProps = {
  /** the winning code, or null while it is being drawn */
  code: number | null
  /** the shares of the issue: the digits that all its codes share stop at once */
  shares?: number
  /** rolls the cells and stops them one by one; a tap shows the result at once */
  roll?: boolean
  /** called once, when every cell has stopped */
  onDone?: () => void
}

const stillness = globalThis.matchMedia('(prefers-reduced-motion: reduce)')

/** Seven white cells on the dark panel. */
export function WinningCode({ code, shares, roll = false, onDone }: WinningCodeProps) {
  const { t } = useTranslation()
  const { stopped, noise, finish } = useRoll(code, roll, shares, onDone)
  const rolling = code === null || stopped < CELLS
  const digits = code === null ? null : String(code)
  const shown = rollingCode(shares ?? MOST_SHARES, code, stopped, noise)
  const cells = (
    <span dir="ltr" className="flex gap-1.5" aria-hidden="true">
      {Array.from({ length: CELLS }, (_, index) => {
        const still = digits !== null && index < stopped
        return (
          <span
            key={index}
            className={cx(
              'bg-cell rounded-code text-head grid h-13.5 min-w-0 flex-1 place-items-center tabular-nums',
              still ? 'text-on-cell' : 'text-on-cell/35',
            )}
          >
            {still ? digits[index] : shown[index]}
          </span>
        )
      })}
    </span>
  )
  if (rolling && code !== null) {
    return (
      <button
        type="button"
        onClick={finish}
        aria-label={t('winning.reveal')}
        className={cx(FRAME, 'rounded-code')}
      >
        {cells}
      </button>
    )
  }
  return (
    <span
      role="img"
      className={FRAME}
      aria-label={digits === null ? t('winning.waiting') : t('winning.label', { code: digits })}
    >
      {cells}
    </span>
  )
}

/** The time from the stop of one cell to the next, in milliseconds. */
function pauseAfter(stopped: number, shares: number | undefined): number {
  if (shares === undefined) return DRAW_ROLL_MS / CELLS
  const times = lockTimes(shares)
  return (times[stopped] ?? 0) - (stopped === 0 ? 0 : (times[stopped - 1] ?? 0))
}

function useRoll(
  code: number | null,
  roll: boolean,
  shares: number | undefined,
  onDone: (() => void) | undefined,
) {
  const moves = roll && !stillness.matches
  const [stopped, setStopped] = useState(moves ? 0 : CELLS)
  const [noise, setNoise] = useState(0)
  const moving = !stillness.matches && (code === null || stopped < CELLS)
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => setNoise((value) => value + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [moving])
  useEffect(() => {
    if (code === null || stopped >= CELLS) return
    const timer = setTimeout(() => setStopped(stopped + 1), pauseAfter(stopped, shares))
    return () => clearTimeout(timer)
  }, [code, shares, stopped])
  const told = useRef(onDone)
  useEffect(() => {
    told.current = onDone
  })
  // Also called when the member prefers reduced motion.
  const done = roll && code !== null && stopped >= CELLS
  useEffect(() => {
    if (done) told.current?.()
  }, [done])
  return { stopped, noise, finish: () => setStopped(CELLS) }
}
