/** Finance products and orders for component tests. */
import type {
  financeBuy,
  financeDetail,
  financeList,
  financeOrder,
  financeOrders,
} from '@fairlot/contract/endpoints/finance'
import { accruedAfter, accrualOf, termInterest } from '@fairlot/contract/money/finance-interest'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Output } from '../api/api.ts'

type Product = Output<typeof financeList>['items'][number]
type Detail = Output<typeof financeDetail>
type Order = Output<typeof financeOrders>['items'][number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const ORDER_ID = '018f0000-0000-7000-8000-0000000000f1'

/** A product on sale: units of 100.00 for seven days at 0.05 % a day. */
export const productWith = (more: Partial<Product> = {}): Product => ({
  code: 'WEEK',
  name: 'Week plan',
  sale: 'selling',
  unitPrice: '100.00',
  minUnits: 2,
  maxUnits: 50,
  units: 1000,
  left: 620,
  termHours: 168,
  termUnit: 'days',
  dailyRatePpm: 500,
  payout: 'at_maturity',
  needsTrc20: false,
  earlyExit: true,
  saleFrom: Date.now() - DAY_MS,
  saleUntil: Date.now() + 30 * DAY_MS,
  members: 21,
  openOrders: 34,
  principal: '38000.00',
  custody: '38000.00',
  reserve: '500.00',
  liability: '133.00',
  rebates: '80.00',
  paid: '12.00',
  covered: 1000,
  version: 7,
  ...more,
})

export const listWith = (...items: Product[]): Output<typeof financeList> => ({
  now: Date.now(),
  on: true,
  items,
})

export const detailWith = (more: Partial<Product> = {}, rest: Partial<Detail> = {}): Detail => ({
  now: Date.now(),
  on: true,
  product: productWith(more),
  funding: 'We pay the interest from our fees of the mall.',
  days: [
    { day: '2026-11-20', reserve: '500.00', liability: '90.00', custody: '26000.00', principal: '26000.00' },
    { day: '2026-11-21', reserve: '500.00', liability: '133.00', custody: '38000.00', principal: '38000.00' },
  ],
  own: { units: 0, available: 50, balance: '1000.00' },
  ...rest,
})

/** An order of five units that was bought so many full days ago. */
export function orderWith(days = 3, more: Partial<Order> = {}): Order {
  const terms = { dailyRatePpm: 500, termHours: 168 }
  const principal = parseMoney('500.00')
  const boughtAt = Date.now() - days * DAY_MS - HOUR_MS
  return {
    id: ORDER_ID,
    code: 'WEEK',
    name: 'Week plan',
    status: 'waiting',
    units: 5,
    unitPrice: '100.00',
    principal: '500.00',
    interest: formatMoney(termInterest(principal, terms)),
    accrued: formatMoney(accruedAfter(principal, terms, days)),
    paid: '0.00',
    forfeited: '0.00',
    ...terms,
    termUnit: 'days',
    payout: 'at_maturity',
    boughtAt,
    maturesAt: boughtAt + 168 * HOUR_MS,
    nextAt: boughtAt + (days + 1) * DAY_MS,
    endedAt: null,
    mayExit: true,
    ...more,
  }
}

export const ordersWith = (...items: Order[]): Output<typeof financeOrders> => ({
  items,
  next: null,
  counts: {
    waiting: items.filter(({ status }) => status === 'waiting').length,
    completed: items.filter(({ status }) => status === 'completed').length,
    exited: items.filter(({ status }) => status === 'exited').length,
  },
  principal: formatMoney(
    items
      .filter(({ status }) => status === 'waiting')
      .reduce((sum, { principal }) => sum + parseMoney(principal), 0n),
  ),
})

export function oneWith(order: Order, days = 3): Output<typeof financeOrder> {
  const principal = parseMoney(order.principal)
  return {
    now: Date.now(),
    order,
    accruals: Array.from({ length: days }, (_, index) => ({
      step: index + 1,
      amount: formatMoney(accrualOf(principal, order, index + 1)),
      at: order.boughtAt + (index + 1) * DAY_MS,
      paid: false,
    })),
  }
}

export const boughtWith = (order: Order): Output<typeof financeBuy> => ({ order, balance: '500.00' })
