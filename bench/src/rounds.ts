/** The scenarios, run in turn in each round, and the ratios between them. */
import type { Growth } from './growth.ts'
import type { Http } from './http.ts'
import type { InProcess, Side } from './in-process.ts'
import { quantile, type Measured } from './load.ts'
import type { Pgbench } from './pgbench.ts'
import type { Goal, Series } from './report.ts'
import type { Issue, World } from './world.ts'

export type Bench = {
  world: World
  inProcess: InProcess
  http: Http
  pgbench: Pgbench | undefined
  /** how long each scenario runs in a round */
  ms: number
}

type Scenario = { name: string; run(): Promise<{ done: number; rate: number; latencies: number[] }> }

export type Rounds = {
  warmUp(): Promise<void>
  /** Runs every scenario once. @throws Error when the database counts other than what was acknowledged */
  round(): Promise<void>
  readonly series: ReadonlyMap<string, Series>
}

const HTTP_ISSUES = 1_000
const CALLERS = 512

const rated = ({ done, seconds, latencies }: Measured) => ({ done, rate: done / seconds, latencies })

export async function createRounds({ world, inProcess, http, pgbench, ms }: Bench): Promise<Rounds> {
  const hundred = await world.openIssues(100)
  const thousand = await world.openIssues(HTTP_ISSUES)
  const series = new Map<string, Series>()

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
      // connecting its clients takes some of the time on a busy machine
      const seconds = Math.max(2, Math.round(ms / 1000))
      return { ...(await bench.run(range[0]!.n, range.at(-1)!.n, seconds)), latencies: [] }
    },
  })
  const scenarios = [
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

  async function runAll(keep: boolean): Promise<number> {
    let acknowledged = 0
    for (const { name, run } of scenarios) {
      const { done, rate, latencies } = await run()
      acknowledged += done
      if (!keep) continue
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
      for (const servers of [1, 2] as const) await http.run('ours', servers, CALLERS, [issue!], 500)
      await http.run('naive', 1, 128, [issue!], 500)
    },
    async round() {
      const before = await world.purchases()
      const acknowledged = await runAll(true)
      const added = (await world.purchases()) - before
      if (added !== acknowledged)
        throw new Error(`${acknowledged} purchases were acknowledged, but ${added} were made`)
    },
  }
}

/** What data is compared with what, and how it should come out. */
export function goals(series: ReadonlyMap<string, Series>, growth: Growth): Goal[] {
  const rates = (name: string) => series.get(name)?.rates ?? []
  const ratio = (over: string, under: string) => {
    const below = rates(under)
    return below.length === 0 ? [] : rates(over).map((rate, round) => rate / below[round]!)
  }
  const p99 = (name: string) => quantile(series.get(name)?.latencies ?? [], 0.99)
  const [few, ...more] = growth.costs
  const many = more.at(-1)
  const noPgbench = 'no pgbench found'
  return [
    goal(
      'in process, hot: 512 callers ÷ naive',
      15,
      25,
      ratio('in process, ours, hot, 512', 'in process, naive, hot, 512'),
    ),
    goal(
      'in process, hot: 16 callers ÷ naive',
      6,
      12,
      ratio('in process, ours, hot, 16', 'in process, naive, hot, 16'),
    ),
    goal(
      'in process, 100 issues: 512 callers ÷ naive',
      4,
      8,
      ratio('in process, ours, 100 issues, 512', 'in process, naive, 100 issues, 512'),
    ),
    goal(
      'in process, hot: one caller ÷ naive',
      0.8,
      1,
      ratio('in process, ours, hot, 1', 'in process, naive, hot, 1'),
    ),
    goal(
      'HTTP, hot: 512 connections ÷ naive',
      12,
      18,
      ratio('HTTP, ours, hot, 512', 'HTTP, naive, hot, 512'),
    ),
    goal(
      'HTTP, hot ÷ pgbench, naive, hot',
      8,
      12,
      ratio('HTTP, ours, hot, 512', 'pgbench, naive, hot, 20'),
      noPgbench,
    ),
    goal(
      'HTTP, 1,000 issues ÷ pgbench, naive, 1,000 issues',
      2,
      3,
      ratio('HTTP, ours, 1000 issues, 512', 'pgbench, naive, 1000 issues, 20'),
      noPgbench,
    ),
    {
      title: 'HTTP, hot: p99 at 128 connections ÷ naive p99',
      better: 'less',
      first: 0.1,
      ratios: [p99('HTTP, ours, hot, 128') / p99('HTTP, naive, hot, 128')],
    },
    {
      title: `PostgreSQL time of a purchase, ${many ? `${many.orders} ÷ ${few!.orders} orders` : 'many ÷ few orders'}`,
      better: 'less',
      first: 1.2,
      ratios: many ? [many.micros / few!.micros] : [],
      missing: 'needs /proc',
    },
    goal(
      'HTTP, hot: two servers ÷ one',
      0.85,
      undefined,
      ratio('HTTP, ours, hot, 512, 2 servers', 'HTTP, ours, hot, 512'),
    ),
  ]
}

function goal(
  title: string,
  first: number,
  stretch: number | undefined,
  measured: number[],
  missing?: string,
): Goal {
  return {
    title,
    better: 'more',
    first,
    ...(stretch === undefined ? {} : { stretch }),
    ratios: measured,
    ...(missing === undefined ? {} : { missing }),
  }
}
