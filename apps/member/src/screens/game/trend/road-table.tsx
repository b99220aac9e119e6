import type { GameKind } from '@fairlot/contract/kinds/game-kinds'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Mark } from '../../../parts/game/marks.tsx'
import { coloursOf, isColour } from '../../../parts/game/outcome.ts'
import { useGameWords } from '../../../parts/game/words.ts'
import { cx } from '../../../ui/cx.ts'
import { columnsOf, valueOn } from './roads.ts'
import type { Road, Stop } from './roads.ts'

type RoadTableProps = {
  road: Road
  kind: GameKind
  /** the oldest first */
  results: readonly Stop[]
}

/** Equal results stand in one column; the newest column is at the end edge. Every cell names its number. */
export function RoadTable({ road, kind, results }: RoadTableProps) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const columns = columnsOf(road, kind, results)
  return (
    <ol className="flex w-max items-start gap-1" aria-label={t(`road.${road}`)}>
      {columns.map((column) => {
        const [head] = column
        if (head === undefined) return null
        const value = valueOn(road, kind, head.outcome)
        return (
          <li key={head.period}>
            <span className="sr-only">
              {t('trend.run', { option: words.option(value, kind), count: column.length })}
            </span>
            <span aria-hidden="true" className="flex items-start gap-1">
              {piecesOf(column).map((piece) => (
                <span key={piece[0]?.period} className="flex flex-col gap-1">
                  {piece.map(({ period, outcome }) => (
                    <Cell key={period} road={road} kind={kind} outcome={outcome} value={value} />
                  ))}
                </span>
              ))}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** A long run goes on beside itself. */
const MOST_ROWS = 6
const piecesOf = <T,>(column: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(column.length / MOST_ROWS) }, (_, index) =>
    column.slice(index * MOST_ROWS, (index + 1) * MOST_ROWS),
  )

type CellProps = { road: Road; kind: GameKind; outcome: number; value: string }

function Cell({ road, kind, outcome, value }: CellProps) {
  if (road === 'colour' && isColour(value)) {
    const second = coloursOf(kind, outcome)[1]
    return (
      <span className="bg-sunken rounded-chip flex h-7 min-w-11 items-center justify-center gap-1 px-1.5 font-semibold">
        <Mark colour={value} size={12} own />
        {second && <Mark colour={second} size={10} own />}
        <span className="num text-cap">{outcome}</span>
      </span>
    )
  }
  const isFirst = value === 'big' || value === 'single'
  return (
    <span
      className={cx(
        'num text-cap grid h-7 min-w-8 place-items-center rounded-full px-1.5 font-semibold',
        isFirst ? 'bg-brand text-on-brand' : 'bg-surface text-brand ring-brand ring-2 ring-inset',
      )}
    >
      {outcome}
    </span>
  )
}
