/** Quotes of orders and vouchers for component tests. */
import type { confirmOrder } from '@fairlot/contract/endpoints/mall/orders'
import type { vouchers } from '@fairlot/contract/endpoints/mall/vouchers'
import type { Output } from '../api/api.ts'
import { cardWith } from './issues.ts'

type Quoted = Output<typeof confirmOrder>
type Voucher = Output<typeof vouchers>['items'][number]

/** A quote for three shares, 75.00, without vouchers. */
export const quoteWith = (more: Partial<Quoted> = {}): Quoted => ({
  card: cardWith(),
  quantity: 3,
  total: '75.00',
  voucher: null,
  due: '75.00',
  vouchers: [],
  balance: '1000.00',
  balanceAfter: '925.00',
  sharesAfter: 3,
  available: 20,
  recyclePercent: 80,
  refusal: null,
  ...more,
})

/** A voucher of 5.00 for orders from 10.00, which can be used. */
export const voucherWith = (more: Partial<Voucher> = {}): Voucher => ({
  id: '018f0000-0000-7000-8000-0000000000d1',
  amount: '5.00',
  minSpend: '10.00',
  state: 'open',
  grantedAt: 1,
  expiresAt: Date.UTC(2030, 0, 15),
  order: null,
  returned: null,
  ...more,
})
