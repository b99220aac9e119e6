/** Measures PostgreSQL's processor time per purchase with few and with many orders in the tables. */
import { createDb } from '@fairlot/server/platform/db'
import { cpuSeconds } from '../cpu.ts'
import type { Bench } from './rounds.ts'
import { SHARES } from '../world.ts'
import { sized } from '../sized.ts'

export type Growth = {
  /** Buys until the tables contain this many orders, then measures. */
  measure(orders: number): Promise<void>
  /** for each measurement: orders in the tables, and microseconds per purchase */
  readonly costs: readonly { orders: number; micros: number }[]
  close(): Promise<void>
}

const CALLERS = sized(512, 32)
const MEASURE_MS = sized(2_000, 100)
/** Duration of purchases before the measurement, so that the same backends have warm caches and final plans. */
const WARM_UP_MS = sized(500, 50)

export async function createGrowth(superuserUrl: string, { world, inProcess }: Bench): Promise<Growth> {
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
      await inProcess.run('ours', CALLERS, issues, WARM_UP_MS)
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
