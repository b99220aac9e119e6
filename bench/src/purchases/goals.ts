/** The ratios between scenarios, with their goals. */
import type { Growth } from './growth.ts'
import { quantile } from '../load.ts'
import type { Goal, Series } from '../report.ts'

type RateGoal = Pick<Goal, 'title' | 'first' | 'stretch' | 'missing'> & {
  /** names of the scenarios whose rates are divided */
  over: string
  under: string
}

const NO_PGBENCH = 'no pgbench found'

const RATE_GOALS: readonly RateGoal[] = [
  {
    title: 'in process, hot: 512 callers ÷ naive',
    first: 15,
    stretch: 25,
    over: 'in process, ours, hot, 512',
    under: 'in process, naive, hot, 512',
  },
  {
    title: 'in process, hot: 16 callers ÷ naive',
    first: 6,
    stretch: 12,
    over: 'in process, ours, hot, 16',
    under: 'in process, naive, hot, 16',
  },
  {
    title: 'in process, 100 issues: 512 callers ÷ naive',
    first: 4,
    stretch: 8,
    over: 'in process, ours, 100 issues, 512',
    under: 'in process, naive, 100 issues, 512',
  },
  {
    title: 'in process, hot: one caller ÷ naive',
    first: 0.8,
    stretch: 1,
    over: 'in process, ours, hot, 1',
    under: 'in process, naive, hot, 1',
  },
  {
    title: 'HTTP, hot: 512 connections ÷ naive',
    first: 12,
    stretch: 18,
    over: 'HTTP, ours, hot, 512',
    under: 'HTTP, naive, hot, 512',
  },
  {
    title: 'HTTP, hot ÷ pgbench, naive, hot',
    first: 8,
    stretch: 12,
    over: 'HTTP, ours, hot, 512',
    under: 'pgbench, naive, hot, 20',
    missing: NO_PGBENCH,
  },
  {
    title: 'HTTP, 1,000 issues ÷ pgbench, naive, 1,000 issues',
    first: 2,
    stretch: 3,
    over: 'HTTP, ours, 1000 issues, 512',
    under: 'pgbench, naive, 1000 issues, 20',
    missing: NO_PGBENCH,
  },
]

const TWO_SERVERS: RateGoal = {
  title: 'HTTP, hot: two servers ÷ one',
  first: 0.85,
  over: 'HTTP, ours, hot, 512, 2 servers',
  under: 'HTTP, ours, hot, 512',
}

/** Computes the ratios of all rounds. */
export function goals(series: ReadonlyMap<string, Series>, growth: Growth): Goal[] {
  const p99 = (name: string) => quantile(series.get(name)?.latencies ?? [], 0.99)
  const [few, ...more] = growth.costs
  const many = more.at(-1)
  return [
    ...RATE_GOALS.map((goal) => rateGoal(series, goal)),
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
    rateGoal(series, TWO_SERVERS),
  ]
}

function rateGoal(series: ReadonlyMap<string, Series>, { over, under, ...goal }: RateGoal): Goal {
  const divisors = series.get(under)?.rates ?? []
  const dividends = series.get(over)?.rates ?? []
  const ratios = divisors.length === 0 ? [] : dividends.map((rate, round) => rate / divisors[round]!)
  return { ...goal, better: 'more', ratios }
}
