/** What drawn cash issues paid. Run by the doctor. */
import type { Check } from '../../ledger/index.ts'

/**
 * What each order of a cash issue has won so far, code by code: walks the ring from the winning code in both directions. The
 * settlement computes with ranges of codes, so the two do not share their arithmetic.
 */
const DUE = `
  select won.issue_id, owned.member_id, owned.purchase_id, won.tier, count(*) as codes, sum(won.prize) as value
  from (
    select distinct d.issue_id, band.tier, band.prize,
      1000001 + (d.code - 1000001 + side * distance + t.shares) % t.shares as code
    from issue_draw d join issue_terms t using (issue_id) cross join lateral tiers_of(t.tiers) band
    cross join lateral generate_series(band.near, band.far) distance cross join (values (-1), (1)) sides(side)
    where t.mode = 'cash') won
  join (
    select s.issue_id, s.member_id, s.purchase_id, s.seq, held.code
    from issue_sale s join issue_terms t using (issue_id) join issue_draw using (issue_id)
    cross join lateral generate_series(s.first_code, s.first_code + s.quantity - 1) held(code)
    where t.mode = 'cash' and s.state = 'done') owned using (issue_id, code)
  join issue_settlement x on x.issue_id = won.issue_id and owned.seq <= x.through_seq
  group by won.issue_id, owned.member_id, owned.purchase_id, won.tier`

export const cashChecks: readonly Check[] = [
  {
    id: 'INV-6',
    title:
      'every code within a tier of a drawn cash issue has won the prize of its tier once, and no other code has',
    sql: `
      select count(*) filter (where due.purchase_id is null or z.purchase_id is null or z.issue_id <> due.issue_id
          or z.codes <> due.codes or z.value <> due.value or z.code <> z.drawn or z.status <> 'completed'
          or (z.won_at, z.ended_at) is distinct from (z.drawn_at, z.drawn_at)) as breaches,
        coalesce(sum(z.codes), 0) || ' codes won ' || trim_scale(coalesce(sum(z.value), 0) / 10000.0) as figure
      from (${DUE}) due
      full join (
        select z.*, d.code as drawn, d.drawn_at from prize z join issue_terms t using (issue_id) left join issue_draw d using (issue_id)
        where t.mode = 'cash') z using (member_id, purchase_id, tier)`,
  },
  {
    id: 'INV-6',
    title: 'every order of shares was paid what its cash prizes say, to the last unit',
    sql: `
      select count(*) filter (where p.purchase_id is null or p.payout <> coalesce(z.value, 0)) as breaches,
        count(z.purchase_id) || ' orders won cash' as figure
      from (select member_id, purchase_id, payout from purchase where kind = 'shares' and state = 'done') p
      full join (
        select z.member_id, z.purchase_id, sum(z.value) as value from prize z join issue_terms t using (issue_id)
        where t.mode = 'cash' group by z.member_id, z.purchase_id) z using (member_id, purchase_id)`,
  },
  {
    id: 'INV-6',
    title: 'every settled cash issue paid the sum of the prizes that its terms promise',
    sql: `
      select count(*) filter (where coalesce(paid.value, 0) <> prizes_of(t.tiers)) as breaches,
        count(*) || ' cash issues' as figure
      from issue_settlement s join issue_terms t using (issue_id)
      left join (select issue_id, sum(value) as value from prize group by issue_id) paid using (issue_id)
      where t.mode = 'cash' and s.finished_at is not null`,
  },
]
