import type { orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import type { Output } from '../api/api.ts'
import { cardWith, ISSUE } from './issues.ts'

/** An order of three shares that awaits its draw. */
export const orderOf = (order: string): Output<typeof orderDetail> => ({
  order: {
    order,
    number: `${ISSUE}-12`,
    status: 'awaiting_draw',
    card: cardWith({ sold: 43, mine: 3 }),
    first: 1_000_040,
    quantity: 3,
    amount: '75.00',
    discount: null,
    at: Date.now(),
    prizes: [],
  },
  code: null,
  tag: null,
  witnesses: null,
  prize: null,
  timeline: [],
  serverTime: Date.now(),
})
