/** Rounds as members see them. */
import type { GameId, RoundStatus } from '@fairlot/contract/kinds/game-kinds'
import { FLOOR_MS, type Executor } from '../../../platform/db.ts'
import type { VouchingColumns } from '../../fair/index.ts'

export type RoundRow = {
  roundId: string
  game: GameId
  period: string
  status: RoundStatus
  opensMs: number
  closesMs: number
  endsMs: number
  bets: number
  stake: bigint
  /** place of the outcome, 1 to 10; null before the result */
  outcome: number | null
  beaconChain: string
  beaconRound: number | null
  price: string | null
  finish: number[] | null
}

const COLUMNS = `r.round_id as "roundId", r.game, r.period, r.status, r.opens_ms::float8 as "opensMs", r.closes_ms::float8 as "closesMs",
  r.ends_ms::float8 as "endsMs", r.bets, r.stake, r.outcome, c.beacon_chain as "beaconChain",
  coalesce(s.beacon_round, case when r.status <> 'open' then r.beacon_round end)::float8 as "beaconRound", d.price, d.finish`
const BESIDE = `
  cross join lateral (select * from game_chain c where c.chain_id = r.chain_id limit 1) c
  left join lateral (select * from round_seal s where s.round_id = r.round_id limit 1) s on true
  left join lateral (select * from round_result d where d.round_id = r.round_id limit 1) d on true`

/** The newest rounds of each game ($1), $2 of each. */
const NEWEST = {
  name: 'round_view.newest',
  text: `
    select ${COLUMNS} from unnest($1::text[]) wanted(game)
    cross join lateral (select * from round where round.game = wanted.game order by opens_ms desc limit $2) r ${BESIDE}
    order by r.game, r.opens_ms desc`,
}

/** The newest rounds of games, newest first. */
export function newestRounds(db: Executor, games: readonly GameId[], count: number): Promise<RoundRow[]> {
  return db.query<RoundRow>(NEWEST, [games, count])
}

const DECIDED = {
  name: 'round_view.decided',
  text: `
    select ${COLUMNS} from unnest($1::text[]) wanted(game)
    cross join lateral (
      select * from round where round.game = wanted.game and outcome is not null and opens_ms < $3
      order by opens_ms desc limit $2) r ${BESIDE}
    order by r.game, r.opens_ms desc`,
}
const FOREVER = Number.MAX_SAFE_INTEGER

/** The newest rounds of games that have a result and opened before a time, newest first. */
export function decidedRounds(
  db: Executor,
  games: readonly GameId[],
  count: number,
  before: number = FOREVER,
): Promise<RoundRow[]> {
  return db.query<RoundRow>(DECIDED, [games, count, before])
}

const ENDED = {
  name: 'round_view.ended',
  text: `
    select ${COLUMNS} from (
      select * from round where game = $1 and opens_ms < $2 and (outcome is not null or status = 'void')
      order by opens_ms desc limit $3) r ${BESIDE}
    order by r.opens_ms desc`,
}

/** The rounds of a game with a result or void, which opened before a time, newest first. */
export function endedRounds(
  db: Executor,
  game: GameId,
  before: number | null,
  limit: number,
): Promise<RoundRow[]> {
  return db.query<RoundRow>(ENDED, [game, before ?? FOREVER, limit])
}

export type WholeRound = RoundRow & {
  slice: bigint
  exposure: bigint[]
  /** minor units; 0: no maximum */
  memberLimit: bigint
  fee: number
  grade: 'beacon' | 'witnessed'
  chainNumber: number
  head: string
  length: number
  index: number | null
  value: string | null
  digest: string | null
  voidReason: string | null
} & VouchingColumns

const WHOLE = `
  select ${COLUMNS}, r.slice, r.exposure, r.member_limit as "memberLimit", c.fee, c.grade, c.witnesses,
    c.own_witnesses as "ownWitnesses", c.quorum, c.number as "chainNumber", c.head,
    c.length, coalesce(s.chain_index, r.chain_index) as index, s.secret as value, s.digest, v.why as "voidReason"
  from round r ${BESIDE} left join round_void v on v.round_id = r.round_id`
const BY_PERIOD = { name: 'round_view.period', text: `${WHOLE} where r.round_id = round_id_of($1, $2)` }
const RUNNING = {
  name: 'round_view.running',
  text: `${WHOLE} where r.round_id = (
    select round_id from round
    where game = $1 and opens_ms <= ${FLOOR_MS('business_now()')} and ends_ms > ${FLOOR_MS('business_now()')}
    order by opens_ms desc limit 1)`,
}

/** One round of a game: of a period, or the one that runs now. */
export async function wholeRound(
  db: Executor,
  game: GameId,
  period: string | null,
): Promise<WholeRound | undefined> {
  const [row] =
    period === null
      ? await db.query<WholeRound>(RUNNING, [game])
      : await db.query<WholeRound>(BY_PERIOD, [game, period])
  return row && { ...row, exposure: row.exposure.map(BigInt) }
}

export type ChainRow = Pick<WholeRound, 'fee' | 'grade' | 'chainNumber' | 'head' | 'length'> & {
  game: GameId
  roundMs: number
  cutoffMs: number
}

const CHAINS = {
  name: 'round_view.chains',
  text: `
    select c.game, c.fee, c.grade, c.number as "chainNumber", c.head, c.length, c.round_ms::float8 as "roundMs",
      c.cutoff_ms::float8 as "cutoffMs"
    from unnest($1::text[]) wanted(game)
    cross join lateral (
      -- one of version 3 that has not begun decides no round yet
      select * from game_chain where game_chain.game = wanted.game
      order by coalesce(first_ms, 0) <= ${FLOOR_MS('business_now()')} desc, number desc limit 1) c`,
}

/** The newest chain of each game that is in use. */
export function newestChainsOf(db: Executor, games: readonly GameId[]): Promise<ChainRow[]> {
  return db.query<ChainRow>(CHAINS, [games])
}

const SIGNED = {
  name: 'round_view.signed',
  text: `
    select witness, signed_ms::float8 as "signedMs" from round_cosignature where round_id = $1
    union all
    select w.witness, w.signed_ms from round r join game_chain_cosignature w using (chain_id) where r.round_id = $1`,
}

/** Who signed the seal of a round, or of version 3 the chain that decides it. */
export function signaturesOf(
  db: Executor,
  roundId: string,
): Promise<{ witness: string; signedMs: number }[]> {
  return db.query(SIGNED, [roundId])
}

const NOW = { name: 'round_view.now', text: `select ${FLOOR_MS('business_now()')}::float8 as ms` }

/** Business time, Unix milliseconds. */
export async function businessMs(db: Executor): Promise<number> {
  const [row] = await db.query<{ ms: number }>(NOW)
  return row!.ms
}
