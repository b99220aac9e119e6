/** Formats the results: a table of scenarios, and a table of ratios with their goals. */
import { median, quantile } from './load.ts'

/** The results of one scenario: purchases per second of each round, latencies (milliseconds) of all rounds. */
export type Series = { rates: number[]; latencies: number[] }

export type Goal = {
  title: string
  /** `more`: the ratio should be at least the goal; `less`: at most the goal */
  better: 'more' | 'less'
  first: number
  stretch?: number
  /** one ratio per round; empty when it was not measured */
  ratios: readonly number[]
  /** why it was not measured */
  missing?: string
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join('  '),
    )
    .join('\n')
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US')
const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))

/** Purchases per second (median of the rounds) and latencies of each scenario. */
export function figures(series: ReadonlyMap<string, Series>): string {
  const rows = [...series].map(([name, { rates, latencies }]) => [
    name,
    whole(median(rates)),
    latencies.length > 0 ? ms(quantile(latencies, 0.5)) : '',
    latencies.length > 0 ? ms(quantile(latencies, 0.99)) : '',
    rates.map(whole).join(' '),
  ])
  return table([['scenario', 'purchases/s', 'p50 ms', 'p99 ms', 'rounds'], ...rows])
}

function verdict({ better, first, stretch }: Goal, ratio: number): string {
  const reaches = (goal: number) => (better === 'more' ? ratio >= goal : ratio <= goal)
  if (stretch !== undefined && reaches(stretch)) return 'stretch'
  return reaches(first) ? 'met' : 'missed'
}

/** Each ratio (median of the rounds) with its first goal and its stretch goal. */
export function ratios(goals: readonly Goal[]): string {
  const rows = goals.map((goal) => {
    const sign = goal.better === 'more' ? '≥' : '≤'
    const ratio = median(goal.ratios)
    const shown =
      goal.ratios.length === 0
        ? ['not measured', goal.missing ?? '']
        : [ratio.toFixed(2), verdict(goal, ratio)]
    return [
      goal.title,
      shown[0]!,
      `${sign} ${goal.first}`,
      goal.stretch === undefined ? '' : `${sign} ${goal.stretch}`,
      shown[1]!,
      goal.ratios.map((value) => value.toFixed(2)).join(' '),
    ]
  })
  return table([['ratio', 'measured', 'goal', 'then', '', 'rounds'], ...rows])
}
