/** Buyers who buy without pause over the real API, and remember what they were told. */
import { randomUUID } from 'node:crypto'
import { CallError, type Client } from '@fairlot/contract/client'
import type { Output } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import { until } from './until.ts'

export type Buyer = { client: Client }
export type Receipt = Output<Endpoints['buy']>
export type Attempt = { buyer: Buyer; issue: string; quantity: number; requestId: string }
/** A purchase that the server said is done. */
export type Acknowledged = Attempt & { receipt: Receipt }

/** What an answer says of a purchase: done, not known yet (ask again with the same id), or refused for good. */
type Told = { receipt: Receipt } | { unknown: string } | { refused: string }

/** The server could not say, or nobody answered: whether it was bought is for a retry to find out. */
const UNKNOWN = new Set(['PENDING', 'UNAVAILABLE'])

export async function attempt({ buyer, issue, quantity, requestId }: Attempt): Promise<Told> {
  try {
    const receipt = await buyer.client.call(ENDPOINTS.buy, { issue, quantity, requestId })
    return receipt.status === 'processing' ? { unknown: 'processing' } : { receipt }
  } catch (error) {
    if (error instanceof CallError) {
      return UNKNOWN.has(error.code) ? { unknown: error.code } : { refused: error.code }
    }
    return { unknown: String(error) }
  }
}

/** Asks again with the same id until the answer is final. */
export async function settle(open: Attempt): Promise<Exclude<Told, { unknown: string }>> {
  return until('an unknown purchase is decided', async () => {
    const told = await attempt(open)
    return 'unknown' in told ? false : told
  })
}

export type Load = {
  acknowledged: Acknowledged[]
  /** purchases of which nobody knows yet whether they happened */
  open: Attempt[]
  /** refusals by name: none is expected before the sale is over */
  refused: string[]
  /** Lets the calls under way end; nobody starts another. */
  stop(): Promise<void>
}

/** Everybody buys one to three shares at a time, again and again. */
export function startLoad(buyers: readonly Buyer[], issue: string): Load {
  let on = true
  const load: Load = {
    acknowledged: [],
    open: [],
    refused: [],
    async stop() {
      on = false
      await everybody
    },
  }
  async function shop(buyer: Buyer) {
    for (let n = 0; on; n++) {
      const next = { buyer, issue, quantity: 1 + (n % 3), requestId: randomUUID() }
      const told = await attempt(next)
      if ('receipt' in told) load.acknowledged.push({ ...next, receipt: told.receipt })
      else if ('refused' in told) load.refused.push(told.refused)
      else {
        load.open.push(next)
        // one question without an answer each: the rest of the round would only be more of them
        return
      }
    }
  }
  const everybody = Promise.all(buyers.map(shop))
  return load
}

export type Known = { first: number | null; quantity: number; amount: string }

/** All orders of a member as the server lists them, by id. */
export async function ordersOf({ client }: Buyer): Promise<Map<string, Known>> {
  const orders = new Map<string, Known>()
  let cursor: string | undefined
  do {
    const page = await client.call(ENDPOINTS.orderList, { limit: 100, ...(cursor && { cursor }) })
    for (const { order, first, quantity, amount } of page.items)
      orders.set(order, { first, quantity, amount })
    cursor = page.next ?? undefined
  } while (cursor)
  return orders
}

/** Acknowledged purchases that their buyer's order list does not show with the same codes. */
export async function lost(acknowledged: readonly Acknowledged[]): Promise<Acknowledged[]> {
  const buyers = [...new Set(acknowledged.map(({ buyer }) => buyer))]
  const lists = new Map(
    await Promise.all(buyers.map(async (buyer) => [buyer, await ordersOf(buyer)] as const)),
  )
  return acknowledged.filter(({ buyer, receipt: { order, first, quantity, amount } }) => {
    const known = lists.get(buyer)?.get(order)
    return known?.first !== first || known?.quantity !== quantity || known?.amount !== amount
  })
}
