import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWide } from '../../ui/layout/use-wide.ts'
import { OrderPage } from './detail/order-page.tsx'
import { OrdersPage } from './list/orders-page.tsx'

/** The member's orders in tabs by state. From 768 px the address names the order that is open beside the list. */
export default function OrderRecordScreen(): ReactNode {
  const { tab = 'all', order } = useSearch({ from: '/pages/order/record' })
  const isWide = useWide('tab')
  return order !== undefined && !isWide ? <OrderPage order={order} /> : <OrdersPage tab={tab} order={order} />
}
