/** The rebates of one day as one entry of the statement, so that many small ones do not bury the other lines. */
import type { walletStatement } from '@fairlot/contract/endpoints/wallet'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Output } from '../../../api/api.ts'
import { monthOf } from './months.ts'

export type Line = Output<typeof walletStatement>['items'][number]
/** The rebates of a day, newest first; their sum is known when all of them have been fetched. */
export type Day = { lines: readonly [Line, ...Line[]]; sum: string | null }
type Entry = { line: Line } | { day: Day }

/** The line that says where an entry is in the list: the newest of a day. */
export const firstOf = (entry: Entry): Line => ('line' in entry ? entry.line : entry.day.lines[0])

type Fetched = {
  /** newest first */
  lines: readonly Line[]
  /** whether the list goes on below the lines that were fetched */
  hasMore: boolean
  /** of the business time zone, whose months divide the list */
  offsetMinutes: number
}

/** Puts the rebates of a day where its newest one is. A day is the member's own, within a month of the list. One rebate stays a line. */
export function foldRebates({ lines, hasMore, offsetMinutes }: Fetched): Entry[] {
  const dayOf = ({ at }: Line) => `${monthOf(at, offsetMinutes)} ${new Date(at).toDateString()}`
  const days = new Map<string, Line[]>()
  for (const line of lines) {
    if (line.kind !== 'rebate') continue
    const day = dayOf(line)
    days.set(day, [...(days.get(day) ?? []), line])
  }
  const oldest = lines.at(-1)
  const openDay = hasMore && oldest ? dayOf(oldest) : null
  return lines.flatMap((line): Entry[] => {
    const day = dayOf(line)
    const [first, ...rest] = (line.kind === 'rebate' && days.get(day)) || []
    if (!first || rest.length === 0) return [{ line }]
    if (line !== first) return []
    return [{ day: { lines: [first, ...rest], sum: day === openDay ? null : sumOf([first, ...rest]) } }]
  })
}

const sumOf = (lines: readonly Line[]): string =>
  formatMoney(lines.reduce((sum, { amount }) => sum + parseMoney(amount), 0n))
