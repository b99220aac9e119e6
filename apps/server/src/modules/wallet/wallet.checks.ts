/** What must always be true of recharges and wallet statements: statements for the doctor, in the shape of the ledger's. */
import { NAMED_KINDS } from './wallet-statement.ts'

export const walletChecks: readonly { id: string; title: string; sql: string }[] = [
  {
    id: 'INV-14',
    title: 'every paid recharge is credited once and whole, no other is',
    sql: `
      select count(*) filter (where (r.state = 'success') is distinct from (m.amount is not null)
          or m.amount <> r.amount or (m.amount is not null) is distinct from (c.amount is not null) or c.amount <> r.amount)
          as breaches,
        count(r.recharge_id) filter (where r.state = 'success') || ' of ' || count(r.recharge_id) || ' recharges paid'
          as figure
      from recharge r
      full join (select * from ledger where kind = 'recharge' and 'wallet' in (debit, credit)) m
        on (m.book, m.ref) = (r.member_id, r.recharge_id)
      left join ledger c on c.kind = 'recharge' and c.ref = coalesce(r.recharge_id, m.ref)
        and c.book = (select book from house_account where name = 'cash')`,
  },
  {
    id: 'INV-14',
    title: 'every credit of a recharge follows from one notice of the payment company',
    sql: `
      select count(*) filter (where (r.state = 'success')::int <> e.credits) as breaches,
        coalesce(sum(e.notices), 0) || ' notices taken' as figure
      from recharge r
      cross join lateral (
        select count(*) as notices, count(*) filter (where outcome in ('credited', 'credited_late')) as credits
        from provider_event e where (e.provider, e.payment_id) = (r.provider, r.payment_id)) e`,
  },
  {
    id: 'INV-14',
    title: 'the timeline of every recharge ends in its state',
    sql: `
      select count(*) filter (where (t.state, t.reason) is distinct from (r.state, r.reason) or t.seq <> t.lines) as breaches,
        coalesce(sum(t.lines), 0) || ' entries' as figure
      from recharge r
      left join lateral (
        select state, reason, seq, count(*) over () as lines from recharge_timeline t
        where (t.member_id, t.recharge_id) = (r.member_id, r.recharge_id) order by seq desc limit 1) t on true`,
  },
  {
    id: 'INV-17',
    title: 'every deposit counter has what is open, and no less than the recharges of its period',
    sql: `
      select count(*) filter (where c.open <> b.open or c.used < b.used) as breaches,
        count(*) || ' deposit counters' as figure
      from limit_counter c
      cross join lateral (
        select (c.starts_on::timestamp at time zone 'UTC') - c.utc_offset * interval '1 minute' as from_at,
          ((c.starts_on + ('1 ' || c.period)::interval) at time zone 'UTC') - c.utc_offset * interval '1 minute' as until_at) t
      cross join lateral (
        select coalesce(sum(r.amount) filter (where r.state = 'processing'), 0) as open, coalesce(sum(r.amount), 0) as used
        from recharge r
        where r.member_id = c.member_id
          and (r.state = 'processing' or r.state = 'success' and r.finished_at >= t.from_at and r.finished_at < t.until_at)) b
      where c.kind = 'deposit'`,
  },
  {
    id: 'INV-1',
    title: 'every kind of wallet line has a name in the wallet statement',
    sql: `
      select count(*) filter (where kind not in (${NAMED_KINDS.map((kind) => `'${kind}'`).join(', ')})) as breaches,
        count(distinct kind) || ' kinds' as figure
      from ledger where line is not null`,
  },
]
