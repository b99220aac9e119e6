/**
 * A purchase in one statement over a batch: judge on the member's side, let the seller decide on the thing bought, write
 * both sides. Statements of their own lock the members' wallets and then the subjects, each in key order, before it, so
 * that it sees a fresh snapshot. All of it goes to PostgreSQL in one round trip and one transaction.
 *
 * The shape of the statement leaves the planner no choice, however empty a table was when it planned. A look-up is a
 * LATERAL … LIMIT 1; where several indexes begin with the member, `between x and x` with `order by` its column names the
 * one that is meant (to an equality all would do alike, and some read every row of the member). Rows that were looked up
 * and locked are updated by their place (`ctid`), not searched again.
 */
import type { LimitKind } from '@fairlot/contract/guard-kinds'
import type { Statement } from '../../platform/db.ts'

/**
 * `done` bought; `sold_out`, `closed` refused by the seller; `refunded` given back later; `funds`, `cap`, `limit` (the
 * member's own), `excluded` (the member takes a break or excluded themselves), `closing` (the account is being closed) refused without a trace, so that a
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
  | 'excluded'
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
  /** units that were left after the decision */
  left?: number
  /** with the outcome `limit`: which one it is over, and what it still allows (minor units, minutes) */
  limit?: LimitKind
  room?: bigint
}

export type SaleRow = Pick<Item, 'outcome' | 'owned' | 'left'> & {
  id: string
  first_code: number | null
  limit: LimitKind | null
  room: bigint | null
}

/** What a seller adds to the purchase: the book of what it sells. */
export type Book = {
  /** locks the subjects' rows, $1, in key order */
  readonly lock: Statement
  /**
   * SQL of the decision: the rows and columns of `asked`, with `sold`, `outcome`, `first_code` and `units_left` of each
   * whose `refusal` is null; of the others `outcome` is the refusal and `first_code` is `first_before`.
   */
  readonly decided: string
  /** with-clauses that write the book: of `decided` the rows that are sold, and those that neither are nor were refused */
  readonly writes: string
}

/** A purchase of one seller: the locks in their order, then everything else in one statement. */
export type Sale = {
  readonly locks: readonly { statement: Statement; key(item: Item): string }[]
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
 * Checks idempotency, the member's own protection, cap and balance; lets the seller decide; writes the purchase, the
 * wallet, the limits, both books' lines and what the seller writes. A batch holds at most one item of a member.
 *
 * Limits are counted in the same statement, under the wallet's lock (limits.ts explains the counters); only members who
 * have any cost the look-up.
 */
export function sale(kind: string, book: Book): Sale {
  return {
    locks: [
      { statement: LOCK_WALLETS, key: (item) => item.member },
      { statement: book.lock, key: (item) => item.subject },
    ],
    write: {
      name: `purchase.${kind}`,
      text: `
with clock as materialized (select at from business_clock),
asked as (
  select b.*, p.first_code as first_before, w.wallet, w.balance, w.lines, w.has_limits, f.known is null as newcomer, o.owned,
    l.kind as limit_kind, l.room as limit_room,
    case
      when p.state is not null then
        case when (p.kind, p.subject_id, p.quantity, p.amount) = ($7, b.subject_id, b.quantity, b.amount)
          then p.state else 'conflict' end
      when w.closing then 'closing'
      when w.excluded_until > (select at from clock) then 'excluded'
      when b.cap > 0 and o.owned + b.quantity > b.cap then 'cap'
      when l.kind is not null then 'limit'
      when coalesce(w.balance, 0) < b.amount then 'funds'
    end as refusal
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[], $5::bigint[], $6::int[]) with ordinality
    as b(member_id, purchase_id, subject_id, quantity, amount, cap, n)
  left join lateral (
    select w.ctid as wallet, w.balance, w.lines, w.has_limits, w.excluded_until, w.closing from wallet w
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
    select case when b.cap > 0 then (
      select coalesce(sum(q.quantity), 0)::int from (
        select q.quantity from purchase q
        where q.member_id = b.member_id and q.subject_id between b.subject_id and b.subject_id
          and q.state in ('held', 'done') and q.purchase_id <> b.purchase_id
        order by q.subject_id) q) else 0 end as owned offset 0) o on true
  left join lateral (
    select r.kind, r.room from (
      select c.kind, c.cap - case when c.starts_on >= period_start(c.period, t.at, c.utc_offset) then c.used else c.open end as room
      from limit_counter c, clock t
      where w.has_limits and c.member_id = b.member_id and c.kind <> 'deposit'
      order by c.member_id) r
    where case when r.kind = 'time' then r.room <= 0 else r.room < b.amount end
    order by r.kind = 'time' desc, r.room, r.kind limit 1) l on true),
decided as materialized (${book.decided}),
buy as (
  insert into purchase (member_id, purchase_id, kind, subject_id, quantity, amount, state, settled, first_code, created_at)
  select member_id, purchase_id, $7, subject_id, quantity, amount, outcome, not sold, first_code, (select at from clock)
  from decided where refusal is null),
pay as (
  update wallet w set balance = w.balance - case when d.sold then d.amount else 0 end,
    lines = w.lines + case when d.sold then 1 else 2 end, open_orders = w.open_orders + d.sold::int
  from decided d where d.refusal is null and w.ctid = d.wallet),
count as (
  update limit_counter c set starts_on = r.starts_on, used = r.used + r.amount, ceiling = greatest(c.cap, r.used),
    open = c.open + case c.kind when 'loss' then r.amount else 0 end
  from (
    select c.ctid as row, d.amount, greatest(c.starts_on, s.today) as starts_on,
      case when c.starts_on >= s.today then c.used else c.open end as used
    from decided d cross join lateral (
      select c.ctid, c.starts_on, c.used, c.open, c.period, c.utc_offset from limit_counter c
      where c.member_id = d.member_id and c.kind in ('spend', 'loss')
      order by c.member_id) c
    cross join lateral (select period_start(c.period, t.at, c.utc_offset) as today from clock t) s
    where d.sold and d.has_limits) r
  where c.ctid = r.row),
${book.writes},
book as (
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
  select member_id, purchase_id, 'hold', 'wallet', 'clearing', amount, lines + 1, balance - amount, (select at from clock)
  from decided where refusal is null
  union all
  select subject_id, purchase_id, 'sale', 'clearing', 'pool', amount, null, null, (select at from clock)
  from decided where sold
  union all
  select member_id, purchase_id, 'release', 'clearing', 'wallet', amount, lines + 2, balance, (select at from clock)
  from decided where refusal is null and not sold)
select purchase_id as id, outcome, first_code, owned, units_left as left,
  case when outcome = 'limit' then limit_kind end as "limit", case when outcome = 'limit' then limit_room end as room
from decided`,
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
