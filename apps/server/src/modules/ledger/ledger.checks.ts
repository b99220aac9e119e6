/**
 * Invariants of the books, as statements that the doctor runs in one snapshot. Each answers one row: the number of
 * breaches, and a figure for people.
 */
import { heldSince } from '../../platform/schema/held-since.ts'
import { historyCheck } from '../../platform/schema/history.checks.ts'
import { HOUSE, WALLETS, type Book } from './books.ts'
import type { Check } from './check.ts'
import { ledgerPostings, pairsCheck, postingsCheck } from './postings.checks.ts'
import { purchaseIdCheck } from './purchase/derived-ids.checks.ts'
import type { SellerDefinition } from './purchase/seller-definition.ts'
import { OWN } from './purchase/own-part.ts'
import { HOUSE_BOOKS } from './transfer.ts'

/** The balance of every row of a book is the sum of its lines. */
export function bookCheck({ name, table, key, balance, account }: Book): Check {
  return {
    id: 'INV-1',
    title: `the balance of every ${name} book is the sum of its lines`,
    sql: `
      select count(*) filter (where b.${balance} <> coalesce(l.total, 0)) as breaches,
        count(*) || ' books hold ' || trim_scale(coalesce(sum(b.${balance}), 0) / 10000.0) as figure
      from ${table} b
      left join (
        select book, sum(case credit when '${account}' then amount else -amount end) as total
        from ledger where '${account}' in (debit, credit) group by book) l on l.book = b.${key}`,
  }
}

const bondCheck: Check = {
  id: 'INV-10',
  title: 'the guarantee binds exactly what the bonds of draws bind',
  sql: `
    select (h.bound <> coalesce(b.amount, 0))::int::bigint as breaches,
      coalesce(b.bonds, 0) || ' bonds of ' || trim_scale(h.bound / 10000.0) as figure
    from house_account h
    cross join (select sum(amount) as amount, count(*) as bonds from guarantee_bond where freed_at is null) b
    where h.name = 'guarantee'`,
}

/** Every line belongs to a row of a registered book, under the name of that book's account. */
function accountCheck(books: readonly Book[]): Check {
  const rows = [WALLETS, HOUSE, ...books].map(
    ({ table, key, account }) => `select ${key} as book, '${account}' as account from ${table}`,
  )
  return {
    id: 'INV-1',
    title: 'every line belongs to an account of a registered book',
    sql: `
      select count(*) filter (where b.book is null) as breaches, count(*) || ' lines' as figure
      from ledger l
      left join (${rows.join(' union all ')}) b
        on b.book = l.book and b.account = case l.debit when 'clearing' then l.credit else l.debit end`,
  }
}

/** Every purchase is of a kind that a registered seller sells. */
function kindCheck(kinds: readonly string[]): Check {
  const known = kinds.map((kind) => `'${kind}'`).join(', ')
  return {
    id: 'INV-4',
    title: 'every purchase is of a kind that a registered seller sells',
    sql: `
      select count(*) filter (where kind not in (${known})) as breaches, count(distinct kind) || ' kinds' as figure
      from purchase`,
  }
}

/**
 * What must be true of the lines and purchases of all sellers.
 * @param books the registered books of modules that sell nothing
 */
export const sellersChecks = (sellers: readonly SellerDefinition[], books: readonly Book[] = []): Check[] => [
  accountCheck([...sellers.map(({ book }) => book), ...books]),
  bondCheck,
  kindCheck(sellers.map(({ kind }) => kind)),
  pairsCheck(sellers),
]

/** The accounts of the house with their floors: cash is money at payment companies, the others pay only what they have. */
const HOUSE_ACCOUNTS = Object.entries(HOUSE_BOOKS)
  .map(([name, book]) => `('${book}'::uuid, '${name}', ${name === 'cash' ? `-${2n ** 63n - 1n}` : '0'})`)
  .join(', ')

