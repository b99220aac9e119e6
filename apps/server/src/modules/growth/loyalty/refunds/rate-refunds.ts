/**
 * Rating: the lost orders of a closed day become refunds at the rate of each member's level, in chunks of members. A chunk is one
 * statement: it deletes what it turned into refunds, so nothing is rated twice.
 */
import type { Db, Statement } from '../../../../platform/db.ts'

/** Members of one statement. */
export const RATE_CHUNK = 2_000

const CLOSED: Statement = {
  name: 'vip_refund.closed',
  text: `select day::text as day from vip_refund_day where state = 'closed' order by day`,
}

/** A refund is floor(basis × rate / 10,000): fractions below 1/10,000 are lost. One of nothing is no row. */
const RATE: Statement = {
  name: 'vip_refund.rate',
  text: `
    with picked as (
      select l.member_id, l.day from vip_lost l where l.day = $1::date order by l.member_id limit $2 for update skip locked),
    gone as (
      delete from vip_lost l using picked where (l.member_id, l.day) = (picked.member_id, picked.day)
      returning l.member_id, l.day, l.orders, l.basis),
    rated as (
      select gone.*, spent.spend, at.level, d.rates[at.level + 1] as rate
      from gone join vip_refund_day d on d.day = gone.day and d.state = 'closed'
      left join member_vip v on v.member_id = gone.member_id
      cross join lateral (select coalesce(v.spend, 0) as spend) spent
      cross join lateral (select count(*)::int as level from unnest(d.spends) least_spend where least_spend <= spent.spend) at),
    written as (
      insert into vip_refund (member_id, day, orders, basis, spend, level, rate, amount, rated_at)
      select member_id, day, orders, basis, spend, level, rate, div(basis::numeric * rate, 10000)::bigint, business_now()
      from rated where basis::numeric * rate >= 10000 order by member_id)
    select member_id as member from rated where basis::numeric * rate >= 10000`,
}
const LEFT: Statement = {
  name: 'vip_refund.rate.left',
  text: 'select exists (select from vip_lost where day = $1::date) as left',
}
const DONE: Statement = {
  name: 'vip_refund.rated',
  text: `
    update vip_refund_day d set state = 'rated', rated_at = business_now()
    where d.day = $1::date and d.state = 'closed' and not exists (select from vip_lost l where l.day = d.day)`,
}

/** Rates every closed day. @param onRated called with members after their refunds are written */
export async function rateDays(
  db: Db,
  {
    chunk = RATE_CHUNK,
    signal = { aborted: false },
    onRated = () => undefined,
  }: {
    chunk?: number
    signal?: { readonly aborted: boolean }
    onRated?(members: readonly string[]): void
  } = {},
): Promise<void> {
  for (const { day } of await db.query<{ day: string }>(CLOSED)) {
    for (let isLeft = true; isLeft && !signal.aborted;) {
      const rated = await db.query<{ member: string }>(RATE, [day, chunk])
      if (rated.length > 0) onRated(rated.map(({ member }) => member))
      const [row] = await db.query<{ left: boolean }>(LEFT, [day])
      isLeft = row?.left === true
    }
    if (!signal.aborted) await db.query(DONE, [day])
  }
}
