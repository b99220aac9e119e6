/** SQL of pending increases and of the history of limits. */
import type { LimitKind, LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import { MS, type Executor, type Statement, type Tx } from '../../platform/db.ts'

/** Names one limit of a member. */
export type LimitName = { kind: LimitKind; period: LimitPeriod }

/** A looser limit that the member requested and has not confirmed. Times in Unix milliseconds. */
export type PendingIncrease = LimitName & {
  /** minor units, or minutes when the kind is `time`; null: no limit */
  cap: bigint | null
  from_ms: bigint
  until_ms: bigint
  /** whole seconds until the member can confirm it; 0 or less: now */
  wait_seconds: number
}

const PENDING: Statement = {
  name: 'guard.pending_increases',
  text: `
    select kind, period, cap, ${MS('confirm_from')} as from_ms, ${MS('confirm_until')} as until_ms,
      ceil(extract(epoch from confirm_from - at))::int as wait_seconds
    from pending_increase, settled_clock where member_id = $1 and confirm_until > at`,
}

/** The pending increases of a member that have not expired. */
export function pendingIncreasesOf(db: Executor, memberId: string): Promise<PendingIncrease[]> {
  return db.query<PendingIncrease>(PENDING, [memberId])
}

const PUT: Statement = {
  name: 'guard.pending_increase_put',
  text: `
    insert into pending_increase (member_id, kind, period, cap, requested_at, confirm_from, confirm_until)
    select $1, $2, $3, $4, at, at + $5 * interval '1 hour', at + $5 * interval '1 hour' + $6 * interval '24 hours'
    from business_clock
    on conflict (member_id, kind, period) do update set cap = excluded.cap, requested_at = excluded.requested_at,
      confirm_from = excluded.confirm_from, confirm_until = excluded.confirm_until`,
}

/** Writes a pending increase, in place of an earlier one. */
export async function putPendingIncrease(
  tx: Tx,
  memberId: string,
  { kind, period }: LimitName,
  { cap, waitHours, confirmDays }: { cap: bigint | null; waitHours: number; confirmDays: number },
): Promise<void> {
  await tx.query(PUT, [memberId, kind, period, cap, waitHours, confirmDays])
}

const DELETE: Statement = {
  name: 'guard.pending_increase_delete',
  text: 'delete from pending_increase where member_id = $1 and kind = $2 and period = $3',
}

export async function deletePendingIncrease(
  tx: Tx,
  memberId: string,
  { kind, period }: LimitName,
): Promise<void> {
  await tx.query(DELETE, [memberId, kind, period])
}

/** An event in the history of a limit. */
export type LimitEvent = 'set' | 'requested' | 'confirmed' | 'cancelled'

const INSERT_CHANGE: Statement = {
  name: 'guard.limit_change',
  text: `
    insert into limit_change (member_id, change_id, kind, period, event, before, after, operator_id, at)
    select $1, $2, $3, $4, $5, $6, $7, $8, at from business_clock`,
}

export type LimitChange = LimitName & {
  /** UUIDv7 */
  id: string
  event: LimitEvent
  before: bigint | null
  after: bigint | null
  /** null: the member */
  operatorId: string | null
}

export async function insertLimitChange(tx: Tx, memberId: string, change: LimitChange): Promise<void> {
  const { id, kind, period, event, before, after, operatorId } = change
  await tx.query(INSERT_CHANGE, [memberId, id, kind, period, event, before, after, operatorId])
}

const LAST: Statement = {
  name: 'guard.limit_change_last',
  text: `
    select event from limit_change where member_id = $1 and kind = $2 and period = $3 order by at desc, change_id desc limit 1`,
}

/** The latest event of a limit; undefined: the limit has no history. */
export async function lastEvent(
  db: Executor,
  memberId: string,
  { kind, period }: LimitName,
): Promise<LimitEvent | undefined> {
  return (await db.query<{ event: LimitEvent }>(LAST, [memberId, kind, period]))[0]?.event
}
