/**
 * `npm run bench -- --hot [--seconds=1.5]`: the hot path alone, with the processor time of PostgreSQL and of this process for
 * each purchase, as one line of JSON. To compare two versions, run it in both checkouts in turns. `TMPDIR` decides which disk
 * holds the database.
 */
import { commandLine } from '@fairlot/fairness/cli/arguments'
import { createDb } from '@fairlot/server/platform/db'
import { checkInvariants } from '../checks.ts'
import { cpuSeconds } from '../cpu.ts'
import { createHttp } from './http.ts'
import { createInProcess } from './in-process.ts'
import { startScratch } from '../scratch.ts'
import { createWorld } from '../world.ts'
import { sized } from '../sized.ts'

const CALLERS = [1, 16, 128, 512] as const
/** A server spends its first seconds compiling. */
const WARM_UP_MS = sized(3_000, 60)

export type HotFigures = Record<string, { rate: number; postgresUs?: number; nodeUs?: number }>

/**
 * Measures each scenario for `ms` milliseconds: purchases per second, and microseconds of processor time a purchase (of
 * PostgreSQL only on systems with /proc).
 */
export async function measureHotPath(ms: number): Promise<HotFigures> {
  const stops: (() => unknown)[] = []
  try {
    const scratch = await startScratch()
    stops.push(() => scratch.stop())
    const world = await createWorld(scratch.ownerUrl)
    stops.push(() => world.close())
    const admin = createDb(scratch.superuserUrl, { name: 'fairlot-bench-admin', max: 1 })
    stops.push(() => admin.close())
    const inProcess = createInProcess(scratch.appUrl, world)
    stops.push(() => inProcess.close())
    const http = await createHttp(scratch, world)
    stops.push(() => http.stop())

    const backends = async () =>
      (
        await admin.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = 'fairlot-shares'`,
        )
      ).map(({ pid }) => pid)
    const figures: HotFigures = {}
    await inProcess.run('ours', 512, await world.openIssues(1), WARM_UP_MS / 3)
    await http.run('ours', 1, 512, await world.openIssues(1), WARM_UP_MS)
    for (const callers of CALLERS) {
      const issues = await world.openIssues(1)
      await inProcess.run('ours', callers, issues, sized(200, 30))
      const pids = await backends()
      const [postgres, node] = [await cpuSeconds(pids), process.cpuUsage()]
      const { done, seconds } = await inProcess.run('ours', callers, issues, ms)
      const { user, system } = process.cpuUsage(node)
      const after = await cpuSeconds(pids)
      figures[`in process, ${callers}`] = {
        rate: Math.round(done / seconds),
        nodeUs: Math.round((user + system) / done),
        ...(postgres !== undefined &&
          after !== undefined && { postgresUs: Math.round(((after - postgres) * 1e6) / done) }),
      }
    }
    const { done, seconds } = await http.run('ours', 1, 512, await world.openIssues(1), ms)
    figures['HTTP, 512'] = { rate: Math.round(done / seconds) }
    await checkInvariants(world.owner)
    return figures
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

if (import.meta.main) {
  const usage = `Usage: node scripts/run.js bench/src/purchases/hot.ts [--seconds=1.5]

As npm run bench -- --hot.`
  const { values, refuse } = commandLine({
    usage,
    options: { seconds: { type: 'string', default: '1.5' }, tiny: { type: 'boolean' } },
  })
  const ms = Number(values.seconds) * 1_000
  if (!(ms >= 100 && ms <= 60_000)) refuse('--seconds is not a number from 0.1 to 60.')
  console.log(JSON.stringify(await measureHotPath(ms)))
}
