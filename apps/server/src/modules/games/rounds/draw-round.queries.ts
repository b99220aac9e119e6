/** Statements of the result of a round. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Executor, Tx } from '../../../platform/db.ts'

/** A sealed round without a result. */
export type SealedRound = {
  roundId: string
  game: GameId
  period: string
  beaconChain: string
  beaconRound: number
  /** x_i, hex */
  secret: string
  /** version of the rules of its chain */
  rules: 2 | 3
  /** the seal needs a witness: of version 2 and grade witnessed */
  isWitnessed: boolean
  /** the witness that signed the seal first, in time; null: none has */
  witness: string | null
}

const SEALED = {
  name: 'round_result.read',
  text: `
select r.round_id as "roundId", r.game, r.period, c.beacon_chain as "beaconChain", s.beacon_round::float8 as "beaconRound", s.secret,
  c.log_rules as rules, c.grade = 'witnessed' and c.log_rules = 2 as "isWitnessed",
  (select w.witness from round_cosignature w where w.round_id = r.round_id order by w.signed_ms, w.witness limit 1) as witness
from round r join game_chain c using (chain_id) join round_seal s using (round_id)
where r.round_id = $1 and r.status = 'sealed' and r.outcome is null`,
}

/** Undefined: the round is not sealed, or has its result. */
export async function readSealed(db: Executor, roundId: string): Promise<SealedRound | undefined> {
  return (await db.query<SealedRound>(SEALED, [roundId]))[0]
}

export type LockedRound = {
  status: string
  outcome: number | null
  bets: number
  stake: bigint
  slice: bigint
  pool: bigint
  exposure: readonly bigint[]
}

const LOCK = {
  name: 'round_result.lock',
  text: `select status, outcome, bets, stake, slice, pool, exposure from round where round_id = $1 for update`,
}

export async function lockRound(tx: Tx, roundId: string): Promise<LockedRound | undefined> {
  const [row] = await tx.query<Omit<LockedRound, 'exposure'> & { exposure: readonly (string | bigint)[] }>(
    LOCK,
    [roundId],
  )
  return row && { ...row, exposure: row.exposure.map(BigInt) }
}

export type RoundResultRow = {
  roundId: string
  beaconRound: number
  signature: string
  beacon: string
  hash: string
  price: string | null
  finish: readonly number[] | null
  /** 1 to 10 */
  outcome: number
  witness: string | null
}

const RESULT = {
  name: 'round_result.write',
  text: `
with result as (
  insert into round_result (round_id, beacon_round, signature, beacon, hash, price, finish, outcome, witness, drawn_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, date_trunc('milliseconds', business_now())) returning round_id, outcome)
update round r set outcome = result.outcome from result where r.round_id = result.round_id`,
}

export async function insertResult(tx: Tx, result: RoundResultRow): Promise<void> {
  const { roundId, beaconRound, signature, beacon, hash, price, finish, outcome, witness } = result
  await tx.query(RESULT, [roundId, beaconRound, signature, beacon, hash, price, finish, outcome, witness])
}

const VOID = {
  name: 'round_void.write',
  text: `
with ended as (
  insert into round_void (round_id, why, bets, stake, voided_at)
  select round_id, $2, bets, stake, business_now() from round where round_id = $1 returning round_id)
update round r set status = 'void' from ended where r.round_id = ended.round_id`,
}

export async function insertVoid(tx: Tx, roundId: string, why: 'late' | 'unsigned' | 'lost'): Promise<void> {
  await tx.query(VOID, [roundId, why])
}
