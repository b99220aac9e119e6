import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWide } from '../../ui/layout/use-wide.ts'
import { OrderPage } from './detail/order-page.tsx'
import { OrdersPage } from './list/orders-page.tsx'

/** One of the member's orders: from 768 px beside the list, below that a page. */
export default function OrderDetailScreen(): ReactNode {
  const { order } = useSearch({ from: '/pages/order/detail' })
  const isWide = useWide('tab')
  return isWide ? <OrdersPage tab="all" order={order} /> : <OrderPage order={order} />
}
