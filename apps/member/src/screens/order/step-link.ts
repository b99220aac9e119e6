import { paths } from '../../paths.ts'
import type { NextStep } from './order-state.ts'

/** Where the next step of an order of an issue leads. */
export function stepLink(step: NextStep, issue: string) {
  if (step === 'calculation') return paths.calculation(issue)
  return step === 'watch' ? paths.draw(issue) : paths.goods(issue)
}
