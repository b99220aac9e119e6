import type { GameKind } from '@fairlot/contract/kinds/game-kinds'
import { cx } from '../../ui/cx.ts'
import { Mark } from './marks.tsx'
import { isColour } from './outcome.ts'
import { useGameWords } from './words.ts'

/** The picks of a bet as small labels. */
export function PickList({
  kind,
  picks,
  className,
}: {
  kind: GameKind
  picks: readonly string[]
  className?: string
}) {
  const words = useGameWords()
  return (
    <ul className={cx('flex flex-wrap gap-1.5', className)}>
      {picks.map((pick) => (
        <li
          key={pick}
          className="bg-sunken text-cap inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 font-semibold"
        >
          {isColour(pick) && <Mark colour={pick} size={12} own />}
          {words.option(pick, kind)}
        </li>
      ))}
    </ul>
  )
}
