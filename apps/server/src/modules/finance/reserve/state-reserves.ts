/**
 * States the reserve of every finance product in use once on each UTC day, in the transparency log and in
 * `finance_reserve_day`, in one transaction. The figures are those of the moment at which the entries are dated: a day on which
 * no server ran cannot be stated later, so it has no entry.
 */
import { type Db, type Executor, MS, type Statement, type Tx } from '../../../platform/db.ts'
import type { LogWriter } from '../../fair/index.ts'

export type ReserveDeps = {
  db: Db
  writer: Pick<LogWriter, 'lock' | 'publish' | 'standing'>
}

/** A product is in use while it holds money; its last statement shows that nothing is left. */
const UNSTATED = (day: string) => `
  from finance_product p left join lateral (
    select d.day, d.reserve > 0 or d.custody > 0 as held from finance_reserve_day d
    where d.product_id = p.product_id order by d.day desc limit 1) last on true
  where (p.reserve > 0 or p.custody > 0 or last.held) and (last.day is null or last.day < ${day})`

const TODAY = `(at at time zone 'utc')::date`

const IS_DUE: Statement = {
  name: 'finance.reserves_due',
  text: `select exists (select ${UNSTATED(TODAY)}) as due from business_clock`,
}

/** $1: the time of the entries in Unix milliseconds. */
const STATE: Statement = {
  name: 'finance.state_reserves',
  text: `
    with clock as (select to_timestamp($1::bigint / 1000.0) as at),
    stated as (
      insert into finance_reserve_day (product_id, day, reserve, liability, custody, principal, stated_at)
      select p.product_id, ${TODAY}, p.reserve, p.liability, p.custody, p.principal, at
      from clock cross join lateral (select p.* ${UNSTATED(TODAY)}) p
      returning product_id, reserve, liability, custody)
    select p.code, s.reserve, s.liability, s.custody from stated s join finance_product p using (product_id) order by p.code`,
}

const NOW: Statement = { name: 'finance.reserves_now', text: `select ${MS('business_now()')} as now` }

type Row = { code: string; reserve: bigint; liability: bigint; custody: bigint }

/**
 * Two servers state a day once: the lock of the log puts them in order.
 * @returns the codes of the products that were stated; none while the log is halted
 */
export async function stateReserves({ db, writer }: ReserveDeps): Promise<string[]> {
  if ((await writer.standing.check(db)) !== 'ok' || !(await isDue(db))) return []
  return db.tx(async (tx) => {
    // before the figures are read: no entry is dated before the end of the log
    const { floorMs } = await writer.lock(tx)
    const at = Math.max(floorMs, await nowMs(tx))
    const rows = await tx.query<Row>(STATE, [at])
    if (rows.length === 0) return []
    await writer.publish(
      tx,
      rows.map((row) => entryOf(row, at)),
    )
    return rows.map(({ code }) => code)
  })
}

const entryOf = ({ code, reserve, liability, custody }: Row, at: number) => ({
  t: 'reserve' as const,
  product: code,
  reserve: String(reserve),
  custody: String(custody),
  liability: String(liability),
  at,
})

async function isDue(db: Executor): Promise<boolean> {
  const [row] = await db.query<{ due: boolean }>(IS_DUE)
  return row!.due
}

async function nowMs(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ now: bigint }>(NOW)
  return Number(row!.now)
}
