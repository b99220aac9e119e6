/**
 * The two member-side steps of every movement of a member's money: reserve, then settle. Between them a
 * selling module's allocate step decides on the thing bought. Each step is one statement over a batch,
 * preceded by one that locks its rows in key order, so that the write sees a fresh snapshot.
 *
 * The shape of these statements leaves the planner no choice, however empty a table was when it planned. A look-up is a
 * LATERAL … LIMIT 1; where several indexes begin with the member, `between x and x` with `order by` its column names the
 * one that is meant (to an equality all would do alike, and some read every row of the member). Rows that were looked up
 * and locked are updated by their place (`ctid`), not searched again.
 */
import type { LimitKind } from '@fairlot/contract/guard-kinds'
import type { Statement } from '../../platform/db.ts'

/**
 * `done` bought; `sold_out`, `closed` refused by the seller; `refunded` given back later; `funds`, `cap`, `limit` (the
 * member's own), `stopped` (the member takes a break), `closing` (so is the account) refused without a trace, so that a
 * retry is judged anew; `conflict` the id belongs to another input; `held` reserved and not decided.
 */
export type Outcome =
  | 'held'
  | 'done'
  | 'sold_out'
  | 'closed'
  | 'refunded'
  | 'funds'
  | 'cap'
  | 'limit'
  | 'stopped'
  | 'closing'
  | 'conflict'

/** One purchase on its way through the steps. */
export type Item = {
  /** uuid derived from member and request id: the idempotency key */
  readonly id: string
  readonly member: string
  /** what is bought: an issue */
  readonly subject: string
  readonly quantity: number
  /** minor units */
  readonly amount: bigint
  /** most units of the subject that one member may hold; 0 = no limit */
  readonly cap: number
  outcome?: Outcome
  firstCode?: number | null
  /** units of the subject that the member held before; only counted where there is a cap */
  owned?: number
  /** the member's first purchase of the subject */
  newcomer?: boolean
  /** units that were left after the decision */
  left?: number
  /** with the outcome `limit`: which one it is over, and what it still allows (minor units, minutes) */
  limit?: LimitKind
  room?: bigint
}

export type StepRow = Partial<Pick<Item, 'outcome' | 'owned' | 'newcomer' | 'left'>> & {
  id: string
  first_code?: number | null
  limit?: LimitKind | null
  room?: bigint | null
}

export type Step = {
  readonly name: string
  /** which items of a batch this step works on */
  wants(item: Item): boolean
  /** the key of the row that the item must lock, or null for none */
  locks(item: Item): string | null
  readonly lock: Statement
  readonly write: Statement
  values(items: readonly Item[]): unknown[]
}

