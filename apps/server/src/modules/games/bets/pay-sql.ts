/**
 * What bets pay, as SQL. Every figure comes from the one pay table of the fairness package; a test compares the expressions
 * with its functions for every set of picks.
 */
import { FEE, GAMES, OPTIONS, OUTCOMES, PAY_TABLE, type GameKind } from '@fairlot/fairness/games/pay-table'

const UNIT = 10_000
const KINDS = Object.keys(FEE) as GameKind[]
const PLACES = OUTCOMES.lucky.map((_, place) => place)

/** The games of a kind, as SQL literals. */
const gamesOf = (kind: GameKind) =>
  Object.entries(GAMES)
    .filter(([, own]) => own === kind)
    .map(([game]) => `'${game}'`)
    .join(', ')

/** A condition on the game id `game`: it is of this kind. */
const isKind = (game: string, kind: GameKind) => `${game} in (${gamesOf(kind)})`

/** An expression that depends on the kind of a game. */
const byKind = (game: string, expression: (kind: GameKind) => string) =>
  `case ${KINDS.map((kind) => `when ${isKind(game, kind)} then ${expression(kind)}`).join(' ')} end`

/** The stake after the fee, which rounds down. */
const rest = (stake: string, fee: string) => `(${stake} - ${stake} * ${fee} / ${UNIT})`

/** The bits of the options that win with a multiplier in the outcome at a place, grouped by multiplier. */
function winners(kind: GameKind, place: number): Map<number, number> {
  const masks = new Map<number, number>()
  OPTIONS[kind].forEach((option, bit) => {
    const multiplier = PAY_TABLE[kind][option]![place]!
    if (multiplier > 0) masks.set(multiplier, (masks.get(multiplier) ?? 0) | (1 << bit))
  })
  return masks
}

/** SQL of a bet: the bit mask of its picks, the stake on each, and the fee of the round's chain in 1/10,000. */
type BetSql = { picks: string; stake: string; fee: string }

/** What the picks pay in the outcome at a place (from 0): each pick rounds down by itself. */
function pays(kind: GameKind, place: number, { picks, stake, fee }: BetSql): string {
  const terms = [...winners(kind, place)].map(
    ([multiplier, mask]) =>
      `bit_count((${picks} & ${mask})::bit(17)) * (${rest(stake, fee)} * ${multiplier} / ${UNIT})`,
  )
  return terms.join(' + ')
}

/** An array of what a bet pays in each of the ten outcomes, as `round.exposure` has them. */
export const exposureSql = (game: string, picks: string, stake: string, fee: string): string =>
  byKind(
    game,
    (kind) => `array[${PLACES.map((place) => pays(kind, place, { picks, stake, fee })).join(', ')}]`,
  )

/** What a bet of a game of this kind pays in the outcome at a place of `round.exposure` (1 to 10). */
export const payoutSql = (
  kind: GameKind,
  outcome: number,
  picks: string,
  stake: string,
  fee: string,
): string => `(${pays(kind, outcome - 1, { picks, stake, fee })})::bigint`

/** The names of the options of a bit mask, separated by spaces. */
export const picksSql = (game: string, mask: string): string =>
  byKind(game, (kind) => {
    const named = OPTIONS[kind].map(
      (option, bit) => `case when ${mask} & ${1 << bit} > 0 then '${option}' end`,
    )
    return `concat_ws(' ', ${named.join(', ')})`
  })

/** The options of a bit mask, in the order of the pay table. */
export function picksOf(kind: GameKind, mask: number): string[] {
  return OPTIONS[kind].filter((_, bit) => (mask & (1 << bit)) !== 0)
}

/** The bit mask of options; null when one of them is not an option of the kind, or is there twice. */
export function maskOf(kind: GameKind, picks: readonly string[]): number | null {
  let mask = 0
  for (const pick of picks) {
    const bit = (OPTIONS[kind] as readonly string[]).indexOf(pick)
    if (bit === -1 || (mask & (1 << bit)) !== 0) return null
    mask |= 1 << bit
  }
  return mask === 0 ? null : mask
}
