/**
 * The schedule of the games. A chain publishes these values before its first round, so a change makes a new chain: another
 * cut-off or fee applies from the next round on, another length of rounds from the next business day on, because the rounds
 * of a day are numbered.
 */
import { GAMES, KIND_OF_GAME, type GameId, type GameKind } from '@fairlot/contract/kinds/game-kinds'
import { FEE } from '@fairlot/fairness/games/pay-table'
import {
  defineSetting,
  whole,
  type Setting,
  type SettingRule,
  type Values,
} from '../../../platform/settings/settings.ts'
import { SECOND_MS } from '../../../platform/durations.ts'

/** Seconds of a round, and from the end of betting to the end of the round. */
const DEFAULTS: Record<GameId, { round: number; cutoff: number }> = {
  'lucky-1m': { round: 60, cutoff: 10 },
  'lucky-3m': { round: 180, cutoff: 30 },
  'lucky-5m': { round: 300, cutoff: 30 },
  'king-2m': { round: 120, cutoff: 15 },
}
/** Half an hour is a whole number of rounds. */
const HALF_HOUR_SECONDS = 1_800

type Schedule = { round: Setting<number>; cutoff: Setting<number> }

function scheduleOf(game: GameId): Schedule {
  const { round, cutoff } = DEFAULTS[game]
  const name = `games.${game.replace('-', '')}`
  return {
    round: defineSetting({
      name: `${name}.roundSeconds`,
      about: `Length of a round of ${game}. It must divide half an hour; a change applies from the next business day on.`,
      kind: whole({ minimum: 30, maximum: HALF_HOUR_SECONDS, unit: 'seconds' }),
      initial: String(round),
      effect: 'new',
    }),
    cutoff: defineSetting({
      name: `${name}.cutoffSeconds`,
      about: `Seconds before the end of a round of ${game} when its bets close.`,
      kind: whole({ minimum: 10, maximum: 600, unit: 'seconds' }),
      initial: String(cutoff),
      effect: 'new',
    }),
  }
}

const SCHEDULES = Object.fromEntries(GAMES.map((game) => [game, scheduleOf(game)])) as Record<
  GameId,
  Schedule
>

const feeOf = (kind: GameKind, name: string) =>
  defineSetting({
    name: `games.${kind}Fee`,
    about: `Fee on a stake of ${name}, in 1/10,000 of the stake. Payouts are on the rest.`,
    kind: whole({ minimum: 0, maximum: 1_000, unit: '1/10,000' }),
    initial: String(FEE[kind]),
    effect: 'new',
  })
const FEES = { lucky: feeOf('lucky', 'lucky ball'), king: feeOf('king', 'King') }

export const CHAIN_ROUNDS = defineSetting({
  name: 'games.chainRounds',
  about: 'Rounds of a hash chain; the next chain is published before it runs out.',
  kind: whole({ minimum: 100, maximum: 1_000_000, unit: 'rounds' }),
  initial: '10000',
  effect: 'new',
})

export const ROUND_WITNESS_PATIENCE = defineSetting({
  name: 'games.witnessPatienceMinutes',
  about:
    'Minutes after which a witness that does not answer counts as not having signed: the seal of a round of version 2, which is then void, or the hash chain of a game, which is then replaced.',
  kind: whole({ minimum: 1, maximum: 1_440, unit: 'minutes' }),
  initial: '5',
  effect: 'all',
})

export const ROUND_SETTINGS: readonly Setting<unknown>[] = [
  ...GAMES.flatMap((game) => [SCHEDULES[game].round, SCHEDULES[game].cutoff]),
  FEES.lucky,
  FEES.king,
  CHAIN_ROUNDS,
  ROUND_WITNESS_PATIENCE,
] as readonly Setting<unknown>[]

/** A length that does not divide half an hour, and a cut-off of half a round and more, are refused. */
export const ROUND_SETTING_RULES: readonly SettingRule[] = GAMES.map((game) => {
  const { round, cutoff } = SCHEDULES[game]
  return {
    about: [round, cutoff],
    broken: (values) =>
      HALF_HOUR_SECONDS % values.get(round) !== 0 || values.get(cutoff) * 2 >= values.get(round),
  }
})

/** What a new chain of a game would publish. */
export function scheduledTerms(values: Values, game: GameId) {
  const { round, cutoff } = SCHEDULES[game]
  return {
    roundMs: values.get(round) * SECOND_MS,
    cutoffMs: values.get(cutoff) * SECOND_MS,
    fee: values.get(FEES[KIND_OF_GAME[game]]),
    length: values.get(CHAIN_ROUNDS),
  }
}
