/**
 * The counters of members' limits. A limit is one row (member, kind, span) with what is used of it in the span that runs.
 *
 * Everything that counts, and every change of a limit, holds the lock of the member's wallet, so that the two never race:
 * two hundred purchases at once stop exactly at the limit, and a lowered one holds for the next purchase.
 *
 * What is not decided yet is `open` inside `used` and goes along into the next span: an order before its draw may still be
 * lost there, a recharge before its payment may still come in. So neither can be piled up before midnight. A span that is
 * over is not reset by a clock: whatever counts next finds `starts_on` behind and begins with `open`. A clock that went
 * back finds `starts_on` ahead and goes on counting there, so that no limit is used twice.
 *
 * What fits is always judged by `cap`. `most` is for the schema's own promise, `CHECK (used <= most)`: the cap, or what was
 * in the counter already where that is more (the cap was lowered, or money came in that nobody can turn away). What adds to
 * a counter sets it from before the addition, so an addition beyond the cap does not pass, whoever writes it.
 */
import type { LimitKind, LimitSpan } from '@fairlot/contract/guard-kinds'
import { MS, type Executor, type Statement, type Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { array } from './steps.ts'

export type LimitKey = { member: string; kind: LimitKind; span: LimitSpan }

export type LimitRow = {
  kind: LimitKind
  span: LimitSpan
  /** minor units, or minutes */
  cap: bigint
  /** in the span that runs now */
  used: bigint
}

/** Beginning and end of the spans that run now, Unix milliseconds; `utc_offset` in minutes. */
const SPANS: Statement = {
  name: 'limit.spans',
  text: `
    select span, ${MS("(span_start(span, at, $1)::timestamp at time zone 'UTC') - $1 * interval '1 minute'")} as from_ms,
      ${MS("((span_start(span, at, $1) + ('1 ' || span)::interval) at time zone 'UTC') - $1 * interval '1 minute'")} as until_ms
    from business_clock, unnest('{day,week,month}'::text[]) as s(span)`,
}

export type SpanTimes = Record<LimitSpan, { from: number; until: number }>

/** The spans that run now. @param utcOffset minutes east of UTC of business time */
export async function spansNow(db: Executor, utcOffset: number): Promise<SpanTimes> {
  const rows = await db.query<{ span: LimitSpan; from_ms: bigint; until_ms: bigint }>(SPANS, [utcOffset])
  const times: Partial<SpanTimes> = {}
  for (const { span, from_ms, until_ms } of rows)
    times[span] = { from: Number(from_ms), until: Number(until_ms) }
  const { day, week, month } = times
  if (!day || !week || !month) throw new Error('a span is missing')
  return { day, week, month }
}

/** For a counter `c`: the first day `t.today` of the span that runs. */
const RUNNING = `cross join lateral (select span_start(c.span, at, c.utc_offset) as today from business_clock) t`
/** What is used in it. */
const USED = `case when c.starts_on >= t.today then c.used else c.open end`

const READ: Statement = {
  name: 'limit.read',
  text: `
    select c.kind, c.span, c.cap, ${USED} as used from limit_counter c ${RUNNING}
    where c.member_id = $1 order by c.kind, c.span`,
}

/** A member's limits with what is used of them now. */
export function limitsOf(db: Executor, member: string): Promise<LimitRow[]> {
  return db.query<LimitRow>(READ, [member])
}

/**
 * What counts already when a limit is set, in the member's own books: purchases of the span (spend), orders before their
 * draw and those drawn in the span (loss), recharges before their payment and those paid in the span (deposit). Time is
 * counted from then on. `latest`: after the clock went back some of it may be of a span that is still to come; counting goes
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
      select span_start($2, at, $3) as today,
        (span_start($2, at, $3)::timestamp at time zone 'UTC') - $3 * interval '1 minute' as at
      from business_clock),
    a as (${ALREADY[kind]})
    insert into limit_counter as c (member_id, kind, span, cap, starts_on, utc_offset, used, open, most, set_at)
    select $1, '${kind}', $2, $4, greatest(f.today, span_start($2, a.latest, $3)), $3, a.used, a.open, greatest($4, a.used), business_now()
    from a, f
    on conflict (member_id, kind, span) do update set
      cap = $4, set_at = excluded.set_at, utc_offset = $3,
      starts_on = greatest(c.starts_on, excluded.starts_on),
      used = case when c.starts_on >= excluded.starts_on then c.used else c.open end,
      most = greatest($4, case when c.starts_on >= excluded.starts_on then c.used else c.open end)`,
})
const SET: Record<LimitKind, Statement> = {
  deposit: setLimitOf('deposit'),
  spend: setLimitOf('spend'),
  loss: setLimitOf('loss'),
  time: setLimitOf('time'),
}

const MARK: Statement = {
  name: 'limit.mark',
  text: `update wallet w set guarded = exists (select from limit_counter c where c.member_id = w.member_id) where w.member_id = $1`,
}

const DROP: Statement = {
  name: 'limit.drop',
  text: 'delete from limit_counter where member_id = $1 and kind = $2 and span = $3',
}

/**
 * Sets a limit, or takes it away (null). The caller holds the wallet's lock (`lockWallets`), and has decided that it may.
 * @param cap minor units, or minutes
 * @param utcOffset minutes east of UTC of business time
 */
export async function setLimit(
  tx: Tx,
  { member, kind, span }: LimitKey,
  cap: bigint | null,
  utcOffset: number,
): Promise<void> {
  if (cap === null) await tx.query(DROP, [member, kind, span])
  else await tx.query(SET[kind], [member, span, utcOffset, cap])
  await tx.query(MARK, [member])
}

const STOP: Statement = {
  name: 'limit.stop',
  text: `update wallet set stopped_until = $2::timestamptz where member_id = $1`,
}

/** Ends a member's ability to spend at once, until a moment; null lets them again. The caller holds the wallet's lock. */
export async function stopWallet(tx: Tx, member: string, until: Date | 'infinity' | null): Promise<void> {
  await tx.query(STOP, [member, until])
}

const STOPPED: Statement = {
  name: 'limit.stopped',
  text: `
    select stopped_until = 'infinity' as closing, case when stopped_until <> 'infinity' then ${MS('stopped_until')} end as until_ms
    from wallet, business_clock where member_id = $1 and stopped_until > at`,
}

export type Stopped = { closing: boolean; until: number | null }

/** Whether a member can spend nothing now; null: they can. */
export async function stoppedNow(db: Executor, member: string): Promise<Stopped | null> {
  const [row] = await db.query<{ closing: boolean; until_ms: bigint | null }>(STOPPED, [member])
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
    update limit_counter c set starts_on = s.starts_on, used = s.used + $2, open = c.open + $2, most = greatest(c.cap, s.used)
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
  const stopped = await stoppedNow(tx, member)
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
 * What became of recharges that were counted as open. `paid`: it stays counted, in the span that runs. `failed`: it never
 * came. `late`: it failed and came all the same; it is the member's, whatever the limit is.
 */
export type DepositEnd = 'paid' | 'failed' | 'late'

const END_DEPOSIT: Statement = {
  name: 'limit.end_deposit',
  text: `
    update limit_counter c set starts_on = s.starts_on, open = c.open - s.ended, used = s.used, most = greatest(c.cap, s.used)
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
 * For statements that end purchases of many members at once: settled ones leave `open` but stay used, in the span that
 * runs now. `of`: a relation with member_id and amount, one row a member.
 */
export const settleLimits = (of: string) => `
  update limit_counter c set starts_on = s.starts_on, open = c.open - s.amount, used = s.used, most = greatest(c.cap, s.used)
  from (
    select c.ctid as row, e.amount, greatest(c.starts_on, t.today) as starts_on, ${USED} as used
    from ${of} e join limit_counter c on c.member_id = e.member_id and c.kind = 'loss' ${RUNNING}) s
  where c.ctid = s.row`

/**
 * The same for purchases that are given back: they were never lost, and what was spent in the span that is counted was not
 * spent. `of`: a relation with member_id, amount and created_at, one row a purchase.
 *
 * What was spent stops at nothing: should a counter ever lack a purchase, the money of a whole chunk must not fail to go back
 * for it. (The doctor compares counters with the books.)
 */
export const giveBackLimits = (of: string) => `
  update limit_counter c set used = s.used, most = greatest(c.cap, s.used),
    open = c.open - case c.kind when 'loss' then s.amount else 0 end
  from (
    select c.member_id, c.kind, c.span, sum(e.amount)::bigint as amount,
      case c.kind when 'loss' then c.used - sum(e.amount) else greatest(c.used - sum(e.amount), 0) end::bigint as used
    from ${of} e join limit_counter c on c.member_id = e.member_id
    where c.kind = 'loss' or c.kind = 'spend'
      and span_start(c.span, e.created_at, c.utc_offset) = c.starts_on
    group by c.member_id, c.kind, c.span) s
  where (c.member_id, c.kind, c.span) = (s.member_id, s.kind, s.span)`

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
    update limit_counter c set starts_on = s.starts_on, used = s.used, most = greatest(c.cap, s.used), counted_through = s.through
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
