import { paths } from '../../paths.ts'
import type { NextStep } from './order-state.ts'

/** Where the next step of an order of an issue leads, but for the steps of a prize, which are on the order's page. */
export function stepLink(step: Exclude<NextStep, 'prize' | 'follow'>, issue: string) {
  if (step === 'calculation') return paths.calculation(issue)
  return step === 'watch' ? paths.draw(issue) : paths.goods(issue)
}
