/** Statements of the steps of rounds. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Executor, Tx } from '../../../platform/db.ts'
import { FLOOR_MS } from '../../../platform/db.ts'

export type LiveRound = {
  roundId: string
  game: GameId
  period: string
  chainId: string
  status: 'open' | 'closed' | 'sealed' | 'void'
  closesMs: number
  endsMs: number
  bets: number
  outcome: number | null
  through: number
  beaconChain: string
  /** version of the rules of its chain */
  rules: 2 | 3
  /** of version 2: the witnesses of its seal; null unless the grade is witnessed */
  witnesses: readonly string[] | null
  /** of version 2: null before the seal */
  beaconRound: number | null
  /** a named witness has signed the seal in time */
  isSigned: boolean
}

const LIVE = {
  name: 'rounds.live',
  text: `
select now.ms as "nowMs", live.* from (select ${FLOOR_MS('business_now()')}::float8 as ms) now
left join lateral (
  select r.round_id as "roundId", r.game, r.period, r.chain_id as "chainId", r.status, r.closes_ms::float8 as "closesMs",
    r.ends_ms::float8 as "endsMs", r.bets, r.outcome, r.through_seq as through, c.beacon_chain as "beaconChain",
    c.log_rules as rules, case c.log_rules when 2 then c.witnesses end as witnesses,
    coalesce(r.beacon_round, s.beacon_round)::float8 as "beaconRound",
    exists (select from round_cosignature w where w.round_id = r.round_id) as "isSigned"
  from round r join game_chain c using (chain_id) left join round_seal s using (round_id)
  where r.ended_at is null order by r.closes_ms limit 1000) live on true`,
}

/** Business time and the rounds that have not ended, in the order of their times. A partial index has only these. */
export async function liveRounds(db: Executor): Promise<{ nowMs: number; rounds: LiveRound[] }> {
  const rows = await db.query<LiveRound & { nowMs: number }>(LIVE)
  return { nowMs: rows[0]!.nowMs, rounds: rows.filter(({ roundId }) => roundId !== null) }
}

const OPEN = {
  name: 'rounds.open',
  text: `
insert into round (round_id, game, period, chain_id, opens_ms, closes_ms, ends_ms, slice, member_limit, chain_index, beacon_round, opened_at)
select round_id_of($1, $2), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, business_now()
where not exists (select from round r where r.round_id = round_id_of($1, $2))
on conflict (round_id) do nothing returning round_id as "roundId"`,
}

export type NewRound = {
  game: GameId
  period: string
  chainId: string
  opensMs: number
  closesMs: number
  endsMs: number
  slice: bigint
  /** the most that one member can stake, minor units; 0: no maximum */
  memberLimit: bigint
  /** of version 3: the value of the chain and the beacon round that decide it; else null */
  index: number | null
  beaconRound: number | null
}

/** @returns the id; undefined when the period has a round */
export async function insertRound(tx: Tx, round: NewRound): Promise<string | undefined> {
  const { game, period, chainId, opensMs, closesMs, endsMs, slice, memberLimit, index, beaconRound } = round
  const [made] = await tx.query<{ roundId: string }>(OPEN, [
    game,
    period,
    chainId,
    opensMs,
    closesMs,
    endsMs,
    slice,
    memberLimit,
    index,
    beaconRound,
  ])
  return made?.roundId
}

const EXISTS = {
  name: 'rounds.exists',
  text: `select 1 from round where round_id = round_id_of($1, $2)
    union all select 1 from (select period from round where game = $1 order by opens_ms desc limit 1) last where $3 and last.period >= $2`,
}

/**
 * Whether a period has a round. @param inOrder or a later one has: the log takes the rounds of a game in the order of their names,
 * which go back where the days of another zone begin later
 */
export async function hasRound(
  db: Executor,
  game: GameId,
  period: string,
  inOrder: boolean,
): Promise<boolean> {
  return (await db.query(EXISTS, [game, period, inOrder])).length > 0
}

const CLOSE = {
  name: 'rounds.close',
  text: `update round set status = 'closed'
    where round_id = $1 and status = 'open' and closes_ms <= ${FLOOR_MS('business_now()')} returning round_id`,
}

/** Ends betting. False: the round is closed already, or its time has not come. */
export async function closeRound(db: Executor, roundId: string): Promise<boolean> {
  return (await db.query(CLOSE, [roundId])).length > 0
}

const THROUGH = {
  name: 'rounds.through',
  text: `update round set through_seq = $3 where round_id = $1 and through_seq = $2 and ended_at is null
    and (outcome is not null or status = 'void') returning round_id`,
}

/** Claims the bets `from` < seq ≤ `to` of a round that settles or is refunded. */
export async function claimThrough(tx: Tx, roundId: string, from: number, to: number): Promise<boolean> {
  return (await tx.query(THROUGH, [roundId, from, to])).length > 0
}

const END = {
  name: 'rounds.end',
  text: `update round set status = case status when 'void' then 'void' else 'settled' end, ended_at = business_now()
    where round_id = $1 and ended_at is null and through_seq = bets and (outcome is not null or status = 'void')
    returning round_id`,
}

/** Ends a round all of whose bets are settled or refunded. */
export async function endRound(tx: Tx, roundId: string): Promise<void> {
  if ((await tx.query(END, [roundId])).length === 0) throw new Error(`round ${roundId} cannot end`)
}
