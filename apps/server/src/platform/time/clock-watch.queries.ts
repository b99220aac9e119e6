/** SQL of the watch over the clock. */
import { FLOOR_MS, type Executor, type Statement, type Tx } from '../db.ts'

export type ClockRow = {
  /** business time, Unix milliseconds */
  business: bigint
  generation: number
  driven: boolean
  settled: bigint | null
  haltedAt: bigint | null
  haltedBy: string | null
  jump: bigint | null
  /** the last agreeing look of the machine */
  mono: bigint | null
  seen: bigint | null
}

const READ: Statement = {
  name: 'clock.read',
  text: `
    select ${FLOOR_MS('c.at')} as business, w.generation, w.driven, ${FLOOR_MS('w.settled_at')} as settled,
      ${FLOOR_MS('w.halted_at')} as "haltedAt", w.halted_by as "haltedBy", w.jump_ms as jump,
      l.mono_ms as mono, l.business_ms as seen
    from clock_watch w cross join business_clock c
    left join clock_look l on l.machine = $1 and l.generation = w.generation`,
}

/** @param machine of the caller's monotonic clock; null: only the state is read */
export async function readClock(db: Executor, machine: string | null): Promise<ClockRow> {
  const [row] = await db.query<ClockRow>(READ, [machine])
  if (!row) throw new Error('the row of clock_watch is missing')
  return row
}

const HALT: Statement = {
  name: 'clock.halt',
  text: `update clock_watch set halted_at = business_now(), halted_by = $1, jump_ms = $2
    where halted_at is null and generation = $3 returning 1`,
}

/** @returns whether this call halted: another server may have been first */
export async function haltClock(
  db: Executor,
  { machine, jumpMs, generation }: { machine: string; jumpMs: number; generation: number },
): Promise<boolean> {
  return (await db.query(HALT, [machine, jumpMs, generation])).length > 0
}

const RESUME: Statement = {
  name: 'clock.resume',
  text: `update clock_watch set halted_at = null, halted_by = null, jump_ms = null
    where halted_by = $1 and generation = $2 returning 1`,
}

/** Ends the halt of a machine. */
export async function resumeClock(db: Executor, machine: string, generation: number): Promise<boolean> {
  return (await db.query(RESUME, [machine, generation])).length > 0
}

/** The settled time never goes back, and stands still while the acts are halted. */
const SETTLE: Statement = {
  name: 'clock.settle',
  text: `update clock_watch set settled_at = greatest(settled_at, to_timestamp($1::bigint / 1000.0))
    where halted_at is null and generation = $2`,
}

export async function settleClock(db: Executor, atMs: number, generation: number): Promise<void> {
  await db.query(SETTLE, [atMs, generation])
}

const KEEP: Statement = {
  name: 'clock.keep',
  text: `insert into clock_look (machine, generation, mono_ms, business_ms, seen_at)
    select $1, $2, $3, $4, statement_timestamp()
    on conflict (machine) do update set generation = excluded.generation, mono_ms = excluded.mono_ms,
      business_ms = excluded.business_ms, seen_at = excluded.seen_at`,
}
const FORGET: Statement = {
  name: 'clock.forget',
  text: `delete from clock_look where seen_at < statement_timestamp() - interval '30 days'`,
}

/** Keeps an agreeing look of a machine, and forgets machines that have long been away. */
export async function keepLook(
  db: Executor,
  look: { machine: string; generation: number; monoMs: number; businessMs: number },
): Promise<void> {
  await db.query(KEEP, [look.machine, look.generation, Math.round(look.monoMs), look.businessMs])
  await db.query(FORGET)
}

/** Where the clock was set back, the settled time goes back with it. */
const ACCEPT: Statement = {
  name: 'clock.accept',
  text: `update clock_watch set halted_at = null, halted_by = null, jump_ms = null, generation = generation + 1,
      settled_at = least(settled_at, business_now())
    where generation = $1 and ${FLOOR_MS('halted_at')} = $2 returning 1`,
}

/** Ends a halt because operators have said that business time is right. @returns whether this halt lasted */
export async function acceptClock(tx: Tx, generation: number, sinceMs: number): Promise<boolean> {
  return (await tx.query(ACCEPT, [generation, sinceMs])).length > 0
}
