/** Finance products and orders on the wire. */
import { accrualOf, stepHours } from '@fairlot/contract/money/finance-interest'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { ProductRow, ReserveDay } from '../products/products.queries.ts'
import { coveredUnits, unitsLeft } from '../products/room.ts'
import type { AccrualRow, OrderRow } from './orders.queries.ts'

export type ProductView = Output<Endpoints['financeDetail']>['product']
export type OrderView = Output<Endpoints['financeBuy']>['order']

export function productView(row: ProductRow, name: string): ProductView {
  return {
    code: row.code,
    name,
    sale: row.sale,
    unitPrice: formatMoney(row.unitPrice),
    minUnits: row.minUnits,
    maxUnits: row.maxUnits,
    units: row.totalUnits,
    left: unitsLeft(row),
    termHours: row.termHours,
    termUnit: row.termUnit,
    dailyRatePpm: row.dailyRatePpm,
    payout: row.payout,
    needsTrc20: row.wantsTrc20,
    earlyExit: row.earlyExit,
    saleFrom: row.saleFromMs,
    saleUntil: row.saleUntilMs,
    members: row.members,
    openOrders: row.openOrders,
    principal: formatMoney(row.principal),
    custody: formatMoney(row.custody),
    reserve: formatMoney(row.reserve),
    liability: formatMoney(row.liability),
    rebates: formatMoney(row.rebates),
    paid: formatMoney(row.paid),
    covered: coveredUnits(row),
    version: row.version,
  }
}

export function orderView(row: OrderRow, name: string): OrderView {
  const isWaiting = row.state === 'waiting'
  return {
    id: row.orderId,
    code: row.code,
    name,
    status: row.state,
    units: row.units,
    unitPrice: formatMoney(row.unitPrice),
    principal: formatMoney(row.principal),
    interest: formatMoney(row.interest),
    accrued: formatMoney(row.accrued),
    paid: formatMoney(row.paid),
    forfeited: formatMoney(row.state === 'exited' ? row.interest - row.paid : 0n),
    termHours: row.termHours,
    termUnit: row.termUnit,
    dailyRatePpm: row.dailyRatePpm,
    payout: row.payout,
    boughtAt: row.boughtMs,
    maturesAt: row.maturesMs,
    nextAt: isWaiting && row.accruedSteps < row.steps ? row.dueMs : null,
    endedAt: row.endedMs,
    mayExit: isWaiting && row.earlyExit && row.nowMs < row.maturesMs,
  }
}

const HOUR_MS = 3_600_000

/** @throws Error when an accrual is not what the formula says */
export function accrualView(order: OrderRow, { step, amount, paid }: AccrualRow) {
  if (accrualOf(order.principal, order, step) !== amount)
    throw new Error(`accrual ${step} of the finance order ${order.orderId} is ${amount}`)
  return {
    step,
    amount: formatMoney(amount),
    at: order.boughtMs + stepHours(order.termHours, step) * HOUR_MS,
    paid,
  }
}

export const dayView = ({ day, ...amounts }: ReserveDay) => ({
  day,
  reserve: formatMoney(amounts.reserve),
  liability: formatMoney(amounts.liability),
  custody: formatMoney(amounts.custody),
  principal: formatMoney(amounts.principal),
})
