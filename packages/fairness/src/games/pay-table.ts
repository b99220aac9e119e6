/**
 * The pay table of the games: the one place that says which options exist, what they pay, and on which outcomes. What
 * a bet pays, the return that members see, the highest win and the bankroll's exposure all derive from it.
 *
 * Amounts are bigint in 1/10,000 units. An outcome is the number 0…9 of a lucky ball, or the champion 1…10 of a King.
 */

export type GameKind = 'lucky' | 'king'

/** The games by their id, as paths, the log and the proof write it. */
export const GAMES = {
  'lucky-1m': 'lucky',
  'lucky-3m': 'lucky',
  'lucky-5m': 'lucky',
  'king-2m': 'king',
} as const satisfies Readonly<Record<string, GameKind>>

export type GameId = keyof typeof GAMES
export const GAME_IDS = Object.keys(GAMES) as readonly GameId[]

export function isGameId(text: string): text is GameId {
  return Object.hasOwn(GAMES, text)
}

const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const RUNNERS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const
const SIDES = ['big', 'small', 'single', 'double'] as const

/** The options of each kind, in the order in which screens show them. */
export const OPTIONS = {
  lucky: ['green', 'red', 'violet', ...DIGITS, ...SIDES],
  king: [...RUNNERS, ...SIDES],
} as const

export type LuckyOption = (typeof OPTIONS)['lucky'][number]
export type KingOption = (typeof OPTIONS)['king'][number]
export type Option = LuckyOption | KingOption

export function isOption(kind: GameKind, text: string): text is Option {
  return (OPTIONS[kind] as readonly string[]).includes(text)
}

/** The ten outcomes of a kind in ascending order: an array with one place per outcome has this order. */
export const OUTCOMES: Readonly<Record<GameKind, readonly number[]>> = {
  lucky: DIGITS.map(Number),
  king: RUNNERS.map(Number),
}

/** The fee of each kind in 1/10,000 of the stake. Payouts are on the rest. */
export const FEE: Readonly<Record<GameKind, number>> = { lucky: 200, king: 0 }

/** A multiplier and a fee are in 1/10,000. */
const UNIT = 10_000
const times = (multiplier: number): number => Math.round(multiplier * UNIT)

type Pays = readonly [multiplier: number, wins: (outcome: number) => boolean]
const even = (outcome: number): boolean => outcome % 2 === 0
const odd = (outcome: number): boolean => !even(outcome)

/** Several lines of one option apply to different outcomes: at most one line of an option wins. */
const LUCKY: Readonly<Record<LuckyOption, readonly Pays[]>> = {
  ...each(DIGITS, 9),
  green: [
    [2, (number) => odd(number) && number !== 5],
    [1.5, (number) => number === 5],
  ],
  red: [
    [2, (number) => even(number) && number !== 0],
    [1.5, (number) => number === 0],
  ],
  violet: [[4.5, (number) => number === 0 || number === 5]],
  big: [[2, (number) => number >= 5]],
  small: [[2, (number) => number < 5]],
  single: [[2, odd]],
  double: [[2, even]],
}

const KING: Readonly<Record<KingOption, readonly Pays[]>> = {
  ...each(RUNNERS, 9.6),
  big: [[1.95, (champion) => champion >= 6]],
  small: [[1.95, (champion) => champion < 6]],
  single: [[1.95, odd]],
  double: [[1.95, even]],
}

function each<T extends string>(numbers: readonly T[], multiplier: number): Record<T, readonly Pays[]> {
  const lines = numbers.map((own) => [own, [[multiplier, (outcome: number) => outcome === Number(own)]]])
  return Object.fromEntries(lines) as Record<T, readonly Pays[]>
}

/** Option → the multiplier of each of the ten outcomes, in 1/10,000 of the stake after the fee; 0 where it loses. */
export const PAY_TABLE: Readonly<Record<GameKind, Readonly<Record<string, readonly number[]>>>> = {
  lucky: multipliers(LUCKY, OUTCOMES.lucky),
  king: multipliers(KING, OUTCOMES.king),
}

function multipliers(
  table: Readonly<Record<string, readonly Pays[]>>,
  outcomes: readonly number[],
): Readonly<Record<string, readonly number[]>> {
  const line = (pays: readonly Pays[]): number[] =>
    outcomes.map((outcome) => times(pays.find(([, wins]) => wins(outcome))?.[0] ?? 0))
  return Object.fromEntries(Object.entries(table).map(([option, pays]) => [option, line(pays)]))
}

/** @throws RangeError for an option that the kind does not have */
function rowOf(kind: GameKind, option: string): readonly number[] {
  if (!isOption(kind, option)) throw new RangeError(`${kind} has no option ${option}`)
  return PAY_TABLE[kind][option]!
}

/** The fee on a stake. It rounds down to 1/10,000 unit. @param fee in 1/10,000 of the stake */
export function feeOf(kind: GameKind, stake: bigint, fee = FEE[kind]): bigint {
  return (stake * BigInt(fee)) / BigInt(UNIT)
}

/** What each of the ten outcomes pays to a stake. A payout rounds down to 1/10,000 unit, after the fee did. */
function payouts(kind: GameKind, option: string, stake: bigint, fee: number): bigint[] {
  const rest = stake - feeOf(kind, stake, fee)
  return rowOf(kind, option).map((multiplier) => (rest * BigInt(multiplier)) / BigInt(UNIT))
}

/**
 * What a stake on an option pays when the round has this outcome; 0 when it loses.
 * @param outcome the number of a lucky ball, the champion of a King
 * @param fee in 1/10,000 of the stake
 * @throws RangeError for an option or an outcome that the kind does not have
 */
export function payoutOf(
  kind: GameKind,
  option: string,
  outcome: number,
  stake: bigint,
  fee = FEE[kind],
): bigint {
  const index = OUTCOMES[kind].indexOf(outcome)
  if (index === -1) throw new RangeError(`${kind} has no outcome ${outcome}`)
  return payouts(kind, option, stake, fee)[index]!
}

/** An exact fraction in lowest terms. */
export type Fraction = { readonly numerator: number; readonly denominator: number }

/** The return to player of an option: the part of a stake that it pays on average, all ten outcomes being equally likely. */
export function returnOf(kind: GameKind, option: string, fee = FEE[kind]): Fraction {
  const row = rowOf(kind, option)
  const numerator = row.reduce((sum, multiplier) => sum + multiplier, 0) * (UNIT - fee)
  const denominator = row.length * UNIT * UNIT
  const divisor = gcd(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}

/** The most that a stake on an option can pay. */
export function highestWin(kind: GameKind, option: string, stake: bigint, fee = FEE[kind]): bigint {
  return highest(payouts(kind, option, stake, fee))
}

/**
 * What a bet pays in each of the ten outcomes, in the order of {@link OUTCOMES}: what it adds to a round's exposure.
 * @param stake on each of the picks
 */
export function exposureOf(
  kind: GameKind,
  picks: readonly string[],
  stake: bigint,
  fee = FEE[kind],
): bigint[] {
  const total = OUTCOMES[kind].map(() => 0n)
  for (const pick of picks) {
    payouts(kind, pick, stake, fee).forEach((payout, i) => {
      total[i] = total[i]! + payout
    })
  }
  return total
}

/** The most that a bet can pay: its picks together, in their best outcome. @param stake on each of the picks */
export function highestWinOf(
  kind: GameKind,
  picks: readonly string[],
  stake: bigint,
  fee = FEE[kind],
): bigint {
  return highest(exposureOf(kind, picks, stake, fee))
}

/** The largest value; 0 of none. */
export function highest(values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most), 0n)
}
