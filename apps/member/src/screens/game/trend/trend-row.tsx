import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Ball } from '../../../parts/game/marks.tsx'
import { cx } from '../../../ui/cx.ts'
import { TrendCard, useTrend } from './trend-card.tsx'

const SHOWN = 10

/** The last ten results in one row of a phone, so that the board is in view; it opens the chart. */
export function TrendRow({ game }: { game: GameId }) {
  const { t } = useTranslation('game')
  const id = useId()
  const trend = useTrend(game).data
  const [isOpen, setOpen] = useState(false)
  if (!trend || trend.results.length === 0) return null
  const shown = trend.results.slice(0, SHOWN).toReversed()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="press bg-surface shadow-card flex min-h-11 w-full items-center justify-between gap-1 rounded-full ps-2 pe-1"
      >
        <span className="sr-only">{t('trend.title')}</span>
        {shown.map(({ period, outcome }, index) => (
          // eight of them fit beside the arrow of a narrow phone
          <span key={period} className={cx('grid shrink-0', index < SHOWN - 8 && 'max-[359px]:hidden')}>
            <Ball
              kind={trend.kind}
              outcome={outcome}
              size="row"
              {...(index === shown.length - 1 && {
                className: 'ring-gold ring-2 ring-offset-1 ring-offset-surface',
              })}
            />
          </span>
        ))}
        <span className="text-ink-2 grid size-8 shrink-0 place-items-center">
          <ChevronDown size={20} aria-hidden="true" className={cx(isOpen && 'rotate-180')} />
        </span>
      </button>
      <div id={id} className="empty:hidden">
        {isOpen && <TrendCard game={game} />}
      </div>
    </>
  )
}
