/** The scenarios. Each round runs all of them in turn. goals.ts compares their results. */
import type { Http } from './http.ts'
import type { InProcess, Side } from './in-process.ts'
import type { Measured } from '../load.ts'
import type { Pgbench } from './pgbench.ts'
import type { Series } from '../report.ts'
import type { Issue, World } from '../world.ts'
import { sized } from '../sized.ts'

export type Bench = {
  world: World
  inProcess: InProcess
  http: Http
  pgbench: Pgbench | undefined
  /** duration of each scenario in a round, milliseconds */
  ms: number
}

type Scenario = { name: string; run(): Promise<{ done: number; rate: number; latencies: number[] }> }

export type Rounds = {
  warmUp(): Promise<void>
  /** Runs every scenario once. @throws Error when the database does not contain exactly the acknowledged purchases */
  round(): Promise<void>
  readonly series: ReadonlyMap<string, Series>
}

const HTTP_ISSUES = sized(1_000, 100)
const CALLERS = sized(512, 32)
/** A server spends its first seconds compiling: without the warm-up the benchmark understates HTTP. */
const WARM_UP_MS = sized(3_000, 100)

const rated = ({ done, seconds, latencies }: Measured) => ({ done, rate: done / seconds, latencies })

async function createScenarios({ world, inProcess, http, pgbench, ms }: Bench): Promise<Scenario[]> {
  const hundred = await world.openIssues(100)
  const thousand = await world.openIssues(HTTP_ISSUES)

  const inside = (side: Side, callers: number, issues?: readonly Issue[]): Scenario => ({
    name: `in process, ${side}, ${issues ? `${issues.length} issues` : 'hot'}, ${callers}`,
    run: async () => rated(await inProcess.run(side, callers, issues ?? (await world.openIssues(1)), ms)),
  })
  const over = (
    side: Side,
    connections: number,
    issues?: readonly Issue[],
    servers: 1 | 2 = 1,
  ): Scenario => ({
    name: `HTTP, ${side}, ${issues ? `${issues.length} issues` : 'hot'}, ${connections}${servers === 2 ? ', 2 servers' : ''}`,
    run: async () =>
      rated(await http.run(side, servers, connections, issues ?? (await world.openIssues(1)), ms)),
  })
  const bare = (bench: Pgbench, spread: boolean): Scenario => ({
    name: `pgbench, naive, ${spread ? `${HTTP_ISSUES} issues` : 'hot'}, 20`,
    async run() {
      const range = spread ? thousand : await world.openIssues(1)
      // at least 2 s, because connecting the clients takes part of the time
      const seconds = Math.max(2, Math.round(ms / 1000))
      return { ...(await bench.run(range[0]!.n, range.at(-1)!.n, seconds)), latencies: [] }
    },
  })
  return [
    ...[1, 16, CALLERS].flatMap((callers) => [inside('ours', callers), inside('naive', callers)]),
    inside('ours', 128),
    inside('ours', CALLERS, hundred),
    inside('naive', CALLERS, hundred),
    ...[128, CALLERS].flatMap((connections) => [over('ours', connections), over('naive', connections)]),
    over('ours', CALLERS, undefined, 2),
    ...(pgbench ? [bare(pgbench, false)] : []),
    over('ours', CALLERS, thousand),
    ...(pgbench ? [bare(pgbench, true)] : []),
  ]
}

export async function createRounds(bench: Bench): Promise<Rounds> {
  const { world, inProcess, http } = bench
  const scenarios = await createScenarios(bench)
  const series = new Map<string, Series>()

  /** Runs all scenarios and stores their results. @returns the number of acknowledged purchases */
  async function runAll(): Promise<number> {
    let acknowledged = 0
    for (const { name, run } of scenarios) {
      const { done, rate, latencies } = await run()
      acknowledged += done
      const all = series.get(name) ?? { rates: [], latencies: [] }
      all.rates.push(rate)
      for (const latency of latencies) all.latencies.push(latency)
      series.set(name, all)
    }
    return acknowledged
  }

  return {
    series,
    async warmUp() {
      const [issue] = await world.openIssues(1)
      await inProcess.run('ours', CALLERS, [issue!], 500)
      await inProcess.run('naive', 20, [issue!], 300)
      for (const servers of [1, 2] as const) await http.run('ours', servers, CALLERS, [issue!], WARM_UP_MS)
      await http.run('naive', 1, 128, [issue!], WARM_UP_MS)
    },
    async round() {
      const before = await world.purchases()
      const acknowledged = await runAll()
      const added = (await world.purchases()) - before
      if (added !== acknowledged)
        throw new Error(`${acknowledged} purchases were acknowledged, but ${added} were stored`)
    },
  }
}
