/** What is known of a delivery: when it is expected, how far it is, what its history shows. */
import type { PrizeStatus } from '@fairlot/contract/life/order-life'
import { DAY_MS } from '../../../timing.ts'
import type { OrderData } from '../detail/order-view.tsx'

export type Prize = NonNullable<OrderData['prize']>

/** Specification, section 9: a delivery takes one to two months. */
export const DELIVERY_DAYS = { least: 30, most: 60 } as const

/** When the address was confirmed; after a dispute, when the product was to be sent again. Null before. */
export function confirmedAt({ timeline }: Pick<Prize, 'timeline'>): number | null {
  let since: number | null = null
  let before: PrizeStatus | undefined
  for (const { state, at } of timeline) {
    if (state === 'address_confirmed' && (since === null || before === 'disputed')) since = at
    before = state
  }
  return since
}

/** The first and the last day of the expected delivery, the day it is now, and whether the last one is over. */
export function expectedDelivery(since: number, now: number) {
  const day = Math.max(1, Math.floor((now - since) / DAY_MS) + 1)
  return {
    from: since + DELIVERY_DAYS.least * DAY_MS,
    to: since + DELIVERY_DAYS.most * DAY_MS,
    day,
    isLate: day > DELIVERY_DAYS.most,
  }
}

/** The stages of a delivery: won, address confirmed, on its way, delivered, received. */
export const STAGES = 5

export function stagesDone({ status, shipment }: Pick<Prize, 'status' | 'shipment'>): number {
  if (status === 'won' || status === 'recycled') return 1
  if (status === 'address_confirmed') return 2
  if (status === 'received' || status === 'completed') return STAGES
  return shipment === null || shipment.deliveredAt === null ? 3 : 4
}

/** An entry of the history: a state, or the carrier's proof of delivery. */
export type HistoryEntry = {
  state: PrizeStatus | 'delivered'
  at: number
  note: string | null
}

/** The history, newest first. A state that was confirmed once more (another address, a corrected number) shows once. */
export function historyOf({ timeline, shipment }: Pick<Prize, 'timeline' | 'shipment'>): HistoryEntry[] {
  const entries: HistoryEntry[] = timeline.filter(
    ({ state, note }, index) => note !== null || state !== timeline[index - 1]?.state,
  )
  const proof = shipment?.deliveredAt ?? null
  if (proof !== null) {
    const after = entries.findIndex(({ at }) => at > proof)
    entries.splice(after < 0 ? entries.length : after, 0, { state: 'delivered', at: proof, note: null })
  }
  return entries.toReversed()
}

/** What an operator answered to the last dispute; null: nothing, or no dispute. */
export function answerOf({ timeline }: Pick<Prize, 'timeline'>): string | null {
  const disputed = timeline.findLastIndex(({ state }) => state === 'disputed')
  return disputed < 0 ? null : (timeline[disputed + 1]?.note ?? null)
}

/** When the prize reached its state. */
export const sinceOf = ({ status, timeline }: Pick<Prize, 'status' | 'timeline'>): number | null =>
  timeline.find(
    ({ state }, index) => state === status && timeline.slice(index).every((later) => later.state === status),
  )?.at ?? null
