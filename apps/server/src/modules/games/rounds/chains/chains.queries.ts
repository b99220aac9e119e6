/** Statements about the hash chains of games. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { FLOOR_MS, type Executor, type Tx } from '../../../../platform/db.ts'
import type { Sealed } from '../../../../platform/sealing.ts'
import type { VouchingColumns } from '../../../fair/index.ts'

/** The terms of all rounds of a chain, which do not change. */
export type Chain = {
  chainId: string
  game: GameId
  /** 1, 2, 3 … of the game */
  number: number
  /** how many rounds it is enough for */
  length: number
  /** x_0, hex */
  head: string
  zone: string
  roundMs: number
  cutoffMs: number
  /** in 1/10,000 of the stake */
  fee: number
  /** hash of the beacon's chain, and seconds from the seal to its round */
  beaconChain: string
  delay: number
  grade: 'beacon' | 'witnessed'
  /** the times of its rounds are those of the demo world */
  demo: boolean
  /** no round opens earlier, Unix milliseconds */
  publishedMs: number
  /** version of the log's rules */
  rules: 2 | 3
  /** of version 3: the first period, and when it opens (Unix milliseconds); else null */
  from: string | null
  firstMs: number | null
} & VouchingColumns

/** A chain and how far it is used. */
export type UsedChain = Chain & {
  isRetired: boolean
  /** of version 2: the index that the next seal takes */
  nextIndex: number
  /** of version 2: rounds that it is still enough for, without those that are open */
  left: number
  /** of version 3: how many witnesses have signed it before its first round opened */
  signed: number
}

export const CHAIN_COLUMNS = `c.chain_id as "chainId", c.game, c.number, c.length, c.head, c.zone, c.round_ms::float8 as "roundMs",
  c.cutoff_ms::float8 as "cutoffMs", c.fee, c.beacon_chain as "beaconChain", c.delay, c.grade, c.witnesses, c.own_witnesses as "ownWitnesses", c.quorum,
  c.log_rules as rules, c.first_period as "from", c.first_ms::float8 as "firstMs", c.demo,
  c.published_ms::float8 as "publishedMs"`

/** Of version 3 at most 16 chains of a game wait for their first rounds. */
const RECENT_CHAINS = 20

const RECENT = {
  name: 'chain.recent',
  text: `
select ${CHAIN_COLUMNS}, u.retired_at is not null as "isRetired", u.next_index as "nextIndex",
  case c.log_rules when 3 then 0 else c.length + 1 - u.next_index - (select count(*)::int from round r
    where r.chain_id = c.chain_id and r.ended_at is null and r.status in ('open', 'closed')) end as left,
  (select count(*)::int from game_chain_cosignature s where s.chain_id = c.chain_id) as signed
from game_chain c join game_chain_use u using (chain_id)
where c.game = $1 and c.number > (select max(number) from game_chain where game = $1) - ${RECENT_CHAINS}
order by c.number desc`,
}

/** The newest chains of a game, the newest first. */
export function recentChains(db: Executor, game: GameId): Promise<UsedChain[]> {
  return db.query<UsedChain>(RECENT, [game])
}

/**
 * The chains of a game that the rules of the current log hold open: those that it published, from the one that its last
 * sealed round used. A chain counts as used when the log has the seal of its first index.
 */
const HELD = {
  name: 'chain.held',
  text: `
with published as (
  select c.chain_id, c.number, e.log from log_entry e join game_chain c on c.chain_id::text = e.subject
  where c.game = $1 and e.kind = 'game-chain' and e.log = (select max(number) from log))
select count(*)::int as held from published where number >= (
  select coalesce(max(p.number), 0) from published p
    join round_seal s on (s.chain_id, s.chain_index) = (p.chain_id, 1) join round r using (round_id)
    join log_entry e on e.kind = 'round-seal' and e.subject = r.game || ' ' || r.period and e.log = p.log)`,
}

/** How many chains of a game the log has that are in use or wait for their first seal, as the audit of the log counts them. */
export async function heldChains(db: Executor, game: GameId): Promise<number> {
  const [row] = await db.query<{ held: number }>(HELD, [game])
  return row!.held
}

const NOW = { name: 'chain.now', text: `select ${FLOOR_MS('business_now()')} as now` }

/** Business time, Unix milliseconds. */
export async function businessNow(db: Executor): Promise<number> {
  const [row] = await db.query<{ now: bigint }>(NOW)
  return Number(row!.now)
}

const INSERT = {
  name: 'chain.insert',
  text: `
with made as (
  insert into game_chain (chain_id, game, number, length, head, secret, key_id, zone, round_ms, cutoff_ms, fee, beacon_chain,
    delay, grade, witnesses, demo, published_ms, log_rules, own_witnesses, quorum, first_period, first_ms)
  values (chain_id_of($1, $2), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
  returning chain_id, length)
insert into game_chain_use (chain_id, length) select chain_id, length from made`,
}

export async function insertChain(
  tx: Tx,
  chain: Omit<Chain, 'chainId'>,
  { bytes, keyId }: Sealed,
): Promise<void> {
  const { game, number, length, head, zone, roundMs, cutoffMs, fee, beaconChain } = chain
  const { delay, grade, witnesses, demo, publishedMs } = chain
  await tx.query(INSERT, [
    game,
    number,
    length,
    head,
    bytes,
    keyId,
    zone,
    roundMs,
    cutoffMs,
    fee,
    beaconChain,
    delay,
    grade,
    witnesses,
    demo,
    publishedMs,
    chain.rules,
    chain.ownWitnesses,
    chain.quorum,
    chain.from,
    chain.firstMs,
  ])
}

const SECRET = {
  name: 'chain.secret',
  text: `select secret as bytes, key_id as "keyId", length, head from game_chain where chain_id = $1`,
}

/** The last value of a chain, encrypted. */
export async function readSecret(
  db: Executor,
  chainId: string,
): Promise<Sealed & { length: number; head: string }> {
  const [row] = await db.query<Sealed & { length: number; head: string }>(SECRET, [chainId])
  if (!row) throw new Error(`there is no chain ${chainId}`)
  return row
}

/** Ends all chains: no round opens under them. Their open rounds end as others do. */
export async function retireChains(tx: Tx): Promise<void> {
  await tx.query('update game_chain_use set retired_at = business_now() where retired_at is null')
}

/** As `retireChains`, of the chains of the demo world: an unfinished start makes it again, and the present goes on. */
export async function retireDemoChains(tx: Tx): Promise<void> {
  await tx.query(`
    update game_chain_use set retired_at = business_now()
    where retired_at is null and chain_id in (select chain_id from game_chain where demo)`)
}
