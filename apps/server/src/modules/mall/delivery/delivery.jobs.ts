/**
 * What time alone does to prizes: reminders, automatic recycling, receipt and completion, and the end of the addresses. Each prize
 * is a transaction of its own, so the job can stop anywhere and continue.
 */
import type { PrizeStatus } from '@fairlot/contract/life/order-life'
import type { ClockWatch } from '../../../platform/time/clock-watch.ts'
import type { Db, Statement, Tx } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { lockWallets } from '../../ledger/index.ts'
import {
  completePrize,
  recyclePrize,
  requirePrize,
  take,
  tellMember,
  type PrizeDeps,
  type Taken,
} from './prize-steps.ts'
import type { PrizeRow } from './prizes.queries.ts'

const CLOCKS = defineSchedule({ name: 'mall.prize-clocks', schedule: { everyMs: 5 * MINUTE_MS } })

const CHUNK = 500

type Due = { member_id: string; purchase_id: string; micros: bigint }
type Place = { micros: bigint; member: string; order: string }
const START: Place = {
  micros: 0n,
  member: '00000000-0000-0000-0000-000000000000',
  order: '00000000-0000-0000-0000-000000000000',
}

/** Prizes whose time has come, after a place. A clock that jumped ends nothing: `settled_clock`. */
const due = (column: 'due_at' | 'remind_at'): Statement => ({
  name: `prize.${column}`,
  text: `
    select member_id, purchase_id, (extract(epoch from ${column}) * 1000000)::bigint as micros from prize
    where ${column} <= (select at from settled_clock)
      and (${column}, member_id, purchase_id) > ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid, $3::uuid)
    order by ${column}, member_id, purchase_id limit ${CHUNK}`,
})
const DUE = { due_at: due('due_at'), remind_at: due('remind_at') }

const IS_DUE: Statement = {
  name: 'prize.is_due',
  text: `select 1 from prize where member_id = $1 and purchase_id = $2 and due_at <= (select at from settled_clock)`,
}

/** The next reminder: the first day of the list ($3) after now. */
const REMINDED: Statement = {
  name: 'prize.reminded',
  text: `
    update prize set remind_at = (
      select min(prize.won_at + later.days * interval '1 day') from unnest($3::int[]) as later(days)
      where prize.won_at + later.days * interval '1 day' > (select at from business_clock))
    where member_id = $1 and purchase_id = $2 and status = 'won' and remind_at <= (select at from settled_clock)
    returning 1`,
}

const ERASE: Statement = {
  name: 'prize.erase_addresses',
  text: `
    update prize set address = null, address_key = null, erase_at = null
    where (member_id, purchase_id, tier) in (
      select member_id, purchase_id, tier from prize where erase_at <= (select at from settled_clock)
      order by erase_at limit ${CHUNK} for update skip locked)
    returning 1`,
}

export type DeliveryJobsDeps = PrizeDeps & {
  readonly jobs: Jobs
  readonly clockWatch?: Pick<ClockWatch, 'look'> | undefined
  /** whether the log is halted: then no job moves money */
  readonly isHalted: () => Promise<boolean>
}

/** Takes the step of the clock that is due for a prize. */
function stepOf(tx: Tx, row: PrizeRow, deps: PrizeDeps): Promise<Taken> | null {
  const steps: Partial<Record<PrizeStatus, () => Promise<Taken>>> = {
    won: () => recyclePrize(tx, row, 'recycle_late', deps),
    in_delivery: () => take(tx, row, 'arrive', [deps.clocks().complete]),
    received: () => completePrize(tx, row, 'complete', deps),
  }
  return steps[row.status]?.() ?? null
}

/** Ends what is due for one prize. @returns whether it did */
async function endOne(deps: PrizeDeps, { member_id: member, purchase_id: order }: Due): Promise<boolean> {
  const taken = await deps.db.tx(async (tx) => {
    await lockWallets(tx, [member])
    const row = await requirePrize(tx, member, order)
    // the member or an operator may have come first
    const [isDue] = await tx.query(IS_DUE, [member, order])
    return isDue ? stepOf(tx, row, deps) : null
  })
  if (taken?.changed) deps.onMoved?.(member)
  return taken?.changed === true
}

async function remindOne(deps: DeliveryJobsDeps, { member_id: member, purchase_id: order }: Due) {
  const isTold = await deps.db.tx(async (tx) => {
    const row = await requirePrize(tx, member, order)
    const [reminded] = await tx.query(REMINDED, [member, order, deps.clocks().remind])
    if (reminded) await tellMember(tx, row, 'prize_waits', row.number, deps)
    return reminded !== undefined
  })
  if (isTold) deps.onMoved?.(member)
}

/** Walks over the due prizes; one that fails does not stop the others. @throws AggregateError */
async function walk(
  db: Db,
  statement: Statement,
  signal: Pick<AbortSignal, 'aborted'>,
  work: (one: Due) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (let place = START; ;) {
    const rows = await db.query<Due>(statement, [place.micros, place.member, place.order])
    for (const one of rows) {
      if (signal.aborted) return
      await work(one).catch((error: unknown) => failures.push(error))
    }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) break
    place = { micros: last.micros, member: last.member_id, order: last.purchase_id }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} prizes could not go on`)
}

/** Does everything that is due once. @throws AggregateError when some prizes could not go on */
async function runPrizeClocks(
  deps: DeliveryJobsDeps,
  signal: Pick<AbortSignal, 'aborted'> = { aborted: false },
): Promise<void> {
  if ((await deps.clockWatch?.look()) != null) return
  const { db } = deps
  await walk(db, DUE.remind_at, signal, (one) => remindOne(deps, one))
  if (!(await deps.isHalted())) await walk(db, DUE.due_at, signal, (one) => endOne(deps, one))
  for (let full = true; full && !signal.aborted;) full = (await erase(db)) === CHUNK
}

async function erase(db: Db): Promise<number> {
  return (await db.query(ERASE)).length
}

/** Registers the job. */
export function deliveryJobs(deps: DeliveryJobsDeps): { runDue(): Promise<void> } {
  deps.jobs.handle(CLOCKS, ({ signal }) => runPrizeClocks(deps, signal))
  return { runDue: () => runPrizeClocks(deps) }
}
