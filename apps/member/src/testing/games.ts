/** Games, rounds and bets for component tests. */
import type { gameBet, gameHistory, gameList, gameRound, gameTrend } from '@fairlot/contract/endpoints/game'
import { GAME_OPTIONS, GAMES, KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import type { GameId, GameKind } from '@fairlot/contract/kinds/game-kinds'
import { highestWin, OUTCOMES, PAY_TABLE, returnOf } from '@fairlot/fairness/games/pay-table'
import type { Output } from '../api/api.ts'

type State = Output<typeof gameRound>
type Round = NonNullable<State['round']>
type Bet = Output<typeof gameBet>['bet']

const UNIT = 10_000
export const PERIOD = '20261122-0847'
export const BEFORE = '20261122-0846'

export const luckyResult = (outcome: number) => ({ outcome, price: `20412${outcome}`, finish: null })
export const kingResult = (finish: number[]) => ({ outcome: finish[0]!, price: null, finish })

/** A round that opened 20 seconds ago and accepts bets until long after the test, however busy the machine is. */
export function roundWith(more: Partial<Round> = {}): Round {
  const now = Date.now()
  return {
    game: 'lucky-1m',
    period: PERIOD,
    status: 'open',
    opensAt: now - 20_000,
    closesAt: now + 600_000,
    endsAt: now + 610_000,
    drawAt: null,
    bets: 12,
    stake: '840.00',
    result: null,
    ...more,
  }
}

const settled = (game: GameId): Partial<Round> => ({
  game,
  period: BEFORE,
  status: 'settled',
  result: KIND_OF_GAME[game] === 'king' ? kingResult([7, 3, 10, 1, 9, 2, 8, 4, 6, 5]) : luckyResult(7),
})

function optionOf(kind: GameKind, option: State['options'][number]['option']): State['options'][number] {
  const row = PAY_TABLE[kind][option]!
  const paid = [...new Set(row.filter((multiplier) => multiplier > 0))]
  const { numerator, denominator } = returnOf(kind, option)
  return {
    option,
    pays: paid.map((multiplier) => ({
      outcomes: OUTCOMES[kind].filter((_, index) => row[index] === multiplier),
      multiplier: String(multiplier / UNIT),
    })),
    return: String(Math.round((numerator / denominator) * UNIT) / 100),
    highest: String(Number(highestWin(kind, option, BigInt(UNIT))) / UNIT),
    room: '5000.00',
  }
}

export function gameWith(game: GameId = 'lucky-1m', more: Partial<State> = {}): State {
  const kind = KIND_OF_GAME[game]
  return {
    now: Date.now(),
    kind,
    state: 'on',
    round: roundWith({ game }),
    previous: roundWith(settled(game)),
    options: GAME_OPTIONS[kind].map((option) => optionOf(kind, option)),
    feePercent: kind === 'king' ? '0' : '2',
    contracts: ['10.00', '100.00', '1000.00', '10000.00'],
    maxMultiple: 999,
    maxPicks: 17,
    memberLimit: null,
    memberRoom: null,
    bets: [],
    mine: { bets: 0, amount: '0.00', payout: '0.00' },
    today: { staked: '120.00', won: '88.20', open: '0.00', net: '-31.80' },
    grade: 'beacon',
    chain: { number: 1, head: 'ab'.repeat(32), length: 100_000, index: null, value: null },
    digest: null,
    voidReason: null,
    witnesses: null,
    ...more,
  }
}

export const betWith = (more: Partial<Bet> = {}): Bet => ({
  id: '018f0000-0000-7000-8000-0000000000c1',
  game: 'lucky-1m',
  period: PERIOD,
  status: 'wait',
  picks: ['green', '7'],
  stake: '10.00',
  amount: '20.00',
  fee: '0.40',
  highestWin: '107.80',
  payout: null,
  result: null,
  at: Date.now() - 5_000,
  closesAt: Date.now() + 600_000,
  endsAt: Date.now() + 610_000,
  ...more,
})

export const listWith = (more: Partial<Output<typeof gameList>> = {}): Output<typeof gameList> => ({
  now: Date.now(),
  contracts: ['10.00', '100.00', '1000.00', '10000.00'],
  maxMultiple: 999,
  maxPicks: 17,
  today: null,
  external: false,
  games: GAMES.map((game) => ({
    game,
    kind: KIND_OF_GAME[game],
    state: 'on',
    roundMs: 60_000,
    cutoffMs: 10_000,
    feePercent: '2',
    round: roundWith({ game }),
    last: roundWith(settled(game)),
  })),
  ...more,
})

export const historyWith = (rounds: readonly Partial<Round>[]): Output<typeof gameHistory> => ({
  items: rounds.map((round) => ({ ...roundWith(settled('lucky-1m')), mine: null, ...round })),
  next: null,
})

/** The trend of outcomes, the newest first. */
export function trendWith(kind: GameKind, outcomes: readonly number[]): Output<typeof gameTrend> {
  const rounds = outcomes.length
  const seen = (wins: (outcome: number) => boolean) => outcomes.filter(wins).length
  const shared = GAME_OPTIONS[kind].filter((option) => !/^\d+$/.test(option))
  return {
    now: Date.now(),
    kind,
    rounds,
    results: outcomes.map((outcome, index) => ({
      period: `20261122-${String(900 - index).padStart(4, '0')}`,
      at: Date.now() - index * 60_000,
      ...(kind === 'king' ? kingResult([outcome]) : luckyResult(outcome)),
    })),
    outcomes: OUTCOMES[kind].map((outcome) => ({
      outcome,
      count: seen((one) => one === outcome),
      expected: String(rounds / OUTCOMES[kind].length),
    })),
    options: shared.map((option) => {
      const row = PAY_TABLE[kind][option]!
      const wins = (outcome: number) => (row[OUTCOMES[kind].indexOf(outcome)] ?? 0) > 0
      const part = row.filter((multiplier) => multiplier > 0).length / row.length
      return { option, count: seen(wins), expected: String(rounds * part), longestRun: 3, longestGap: 4 }
    }),
  }
}
