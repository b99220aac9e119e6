import type { financeOrders } from '@fairlot/contract/endpoints/finance'
import type { FinanceOrderStatus } from '@fairlot/contract/life/finance-life'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { stepsAt, stepsOf } from '@fairlot/contract/money/finance-interest'
import type { Output } from '../../../api/api.ts'
import { HOUR_MS } from '../../../timing.ts'
import type { StatusTone } from '../../../ui/values/status-pill.tsx'

export type FinanceOrder = Output<typeof financeOrders>['items'][number]

export const ORDER_TONES: Record<FinanceOrderStatus, StatusTone> = {
  waiting: 'wait',
  completed: 'ok',
  exited: 'quiet',
}

type Term = Pick<FinanceOrder, 'boughtAt' | 'endedAt' | 'termHours' | 'status'>

/** How many steps of the term are complete, of how many. A step is a full day; the last one may be shorter. */
export function progressOf(
  { boughtAt, endedAt, termHours, status }: Term,
  nowMs: number,
): { done: number; all: number } {
  const all = stepsOf(termHours)
  if (status === 'completed') return { done: all, all }
  return { done: stepsAt(termHours, (endedAt ?? nowMs) - boughtAt), all }
}

/** The interest to date that was not paid, as a wire amount: what an early exit costs. Interest of later days was never earned. */
export const unpaidOf = ({ accrued, paid }: Pick<FinanceOrder, 'accrued' | 'paid'>): string =>
  formatMoney(parseMoney(accrued) - parseMoney(paid))

/** Whether all interest of the term comes at once, at maturity: the term is a day or shorter, and words of days do not fit. */
export const isOneStep = ({ termHours }: Pick<FinanceOrder, 'termHours'>): boolean => stepsOf(termHours) === 1

/** How many hours of a short term have passed, of how many. */
export function hoursOf(
  { boughtAt, endedAt, termHours, status }: Term,
  nowMs: number,
): { done: number; all: number } {
  const passed = Math.floor(((endedAt ?? nowMs) - boughtAt) / HOUR_MS)
  return {
    done: status === 'completed' ? termHours : Math.min(Math.max(passed, 0), termHours),
    all: termHours,
  }
}
