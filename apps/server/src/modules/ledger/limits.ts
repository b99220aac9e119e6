/**
 * The counters of members' limits. A limit is one row (member, kind, period) with what is used of it in the period that runs.
 *
 * Everything that counts, and every change of a limit, holds the lock of the member's wallet, so that the two never race:
 * two hundred purchases at once stop exactly at the limit, and a lowered one holds for the next purchase.
 *
 * What is not decided yet is `open` inside `used` and goes along into the next period: an order before its draw may still be
 * lost there, a recharge before its payment may still come in. So neither can be piled up before midnight. A period that is
 * over is not reset by a clock: whatever counts next finds `starts_on` behind and begins with `open`. A clock that went
 * back finds `starts_on` ahead and goes on counting there, so that no limit is used twice.
 *
 * What fits is always judged by `cap`. `ceiling` is for the schema's own promise, `CHECK (used <= ceiling)`: the cap, or what was
 * in the counter already where that is more (the cap was lowered, or money came in that nobody can turn away). What adds to
 * a counter sets it from before the addition, so an addition beyond the cap does not pass, whoever writes it.
 */
import type { LimitKind, LimitPeriod } from '@fairlot/contract/guard-kinds'
import { MS, type Executor, type Statement, type Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { array } from './steps.ts'

export type LimitKey = { member: string; kind: LimitKind; period: LimitPeriod }

export type LimitRow = {
  kind: LimitKind
  period: LimitPeriod
  /** minor units, or minutes */
  cap: bigint
  /** in the period that runs now */
  used: bigint
}

/** Beginning and end of the periods that run now, Unix milliseconds; `utc_offset` in minutes. */
const PERIODS: Statement = {
  name: 'limit.periods',
  text: `
    select period, ${MS("(period_start(period, at, $1)::timestamp at time zone 'UTC') - $1 * interval '1 minute'")} as from_ms,
      ${MS("((period_start(period, at, $1) + ('1 ' || period)::interval) at time zone 'UTC') - $1 * interval '1 minute'")} as until_ms
    from business_clock, unnest('{day,week,month}'::text[]) as s(period)`,
}

export type PeriodTimes = Record<LimitPeriod, { from: number; until: number }>

/** The periods that run now. @param utcOffset minutes east of UTC of business time */
export async function periodsNow(db: Executor, utcOffset: number): Promise<PeriodTimes> {
  const rows = await db.query<{ period: LimitPeriod; from_ms: bigint; until_ms: bigint }>(PERIODS, [
    utcOffset,
  ])
  const times: Partial<PeriodTimes> = {}
  for (const { period, from_ms, until_ms } of rows)
    times[period] = { from: Number(from_ms), until: Number(until_ms) }
  const { day, week, month } = times
  if (!day || !week || !month) throw new Error('a period is missing')
  return { day, week, month }
}

/** For a counter `c`: the first day `t.today` of the period that runs. */
const RUNNING = `cross join lateral (select period_start(c.period, at, c.utc_offset) as today from business_clock) t`
/** What is used in it. */
const USED = `case when c.starts_on >= t.today then c.used else c.open end`

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

/**
 * What counts already when a limit is set, in the member's own books: purchases of the period (spend), orders before their
 * draw and those drawn in the period (loss), recharges before their payment and those paid in the period (deposit). Time is
 * counted from then on. `latest`: after the clock went back some of it may be of a period that is still to come; counting goes
 * on there.
 */
const ALREADY: Record<LimitKind, string> = {
  spend: `
    select coalesce(sum(p.amount) filter (where p.created_at >= f.at), 0)::bigint as used, 0::bigint as open,
      max(p.created_at) as latest
    from f left join purchase p on p.member_id = $1 and p.state in ('held', 'done') and p.created_at >= f.at`,
  loss: `
    select coalesce(sum(p.amount), 0)::bigint as used, coalesce(sum(p.amount) filter (where not p.settled), 0)::bigint as open,
      max(p.settled_at) as latest
    from f left join purchase p on p.member_id = $1 and p.state in ('held', 'done')
      and (not p.settled or p.settled_at >= f.at)`,
  deposit: `
    select coalesce(sum(r.amount), 0)::bigint as used, coalesce(sum(r.amount) filter (where r.state = 'processing'), 0)::bigint as open,
      max(r.finished_at) as latest
    from f left join recharge r on r.member_id = $1
      and (r.state = 'processing' or r.state = 'success' and r.finished_at >= f.at)`,
  time: 'select 0::bigint as used, 0::bigint as open, null::timestamptz as latest from f',
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
      starts_on = greatest(c.starts_on, excluded.starts_on),
      used = case when c.starts_on >= excluded.starts_on then c.used else c.open end,
      ceiling = greatest($4, case when c.starts_on >= excluded.starts_on then c.used else c.open end)`,
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
 * Sets a limit, or takes it away (null). The caller holds the wallet's lock (`lockWallets`), and has decided that it may.
 * @param cap minor units, or minutes
 * @param utcOffset minutes east of UTC of business time
 */
export async function setLimit(
  tx: Tx,
  { member, kind, period }: LimitKey,
  cap: bigint | null,
  utcOffset: number,
): Promise<void> {
  if (cap === null) await tx.query(DROP, [member, kind, period])
  else await tx.query(SET[kind], [member, period, utcOffset, cap])
  await tx.query(MARK, [member])
}

const EXCLUDE: Statement = {
  name: 'limit.exclude',
  text: `update wallet set excluded_until = $2::timestamptz where member_id = $1`,
}

/** Stops a member's purchases and recharges from the commit until a moment. The caller holds the wallet's lock. */
export async function excludeWallet(tx: Tx, member: string, until: Date): Promise<void> {
  await tx.query(EXCLUDE, [member, until])
}

const CLOSING: Statement = {
  name: 'limit.closing',
  text: 'update wallet set closing = $2 where member_id = $1',
}

/** Marks a wallet whose account is being closed: it buys nothing and receives no recharge. The caller holds the wallet's lock. */
export async function markWalletClosing(tx: Tx, member: string, closing: boolean): Promise<void> {
  await tx.query(CLOSING, [member, closing])
}

const BARRED: Statement = {
  name: 'limit.barred',
  text: `
    select closing, case when excluded_until > at then ${MS('excluded_until')} end as until_ms
    from wallet, business_clock where member_id = $1 and (closing or excluded_until > at)`,
}

export type Barred = { closing: boolean; until: number | null }

/** Whether a member can spend nothing now; null: they can. */
export async function barredNow(db: Executor, member: string): Promise<Barred | null> {
  const [row] = await db.query<{ closing: boolean; until_ms: bigint | null }>(BARRED, [member])
  return row ? { closing: row.closing, until: row.until_ms === null ? null : Number(row.until_ms) } : null
}

const ROOM: Statement = {
  name: 'limit.room',
  text: `
    select c.kind, c.cap - ${USED} as room from limit_counter c ${RUNNING}
    where c.member_id = $1 and c.kind in ('deposit', 'time')`,
}

const HOLD_DEPOSIT: Statement = {
  name: 'limit.hold_deposit',
  text: `
    update limit_counter c set starts_on = s.starts_on, used = s.used + $2, open = c.open + $2, ceiling = greatest(c.cap, s.used)
    from (
      select c.ctid as row, greatest(c.starts_on, t.today) as starts_on, ${USED} as used
      from limit_counter c ${RUNNING} where c.member_id = $1 and c.kind = 'deposit') s
    where c.ctid = s.row`,
}

/**
 * Counts a recharge that is opened against the member's limits. The caller holds the wallet's lock.
 * @throws Refusal SPENDING_STOPPED, ACCOUNT_CLOSING, TIME_LIMIT, DEPOSIT_LIMIT with `left` by `display`
 */
export async function holdDeposit(
  tx: Tx,
  member: string,
  amount: bigint,
  display: (minor: bigint) => string,
): Promise<void> {
  const stopped = await barredNow(tx, member)
  if (stopped) throw new Refusal(stopped.closing ? 'ACCOUNT_CLOSING' : 'SPENDING_STOPPED')
  const rooms = await tx.query<{ kind: LimitKind; room: bigint }>(ROOM, [member])
  if (rooms.some(({ kind, room }) => kind === 'time' && room <= 0n)) throw new Refusal('TIME_LIMIT')
  const left = rooms.filter(({ kind }) => kind === 'deposit').map(({ room }) => room)
  const least = left.reduce((a, b) => (b < a ? b : a), amount)
  if (least < amount)
    throw new Refusal('DEPOSIT_LIMIT', { values: { left: display(least < 0n ? 0n : least) } })
  if (left.length > 0) await tx.query(HOLD_DEPOSIT, [member, amount])
}

/**
 * What became of recharges that were counted as open. `paid`: it stays counted, in the period that runs. `failed`: it never
 * came. `late`: it failed and came all the same; it is the member's, whatever the limit is.
 */
export type DepositEnd = 'paid' | 'failed' | 'late'

const END_DEPOSIT: Statement = {
  name: 'limit.end_deposit',
  text: `
    update limit_counter c set starts_on = s.starts_on, open = c.open - s.ended, used = s.used, ceiling = greatest(c.cap, s.used)
    from (
      select c.ctid as row, e.ended, greatest(c.starts_on, t.today) as starts_on, ${USED} + e.added as used
      from (
        select member_id,
          sum(case e when 'late' then 0 else amount end)::bigint as ended,
          sum(case e when 'late' then amount when 'failed' then -amount else 0 end)::bigint as added
        from unnest($1::uuid[], $2::text[], $3::bigint[]) as e(member_id, e, amount) group by member_id) e
      join limit_counter c on c.member_id = e.member_id and c.kind = 'deposit' ${RUNNING}) s
    where c.ctid = s.row`,
}

/** Books the ends of recharges on the counters. The caller holds the locks of the wallets. */
export async function endDeposits(
  tx: Tx,
  ends: readonly { member: string; end: DepositEnd; amount: bigint }[],
): Promise<void> {
  if (ends.length === 0) return
  await tx.query(END_DEPOSIT, [
    ends.map(({ member }) => member),
    ends.map(({ end }) => end),
    array(ends.map(({ amount }) => amount)),
  ])
}

/**
 * For statements that end purchases of many members at once: settled ones leave `open` but stay used, in the period that
 * runs now. `of`: a relation with member_id and amount, one row a member.
 */
export const settleLimits = (of: string) => `
  update limit_counter c set starts_on = s.starts_on, open = c.open - s.amount, used = s.used, ceiling = greatest(c.cap, s.used)
  from (
    select c.ctid as row, e.amount, greatest(c.starts_on, t.today) as starts_on, ${USED} as used
    from ${of} e join limit_counter c on c.member_id = e.member_id and c.kind = 'loss' ${RUNNING}) s
  where c.ctid = s.row`

/**
 * The same for purchases that are given back: they were never lost, and what was spent in the period that is counted was not
 * spent. `of`: a relation with member_id, amount and created_at, one row a purchase.
 *
 * What was spent stops at nothing: should a counter ever lack a purchase, the money of a whole chunk must not fail to go back
 * for it. (The doctor compares counters with the books.)
 */
export const giveBackLimits = (of: string) => `
  update limit_counter c set used = s.used, ceiling = greatest(c.cap, s.used),
    open = c.open - case c.kind when 'loss' then s.amount else 0 end
  from (
    select c.member_id, c.kind, c.period, sum(e.amount)::bigint as amount,
      case c.kind when 'loss' then c.used - sum(e.amount) else greatest(c.used - sum(e.amount), 0) end::bigint as used
    from ${of} e join limit_counter c on c.member_id = e.member_id
    where c.kind = 'loss' or c.kind = 'spend'
      and period_start(c.period, e.created_at, c.utc_offset) = c.starts_on
    group by c.member_id, c.kind, c.period) s
  where (c.member_id, c.kind, c.period) = (s.member_id, s.kind, s.period)`

/** A minute in which a member was there. @param at its beginning, Unix milliseconds of business time */
export type MinuteOfUse = { member: string; at: number }

const TIMED: Statement = {
  name: 'limit.timed',
  text: `select distinct member_id as member from limit_counter where member_id = any($1::uuid[]) and kind = 'time'`,
}

/** Those of the members who have limited their time. */
export async function timeLimited(db: Executor, members: readonly string[]): Promise<string[]> {
  return (await db.query<{ member: string }>(TIMED, [members])).map(({ member }) => member)
}

const COUNT_MINUTES: Statement = {
  name: 'limit.count_minutes',
  text: `
    update limit_counter c set starts_on = s.starts_on, used = s.used, ceiling = greatest(c.cap, s.used), counted_through = s.through
    from (
      select c.ctid as row, greatest(c.starts_on, t.today) as starts_on, ${USED} + m.minutes as used, m.through
      from (select distinct member_id from unnest($1::uuid[]) as m(member_id)) e
      join limit_counter c on c.member_id = e.member_id and c.kind = 'time' ${RUNNING}
      cross join lateral (
        select count(*) as minutes, to_timestamp(max(m.ms) / 1000.0) as through
        from unnest($1::uuid[], $2::bigint[]) as m(member_id, ms)
        where m.member_id = c.member_id and to_timestamp(m.ms / 1000.0) > coalesce(c.counted_through, '-infinity')) m
      where m.minutes > 0) s
    where c.ctid = s.row`,
}

/**
 * Counts minutes of use for members who have limited their time; one that was counted already, by another process or an
 * earlier try, is not counted again. Each pair at most once in a call. The caller holds the locks of the wallets.
 */
export async function countMinutes(tx: Tx, minutes: readonly MinuteOfUse[]): Promise<void> {
  if (minutes.length === 0) return
  await tx.query(COUNT_MINUTES, [minutes.map(({ member }) => member), array(minutes.map(({ at }) => at))])
}
