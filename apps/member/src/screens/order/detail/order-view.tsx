import type { orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Output } from '../../../api/api.ts'
import { SharePicture } from '../../../parts/share-picture/share-picture.tsx'
import { joinedShare, wonShare } from '../../../parts/share-picture/shared.ts'
import { sumOf } from '../../../parts/tiers/odds.ts'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { PrizeView } from '../prize/prize-view.tsx'
import type { PrizeSteps } from '../prize/use-prize-steps.ts'
import { ReceiptCard } from '../receipt/receipt-card.tsx'
import { IssueOrders } from './issue-orders.tsx'
import { CodesCard, OrderTicket } from './order-ticket.tsx'
import { Outcome } from './order-outcome.tsx'
import { PaidCard } from './paid-card.tsx'
import { TagCard } from './tag-card.tsx'
import { Timeline } from './order-timeline.tsx'

export type OrderData = Output<typeof orderDetail>

type OrderViewProps = {
  data: OrderData
  steps: PrizeSteps
  /** the next step, where it does not stand at the foot of the page */
  bar?: ReactNode
}

/** An order in any state: the content of its page, and of the pane beside the list. */
export function OrderView({ data, steps, bar }: OrderViewProps) {
  const { order, prize, tag, timeline } = data
  // The result rolls in for members who watched the wait. Others see it at once.
  const [waited, setWaited] = useState(false)
  if (order.status === 'awaiting_draw' && !waited) setWaited(true)
  const shared = sharedOf(data)
  return (
    <div className="flex flex-col gap-4">
      {prize === null || (waited && prize.status === 'won') ? <Outcome data={data} roll={waited} /> : null}
      {prize === null ? (
        <>
          {bar}
          <OrderTicket data={data} />
        </>
      ) : (
        <>
          <PrizeView data={data} prize={prize} steps={steps} bar={bar} />
          <CodesCard order={order} code={data.code} />
        </>
      )}
      {shared && <SharePicture shared={shared} />}
      <IssueOrders order={order} />
      <PaidCard order={order} />
      {/* the way of a prize has the win as its first entry */}
      <Timeline steps={prize === null ? timeline : timeline.filter(({ state }) => state !== 'won')} />
      <ReceiptCard data={data} />
      {tag !== null && <TagCard tag={tag} issue={order.card.issue} drawn={data.code !== null} />}
    </div>
  )
}

/** What the member can share of an order: its prize, or its shares until the draw. */
function sharedOf({ order, prize }: OrderData) {
  if (order.status === 'awaiting_draw') return joinedShare(order.card, order.first)
  if (order.prizes.length > 0) return wonShare(order.card, sumOf(order.prizes))
  return prize === null ? null : wonShare(order.card, null)
}

export function OrderBones() {
  return (
    <Skeleton>
      <Bone className="rounded-card mt-2 h-52" />
      <Bone className="rounded-card mt-5 h-36" />
      <Bone className="rounded-card mt-5 h-44" />
    </Skeleton>
  )
}
