import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'
import type { OrderData } from '../detail/order-view.tsx'
import type { Prize } from './delivery.ts'
import { DeliveryView } from './delivery-view.tsx'
import { PrizeChoice } from './prize-choice.tsx'
import { RecycledCard } from './recycled-card.tsx'
import type { PrizeSteps } from './use-prize-steps.ts'
import { WonCard } from './won-card.tsx'

/** The sheets and dialogs of the steps: fetched with the first one. */
const PrizeDialogs = lazy(() =>
  import('./prize-dialogs.tsx').then((module) => ({ default: module.PrizeDialogs })),
)

type PrizeViewProps = {
  data: OrderData
  prize: Prize
  steps: PrizeSteps
  /** the buttons, where they do not stand at the foot of the page */
  bar?: ReactNode
}

/** A won product in any state: what was won, the choice, the delivery. */
export function PrizeView({ data, prize, steps, bar }: PrizeViewProps) {
  return (
    <>
      <Standing data={data} prize={prize} steps={steps} bar={bar} />
      <Suspense>
        <PrizeDialogs data={data} prize={prize} steps={steps} />
      </Suspense>
    </>
  )
}

function Standing({ data, prize, steps, bar }: PrizeViewProps) {
  switch (prize.status) {
    case 'won':
      return (
        <>
          <WonCard data={data} />
          <PrizeChoice data={data} prize={prize} steps={steps} bar={bar} />
        </>
      )
    case 'recycled':
      return (
        <>
          <RecycledCard data={data} prize={prize} />
          {bar}
        </>
      )
    case 'address_confirmed':
    case 'in_delivery':
    case 'disputed':
    case 'received':
    case 'completed':
      return <DeliveryView data={data} prize={prize} steps={steps} bar={bar} />
  }
}
