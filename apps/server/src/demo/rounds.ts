/**
 * The past rounds of the games in the demo world: chains, seals and results of a quarter of an hour, made by the steps of
 * the product at the times of the rounds, with bets of demo members in some of them. The chains say that they are the demo
 * world's. They end with it, so that the rounds of the present have chains of their own.
 */
import { KIND_OF_GAME, type GameId, type GameKind } from '@fairlot/contract/kinds/game-kinds'
import { formatMoney, MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import type { Context } from '../context.ts'
import { NO_WITNESSES } from '../modules/fair/index.ts'
import { createRoundEngine, memberLimitOf, retireDemoChains, sliceOf } from '../modules/games/index.ts'
import { MINUTE_MS, SECOND_MS } from '../platform/durations.ts'
import { uuidv8 } from '../platform/random.ts'
import { DEMO_MEMBERS, DEMO_LOGINS } from './people.ts'

const FROM_MS = -20 * MINUTE_MS
const TO_MS = -4 * MINUTE_MS

type Schedule = { round: number; cutoff: number }
/** Lengths of rounds and cut-offs as the settings begin. */
const SCHEDULE: Record<GameId, Schedule> = {
  'lucky-1m': { round: 60 * SECOND_MS, cutoff: 10 * SECOND_MS },
  'lucky-3m': { round: 180 * SECOND_MS, cutoff: 30 * SECOND_MS },
  'lucky-5m': { round: 300 * SECOND_MS, cutoff: 30 * SECOND_MS },
  'king-2m': { round: 120 * SECOND_MS, cutoff: 15 * SECOND_MS },
}
/** From the cut-off to a beacon round that is published for certain. */
const RESULT_MS = 9 * SECOND_MS

/** From the opening to the bets. */
const BETS_MS = 20 * SECOND_MS
/** How many of the last rounds of a game have bets. */
const WITH_BETS: Record<GameId, number> = { 'lucky-1m': 4, 'lucky-3m': 1, 'lucky-5m': 1, 'king-2m': 2 }
const BETS_OF_ROUND = 4
/** What the bets are on, in turn. */
const PICKS: Record<GameKind, readonly (readonly string[])[]> = {
  lucky: [['big'], ['green', '7'], ['red'], ['small', 'violet', '3'], ['double']],
  king: [['1', '10'], ['small'], ['5'], ['big', 'single']],
}
const CONTRACT_UNITS = 10n

type Bet = { member: number; picks: string[]; multiple: number }

/** The bets of a round: one of a member whose log in the server prints, the others of the other members. */
function betsOf(game: GameId, n: number): Bet[] {
  const picks = PICKS[KIND_OF_GAME[game]]
  const others = DEMO_MEMBERS.length - DEMO_LOGINS.length
  return Array.from({ length: BETS_OF_ROUND }, (_, i) => ({
    member: i === 0 ? n % DEMO_LOGINS.length : DEMO_LOGINS.length + ((n * 5 + i * 7) % others),
    picks: [...picks[(n + i) % picks.length]!],
    multiple: 1 + ((n + i) % 3),
  }))
}

/** What the members stake, in minor units, by index in DEMO_MEMBERS. */
export function demoStakes(): bigint[] {
  const staked = DEMO_MEMBERS.map(() => 0n)
  for (const [game, rounds] of Object.entries(WITH_BETS) as [GameId, number][]) {
    for (let n = 0; n < rounds; n++) {
      for (const { member, picks, multiple } of betsOf(game, n))
        staked[member]! += BigInt(picks.length * multiple) * CONTRACT_UNITS * MINOR_PER_UNIT
    }
  }
  return staked
}

/** A moment at which steps of rounds are due, or bets are made in the open round of a game. */
type Moment = { at: number; bets?: { game: GameId; n: number } }

/** When the first and the last round of a game open, relative to the start of the demo world. */
function roundsOf(game: GameId, beganMs: number): { first: number; last: number } {
  const { round } = SCHEDULE[game]
  const first = Math.ceil((beganMs + FROM_MS) / round) * round - beganMs
  return { first, last: first + (Math.floor((TO_MS - first) / round) - 1) * round }
}

/** In order of time, relative to the start of the demo world. */
function moments(beganMs: number): Moment[] {
  const steps = new Set([FROM_MS - SECOND_MS])
  const betting: Moment[] = []
  for (const [game, { round, cutoff }] of Object.entries(SCHEDULE) as [GameId, Schedule][]) {
    const { first, last } = roundsOf(game, beganMs)
    for (let opens = first; opens <= last; opens += round) {
      const closes = opens + round - cutoff
      for (const at of [opens, closes, closes + RESULT_MS]) steps.add(at + 1)
      const n = (last - opens) / round
      if (n < WITH_BETS[game]) betting.push({ at: opens + BETS_MS, bets: { game, n } })
    }
  }
  return [...[...steps].map((at) => ({ at })), ...betting].toSorted((a, b) => a.at - b.at)
}

const OPEN = `select period from round where game = $1 and status = 'open' order by opens_ms desc limit 1`

async function bet({ db, betting }: Context, members: readonly string[], game: GameId, n: number) {
  const [round] = await db.query<{ period: string }>(OPEN, [game])
  if (!round) throw new Error(`${game} has no open round`)
  const { period } = round
  for (const [i, { member, picks, multiple }] of betsOf(game, n).entries()) {
    await betting.place({
      member: members[member]!,
      requestId: uuidv8(`fairlot/demo-bet/1\0${game}\0${n}\0${i}`),
      game,
      period,
      picks,
      contract: formatMoney(CONTRACT_UNITS * MINOR_PER_UNIT),
      multiple,
      barred: null,
    })
  }
}

export type DemoRounds = {
  /** Runs the steps that are due until a time, relative to the start of the demo world. @param members ids in the order of DEMO_MEMBERS */
  until(at: number, members: readonly string[]): Promise<void>
  /** Ends the chains of the demo world and publishes those of the present. */
  end(): Promise<void>
}

/** @param moveTo sets the time, relative to the start of the demo world */
export async function demoRounds(
  context: Context,
  beganMs: number,
  moveTo: (at: number) => Promise<void>,
): Promise<DemoRounds> {
  const { db, fair, settings, betting } = context
  const [known] = await db.query('select 1 from round limit 1')
  // an earlier start made them, or a part of them
  const left = known ? [] : moments(beganMs)
  let now = Number.NEGATIVE_INFINITY
  const endsInTime = (game: GameId) => {
    const { round } = SCHEDULE[game]
    return Math.floor((beganMs + now) / round) * round + round <= beganMs + TO_MS
  }
  const { rounds } = createRoundEngine({
    ...context,
    settings,
    fair,
    witnesses: NO_WITNESSES,
    utcOffsetMinutes: context.deployment.utcOffsetMinutes,
    bets: betting.hooks,
    isOn: endsInTime,
    sliceOf: (game) => sliceOf(settings, game),
    memberLimitOf: () => memberLimitOf(settings),
    // a chain of the present begins at once, because that of the demo world has ended
    chainLengthOf(game) {
      const { first, last } = roundsOf(game, beganMs)
      return (last - first) / SCHEDULE[game].round + 1
    },
  })
  return {
    async until(at, members) {
      for (let next = left[0]; next !== undefined && next.at <= at; next = left[0]) {
        now = next.at
        await moveTo(now)
        if (next.bets) await bet(context, members, next.bets.game, next.bets.n)
        else await rounds.runDue()
        left.shift()
      }
    },
    async end() {
      await db.tx(retireDemoChains)
      await context.games.rounds.runDue()
    },
  }
}
