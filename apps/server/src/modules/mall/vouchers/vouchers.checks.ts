/** What must be true of vouchers. Run by the doctor. */
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import { postingsCheck, type Check, type Postings } from '../../ledger/index.ts'

/** Every entry of a voucher's history moves its amount once. */
export const voucherPostings: Postings = {
  id: 'INV-16',
  of: 'vouchers',
  kinds: [
    ['voucher_grant', 'account'],
    ['voucher', 'account'],
    ['voucher', 'wallet'],
    ['voucher_back', 'wallet'],
    ['voucher_back', 'account'],
    ['voucher_expiry', 'account'],
  ],
  lines: `
    select line.book, coalesce(e.purchase_id, e.voucher_id) as ref, line.kind, line.debit, line.credit, v.amount, e.at
    from voucher_event e join voucher v using (member_id, voucher_id)
    cross join (select book from house_account where name = 'marketing') marketing
    cross join (select book from house_account where name = 'vouchers') vouchers
    cross join lateral (values
      ('granted', 'voucher_grant', marketing.book, 'account', 'clearing'),
      ('granted', 'voucher_grant', vouchers.book, 'clearing', 'account'),
      ('used', 'voucher', vouchers.book, 'account', 'clearing'),
      ('used', 'voucher', e.member_id, 'clearing', 'wallet'),
      ('returned', 'voucher_back', e.member_id, 'wallet', 'clearing'),
      ('returned', 'voucher_back', vouchers.book, 'clearing', 'account'),
      ('expired', 'voucher_expiry', vouchers.book, 'account', 'clearing'),
      ('expired', 'voucher_expiry', marketing.book, 'clearing', 'account')) line(event, kind, book, debit, credit)
    where line.event = e.event`,
}

export const voucherChecks: readonly Check[] = [
  historyCheck('INV-16', 'voucher_event', 'the history of vouchers'),
  postingsCheck(voucherPostings),
  {
    id: 'INV-16',
    title: 'the house has set aside the amounts of all vouchers that can still be used, and no more',
    sql: `
      select (account.balance <> coalesce(open.amount, 0))::int::bigint as breaches,
        open.vouchers || ' vouchers of ' || trim_scale(coalesce(open.amount, 0) / 10000.0) as figure
      from house_account account
      cross join (select count(*) as vouchers, sum(amount) as amount from voucher where state = 'open') open
      where account.name = 'vouchers'`,
  },
  {
    id: 'INV-16',
    title:
      'every voucher is in the state of the last entry of its history, which has each step once and in order',
    sql: `
      select count(*) filter (where h.steps is distinct from v.steps::bigint or h.last_seq <> v.steps or not h.in_order
          or v.state <> case h.last when 'used' then 'used' when 'expired' then 'expired' else 'open' end
          or v.purchase_id is distinct from case h.last when 'used' then h.purchase_id end) as breaches,
        count(*) || ' vouchers' as figure
      from voucher v left join lateral (
        select count(*) as steps, max(seq) as last_seq,
          bool_and(case before when 'used' then event = 'returned' and purchase_id = before_purchase
            when 'expired' then false else before is null or event in ('used', 'expired') end) as in_order,
          (array_agg(event order by seq desc))[1] as last, (array_agg(purchase_id order by seq desc))[1] as purchase_id
        from (
          select e.seq, e.event, e.purchase_id, lag(e.event) over steps as before,
            lag(e.purchase_id) over steps as before_purchase
          from voucher_event e where e.member_id = v.member_id and e.voucher_id = v.voucher_id window steps as (order by e.seq)) step) h
        on true`,
  },
  {
    id: 'INV-16',
    title:
      'what the house paid of an order is one voucher of its member, used from its minimum spend on, and back exactly when the order was refunded',
    sql: `
      select count(*) filter (where p.purchase_id is null or used.purchase_id is null or p.house_paid <> used.amount
          or p.amount < used.min_spend or p.state not in ('done', 'refunded')
          or (p.state = 'refunded') <> used.is_back) as breaches,
        count(used.purchase_id) || ' orders with a voucher' as figure
      from (select member_id, purchase_id, amount, state, house_paid from purchase where house_paid is not null) p
      full join (
        select e.member_id, e.purchase_id, v.amount, v.min_spend, exists (
          select from voucher_event back
          where (back.member_id, back.purchase_id, back.event) = (e.member_id, e.purchase_id, 'returned')) as is_back
        from voucher_event e join voucher v using (member_id, voucher_id) where e.event = 'used') used
        using (member_id, purchase_id)`,
  },
]
