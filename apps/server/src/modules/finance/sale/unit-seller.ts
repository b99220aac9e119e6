/**
 * Units of finance products as the ledger sells them: finance's decision on a batch of purchases. The subject is a product, the
 * quantity a number of units, and the position of a purchase is its place among the orders of the product.
 *
 * Units are sold while the sale is open, by the database's clock under the product's lock, and while the reserve holds the unpaid
 * interest of all open orders including this one over its whole term, and their highest rebates. What does not fit is refused; a later,
 * smaller order may still fit. Times never go back within a product.
 */
import { defineSeller } from '../../ledger/index.ts'
import { custodyBook } from './finance-books.ts'
import { REBATE_RATE } from './rebate-rate.ts'

/**
 * `closed`: the product is not on sale; `range`: fewer units than one order needs; `units`: more than are left, `left` of them; `reserve`:
 * the interest and the rebates are not covered, `free` (minor units) of the reserve is left for them.
 */
export type UnitReason = 'closed' | 'range' | 'units' | 'reserve'

const NOW_MS = '(select floor(extract(epoch from at) * 1000)::bigint from clock)'

const DECIDED = `
  select *,
    case when sold then (orders_before + count(*) filter (where sold) over (partition by subject_id order by n rows unbounded preceding))::int end as position,
    case when answer is null and not sold then
      case when not is_open then 'closed' when is_few then 'range' when used[1] + cost[1] > room[1] then 'units' else 'reserve' end end as reason,
    case when answer is null and not sold and is_open and not is_few then
      case when used[1] + cost[1] > room[1] then jsonb_build_object('left', greatest(room[1] - used[1], 0))
        else jsonb_build_object('free', greatest(room[2] - used[2], 0)::text) end end as refusal_data
  from (
    select *, is_wanted and used[1] + cost[1] <= room[1] and used[2] + cost[2] <= room[2] as sold
    from (
      select *, coalesce(
          room_used(case when is_wanted then cost end, room) over (
            partition by subject_id order by n rows between unbounded preceding and 1 preceding), '{0,0}') as used
      from (
        select *, answer is null and is_open and not is_few as is_wanted, array[quantity::bigint, interest + rebates] as cost
        from (
          select asked.*, product.orders as orders_before, product.sale_ms, product.term_hours, product.room, product.rebate_rate,
            coalesce(product.is_open and asked.amount = asked.quantity * product.unit_price, false) as is_open,
            coalesce(asked.quantity < product.min_units, false) as is_few,
            asked.newcomer and not exists (
              select from finance_order f
              where f.member_id = asked.member_id and f.product_id = asked.subject_id and f.seq is not null) as is_new,
            finance_interest(asked.amount, product.daily_rate, product.term_hours) as interest,
            asked.amount * product.rebate_rate / 10000 as rebates
          from asked
          left join lateral (
            select p.orders, p.unit_price, p.min_units, p.daily_rate, p.term_hours, greatest(p.last_ms, ${NOW_MS}) as sale_ms,
              p.state = 'open' and (select at from clock) >= p.sale_from and (select at from clock) < p.sale_until as is_open,
              array[(p.total_units - p.units)::bigint, p.reserve - p.bound] as room, ${REBATE_RATE('p.term_hours')} as rebate_rate
            from finance_product p where p.product_id = asked.subject_id limit 1) product on true) with_product) with_wish) with_used) with_fit`

const HOUR_MS = 3_600_000

const WRITES = `
product_rows as (
  update finance_product p set units = p.units + total.units, orders = p.orders + total.orders, members = p.members + total.newcomers,
    open_orders = p.open_orders + total.orders, principal = p.principal + total.amount, custody = p.custody + total.amount,
    liability = p.liability + total.interest, rebates = p.rebates + total.rebates, last_ms = total.ms, changes = p.changes + 1
  from (
    select subject_id, sum(quantity)::int as units, count(*)::int as orders, count(*) filter (where is_new)::int as newcomers,
      sum(amount)::bigint as amount, sum(interest)::bigint as interest, sum(rebates)::bigint as rebates, max(sale_ms) as ms
    from decided where sold group by subject_id) total
  where p.product_id = total.subject_id),
order_rows as (
  insert into finance_order (product_id, purchase_id, member_id, units, principal, interest, state, seq, bought_ms, matures_ms, steps, due_ms,
    rebate_rate, rebates)
  select subject_id, purchase_id, member_id, quantity, amount, coalesce(interest, 0), coalesce(reason, 'waiting'), position,
    case when sold then sale_ms end, case when sold then sale_ms + term_hours * ${HOUR_MS}::bigint end,
    (coalesce(term_hours, 1) + 23) / 24, case when sold then sale_ms + least(24, term_hours) * ${HOUR_MS}::bigint end,
    case when sold then rebate_rate end, case when sold then rebates else 0 end
  from decided where answer is null)`

export const unitSeller = defineSeller({
  kind: 'finance',
  book: custodyBook,
  posting: 'units',
  decided: DECIDED,
  writes: WRITES,
  decidedBefore: `
    select true as known, o.seq as position, case when o.seq is null then o.state end as reason from finance_order o
    where o.product_id = item.subject_id and o.purchase_id = item.purchase_id limit 1`,
})
