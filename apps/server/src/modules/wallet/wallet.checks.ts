/** What must always be true of recharges: statements for the doctor, in the shape of the ledger's own. */
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
]
