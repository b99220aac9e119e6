/** Statements about the attempts to seal an issue of grade witnessed, and the signatures in time over them. */
import type { Chain } from '@fairlot/fairness/beacon'
import { FLOOR_MS, type Db, type Executor, type Tx } from '../../../platform/db.ts'
import { ROUND_OF_SEAL, type SignatureInTime } from '../../fair/index.ts'

/** The attempt that counts of a sealed issue of grade witnessed that is not drawn yet. */
export type Attempt = {
  issueId: string
  number: string
  /** note verifier keys that the terms name */
  witnesses: readonly string[]
  chain: string
  delay: number
  orders: number
  digest: string
  sum: bigint
  salt: string
  attempt: number
  round: bigint
  /** business time, Unix milliseconds */
  nowMs: bigint
}

const READ = {
  name: 'attempt.read',
  text: `
select issue.issue_id as "issueId", terms.number, terms.witnesses, terms.chain, terms.delay, seal.orders, seal.digest, seal.sum,
  seal.salt, seal.attempt, seal.round, ${FLOOR_MS('business_now()')} as "nowMs"
from issue
join issue_terms terms using (issue_id)
join issue_last_seal seal using (issue_id)
where issue.issue_id = $1 and issue.status = 'sold_out' and terms.grade = 'witnessed'`,
}

/** Undefined: the issue is not sealed, is drawn already, or has another grade. */
export async function readAttempt(db: Executor, issueId: string): Promise<Attempt | undefined> {
  return (await db.query<Attempt>(READ, [issueId]))[0]
}

const UNSEALED = {
  name: 'attempt.unsealed',
  text: `
select terms.number, terms.witnesses, (${FLOOR_MS('business_now()')} - ${FLOOR_MS('issue.sold_out_at')}) as "waitedMs"
from issue join issue_terms terms using (issue_id)
where issue.issue_id = $1 and issue.status = 'sold_out' and terms.grade = 'witnessed'
  and not exists (select 1 from issue_seal seal where seal.issue_id = issue.issue_id)`,
}

/** Undefined: the issue is not sold out, is sealed, or has another grade. */
export async function readUnsealedWitnessed(
  db: Executor,
  issueId: string,
): Promise<{ number: string; witnesses: readonly string[]; waitedMs: bigint } | undefined> {
  const [issue] = await db.query<{ number: string; witnesses: readonly string[]; waitedMs: bigint }>(
    UNSEALED,
    [issueId],
  )
  return issue
}

/**
 * The next attempt, not before the round of the last one ($5, Unix milliseconds) is published, and not while a draw or
 * another process came first. $3 genesis, $4 period of the chain, $6 the end of the log.
 */
const AGAIN = {
  name: 'attempt.write',
  text: `
insert into issue_seal_attempt (issue_id, attempt, sealed_ms, round, previous_round)
select seal.issue_id, seal.attempt + 1, sealed.ms, ${ROUND_OF_SEAL('$3', '$4')}, seal.round
from issue_last_seal seal
join issue using (issue_id)
join issue_terms terms using (issue_id)
cross join lateral (
  select greatest(seal.sealed_ms, $6::bigint, ${FLOOR_MS('business_now()')}) as ms) sealed
where seal.issue_id = $1 and seal.attempt = $2 and issue.status = 'sold_out' and sealed.ms >= $5
on conflict do nothing
returning attempt, sealed_ms as "sealedMs", round`,
}

/** @returns the new attempt; undefined when it cannot be made now */
export async function insertAttempt(
  tx: Tx,
  { issueId, attempt }: Attempt,
  { chain, roundMs, floorMs }: { chain: Chain; roundMs: number; floorMs: number },
): Promise<{ attempt: number; sealedAt: number; round: number } | undefined> {
  const values = [issueId, attempt, chain.genesis, chain.period, roundMs, floorMs]
  const [row] = await tx.query<{ attempt: number; sealedMs: bigint; round: bigint }>(AGAIN, values)
  return row && { attempt: row.attempt, sealedAt: Number(row.sealedMs), round: Number(row.round) }
}

const KEEP = {
  name: 'attempt.signatures',
  text: `
insert into issue_cosignature (issue_id, attempt, witness, size, signed_ms, round_ms)
select $1, $2, found.witness, found.size, found.signed_ms, $6
from unnest($3::text[], $4::bigint[], $5::bigint[]) as found(witness, size, signed_ms)
on conflict (issue_id, attempt, witness) do nothing
returning witness`,
}

/** Stores signatures over an attempt. @returns the number of witnesses that are new */
export async function keepSignatures(
  db: Db,
  { issueId, attempt }: Attempt,
  found: readonly SignatureInTime[],
  roundMs: number,
): Promise<number> {
  if (found.length === 0) return 0
  const values = [
    issueId,
    attempt,
    found.map(({ witness }) => witness),
    found.map(({ size }) => size),
    found.map(({ signedAtMs }) => signedAtMs),
    roundMs,
  ]
  return (await db.query(KEEP, values)).length
}
