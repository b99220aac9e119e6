import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { DRAW_ROLL_MS } from '../../timing.ts'
import { cx } from '../../ui/cx.ts'

const CELLS = 7
const TICK_MS = 70
/** Cells of 38 px, narrower on small screens. */
const FRAME = 'inline-block w-full max-w-[302px]'

type WinningCodeProps = {
  /** the winning code, or null while it is being drawn */
  code: number | null
  /** rolls the cells and stops them one by one; a tap shows the result at once */
  roll?: boolean
  /** called once, when every cell has stopped */
  onDone?: () => void
}

const stillness = globalThis.matchMedia('(prefers-reduced-motion: reduce)')

/** Seven white cells on the dark panel. */
export function WinningCode({ code, roll = false, onDone }: WinningCodeProps) {
  const { t } = useTranslation()
  const { stopped, noise, finish } = useRoll(code, roll, onDone)
  const rolling = code === null || stopped < CELLS
  const digits = code === null ? null : String(code)
  const cells = (
    <span dir="ltr" className="flex gap-1.5" aria-hidden="true">
      {Array.from({ length: CELLS }, (_, index) => {
        const still = digits !== null && index < stopped
        return (
          <span
            key={index}
            className={cx(
              'bg-cell text-on-cell rounded-code text-head grid h-13.5 min-w-0 flex-1 place-items-center tabular-nums',
              !still && 'text-ink-3/60',
            )}
          >
            {still ? digits[index] : (noise + index * 3) % 10}
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

function useRoll(code: number | null, roll: boolean, onDone: (() => void) | undefined) {
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
    const timer = setTimeout(() => setStopped(stopped + 1), DRAW_ROLL_MS / CELLS)
    return () => clearTimeout(timer)
  }, [code, stopped])
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
