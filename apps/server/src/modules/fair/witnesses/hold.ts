/**
 * The stop after witnesses failed: from the first round that passes without a quorum of lines nothing witnessed is sealed, until two
 * operators release it. So what silent witnesses cost is bounded by what was sealed before.
 */
import { MS, type Executor, type Tx } from '../../../platform/db.ts'

export type WitnessHold = { subject: string; since: number }

const OPEN = {
  name: 'witness_hold.open',
  text: `select subject, ${MS('since')}::float8 as since from witness_hold where released_at is null`,
}
const WRITE = {
  name: 'witness_hold.write',
  text: 'insert into witness_hold (subject) values ($1) on conflict do nothing',
}
const SINCE = {
  name: 'witness_hold.since',
  text: `select 1 from witness_hold where released_at is null or released_at >= to_timestamp($1::bigint / 1000.0) limit 1`,
}
const RELEASE = {
  name: 'witness_hold.release',
  text: `update witness_hold set released_at = business_now(), approval_id = $1 where released_at is null
    returning subject, ${MS('since')}::float8 as since`,
}

/** Null: witnessed subjects may be sealed. */
export async function witnessHold(db: Executor): Promise<WitnessHold | null> {
  return (await db.query<WitnessHold>(OPEN))[0] ?? null
}

/** Begins the stop, unless it has begun. @param subject issue number, or name of the event, whose round passed */
export async function holdWitnessed(tx: Tx, subject: string): Promise<void> {
  await tx.query(WRITE, [subject])
}

/** Whether a stop is open, or ended at this time or later. @param ms Unix milliseconds */
export async function wasHeldSince(db: Executor, ms: number): Promise<boolean> {
  return (await db.query(SINCE, [ms])).length > 0
}

/** Ends the stop. @returns what began it; null: there is none */
export async function releaseHold(tx: Tx, approvalId: string): Promise<WitnessHold | null> {
  return (await tx.query<WitnessHold>(RELEASE, [approvalId]))[0] ?? null
}
