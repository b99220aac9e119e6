/** The words of games, rounds, options and results. */
import { KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import type { GameId, GameKind } from '@fairlot/contract/kinds/game-kinds'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { formatDuration } from '../../i18n/lazy-formats.ts'
import { MINUTE_MS } from '../../timing.ts'
import { coloursOf, isColour, isHalf, parityOf, sizeOf } from './outcome.ts'

/** The length of a round as the id of the game says it. */
const lengthOf = (game: GameId): number => Number(/\d+/.exec(game)?.[0] ?? 1) * MINUTE_MS

export function useGameWords() {
  const { t } = useTranslation('game')
  const name = (kind: GameKind) => t(`name.${kind}`)
  const length = (game: GameId) => formatDuration(lengthOf(game), activeLanguage())
  const option = (value: string, kind: GameKind): string => {
    if (isColour(value)) return t(`colour.${value}`)
    if (isHalf(value)) return t(`half.${value}`)
    return t(`number.${kind}`, { number: value })
  }
  return {
    name,
    /** `1 minute` */
    length,
    /** `Lucky Ball · 1 minute` */
    full: (game: GameId) => `${name(KIND_OF_GAME[game])} · ${length(game)}`,
    option,
    /** `Green · Big · Single`; in King without the colour */
    traits: (kind: GameKind, outcome: number) =>
      [
        ...coloursOf(kind, outcome).map((colour) => t(`colour.${colour}`)),
        t(`half.${sizeOf(kind, outcome)}`),
        t(`half.${parityOf(kind, outcome)}`),
      ].join(' · '),
  }
}
