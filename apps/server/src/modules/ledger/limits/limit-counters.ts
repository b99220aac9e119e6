/**
 * The counters of members' limits. A limit is one row (member, kind, period) with the amount used in the current period.
 *
 * Every statement that counts and every change of a limit holds the lock of the member's wallet. Two hundred purchases at
 * once stop exactly at the limit, and a lowered limit holds for the next purchase.
 *
 * `open` is the undecided part of `used`: orders before their draw, recharges before their payment. It carries over into the
 * next period, so that a member cannot pile up orders before midnight. No job resets a counter when a period ends: the next
 * statement that counts finds `starts_on` in an earlier period and begins with `open`. When the clock was set back, it finds
 * `starts_on` in a later period and keeps counting there, so that no limit is used twice.
 *
 * Statements judge by `cap`. `ceiling` serves the schema's CHECK (used <= ceiling): it is the cap, or the amount that the
 * counter already held where that is more (the cap was lowered, or a late payment arrived). A statement that adds to a counter
 * sets the ceiling from the value before the addition, so the CHECK refuses any addition beyond the cap.
 */
import type { LimitKind, LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import type { Executor, Statement, Tx } from '../../../platform/db.ts'
import { RUNNING, USED } from './limit-periods.ts'

export type LimitKey = { member: string; kind: LimitKind; period: LimitPeriod }

export type LimitRow = {
  kind: LimitKind
  period: LimitPeriod
  /** minor units, or minutes */
  cap: bigint
  /** in the period that runs now */
  used: bigint
}

const READ: Statement = {
  name: 'limit.read',
  text: `
    select c.kind, c.period, c.cap, ${USED} as used from limit_counter c ${RUNNING}
    where c.member_id = $1 order by c.kind, c.period`,
}

/** A member's limits with what is used of them now. */
export function limitsOf(db: Executor, member: string): Promise<LimitRow[]> {
  return db.query<LimitRow>(READ, [member])
}

/** What a deposit limit finds already counted when it is set; the module with the recharges answers it. */
export type CountedDeposits = {
  /** of the period, and not paid yet, minor units */
  used: bigint
  /** of that: not paid yet */
  open: bigint
  /** when the latest of them was paid */
  latest: Date | null
}

/**
 * What counts already when a limit is set: purchases of the period (spend); orders before their draw, and those drawn in
 * the period less their payouts, recycled prizes and payments of draws in favour (loss); what the caller says (deposit). Time counts from then on. `latest`: after the clock was
 * set back, some of it may belong to a later period; counting continues there.
 */
const ALREADY: Record<LimitKind, string> = {
  spend: `
    select coalesce(sum(p.amount) filter (where p.created_at >= f.at), 0)::bigint as used, 0::bigint as open,
      max(p.created_at) as latest
    from f left join purchase p on p.member_id = $1 and p.state in ('held', 'done') and p.created_at >= f.at`,
  loss: `
    select coalesce(sum(p.amount - p.payout), 0)::bigint - coalesce((
        select sum(l.amount) from ledger l, f where l.book = $1 and l.kind in ('recycle', 'favour') and l.at >= f.at), 0)::bigint as used,
      coalesce(sum(p.amount) filter (where not p.settled), 0)::bigint as open, max(p.settled_at) as latest
    from f left join purchase p on p.member_id = $1 and p.state in ('held', 'done')
      and (not p.settled or p.settled_at >= f.at)`,
  deposit: 'select $5::bigint as used, $6::bigint as open, $7::timestamptz as latest from f',
  time: 'select 0::bigint as used, 0::bigint as open, null::timestamptz as latest from f',
}

/**
 * What a counter `c` keeps when its limit is set again. Other periods begin after BUSINESS_UTC_OFFSET changed: the books say
 * what was used in the new period. No book has the minutes of use, which count on until their old period ends.
 */
const kept = (kind: LimitKind): string => {
  const same = 'case when c.starts_on >= excluded.starts_on then c.used else c.open end'
  const other =
    kind === 'time'
      ? 'case when c.starts_on >= period_start($2, business_now(), c.utc_offset) then c.used else 0 end'
      : 'excluded.used'
  return `case when c.utc_offset = $3 then ${same} else ${other} end`
}

const setLimitOf = (kind: LimitKind): Statement => ({
  name: `limit.set.${kind}`,
  text: `
    with f as materialized (
      select period_start($2, at, $3) as today,
        (period_start($2, at, $3)::timestamp at time zone 'UTC') - $3 * interval '1 minute' as at
      from business_clock),
    a as (${ALREADY[kind]})
    insert into limit_counter as c (member_id, kind, period, cap, starts_on, utc_offset, used, open, ceiling, set_at)
    select $1, '${kind}', $2, $4, greatest(f.today, period_start($2, a.latest, $3)), $3, a.used, a.open, greatest($4, a.used), business_now()
    from a, f
    on conflict (member_id, kind, period) do update set
      cap = $4, set_at = excluded.set_at, utc_offset = $3,
      starts_on = ${kind === 'time' ? 'greatest(c.starts_on, excluded.starts_on)' : 'case when c.utc_offset = $3 then greatest(c.starts_on, excluded.starts_on) else excluded.starts_on end'},
      used = ${kept(kind)},
      ceiling = greatest($4, ${kept(kind)})`,
})
const SET: Record<LimitKind, Statement> = {
  deposit: setLimitOf('deposit'),
  spend: setLimitOf('spend'),
  loss: setLimitOf('loss'),
  time: setLimitOf('time'),
}

const MARK: Statement = {
  name: 'limit.mark',
  text: `update wallet w set has_limits = exists (select from limit_counter c where c.member_id = w.member_id) where w.member_id = $1`,
}

const DROP: Statement = {
  name: 'limit.drop',
  text: 'delete from limit_counter where member_id = $1 and kind = $2 and period = $3',
}

/**
 * Sets a limit, or removes it (null). The caller holds the wallet's lock (`lockWallets`) and has checked that the change is
 * allowed.
 * @param cap minor units, or minutes
 * @param utcOffset minutes east of UTC of business time
 * @param deposits for a deposit limit: what counts already
 */
export async function setLimit(
  tx: Tx,
  { member, kind, period }: LimitKey,
  cap: bigint | null,
  utcOffset: number,
  deposits?: CountedDeposits,
): Promise<void> {
  if (cap === null) await tx.query(DROP, [member, kind, period])
  else if (kind !== 'deposit') await tx.query(SET[kind], [member, period, utcOffset, cap])
  else if (deposits === undefined) throw new Error('a deposit limit needs to know what counts already')
  else {
    const { used, open, latest } = deposits
    await tx.query(SET.deposit, [member, period, utcOffset, cap, used, open, latest])
  }
  await tx.query(MARK, [member])
}
