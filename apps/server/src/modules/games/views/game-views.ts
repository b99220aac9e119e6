/** The games as members see them: the hub, one round, own bets, past rounds, the trend. */
import {
  GAME_OPTIONS,
  GAMES,
  KIND_OF_GAME,
  type BetStatus,
  type GameId,
} from '@fairlot/contract/kinds/game-kinds'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { FEE, OUTCOMES, PAY_TABLE, returnOf } from '@fairlot/fairness/games/pay-table'
import * as z from 'zod/mini'
import { cursorTime, decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { namedWitnesses, quorumView, type Beacons } from '../../fair/index.ts'
import { isGameOn, stakesOf } from '../bets/bets.settings.ts'
import { coverLeft, roomFor } from '../bets/room.ts'
import { externalGamesOf } from '../external/external.settings.ts'
import { betView, todayView } from './bet-views.ts'
import { betsInRound, betsOfMember, roundSums, sumsOfToday } from './bets.queries.ts'
import { percent, roundView } from './round-views.ts'
import {
  businessMs,
  decidedRounds,
  endedRounds,
  newestChainsOf,
  newestRounds,
  signaturesOf,
  wholeRound,
  type ChainRow,
  type RoundRow,
  type WholeRound,
} from './rounds.queries.ts'
import { TREND_ROUNDS, trendOf } from './trend.ts'

export type GameViewOptions = {
  db: Db
  settings: Values
  beacons: Beacons
  utcOffsetMinutes: number
  /** whether the module is switched on */
  isModuleOn(): boolean
}

/** The most bets of a member that the answer about a round has. */
const BETS_SHOWN = 50

type RoundAnswer = Output<Endpoints['gameRound']>

export function createGameViews(options: GameViewOptions) {
  const { db, settings, beacons, utcOffsetMinutes } = options

  const today = async (memberId: string | null) =>
    memberId === null ? null : todayView(await sumsOfToday(db, memberId, utcOffsetMinutes))

  const stateOf = (game: GameId, isRunning: boolean) => {
    if (!options.isModuleOn() || !isGameOn(settings, game)) return 'off' as const
    return isRunning ? ('on' as const) : ('paused' as const)
  }
  const stakes = () => {
    const { contracts, maxMultiple } = stakesOf(settings)
    return { contracts: contracts.map(formatMoney), maxMultiple }
  }

  return {
    async list(memberId: string | null): Promise<Output<Endpoints['gameList']>> {
      const [now, newest, decided, chains, day] = await Promise.all([
        businessMs(db),
        newestRounds(db, GAMES, 1),
        decidedRounds(db, GAMES, 1),
        newestChainsOf(db, GAMES),
        today(memberId),
      ])
      return {
        now,
        ...stakes(),
        maxPicks: Math.max(...Object.values(GAME_OPTIONS).map((own) => own.length)),
        today: day,
        external: options.isModuleOn() && externalGamesOf(settings).games.length > 0,
        games: GAMES.map((game) => {
          const running = newest.find((one) => one.game === game && runs(one, now))
          const last = decided.find((one) => one.game === game)
          const chain = chains.find((one) => one.game === game)
          return {
            game,
            kind: KIND_OF_GAME[game],
            state: stateOf(game, running !== undefined),
            roundMs: chain?.roundMs ?? 0,
            cutoffMs: chain?.cutoffMs ?? 0,
            feePercent: percent(chain?.fee ?? FEE[KIND_OF_GAME[game]]),
            round: running ? roundView(beacons, running) : null,
            last: last ? roundView(beacons, last) : null,
          }
        }),
      }
    },

    /** @throws Refusal NO_SUCH_DATA for a period without a round */
    async round(memberId: string | null, game: GameId, period: string | null): Promise<RoundAnswer> {
      const [now, row, chains, day] = await Promise.all([
        businessMs(db),
        wholeRound(db, game, period),
        newestChainsOf(db, [game]),
        today(memberId),
      ])
      if (!row && period !== null) throw new Refusal('NO_SUCH_DATA')
      const [previous] = await decidedRounds(db, [game], 1, row?.opensMs)
      const own = row && memberId !== null ? await ownOf(db, memberId, row) : NOTHING_OWN
      const kind = KIND_OF_GAME[game]
      return {
        now,
        kind,
        state: stateOf(game, row !== undefined && runs(row, now)),
        round: row ? roundView(beacons, row) : null,
        previous: previous ? roundView(beacons, previous) : null,
        ...optionsOf(kind, row, chains[0], now),
        ...stakes(),
        maxPicks: GAME_OPTIONS[kind].length,
        ...own,
        today: day,
        ...(await evidenceOf(db, row, chains[0])),
      }
    },

    async orders(
      memberId: string,
      input: {
        game?: GameId | undefined
        status?: BetStatus | undefined
        cursor?: string | undefined
        limit: number
      },
    ): Promise<Output<Endpoints['gameOrders']>> {
      const key = decodeCursor(input.cursor, z.tuple([z.string().check(z.regex(/^\d{1,16}$/)), z.uuid()]))
      const rows = await betsOfMember(db, memberId, {
        status: input.status ?? 'all',
        game: input.game ?? null,
        after: key && { key: BigInt(key[0]), bet: key[1] },
        limit: input.limit + 1,
      })
      const { items, next } = pageOf(rows, input.limit, (row) => [String(row.key), row.bet])
      return { items: items.map(betView), next }
    },

    async history(
      memberId: string | null,
      { game, cursor, limit }: { game: GameId; cursor?: string | undefined; limit: number },
    ): Promise<Output<Endpoints['gameHistory']>> {
      const key = decodeCursor(cursor, z.tuple([cursorTime]))
      const rows = await endedRounds(db, game, key?.[0] ?? null, limit + 1)
      const { items, next } = pageOf(rows, limit, (row) => [row.opensMs])
      const ids = items.map(({ roundId }) => roundId)
      const sums = memberId === null ? new Map<string, never>() : await roundSums(db, memberId, ids)
      return {
        items: items.map((row) => {
          const sum = sums.get(row.roundId)
          return {
            ...roundView(beacons, row),
            mine: sum ? { amount: formatMoney(sum.amount), payout: formatMoney(sum.payout) } : null,
          }
        }),
        next,
      }
    },

    async trend(game: GameId): Promise<Output<Endpoints['gameTrend']>> {
      const [now, rows] = await Promise.all([businessMs(db), decidedRounds(db, [game], TREND_ROUNDS)])
      return { now, ...trendOf(game, rows) }
    },
  }
}

export type GameViews = ReturnType<typeof createGameViews>

const runs = ({ opensMs, endsMs }: RoundRow, now: number) => opensMs <= now && now < endsMs

/** The pay table of a round, and what can still be staked on each option. */
function optionsOf(
  kind: keyof typeof GAME_OPTIONS,
  row: WholeRound | undefined,
  chain: ChainRow | undefined,
  now: number,
): Pick<RoundAnswer, 'options' | 'feePercent'> {
  const fee = row?.fee ?? chain?.fee ?? FEE[kind]
  const left = row?.status === 'open' && now < row.closesMs ? coverLeft(row) : OUTCOMES[kind].map(() => 0n)
  return {
    feePercent: percent(fee),
    options: GAME_OPTIONS[kind].map((option) => {
      const table = PAY_TABLE[kind][option]!
      const multipliers = [...new Set(table)].filter((one) => one > 0).toSorted((a, b) => b - a)
      const { numerator, denominator } = returnOf(kind, option, fee)
      return {
        option,
        pays: multipliers.map((multiplier) => ({
          outcomes: OUTCOMES[kind].filter((_, place) => table[place] === multiplier),
          multiplier: String(multiplier / 10_000),
        })),
        return: trimmed((numerator * 100) / denominator),
        highest: trimmed((multipliers[0]! * (10_000 - fee)) / 100_000_000),
        room: formatMoney(roomFor(kind, [option], left, fee)),
      }
    }),
  }
}

/** At most four decimals. */
const trimmed = (value: number) => String(Math.round(value * 10_000) / 10_000)

const NOTHING_OWN: Pick<RoundAnswer, 'memberLimit' | 'memberRoom' | 'bets' | 'mine'> = {
  memberLimit: null,
  memberRoom: null,
  bets: [],
  mine: { bets: 0, amount: formatMoney(0n), payout: formatMoney(0n) },
}

/** What the member has in the round. */
async function ownOf(db: Db, memberId: string, row: WholeRound): Promise<typeof NOTHING_OWN> {
  const [bets, sums] = await Promise.all([
    betsInRound(db, memberId, row.roundId, BETS_SHOWN),
    roundSums(db, memberId, [row.roundId]),
  ])
  const sum = sums.get(row.roundId)
  const amount = sum?.amount ?? 0n
  const left = row.memberLimit - amount
  return {
    memberLimit: row.memberLimit === 0n ? null : formatMoney(row.memberLimit),
    memberRoom: row.memberLimit === 0n ? null : formatMoney(left > 0n ? left : 0n),
    bets: bets.map(betView),
    mine: { bets: sum?.bets ?? 0, amount: formatMoney(amount), payout: formatMoney(sum?.payout ?? 0n) },
  }
}

type Evidence = Pick<RoundAnswer, 'grade' | 'chain' | 'digest' | 'voidReason' | 'witnesses' | 'vouching'>

/** What a member checks the round with. */
async function evidenceOf(
  db: Db,
  row: WholeRound | undefined,
  chain: ChainRow | undefined,
): Promise<Evidence> {
  if (!row) {
    const published = chain && { number: chain.chainNumber, head: chain.head, length: chain.length }
    return {
      grade: chain?.grade ?? 'beacon',
      chain: published ? { ...published, index: null, value: null } : null,
      digest: null,
      voidReason: null,
      witnesses: null,
      vouching: null,
    }
  }
  const { chainNumber: number, head, length, index, value, digest, voidReason, grade } = row
  return {
    grade,
    chain: { number, head, length, index, value },
    digest,
    voidReason,
    witnesses: await witnessesOf(db, row),
    vouching: quorumView(row),
  }
}

/** Who signed the seal of a round, or of version 3 its hash chain, before the first round that it decides. */
async function witnessesOf(db: Db, row: WholeRound): Promise<Evidence['witnesses']> {
  if (row.witnesses === null) return null
  const signed = new Map(
    (await signaturesOf(db, row.roundId)).map(({ witness, signedMs }) => [witness, signedMs]),
  )
  return namedWitnesses(row).map((one) => ({ ...one, signedAt: signed.get(one.key) ?? null }))
}
