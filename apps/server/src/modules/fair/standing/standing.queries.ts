/** SQL of the standing of the log. */
import type { Executor, Statement } from '../../../platform/db.ts'

/** The current log. `continues`: the log before it, with its last known state. Null root and size of an unsigned log. */
export type CurrentLog = {
  log: number
  continues: number | null
  knownSize: bigint | null
  knownRoot: string | null
  /** entries, signed or not */
  size: bigint
  /** the newest checkpoint */
  signedSize: bigint | null
  signedRoot: string | null
  signedMs: bigint | null
  /** whether a high-water mark of this log was kept before */
  kept: boolean
}

const CURRENT: Statement = {
  name: 'standing.current',
  text: `select l.number as log, l.continues, l.known_size as "knownSize", encode(l.known_root, 'hex') as "knownRoot",
      coalesce((select index + 1 from log_entry where log = l.number order by index desc limit 1), 0) as size,
      c.size as "signedSize", encode(c.root, 'hex') as "signedRoot", c.time_ms as "signedMs",
      exists (select from log_mark where log = l.number) as kept
    from (select * from log order by number desc limit 1) l
    left join lateral (
      select size, root, time_ms from log_checkpoint where log = l.number order by size desc limit 1) c on true`,
}

export async function currentLog(db: Executor): Promise<CurrentLog> {
  const [row] = await db.query<CurrentLog>(CURRENT)
  if (!row) throw new Error('there is no log')
  return row
}

const KEPT: Statement = {
  name: 'standing.kept',
  text: 'insert into log_mark (log, kept_at) values ($1, business_now()) on conflict (log) do nothing',
}

/** Records that a mark of this log was kept. */
export async function recordMark(db: Executor, log: number): Promise<void> {
  await db.query(KEPT, [log])
}

const BEGIN: Statement = {
  name: 'standing.begin',
  // the clock of the machine that holds the copy may be behind the entries
  text: `insert into log (number, continues, known_size, known_root, started_at)
    values ($1, $2, $3, decode($4, 'hex'), greatest(business_now(), (select max(appended_at) from log_entry)))`,
}

export async function insertLog(
  db: Executor,
  { number, continues, size, root }: { number: number; continues: number; size: number; root: string },
): Promise<void> {
  await db.query(BEGIN, [number, continues, size, root])
}

const LANDED: Statement = {
  name: 'standing.schema',
  text: 'select max(version) as version from schema_migration',
}

/** The last migration that the database has. */
export async function landedMigration(db: Executor): Promise<number> {
  return (await db.query<{ version: number | null }>(LANDED))[0]?.version ?? 0
}

/** Refunds, void rounds and void events keep their entries: they go into the new log. So do fundings and days of withdrawals. */
const SET_ASIDE: Statement = {
  name: 'standing.setAside',
  text: `with taken as (
      delete from log_pending where entry ->> 't' not in ('issue-refund', 'round-void', 'event-void', 'funding', 'withdrawals') returning pending_id, entry)
    insert into log_unpublished (log, pending_id, entry) select $1, pending_id, entry from taken`,
}

/** Sets aside what waited to be appended to the lost log and cannot be in the new one. */
export async function setAside(db: Executor, log: number): Promise<void> {
  await db.query(SET_ASIDE, [log])
}

const WAITING: Statement = {
  name: 'standing.waiting',
  text: `select distinct coalesce(entry ->> 'issue', 'event ' || (entry ->> 'event'), (entry ->> 'game') || ' ' || (entry ->> 'period')) as issue
    from log_pending where entry ->> 't' in ('issue-refund', 'round-void', 'event-void')`,
}

/** Issues whose refund is complete and waits to be appended, and names of void rounds and events whose entries wait. */
export async function waitingRefunds(db: Executor): Promise<string[]> {
  return (await db.query<{ issue: string }>(WAITING)).map(({ issue }) => issue)
}

const TAKE_REFUNDS: Statement = {
  name: 'standing.takeRefunds',
  text: `delete from log_pending where entry ->> 't' = 'issue-refund' returning entry ->> 'issue' as issue`,
}

/** Takes the entries of refunds out of the queue, as those of a lost log have another form. @returns the numbers of their issues */
export async function takeRefunds(db: Executor): Promise<string[]> {
  return (await db.query<{ issue: string }>(TAKE_REFUNDS)).map(({ issue }) => issue)
}

const CONTINUES: Statement = {
  name: 'standing.continues',
  text: `select bytes from log_entry where log = (select max(number) from log) and kind = 'log-continues'`,
}

/** The entry with which the current log continues a lost one. */
export async function continuesEntry(db: Executor): Promise<string | undefined> {
  return (await db.query<{ bytes: string }>(CONTINUES))[0]?.bytes
}
