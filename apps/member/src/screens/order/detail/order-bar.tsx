import { PrizeBar } from '../prize/prize-bar.tsx'
import type { PrizeSteps } from '../prize/use-prize-steps.ts'
import { NextStep } from './order-next-step.tsx'
import type { OrderData } from './order-view.tsx'

type OrderBarProps = {
  data: OrderData
  steps: PrizeSteps
  /** `brand` beside the list, where another action of the page is gold */
  tone?: 'gold' | 'brand'
}

/** The next step of an order: with its prize, or else to its draw. */
export function OrderBar({ data, steps, tone = 'gold' }: OrderBarProps) {
  return data.prize === null ? (
    <NextStep data={data} tone={tone} />
  ) : (
    <PrizeBar data={data} prize={data.prize} steps={steps} tone={tone} />
  )
}