/**
 * SQL of a check of fundings: how many repeat the reference of an earlier one in another case.
 * @param scope columns within which a reference is used once
 */
export const repeatedReferences = (table: string, scope: readonly string[]): string => `
  select count(*) filter (where repeats and funded_at >= ${heldSince(112)}) as breaches,
    count(*) || ' fundings, ' || count(*) filter (where repeats and funded_at < ${heldSince(112)})
      || ' of them of earlier releases with a reference in another case' as figure
  from (select funded_at, row_number() over (partition by ${scope.join(', ')}, upper(reference)
    order by funded_at, funding_id) > 1 as repeats from ${table}) funding`

export const ledgerChecks: readonly Check[] = [
  historyCheck('INV-1', 'house_funding', 'the fundings of the house'),
  historyCheck('INV-1', 'house_move', "the house's own moves"),
  {
    id: 'INV-1',
    title: 'a reference of the bank funds an account of the house once, in whatever case it is written',
    sql: repeatedReferences('house_funding', ['book']),
  },
  ...ledgerPostings.map(postingsCheck),
  {
    id: 'INV-2',
    title: 'the house has its eight accounts and no other, each with its floor',
    sql: `
      select count(*) filter (where a.book is null or h.book is null or a.name <> h.name or a.floor <> h.floor) as breaches,
        count(a.book) || ' accounts' as figure
      from house_account a full join (values ${HOUSE_ACCOUNTS}) h(book, name, floor) using (book)`,
  },
  {
    id: 'INV-1',
    title: 'clearing is zero over all books',
    sql: `
      select (coalesce(sum(case credit when 'clearing' then amount else -amount end), 0) <> 0)::int::bigint as breaches,
        count(*) || ' postings' as figure
      from ledger`,
  },
  {
    id: 'INV-1',
    title: 'every wallet is the sum of its lines',
    sql: `
      select count(*) filter (where w.balance <> coalesce(l.total, 0) or w.lines <> coalesce(l.lines, 0)) as breaches,
        count(*) || ' wallets hold ' || trim_scale(coalesce(sum(w.balance), 0) / 10000.0) as figure
      from wallet w
      left join (
        select book, sum(case credit when 'wallet' then amount else -amount end) as total, count(*) as lines
        from ledger where line is not null group by book) l on l.book = w.member_id`,
  },
  {
    id: 'INV-1',
    title: 'every line of a wallet follows from the line before',
    sql: `
      select count(*) filter (where balance <> before + change or line <> rank) as breaches,
        count(*) || ' lines' as figure
      from (
        select balance, line, case credit when 'wallet' then amount else -amount end as change,
          coalesce(lag(balance) over own, 0) as before, row_number() over own as rank
        from ledger where line is not null window own as (partition by book order by line)) x`,
  },
  bookCheck(HOUSE),
  {
    id: 'INV-2',
    title: 'no account is below its floor',
    sql: `
      select (select count(*) from wallet where balance < 0) + (select count(*) from house_account where balance < floor + bound)
          as breaches,
        'lowest wallet ' || coalesce((select trim_scale(min(balance) / 10000.0)::text from wallet), 'none') as figure`,
  },
  {
    id: 'INV-4',
    title: 'no purchase is undecided, and every settled one has the time of its settlement',
    sql: `
      select count(*) filter (where state = 'held' or (settled and state <> 'refused') <> (settled_at is not null)) as breaches,
        count(*) || ' purchases' as figure
      from purchase`,
  },
  purchaseIdCheck,
  {
    id: 'INV-4',
    title: 'every wallet counts its open orders',
    sql: `
      select count(*) filter (where w.open_orders <> coalesce(p.open, 0)) as breaches,
        coalesce(sum(w.open_orders), 0) || ' orders wait for their draw' as figure
      from wallet w
      left join (select member_id, count(*) as open from purchase where not settled group by member_id) p
        using (member_id)`,
  },
  {
    id: 'INV-17',
    title: 'no limit counter exceeds its ceiling, and every ceiling is the cap or the amount counted before',
    sql: `
      select count(*) filter (where used > ceiling or ceiling <> greatest(cap, used) or (open > used and kind = 'deposit')) as breaches,
        count(*) || ' limits, ' || count(*) filter (where used >= cap) || ' used up' as figure
      from limit_counter`,
  },
  {
    id: 'INV-17',
    title: 'a wallet is marked with has_limits exactly when its member has limits',
    sql: `
      select count(*) filter (where w.has_limits is distinct from (c.limits is not null)) as breaches,
        count(*) filter (where w.has_limits) || ' members with limits' as figure
      from wallet w
      full join (select member_id, count(*) as limits from limit_counter group by member_id) c using (member_id)`,
  },
  {
    id: 'INV-17',
    title:
      'every spend and loss counter has the open amount of its member, and at least the purchases of its period',
    // a larger value is no breach: a purchase refunded while the clock was set back stays counted
    sql: `
      select count(*) filter (where c.open <> b.open or c.used < b.used) as breaches,
        count(*) || ' counters of spend and loss' as figure
      from limit_counter c
      cross join lateral (
        select (c.starts_on::timestamp at time zone 'UTC') - c.utc_offset * interval '1 minute' as from_at,
          ((c.starts_on + ('1 ' || c.period)::interval) at time zone 'UTC') - c.utc_offset * interval '1 minute' as until_at) t
      cross join lateral (
        select 0 as open, coalesce(sum(${OWN('p')}), 0) as used from purchase p
        where c.kind = 'spend' and p.member_id = c.member_id and p.state in ('held', 'done')
          and p.created_at >= t.from_at and p.created_at < t.until_at
        having c.kind = 'spend'
        union all
        select coalesce(sum(${OWN('p')}) filter (where not p.settled), 0), coalesce(sum(${OWN('p')} - p.payout), 0)
          - coalesce((select sum(l.amount) from ledger l where c.kind = 'loss' and l.book = c.member_id and l.kind in ('recycle', 'favour')
            and l.at >= t.from_at and l.at < t.until_at), 0)
        from purchase p
        where c.kind = 'loss' and p.member_id = c.member_id and p.state in ('held', 'done')
          and (not p.settled or p.settled_at >= t.from_at and p.settled_at < t.until_at)
        having c.kind = 'loss') b`,
  },
  {
    id: 'INV-17',
    title: 'no counter of spend, loss or time is ahead of the clock, unless the clock was there',
    // a purchase, a setting or a minute of that period says that the clock was set back later
    sql: `
      select count(*) filter (where c.starts_on > t.today and c.set_at < t.from_at
          and coalesce(c.counted_through < t.from_at, true) and not exists (
            select from purchase p where p.member_id = c.member_id and greatest(p.created_at, p.settled_at) >= t.from_at)) as breaches,
        count(*) || ' counters' as figure
      from limit_counter c cross join business_clock clock
      cross join lateral (
        select period_start(c.period, clock.at, c.utc_offset) as today,
          (c.starts_on::timestamp at time zone 'UTC') - c.utc_offset * interval '1 minute' as from_at) t
      where c.kind <> 'deposit'`,
  },
  {
    id: 'INV-17',
    title: 'no purchase was taken beyond the cap of a limit',
    // a counter is beyond its cap only when the cap was lowered after the last purchase
    sql: `
      select count(*) filter (where c.used > c.cap and exists (
          select from purchase p where p.member_id = c.member_id and p.state = 'done' and p.created_at > c.set_at
            and p.created_at >= (c.starts_on::timestamp at time zone 'UTC') - c.utc_offset * interval '1 minute')) as breaches,
        count(*) || ' counters of spend and loss' as figure
      from limit_counter c where c.kind in ('spend', 'loss')`,
  },
]
