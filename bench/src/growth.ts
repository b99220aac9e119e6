/** What a purchase costs PostgreSQL's processor while few and while many orders are in the tables. */
import { createDb } from '@fairlot/server/platform/db'
import { cpuSeconds } from './cpu.ts'
import type { Bench } from './rounds.ts'
import { SHARES } from './world.ts'

export type Growth = {
  /** Buys until there are this many orders, then measures. */
  measure(orders: number): Promise<void>
  /** orders in the tables and microseconds of a purchase, for each measurement */
  readonly costs: readonly { orders: number; micros: number }[]
  close(): Promise<void>
}

const CALLERS = 512
const MEASURE_MS = 2_000
/** Bought before the measurement by the same backends, so that it finds warm caches and settled plans. */
const SETTLE_MS = 500

export async function backendCpu(superuserUrl: string, { world, inProcess }: Bench): Promise<Growth> {
  const admin = createDb(superuserUrl, { name: 'fairlot-bench-admin', max: 1 })
  const costs: { orders: number; micros: number }[] = []

  const backends = async () =>
    (
      await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'fairlot-shares'`,
      )
    ).map((row) => row.pid)

  return {
    costs,
    async measure(orders) {
      for (let missing = orders - (await world.purchases()); missing > 0;) {
        const issues = await world.openIssues(Math.ceil(missing / (SHARES / 2)))
        await inProcess.buy(CALLERS, issues, missing)
        missing = orders - (await world.purchases())
      }
      const issues = await world.openIssues(10)
      await inProcess.run('ours', CALLERS, issues, SETTLE_MS)
      const before = await world.purchases()
      const pids = await backends()
      const start = await cpuSeconds(pids)
      const { done } = await inProcess.run('ours', CALLERS, issues, MEASURE_MS)
      const end = await cpuSeconds(pids)
      if (start === undefined || end === undefined) return
      costs.push({ orders: before, micros: ((end - start) * 1e6) / done })
    },
    close: () => admin.close(),
  }
}
