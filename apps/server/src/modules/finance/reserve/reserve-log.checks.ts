/** What the log states about reserves and their fundings is what the tables say. Run by the doctor. */
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import { REBATE_RATE } from '../sale/rebate-rate.ts'
import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'

export const reserveLogChecks: readonly { id: string; title: string; sql: string }[] = [
  historyCheck('INV-11', 'finance_reserve_day', 'the daily statements of reserves'),
  {
    id: 'INV-11',
    title: 'every daily statement of a reserve is in the log as it was made, once, and the log has no other',
    sql: `
      select count(*) filter (where d.code is null or e.said is null or e.entries > 1
          or (e.said ->> 'reserve', e.said ->> 'custody', e.said ->> 'liability', e.said ->> 'at')
            is distinct from (d.reserve::text, d.custody::text, d.liability::text, d.at_ms::text)) as breaches,
        count(d.code) || ' statements' as figure
      from (
        select p.code, d.day, d.reserve, d.custody, d.liability, (extract(epoch from d.stated_at) * 1000)::bigint as at_ms
        from finance_reserve_day d join finance_product p using (product_id)) d
      full join (
        select said ->> 'product' as code, (to_timestamp((said ->> 'at')::bigint / 1000.0) at time zone 'utc')::date as day,
          count(*) as entries, (array_agg(said))[1] as said
        from (select bytes::jsonb as said from log_entry where kind = 'reserve') l group by 1, 2) e using (code, day)`,
  },
  {
    id: 'INV-11',
    title: 'every stated reserve covered what the house owed, and the custody the principal',
    sql: `
      select count(*) filter (where reserve < liability or custody < principal) as breaches, count(*) || ' statements' as figure
      from finance_reserve_day`,
  },
  {
    id: 'INV-18',
    title: 'every funding of a reserve is in the log, or waits for it, as it was booked, once',
    sql: `
      select count(*) filter (where s.said is distinct from f.booked) as breaches, coalesce(sum(f.booked), 0) || ' fundings' as figure
      from (
        select 'reserve:' || p.code as account, f.reference, f.amount::text as amount, count(*) as booked
        from finance_funding f join finance_product p using (product_id) where f.kind = 'fund' group by 1, 2, 3) f
      full join (
        select said ->> 'account' as account, said ->> 'reference' as reference, said ->> 'amount' as amount, count(*) as said
        from (
          select bytes::jsonb as said from log_entry where kind = 'funding'
          union all select entry from log_pending where entry ->> 't' = 'funding'
          union all select entry from log_unpublished where entry ->> 't' = 'funding') e
        where said ->> 'account' like 'reserve:%' group by 1, 2, 3) s using (account, reference, amount)`,
  },
]

/** The sale stands still, or soon will, because the reserve of a product on sale covers less than this part of the units left. */
const SMALL = '0.1'

/** Interest of one unit over the whole term, and its highest rebates: what the reserve must have free for one more unit. */
const OF_A_UNIT = `(finance_interest(unit_price, daily_rate, term_hours) + unit_price * (${REBATE_RATE('term_hours')}) / 10000)`
const ON_SALE = `state = 'open' and units < total_units and at >= sale_from and at < sale_until and not demo`

export const reserveLiveness: readonly LivenessCheck[] = [
  {
    name: 'reserve-stopped',
    title: 'the reserve of every finance product on sale covers at least one more order',
    sql: `
      select count(*) filter (where stopped) as breaches,
        coalesce(string_agg(code, ', ' order by code) filter (where stopped), count(*) || ' on sale') as figure
      from (
        select code, reserve - bound < ${OF_A_UNIT} * least(min_units, total_units - units) as stopped
        from finance_product cross join business_clock where ${ON_SALE}) p`,
  },
  {
    name: 'reserve-small',
    title: 'the free reserve of every finance product on sale covers a tenth of the units that are left',
    sql: `
      select count(*) filter (where small) as breaches,
        coalesce(string_agg(code || ': ' || trim_scale(free / 10000.0), ', ' order by code) filter (where small),
          count(*) || ' on sale') as figure
      from (
        select code, reserve - bound as free,
          reserve - bound < ${SMALL} * ${OF_A_UNIT}::numeric * (total_units - units) as small
        from finance_product cross join business_clock where ${ON_SALE}) p`,
  },
  {
    name: 'reserve-statement',
    title: 'the reserve of every finance product with orders is stated in the log within 2 hours of a day',
    sql: `
      select count(*) filter (where late) as breaches,
        coalesce(string_agg(code, ', ' order by code) filter (where late), count(*) || ' with orders') as figure
      from (
        select code, at > (at at time zone 'utc')::date::timestamp at time zone 'utc' + interval '2 hours' and not exists (
          select from finance_reserve_day d where d.product_id = p.product_id and d.day >= (at at time zone 'utc')::date) as late
        from finance_product p cross join business_clock where open_orders > 0 and not demo) p`,
  },
  {
    name: 'late-accruals',
    title: 'no interest of a finance order waits for more than 15 minutes after its time',
    sql: `
      select count(*) as breaches, count(*) || ' wait' as figure
      from finance_order cross join business_clock
      where due_ms < extract(epoch from at - interval '15 minutes') * 1000 and accrued_steps < steps`,
  },
  {
    name: 'overdue-maturities',
    title: 'every finance order is paid out within 15 minutes of its maturity',
    sql: `
      select count(*) as breaches, count(*) || ' wait' as figure
      from finance_order cross join business_clock
      where state = 'waiting' and matures_ms < extract(epoch from at - interval '15 minutes') * 1000`,
  },
]
