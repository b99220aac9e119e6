import type { orderDetail } from '@fairlot/contract/endpoints/mall'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Output } from '../../api/api.ts'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IssueOrders } from './issue-orders.tsx'
import { OrderTicket } from './order-ticket.tsx'
import { Outcome } from './order-outcome.tsx'
import { PaidCard } from './paid-card.tsx'
import { ReceiptCard } from './receipt/receipt-card.tsx'
import { TagCard } from './tag-card.tsx'
import { Timeline } from './order-timeline.tsx'

export type OrderData = Output<typeof orderDetail>

/**
 * An order in any state: the content of its page, and of the pane beside the list.
 * @param step the next step, where it does not stand at the foot of the page
 */
export function OrderView({ data, step }: { data: OrderData; step?: ReactNode }) {
  const { order, tag, timeline } = data
  // The result rolls in for members who watched the wait. Others see it at once.
  const [waited, setWaited] = useState(false)
  if (order.status === 'awaiting_draw' && !waited) setWaited(true)
  return (
    <div className="flex flex-col gap-4">
      <Outcome data={data} roll={waited} />
      {step}
      <OrderTicket data={data} />
      <IssueOrders order={order} />
      <PaidCard order={order} />
      <Timeline steps={timeline} />
      <ReceiptCard data={data} />
      {tag !== null && <TagCard tag={tag} issue={order.card.issue} drawn={data.code !== null} />}
    </div>
  )
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
