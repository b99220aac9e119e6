import { taskMember } from '@fairlot/contract/endpoints/growth/tasks'
import { parseMoney } from '@fairlot/contract/money/money'
import type { Output } from '../../api/api.ts'
import { useRead } from '../../queries/queries.ts'

export type Vip = Output<typeof taskMember>

const TOPICS = ['tasks', 'balance', 'notices'] as const

/** The VIP levels, the member's own, and what the next one needs. */
export const useVip = () => useRead(taskMember, {}, { topics: TOPICS })

/** How much of the way from the member's level to the next one is done, from 0 to 1. */
export function partOf({ level, spend, levels, next }: Vip): number {
  if (next === null) return 1
  const from = parseMoney(levels.find((one) => one.level === level)?.spend ?? '0')
  const to = parseMoney(levels.find((one) => one.level === next.level)?.spend ?? '0')
  const done = parseMoney(spend) - from
  return to > from && done > 0n ? Math.min(1, Number(done) / Number(to - from)) : 0
}
