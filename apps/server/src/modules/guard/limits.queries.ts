import type { LimitKind, LimitPeriod } from '@fairlot/contract/guard-kinds'
import { MS, type Executor, type Statement, type Tx } from '../../platform/db.ts'

/** A limit as it is named on the wire. */
export type LimitName = { kind: LimitKind; period: LimitPeriod }

/** A looser limit that waits. Times in Unix milliseconds. */
export type IncreaseRow = LimitName & {
  /** minor units or minutes; null: no limit */
  cap: bigint | null
  from_ms: bigint
  until_ms: bigint
  /** whole seconds until it can be confirmed; 0 or less: now */
  wait: number
}

const INCREASES: Statement = {
  name: 'guard.increases',
  text: `
    select kind, period, cap, ${MS('confirm_from')} as from_ms, ${MS('confirm_until')} as until_ms,
      ceil(extract(epoch from confirm_from - at))::int as wait
    from pending_increase, business_clock where member_id = $1 and confirm_until > at`,
}

/** The looser limits that a member waits for or can confirm now. */
export function increasesOf(db: Executor, memberId: string): Promise<IncreaseRow[]> {
  return db.query<IncreaseRow>(INCREASES, [memberId])
}

const ASK: Statement = {
  name: 'guard.ask',
  text: `
    insert into pending_increase (member_id, kind, period, cap, requested_at, confirm_from, confirm_until)
    select $1, $2, $3, $4, at, at + $5 * interval '1 hour', at + $5 * interval '1 hour' + $6 * interval '24 hours'
    from business_clock
    on conflict (member_id, kind, period) do update set cap = excluded.cap, requested_at = excluded.requested_at,
      confirm_from = excluded.confirm_from, confirm_until = excluded.confirm_until`,
}

/** Writes down a wish for a looser limit, in place of an earlier one. */
export async function putIncrease(
  tx: Tx,
  memberId: string,
  { kind, period }: LimitName,
  wish: { cap: bigint | null; waitHours: number; confirmDays: number },
): Promise<void> {
  await tx.query(ASK, [memberId, kind, period, wish.cap, wish.waitHours, wish.confirmDays])
}

const DROP: Statement = {
  name: 'guard.increase_drop',
  text: 'delete from pending_increase where member_id = $1 and kind = $2 and period = $3',
}

export async function dropIncrease(tx: Tx, memberId: string, { kind, period }: LimitName): Promise<void> {
  await tx.query(DROP, [memberId, kind, period])
}

/** What became of a limit. */
export type LimitEvent = 'set' | 'requested' | 'confirmed' | 'cancelled'

const WRITE: Statement = {
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

export async function writeChange(tx: Tx, memberId: string, change: LimitChange): Promise<void> {
  const { id, kind, period, event, before, after, operatorId } = change
  await tx.query(WRITE, [memberId, id, kind, period, event, before, after, operatorId])
}

const LAST: Statement = {
  name: 'guard.limit_change_last',
  text: `
    select event from limit_change where member_id = $1 and kind = $2 and period = $3 order by at desc, change_id desc limit 1`,
}

/** What happened to a limit last; undefined: nothing yet. */
export async function lastEvent(
  db: Executor,
  memberId: string,
  { kind, period }: LimitName,
): Promise<LimitEvent | undefined> {
  return (await db.query<{ event: LimitEvent }>(LAST, [memberId, kind, period]))[0]?.event
}
