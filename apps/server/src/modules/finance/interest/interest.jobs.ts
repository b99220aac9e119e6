/** The job that accrues interest and pays out what has matured, every minute of business time. */
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { ClockWatch } from '../../../platform/time/clock-watch.ts'
import type { Db, Statement } from '../../../platform/db.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { accrueChunk, type PayingProduct } from './accrue.ts'
import { matureChunk } from './mature.ts'

const PAY = defineSchedule({ name: 'finance.pay', schedule: { everyMs: MINUTE_MS } })

const DUE: Statement = {
  name: 'finance.pay.due',
  text: `
    select p.product_id as "productId", p.reserve_id as "reserveId", p.code, p.payout
    from finance_product p cross join business_clock clock
    where p.open_orders > 0 and exists (
      select from finance_order o where o.product_id = p.product_id and o.due_ms is not null
        and o.due_ms <= floor(extract(epoch from clock.at) * 1000)::bigint)
    order by p.code`,
}

export type PayDeps = {
  db: Db
  /** ids of payouts */
  newId(): string
  /** whether business time can be believed; by default it can */
  clockWatch?: Pick<ClockWatch, 'look'> | undefined
  /** whether no money may move, because the log is halted; by default it may */
  isHalted?: (() => Promise<boolean>) | undefined
  /** called after the commit of a chunk of a product: interest or payouts of these members */
  onPaid(code: string, members: readonly string[]): void
}

/** Accrues and pays everything that is due. @param signal ends it after the current chunk */
export async function payDue(deps: PayDeps, signal?: AbortSignal): Promise<void> {
  const { db, newId, onPaid } = deps
  const products = await db.query<PayingProduct & { code: string }>(DUE)
  for (const product of products) {
    for (let members = null; members?.length !== 0 && signal?.aborted !== true;) {
      members = await accrueChunk(db, product)
      if (members.length > 0) onPaid(product.code, members)
    }
    for (let members: string[] | null = null; members?.length !== 0 && signal?.aborted !== true;) {
      members = await matureChunk(db, product, newId)
      if (members) onPaid(product.code, members)
    }
  }
}

export function payJobs(jobs: Jobs, deps: PayDeps): void {
  jobs.handle(PAY, async ({ signal }) => {
    if ((await deps.clockWatch?.look()) != null || (await deps.isHalted?.()) === true) return
    await payDue(deps, signal)
  })
}
