/** Statements of the seal of an event, of its attempts, and of the signatures over them. */
import type { Chain } from '@fairlot/fairness/beacon'
import { FLOOR_MS, type Db, type Executor, type Tx } from '../../../../platform/db.ts'
import { ROUND_OF_SEAL, type SignatureInTime } from '../../../fair/index.ts'

const SECRET = {
  name: 'event_seal.secret',
  text: 'select salt, key_id as "keyId" from event_secret where event_id = $1',
}

export async function readSecret(
  db: Executor,
  eventId: string,
): Promise<{ salt: Uint8Array; keyId: string } | undefined> {
  return (await db.query<{ salt: Uint8Array; keyId: string }>(SECRET, [eventId]))[0]
}

/** What the seal contains. */
export type EventSealContent = { participants: number; digest: string; sum: bigint; salt: string }
export type SealTime = { sealedAt: number; round: number | null }

/**
 * The statement reads the clock and computes the beacon round from it ($6 genesis, $7 period of the chain). The time of the seal is
 * not before the deadline nor before the end of the log ($8), also when the clock went back.
 */
const SEAL = {
  name: 'event_seal.write',
  text: `
insert into event_seal (event_id, participants, digest, sum, salt, sealed_ms, round)
select terms.event_id, $2, $3, $4, $5, sealed.ms, case when terms.chain is not null then ${ROUND_OF_SEAL('$6', '$7')} end
from event terms
cross join lateral (
  select greatest(terms.deadline_ms, terms.last_ms, $8::bigint, ${FLOOR_MS('business_now()')}) as ms) sealed
where terms.event_id = $1 and terms.status = 'closed'
on conflict (event_id) do nothing
returning sealed_ms::float8 as "sealedAt", round::float8 as round`,
}
const LOCK = { name: 'event_seal.lock', text: 'select status from event where event_id = $1 for update' }
const SEALED = {
  name: 'event_seal.status',
  text: `update event set status = 'sealed', left_out = $2, looked_at = case when recheck then business_now() end, changes = changes + 1
    where event_id = $1 and status = 'closed'`,
}

/** Writes seal and status. @returns time and round; undefined when the event is sealed already */
export async function insertEventSeal(
  tx: Tx,
  eventId: string,
  { participants, digest, sum, salt }: EventSealContent,
  { chain, floorMs, leftOut }: { chain: Chain | null; floorMs: number; leftOut: number },
): Promise<SealTime | undefined> {
  const [event] = await tx.query<{ status: string }>(LOCK, [eventId])
  if (event?.status !== 'closed') return undefined
  const values = [
    eventId,
    participants,
    digest,
    sum,
    salt,
    chain?.genesis ?? null,
    chain?.period ?? null,
    floorMs,
  ]
  const [seal] = await tx.query<SealTime>(SEAL, values)
  if (seal) await tx.query(SEALED, [eventId, leftOut])
  return seal
}

/** The attempt that counts of a sealed event of grade witnessed that is not drawn yet. */
export type EventAttempt = {
  attempt: number
  round: number
  participants: number
  digest: string
  sum: bigint
  salt: string
  /** business time, Unix milliseconds */
  nowMs: number
}

const ATTEMPT = {
  name: 'event_attempt.read',
  text: `
select seal.attempt, seal.round::float8 as round, seal.participants, seal.digest, seal.sum, seal.salt,
  ${FLOOR_MS('business_now()')}::float8 as "nowMs"
from event e join event_last_seal seal using (event_id)
where e.event_id = $1 and e.status = 'sealed' and e.grade = 'witnessed'`,
}

/** Undefined: the event is not sealed, is drawn already, or has another grade. */
export async function readAttempt(db: Executor, eventId: string): Promise<EventAttempt | undefined> {
  return (await db.query<EventAttempt>(ATTEMPT, [eventId]))[0]
}

/**
 * The next attempt, not before the round of the last one ($5, Unix milliseconds) is published, and not while a draw or another
 * process came first. $3 genesis, $4 period of the chain, $6 the end of the log.
 */
const AGAIN = {
  name: 'event_attempt.write',
  text: `
insert into event_seal_attempt (event_id, attempt, sealed_ms, round, previous_round)
select seal.event_id, seal.attempt + 1, sealed.ms, ${ROUND_OF_SEAL('$3', '$4')}, seal.round
from event_last_seal seal
join event terms using (event_id)
cross join lateral (
  select greatest(seal.sealed_ms, $6::bigint, ${FLOOR_MS('business_now()')}) as ms) sealed
where seal.event_id = $1 and seal.attempt = $2 and terms.status = 'sealed' and sealed.ms >= $5
on conflict do nothing
returning attempt, sealed_ms::float8 as "sealedAt", round::float8 as round`,
}
const CHANGED = {
  name: 'event_attempt.changed',
  text: 'update event set changes = changes + 1 where event_id = $1',
}

/** @returns the new attempt; undefined when it cannot be made now */
export async function insertAttempt(
  tx: Tx,
  eventId: string,
  last: number,
  { chain, roundMs, floorMs }: { chain: Chain; roundMs: number; floorMs: number },
): Promise<{ attempt: number; sealedAt: number; round: number } | undefined> {
  const values = [eventId, last, chain.genesis, chain.period, roundMs, floorMs]
  const [row] = await tx.query<{ attempt: number; sealedAt: number; round: number }>(AGAIN, values)
  if (row) await tx.query(CHANGED, [eventId])
  return row
}

const KEEP = {
  name: 'event_attempt.signatures',
  text: `
insert into event_cosignature (event_id, attempt, witness, size, signed_ms, round_ms)
select $1, $2, found.witness, found.size, found.signed_ms, $6
from unnest($3::text[], $4::bigint[], $5::bigint[]) as found(witness, size, signed_ms)
on conflict (event_id, attempt, witness) do nothing
returning witness`,
}

/** Stores signatures over an attempt. @returns the number of witnesses that are new */
export async function keepSignatures(
  db: Db,
  { eventId, attempt }: { eventId: string; attempt: number },
  found: readonly SignatureInTime[],
  roundMs: number,
): Promise<number> {
  if (found.length === 0) return 0
  const values = [
    eventId,
    attempt,
    found.map(({ witness }) => witness),
    found.map(({ size }) => size),
    found.map(({ signedAtMs }) => signedAtMs),
    roundMs,
  ]
  return (await db.query(KEEP, values)).length
}
