/**
 * SQL that compares both sides, payment by payment. A payment belongs to the day on which the provider dates it, also when it is
 * booked on another day; one that the provider does not have, to the day of its booking.
 */
import { MS, type Db, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { PROVIDER_TOTALS, type ProviderTotals, type TotalsScope } from './provider-totals.ts'

/** Transactions of the last minutes may not be committed yet. */
const SETTLED = `interval '5 minutes'`
/** A notice of the end of a day may come a little later. */
const NOTICES = `interval '2 hours'`

const side = (name: 'said' | 'booked', scope: TotalsScope) =>
  PROVIDER_TOTALS.map(
    (totals: ProviderTotals) => `
      select '${totals.provider}' as provider, '${totals.direction}' as direction, key, day, amount, known_at
      from (${totals[name](scope)}) ${totals.provider}_${totals.direction} where known_at < ${scope.cut}`,
  ).join(' union all ')

/**
 * Every payment that at least one side has, and the figures of each day.
 * @param offset SQL of the offset of business time in minutes
 * @param cut SQL of the time before which things count
 */
const items = (offset: string, cut: string) => {
  const scope = {
    day: (at: string) => `((${at}) at time zone 'utc' + make_interval(mins => ${offset}))::date`,
    cut,
  }
  return `
    said as (${side('said', scope)}),
    booked as (${side('booked', scope)}),
    items as (
      select provider, direction, key, coalesce(s.day, b.day) as day, s.amount as said, b.amount as booked
      from said s full join booked b using (provider, direction, key))`
}

/** The days that have ended. @param cut SQL, as above */
export const FIGURES = (offset: string, cut: string) => `
  with ${items(offset, cut)}
  select day, provider, direction, count(said)::int as said_items, coalesce(sum(said), 0)::bigint as said_amount,
    count(booked)::int as booked_items, coalesce(sum(booked), 0)::bigint as booked_amount,
    count(*) filter (where said is distinct from booked)::int as differences
  from items
  where day < ((${cut} - ${NOTICES}) at time zone 'utc' + make_interval(mins => ${offset}))::date
  group by day, provider, direction`

const CUT: Statement = {
  name: 'reconciliation.cut',
  text: `
    insert into reconciliation_run (cut_at, utc_offset) select at - ${SETTLED}, $1 from business_clock
    on conflict (singleton) do update set cut_at = excluded.cut_at, utc_offset = excluded.utc_offset`,
}

const COMPARE: Statement = {
  name: 'reconciliation.compare',
  text: `
    with figures as (${FIGURES('(select utc_offset from reconciliation_run)', '(select cut_at from reconciliation_run)')}),
    gone as (
      delete from reconciliation_day old
      where not exists (
        select from figures f where (f.day, f.provider, f.direction) = (old.day, old.provider, old.direction)))
    insert into reconciliation_day as d (day, provider, direction, said_items, said_amount, booked_items, booked_amount,
      differences, changed_at)
    select f.*, clock.at from figures f cross join business_clock clock
    on conflict (day, provider, direction) do update set said_items = excluded.said_items, said_amount = excluded.said_amount,
      booked_items = excluded.booked_items, booked_amount = excluded.booked_amount, differences = excluded.differences,
      changed_at = excluded.changed_at
    where (d.said_items, d.said_amount, d.booked_items, d.booked_amount, d.differences) is distinct from
      (excluded.said_items, excluded.said_amount, excluded.booked_items, excluded.booked_amount, excluded.differences)
    returning day::text, provider, direction, said_items, said_amount, booked_items, booked_amount, differences,
      ${MS('changed_at')} as changed_ms`,
}

export type ReconciledDay = {
  day: string
  provider: string
  direction: 'in' | 'out'
  said_items: number
  said_amount: bigint
  booked_items: number
  booked_amount: bigint
  differences: number
  changed_ms: bigint
}

/** Compares every day that has ended. @returns the days whose figures are new or changed */
export async function compareDays(db: Db, utcOffsetMinutes: number): Promise<ReconciledDay[]> {
  return db.tx(async (tx: Tx) => {
    await tx.query(CUT, [utcOffsetMinutes])
    return tx.query<ReconciledDay>(COMPARE)
  })
}

const LIST: Statement = {
  name: 'reconciliation.list',
  text: `
    select day::text, provider, direction, said_items, said_amount, booked_items, booked_amount, differences,
      ${MS('changed_at')} as changed_ms
    from reconciliation_day
    where (not $1 or differences > 0) and ($2::text is null or (day::text, provider, direction) < ($2, $3, $4))
    order by day desc, provider desc, direction desc limit $5`,
}

export type DayKey = Pick<ReconciledDay, 'day' | 'provider' | 'direction'>

/** Newest first. @param before null: from the newest on */
export function listDays(
  db: Executor,
  { onlyDifferent, before, limit }: { onlyDifferent: boolean; before: DayKey | null; limit: number },
): Promise<ReconciledDay[]> {
  const { day = null, provider = null, direction = null } = before ?? {}
  return db.query<ReconciledDay>(LIST, [onlyDifferent, day, provider, direction, limit])
}

const BEYOND: Statement = {
  name: 'reconciliation.beyond',
  text: `
    select coalesce(sum(case direction when 'in' then booked_amount - said_amount else said_amount - booked_amount end), 0)::bigint as amount
    from reconciliation_day where differences > 0`,
}

/** How much more the books have at banks, companies and chains than these say, in minor units; negative: less. */
export async function beyondProviders(db: Executor): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>(BEYOND)
  return row!.amount
}

const SHOW: Statement = {
  name: 'reconciliation.show',
  text: `
    with ${items('(select utc_offset from reconciliation_run)', '(select cut_at from reconciliation_run)')}
    select key, said::bigint as said, booked::bigint as booked from items
    where (day::text, provider, direction) = ($1, $2, $3) and said is distinct from booked
    order by key limit $4`,
}

export type Difference = { key: string; said: bigint | null; booked: bigint | null }

/** The payments of a day that differ. `key`: the provider's id of the payment, or the id of the withdrawal. */
export function differencesOf(
  db: Executor,
  { day, provider, direction }: DayKey,
  limit: number,
): Promise<Difference[]> {
  return db.query<Difference>(SHOW, [day, provider, direction, limit])
}
