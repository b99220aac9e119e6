import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { PULL_PX } from '../../timing.ts'
import { Spinner } from '../feedback/spinner.tsx'

const MAX_PX = 96
/** The content follows the finger at this fraction of its distance. */
const FOLLOW = 0.5

/** Refreshes the page when it is pulled down past 60 px from the top. A ring follows the finger. */
export function PullToRefresh({
  onRefresh,
  children,
}: {
  onRefresh: () => Promise<unknown>
  children: ReactNode
}) {
  const { t } = useTranslation()
  const area = useRef<HTMLDivElement>(null)
  const [pull, setPull] = useState(0)
  const [busy, setBusy] = useState(false)
  const refresh = useRef(onRefresh)
  useEffect(() => {
    refresh.current = onRefresh
  })

  useEffect(() => {
    const element = area.current
    if (!element || busy) return
    let from: number | null = null
    let way = 0
    const start = (event: TouchEvent) => {
      from = scrollY <= 0 && event.touches.length === 1 ? event.touches[0]!.clientY : null
      way = 0
    }
    const move = (event: TouchEvent) => {
      if (from === null) return
      way = Math.min(MAX_PX, Math.max(0, (event.touches[0]!.clientY - from) * FOLLOW))
      if (way > 0 && event.cancelable) event.preventDefault()
      setPull(way)
    }
    const end = () => {
      from = null
      if (way < PULL_PX * FOLLOW) {
        setPull(0)
        return
      }
      setBusy(true)
      const done = () => {
        setBusy(false)
        setPull(0)
      }
      refresh.current().then(done, done)
    }
    element.addEventListener('touchstart', start, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [busy])

  return (
    <div ref={area} className="relative flex flex-1 flex-col">
      <div
        role="status"
        className="text-brand pointer-events-none absolute inset-x-0 z-30 grid place-items-center"
        style={{
          top: -44,
          transform: `translateY(${busy ? 60 : pull}px)`,
          opacity: busy || pull > 4 ? 1 : 0,
        }}
      >
        <span className="bg-surface shadow-card grid size-10 place-items-center rounded-full">
          {busy ? <Spinner size={26} /> : <Ring turn={pull * 4} />}
        </span>
        {busy && <span className="sr-only">{t('pull.refreshing')}</span>}
      </div>
      {children}
    </div>
  )
}

const Ring = ({ turn }: { turn: number }) => (
  <svg
    viewBox="0 0 24 24"
    width="26"
    height="26"
    style={{ transform: `rotate(${turn}deg)` }}
    aria-hidden="true"
  >
    <circle
      cx="12"
      cy="12"
      r="9"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeDasharray="4.4 5.02"
    />
  </svg>
)
