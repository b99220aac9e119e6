/** What earlier answers already say about a record, for a page whose own answer is still on its way. */
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { goodsList } from '@fairlot/contract/endpoints/mall/goods'
import type { buy, orderList } from '@fairlot/contract/endpoints/mall/orders'
import { serverNow } from '../api/api.ts'
import type { Output } from '../api/api.ts'

type KnownCard = Output<typeof goodsList>['items'][number]
type KnownOrder = Output<typeof orderList>['items'][number]

/** Answers are lists and records of a few levels; a card is never deeper. */
const DEEPEST = 6

/** The newest record in the kept answers that `fits`. */
function find<T>(client: QueryClient, fits: (record: Record<string, unknown>) => boolean): T | undefined {
  const look = (value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined
    if (!Array.isArray(value) && fits(value as Record<string, unknown>)) return value
    for (const inner of Object.values(value)) {
      const found = look(inner, depth + 1)
      if (found !== undefined) return found
    }
    return undefined
  }
  const answers = client.getQueryCache().getAll()
  for (const { state } of answers.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)) {
    const found = look(state.data, 0)
    if (found !== undefined) return found as T
  }
  return undefined
}

const findCard = (client: QueryClient, issue: string): KnownCard | undefined =>
  find(client, (record) => record['issue'] === issue && 'product' in record && 'sold' in record)

/** The card of an issue, from any list that was shown. */
export function useKnownCard(issue: string): KnownCard | undefined {
  return findCard(useQueryClient(), issue)
}

/** The key under which a purchase's answer is kept as an order. */
const boughtKey = (order: string) => ['bought', order]

/** Keeps the answer of a purchase as its order, for the page after it. */
export function keepBought(client: QueryClient, answer: Output<typeof buy>): void {
  const card = findCard(client, answer.issue)
  if (!card) return
  const { issue: _, ...order } = answer
  const kept: KnownOrder = { ...order, number: null, at: serverNow(), prizes: [], card }
  client.setQueryData(boughtKey(answer.order), kept)
}

/** The order that the purchase on the page before made. */
export function useBought(order: string): KnownOrder | undefined {
  return useQueryClient().getQueryData<KnownOrder>(boughtKey(order))
}