/** A PostgreSQL array literal of ids, numbers or plain words; none of them needs quoting. */
export function array(values: readonly (string | number | bigint | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

const UUID_OID = 2950

/**
 * Ids as a one-dimensional uuid[] in PostgreSQL's binary format (array_recv): dimensions, has-null flag, element type,
 * length, lower bound, then length and bytes of each. Parsing them as text costs PostgreSQL a tenth of a purchase.
 */
export function uuids(ids: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(20 + 20 * ids.length)
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(0, 4)
  bytes.writeInt32BE(UUID_OID, 8)
  bytes.writeInt32BE(ids.length, 12)
  bytes.writeInt32BE(1, 16)
  let at = 20
  for (const id of ids) {
    bytes.writeInt32BE(16, at)
    const written = bytes.write(id.replaceAll('-', ''), at + 4, 16, 'hex')
    if (written !== 16) throw new RangeError(`not a uuid: ${id}`)
    at += 20
  }
  return bytes
}

const LOCK_WALLETS: Statement = {
  name: 'wallet.lock',
  text: `select count(*) from (
    select 1 from wallet where member_id = any($1::uuid[]) order by member_id for update) locked`,
}

/**
 * Checks idempotency, the member's own protection, cap and balance, moves the amount from the wallet to clearing and
 * writes the purchase as `held`. A batch holds at most one item of a member.
 *
 * Limits are counted in the same statement, under the wallet's lock (limits.ts explains the counters); only members who
 * have any cost the look-up.
 */
export function reserve(kind: string): Step {
  return {
    name: 'reserve',
    wants: () => true,
    locks: (item) => item.member,
    lock: LOCK_WALLETS,
    write: {
      name: 'purchase.reserve',
      text: `
with d as materialized (
  select b.*, p.first_code, w.wallet, w.balance, w.lines, w.guarded, f.known is null as newcomer, o.owned,
    l.kind as limit_kind, l.room,
    case
      when p.state is not null then
        case when (p.kind, p.subject_id, p.quantity, p.amount) = ($7, b.subject_id, b.quantity, b.amount)
          then p.state else 'conflict' end
      when w.stopped_until > (select at from business_clock) then case when w.stopped_until = 'infinity' then 'closing' else 'stopped' end
      when b.cap > 0 and o.owned + b.quantity > b.cap then 'cap'
      when l.kind is not null then 'limit'
      when coalesce(w.balance, 0) < b.amount then 'funds'
      else 'new'
    end as outcome
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::bigint[], $6::int[])
    as b(member_id, purchase_id, subject_id, quantity, amount, cap)
  left join lateral (
    select w.ctid as wallet, w.balance, w.lines, w.guarded, w.stopped_until from wallet w
    where w.member_id = b.member_id limit 1) w on true
  left join lateral (
    select p.kind, p.subject_id, p.quantity, p.amount, p.state, p.first_code from purchase p
    where p.member_id = b.member_id and p.purchase_id between b.purchase_id and b.purchase_id
    order by p.purchase_id limit 1) p on true
  left join lateral (
    select 1 as known from purchase q
    where q.member_id = b.member_id and q.subject_id between b.subject_id and b.subject_id
      and q.state in ('held', 'done') and q.purchase_id <> b.purchase_id
    order by q.subject_id limit 1) f on true
  left join lateral (
    select coalesce(sum(q.quantity), 0)::int as owned from (
      select q.quantity from purchase q
      where b.cap > 0 and q.member_id = b.member_id and q.subject_id between b.subject_id and b.subject_id
        and q.state in ('held', 'done') and q.purchase_id <> b.purchase_id
      order by q.subject_id) q) o on true
  left join lateral (
    select r.kind, r.room from (
      select c.kind, c.cap - case when c.starts_on >= span_start(c.span, t.at, c.utc_offset) then c.used else c.open end as room
      from limit_counter c, business_clock t
      where w.guarded and c.member_id = b.member_id and c.kind <> 'deposit'
      order by c.member_id) r
    where case when r.kind = 'time' then r.room <= 0 else r.room < b.amount end
    order by r.kind = 'time' desc, r.room, r.kind limit 1) l on true),
buy as (
  insert into purchase (member_id, purchase_id, kind, subject_id, quantity, amount, state, created_at)
  select member_id, purchase_id, $7, subject_id, quantity, amount, 'held', (select at from business_clock)
  from d where outcome = 'new'),
pay as (
  update wallet w set balance = w.balance - d.amount, lines = w.lines + 1, open_orders = w.open_orders + 1
  from d where w.ctid = d.wallet and d.outcome = 'new'),
count as (
  update limit_counter c set starts_on = r.starts_on, used = r.used + r.amount, most = greatest(c.cap, r.used),
    open = c.open + case c.kind when 'loss' then r.amount else 0 end
  from (
    select c.ctid as row, d.amount, greatest(c.starts_on, s.today) as starts_on,
      case when c.starts_on >= s.today then c.used else c.open end as used
    from d cross join lateral (
      select c.ctid, c.starts_on, c.used, c.open, c.span, c.utc_offset from limit_counter c
      where d.guarded and d.outcome = 'new' and c.member_id = d.member_id and c.kind in ('spend', 'loss')
      order by c.member_id) c
    cross join lateral (select span_start(c.span, t.at, c.utc_offset) as today from business_clock t) s) r
  where c.ctid = r.row),
book as (
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
  select member_id, purchase_id, 'hold', 'wallet', 'clearing', amount, lines + 1, balance - amount,
    (select at from business_clock)
  from d where outcome = 'new')
select purchase_id as id, case outcome when 'new' then 'held' else outcome end as outcome, first_code, owned, newcomer,
  case when outcome = 'limit' then limit_kind end as "limit", case when outcome = 'limit' then room end as room
from d`,
    },
    values: (items) => [
      uuids(items.map((item) => item.member)),
      uuids(items.map((item) => item.id)),
      uuids(items.map((item) => item.subject)),
      array(items.map((item) => item.quantity)),
      array(items.map((item) => item.amount)),
      array(items.map((item) => item.cap)),
      kind,
    ],
  }
}

/** Writes the seller's decision on the member's side; what was refused goes from clearing back to the wallet. */
export const settle: Step = {
  name: 'settle',
  wants: (item) => item.outcome === 'done' || item.outcome === 'sold_out' || item.outcome === 'closed',
  // a purchase that went through changes no wallet here; its own row is locked by the update
  locks: (item) => (item.outcome === 'done' ? null : item.member),
  lock: LOCK_WALLETS,
  write: {
    name: 'purchase.settle',
    text: `
with d as (
  update purchase p set state = b.state, first_code = b.first_code, settled = b.state <> 'done'
  from (
    select b.state, b.first_code, p.row
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) as b(member_id, purchase_id, state, first_code)
    cross join lateral (
      select p.ctid as row, p.state from purchase p
      where p.member_id = b.member_id and p.purchase_id between b.purchase_id and b.purchase_id
      order by p.purchase_id limit 1) p
    where p.state = 'held') b
  where p.ctid = b.row and p.state = 'held'
  returning p.member_id, p.purchase_id, p.amount, p.state, p.created_at),
back as materialized (
  select d.member_id, d.purchase_id, d.amount, d.created_at, w.wallet, w.balance, w.lines, w.guarded
  from d cross join lateral (
    select w.ctid as wallet, w.balance, w.lines, w.guarded from wallet w where w.member_id = d.member_id limit 1) w
  where d.state <> 'done'),
uncount as (
  update limit_counter c set used = b.used, most = greatest(c.cap, b.used),
    open = c.open - case c.kind when 'loss' then b.amount else 0 end
  from (
    select b.amount, c.row, c.used - case when c.kind = 'loss' or span_start(c.span, b.created_at, c.utc_offset) = c.starts_on
      then b.amount else 0 end as used
    from back b cross join lateral (
      select c.ctid as row, c.kind, c.span, c.utc_offset, c.starts_on, c.used from limit_counter c
      where b.guarded and c.member_id = b.member_id and c.kind in ('spend', 'loss')
      order by c.member_id) c) b
  where c.ctid = b.row),
refund as (
  update wallet w set balance = w.balance + b.amount, lines = w.lines + 1, open_orders = w.open_orders - 1
  from back b where w.ctid = b.wallet)
insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
select member_id, purchase_id, 'release', 'clearing', 'wallet', amount, lines + 1, balance + amount,
  (select at from business_clock)
from back`,
  },
  values: (items) => [
    uuids(items.map((item) => item.member)),
    uuids(items.map((item) => item.id)),
    array(items.map((item) => item.outcome ?? null)),
    array(items.map((item) => item.firstCode ?? null)),
  ],
}
