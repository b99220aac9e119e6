import { home } from '@fairlot/contract/endpoints/home'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Trophy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { WINNER_LINE_MS } from '../../timing.ts'
import { cx } from '../../ui/cx.ts'
import { Rich } from '../../ui/values/rich.tsx'

const stillness = globalThis.matchMedia('(prefers-reduced-motion: reduce)')

type WinnerLineProps = {
  winners: Output<typeof home>['winners']
  /** the issue of the member's own prize, with which the line begins */
  first?: string | undefined
}

/** Real winners, one at a time. The line pauses while it is touched, hovered or focused. */
export function WinnerLine({ winners, first }: WinnerLineProps) {
  const { t } = useTranslation('home')
  const [turn, setTurn] = useState(0)
  const [held, setHeld] = useState(false)
  const moves = winners.length > 1 && !held && !stillness.matches
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((value) => value + 1)
    }, WINNER_LINE_MS)
    return () => clearInterval(timer)
  }, [moves])
  const start = Math.max(
    0,
    winners.findIndex(({ issue }) => issue === first),
  )
  const winner = winners[(start + turn) % Math.max(1, winners.length)]
  if (!winner) return null
  return (
    <section aria-label={t('winners.label')}>
      <Link
        {...paths.winners()}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onPointerDown={() => setHeld(true)}
        onPointerUp={(event) => setHeld(event.pointerType === 'mouse')}
        onPointerCancel={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        className="press bg-surface shadow-card flex min-h-11 items-center gap-3 rounded-full py-1.5 ps-1.5 pe-3"
      >
        <span
          className={cx(
            'grid size-8 shrink-0 place-items-center rounded-full',
            winner.mine ? 'bg-gold text-on-gold' : 'bg-gold-soft text-gold-ink',
          )}
        >
          <Trophy size={17} strokeWidth={1.9} aria-hidden="true" />
        </span>
        <span key={turn} className="animate-fade line-clamp-2 min-w-0 flex-1">
          <Rich
            text={t(winner.mine ? 'winners.you' : 'winners.won', { name: winner.name, title: winner.title })}
            parts={{ b: <b className="font-semibold" /> }}
          />
        </span>
        <ChevronRight size={20} strokeWidth={1.8} className="mirror text-ink-3 shrink-0" aria-hidden="true" />
      </Link>
    </section>
  )
}
