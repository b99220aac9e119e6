/** SQL of the writer's own audit. Hashes are bytes in the database and hex in this process. */
import type { Executor, Statement } from '../../../platform/db.ts'

/** A stored state of the audit. `head`: of the log at this size. */
export type StoredAudit = {
  log: number
  size: number
  head: string
  signedSize: number
  signedMs: number
  state: string
  breaches: string
  mac: string
}

type Row = Omit<StoredAudit, 'size' | 'signedSize' | 'signedMs'> & {
  size: bigint
  signedSize: bigint
  signedMs: bigint
}

const READ: Statement = {
  name: 'log.audit.read',
  text: `select log, size, encode(head, 'hex') as head, signed_size as "signedSize", signed_ms as "signedMs", state, breaches,
      encode(mac, 'hex') as mac from log_audit where log = $1`,
}

export async function readAudit(db: Executor, log: number): Promise<StoredAudit | null> {
  const [row] = await db.query<Row>(READ, [log])
  if (!row) return null
  const { size, signedSize, signedMs } = row
  return { ...row, size: Number(size), signedSize: Number(signedSize), signedMs: Number(signedMs) }
}

const STORE: Statement = {
  name: 'log.audit.store',
  text: `insert into log_audit as a (log, size, head, signed_size, signed_ms, state, breaches, mac, stored_at)
    values ($1, $2, decode($3, 'hex'), $4, $5, $6, $7, decode($8, 'hex'), business_now())
    on conflict (log) do update set size = excluded.size, head = excluded.head, signed_size = excluded.signed_size,
      signed_ms = excluded.signed_ms, state = excluded.state, breaches = excluded.breaches, mac = excluded.mac,
      stored_at = excluded.stored_at`,
}

export async function storeAudit(tx: Executor, row: StoredAudit): Promise<void> {
  const { log, size, head, signedSize, signedMs, state, breaches, mac } = row
  await tx.query(STORE, [log, size, head, signedSize, signedMs, state, breaches, mac])
}

const HEAD: Statement = {
  name: 'log.audit.head',
  text: `select encode(head, 'hex') as head from log_entry where log = $1 and index = $2`,
}

/** The head of a log behind an entry; undefined when it has no such entry. */
export async function headAfter(db: Executor, log: number, index: number): Promise<string | undefined> {
  return (await db.query<{ head: string }>(HEAD, [log, index]))[0]?.head
}

const IN_TIME: Statement = {
  name: 'log.audit.lines',
  text: `
    select distinct s.size, s.line from unnest($2::bigint[], $3::bigint[]) as seal(index, round_ms)
    join log_cosignature s on s.log = $1 and s.size > seal.index and s.signed_at < to_timestamp(seal.round_ms / 1000.0)
    order by s.size, s.line`,
}

/** The lines of witnesses over these seals that state a time before the round: no other one can count. */
export async function linesInTime(
  db: Executor,
  log: number,
  seals: readonly { index: number; roundMs: number }[],
): Promise<{ size: number; line: string }[]> {
  const values = [log, seals.map(({ index }) => index), seals.map(({ roundMs }) => roundMs)]
  const rows = await db.query<{ size: bigint; line: string }>(IN_TIME, values)
  return rows.map(({ size, line }) => ({ size: Number(size), line }))
}

/** An entry or a checkpoint that the audit refused. `subject` is empty for kinds without one. */
export type RefusedEntry = { log: number; kind: string; subject: string; rule: string; why: string }

const REFUSED: Statement = {
  name: 'log.audit.refused',
  text: `insert into log_refused as r (log, kind, subject, rule, why, first_at, last_at)
    values ($1, $2, $3, $4, $5, business_now(), business_now())
    on conflict (log, kind, subject, rule) do update set times = r.times + 1, why = excluded.why, last_at = excluded.last_at
    returning times`,
}

/** @returns how often it was refused */
export async function keepRefused(db: Executor, refused: RefusedEntry): Promise<number> {
  const { log, kind, subject, rule, why } = refused
  const [row] = await db.query<{ times: number }>(REFUSED, [log, kind, subject, rule, why.slice(0, 1_000)])
  return row!.times
}

/** What the log did not take: of transactions that were undone, and of the queue. */
const ALL_REFUSED: Statement = {
  name: 'log.audit.allRefused',
  text: `
    select kind, nullif(subject, '') as subject, rule || ': ' || why as why, times, (extract(epoch from last_at) * 1000)::bigint as at
    from log_refused
    union all
    select coalesce(entry ->> 't', '?'), coalesce(entry ->> 'issue', 'event ' || (entry ->> 'event'), (entry ->> 'game') || ' ' || (entry ->> 'period')),
      why, 1, null
    from log_unpublished where why is not null
    order by at desc nulls last limit 20`,
}

/** The newest entries that the log did not take. */
export async function refusedEntries(db: Executor) {
  type Refused = { kind: string; subject: string | null; why: string; times: number; at: bigint | null }
  const rows = await db.query<Refused>(ALL_REFUSED)
  return rows.map((row) => ({ ...row, at: row.at === null ? null : Number(row.at) }))
}
