/** Statements of the seal of a round. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Chain as BeaconChain } from '@fairlot/fairness/beacon'
import { FLOOR_MS, type Executor, type Tx } from '../../../platform/db.ts'

/** A closed round that can be sealed. */
export type UnsealedRound = {
  roundId: string
  game: GameId
  period: string
  chainId: string
  /** the index that the seal uses */
  index: number
  length: number
  beaconChain: string
  delay: number
  /** of version 3: fixed when the round opened; else null */
  beaconRound: number | null
  opensMs: number
  closesMs: number
  bets: number
  stake: bigint
  lastMs: number
}

/** Seals and voids of a game follow the order of its rounds, so an earlier round that waits comes first. */
const IS_FIRST = `not exists (
  select from round e where e.game = r.game and e.opens_ms < r.opens_ms and e.ended_at is null and e.status in ('open', 'closed'))`

const UNSEALED = {
  name: 'round_seal.read',
  text: `
select r.round_id as "roundId", r.game, r.period, r.chain_id as "chainId",
  coalesce(r.chain_index, u.next_index) as index, c.length, c.beacon_chain as "beaconChain", c.delay,
  r.beacon_round::float8 as "beaconRound", r.opens_ms::float8 as "opensMs", r.closes_ms::float8 as "closesMs", r.bets, r.stake,
  r.last_ms::float8 as "lastMs"
from round r join game_chain c using (chain_id) join game_chain_use u using (chain_id)
where r.round_id = $1 and r.status = 'closed' and ${IS_FIRST}`,
}

/** Undefined: the round is not closed, is sealed already, or an earlier one of its game waits. */
export async function readUnsealed(db: Executor, roundId: string): Promise<UnsealedRound | undefined> {
  return (await db.query<UnsealedRound>(UNSEALED, [roundId]))[0]
}

const FIRST = {
  name: 'round_seal.first',
  text: `select 1 from round r where r.round_id = $1 and ${IS_FIRST}`,
}

/** Whether no earlier round of its game waits for its seal. */
export async function isFirstUnsealed(db: Executor, roundId: string): Promise<boolean> {
  return (await db.query(FIRST, [roundId])).length > 0
}

const TAKE_INDEX = {
  name: 'round_seal.index',
  text: `update game_chain_use set next_index = next_index + 1 where chain_id = $1 and next_index = $2 returning chain_id`,
}

const SEALED = {
  name: 'round_seal.status',
  text: `update round r set status = 'sealed' where round_id = $1 and status = 'closed' and ${IS_FIRST} returning round_id`,
}

/**
 * The statement reads the clock and computes the beacon round ($8 genesis, $9 period of the chain). The time is not before the
 * cut-off nor before the end of the log ($10), also when the clock went back, and before the end of the round.
 */
const SEAL = {
  name: 'round_seal.write',
  text: `
insert into round_seal (round_id, chain_id, chain_index, secret, bets, digest, sealed_ms, beacon_round)
select r.round_id, r.chain_id, $2, $3, $4, $5, sealed.ms,
  greatest(1, ceil((ceil(sealed.ms / 1000.0) + $6::int - $7::numeric) / $8::numeric) + 1)::bigint
from round r
cross join lateral (select greatest(r.closes_ms, $9::bigint, ${FLOOR_MS('business_now()')}) as ms) sealed
where r.round_id = $1 and sealed.ms < r.ends_ms
on conflict (round_id) do nothing
returning sealed_ms::float8 as "sealedAt", beacon_round::float8 as round`,
}

/** The time is not before the publication of the beacon round ($6), nor before the end of the log ($7). */
const SCHEDULED = {
  name: 'round_seal.scheduled',
  text: `
insert into round_seal (round_id, chain_id, chain_index, secret, bets, digest, sealed_ms, beacon_round)
select r.round_id, r.chain_id, $2, $3, $4, $5, greatest($6::bigint, $7::bigint, ${FLOOR_MS('business_now()')}), r.beacon_round
from round r where r.round_id = $1 and r.chain_index = $2 and r.beacon_round is not null
on conflict (round_id) do nothing
returning sealed_ms::float8 as "sealedAt", beacon_round::float8 as round`,
}

/**
 * Seals a round of version 3, whose beacon round is published.
 * @returns time and beacon round; undefined when the round is sealed already, or an earlier one of its game waits
 */
export async function insertScheduledSeal(
  tx: Tx,
  roundId: string,
  { index, secret, bets, digest }: RoundSealContent,
  { publishedMs, floorMs }: { publishedMs: number; floorMs: number },
): Promise<{ sealedAt: number; round: number } | undefined> {
  if ((await tx.query(SEALED, [roundId])).length === 0) return undefined
  const values = [roundId, index, secret, bets, digest, publishedMs, floorMs]
  return (await tx.query<{ sealedAt: number; round: number }>(SCHEDULED, values))[0]
}

export type RoundSealContent = { index: number; secret: string; bets: number; digest: string }

/** @returns time and beacon round; undefined when the round cannot be sealed any more, or not with this index */
export async function insertRoundSeal(
  tx: Tx,
  { roundId, chainId, delay }: Pick<UnsealedRound, 'roundId' | 'chainId' | 'delay'>,
  { index, secret, bets, digest }: RoundSealContent,
  { chain, floorMs }: { chain: BeaconChain; floorMs: number },
): Promise<{ sealedAt: number; round: number } | undefined> {
  if ((await tx.query(SEALED, [roundId])).length === 0) return undefined
  if ((await tx.query(TAKE_INDEX, [chainId, index])).length === 0) return undefined
  const values = [roundId, index, secret, bets, digest, delay, chain.genesis, chain.period, floorMs]
  return (await tx.query<{ sealedAt: number; round: number }>(SEAL, values))[0]
}
