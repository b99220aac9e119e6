/** What operators see of the games: switches, slices, sums, and what the house may have to pay. */
import { GAMES, KIND_OF_GAME, type GameId, type RoundStatus } from '@fairlot/contract/kinds/game-kinds'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { highest, OUTCOMES } from '@fairlot/fairness/games/pay-table'
import type { Executor } from '../../../platform/db.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { isGameOn, memberLimitOf, sliceOf, stakesOf } from '../bets/bets.settings.ts'
import { coverLeft } from '../bets/room.ts'

const BANKROLL = {
  name: 'games_desk.bankroll',
  text: `select balance, bound, balance - lowest as free from house_account where name = 'bankroll'`,
}
/** $1 milliseconds back. */
const SUMS = {
  name: 'games_desk.sums',
  text: `
    select r.game, count(*) filter (where ended_at is null)::int as open, count(*) filter (where status = 'void')::int as voided,
      coalesce(sum(bets) filter (where outcome is not null), 0)::int as bets,
      coalesce(sum(stake) filter (where outcome is not null), 0)::bigint as staked,
      coalesce(sum(exposure[outcome]) filter (where outcome is not null), 0)::bigint as paid
    from unnest($1::text[]) wanted(game)
    cross join lateral (
      select * from round where round.game = wanted.game
        and opens_ms >= (select floor(extract(epoch from at) * 1000)::bigint - $2 from business_clock)) r
    group by r.game`,
}
const DAY_MS = 86_400_000

type Sums = { game: GameId; open: number; voided: number; bets: number; staked: bigint; paid: bigint }
const NO_ROUNDS = { open: 0, voided: 0, bets: 0, staked: 0n, paid: 0n }

async function bankrollOf(db: Executor) {
  const [row] = await db.query<{ balance: bigint; bound: bigint; free: bigint }>(BANKROLL)
  if (!row) throw new Error('there is no house account bankroll')
  const { balance, bound, free } = row
  return { balance: formatMoney(balance), bound: formatMoney(bound), free: formatMoney(free) }
}

/** @param enabled whether the module is switched on */
export async function gamesForOperators(
  db: Executor,
  settings: Values,
  enabled: boolean,
): Promise<Output<Endpoints['operatorGames']>> {
  const [bankroll, sums] = await Promise.all([bankrollOf(db), db.query<Sums>(SUMS, [GAMES, DAY_MS])])
  const { contracts, maxMultiple } = stakesOf(settings)
  const limit = memberLimitOf(settings)
  return {
    bankroll,
    contracts: contracts.map(formatMoney),
    maxMultiple,
    memberLimit: limit === 0n ? null : formatMoney(limit),
    enabled,
    items: GAMES.map((game) => {
      const { open, voided, bets, staked, paid } = sums.find((one) => one.game === game) ?? NO_ROUNDS
      return {
        game,
        kind: KIND_OF_GAME[game],
        enabled: isGameOn(settings, game),
        slice: formatMoney(sliceOf(settings, game)),
        open,
        voided,
        bets,
        staked: formatMoney(staked),
        paid: formatMoney(paid),
        margin: formatMoney(staked - paid),
      }
    }),
  }
}

const EXPOSURE = {
  name: 'games_desk.exposure',
  text: `
    select game, period, status, closes_ms::float8 as "closesMs", bets, players, stake, slice, exposure
    from round where ended_at is null and ($1::text is null or game = $1) order by closes_ms limit 200`,
}

type ExposureRow = {
  game: GameId
  period: string
  status: RoundStatus
  closesMs: number
  bets: number
  players: number
  stake: bigint
  slice: bigint
  exposure: bigint[]
}

export async function exposureForOperators(
  db: Executor,
  game: GameId | null,
): Promise<Output<Endpoints['gameExposure']>> {
  const [bankroll, rows] = await Promise.all([bankrollOf(db), db.query<ExposureRow>(EXPOSURE, [game])])
  return { bankroll, rounds: rows.map(exposureView) }
}

function exposureView({ closesMs, stake, slice, ...row }: ExposureRow) {
  const exposure = row.exposure.map(BigInt)
  const left = coverLeft({ slice, stake, exposure })
  return {
    ...row,
    closesAt: closesMs,
    stake: formatMoney(stake),
    slice: formatMoney(slice),
    exposure: OUTCOMES[KIND_OF_GAME[row.game]].map((outcome, place) => ({
      outcome,
      pays: formatMoney(exposure[place]!),
    })),
    worst: formatMoney(highest(exposure) - stake),
    left: formatMoney(left.reduce((least, one) => (one < least ? one : least))),
  }
}
