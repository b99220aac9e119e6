/** Buyers who buy without a pause over the API and keep the server's answers. */
import { randomUUID } from 'node:crypto'
import { CallError, type Client } from '@fairlot/contract/client'
import type { Output } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import { until } from './until.ts'

export type Buyer = { client: Client }
export type Receipt = Output<Endpoints['buy']>
export type Attempt = { buyer: Buyer; issue: string; quantity: number; requestId: string }
/** A purchase that the server has acknowledged. */
export type Acknowledged = Attempt & { receipt: Receipt }

/** The outcome of a purchase: done, unknown (a retry with the same request id decides it), or refused. */
type Told = { receipt: Receipt } | { unknown: string } | { refused: string }

/** Codes after which only a retry tells whether the purchase happened. */
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

/** Retries with the same request id until the outcome is known. */
export async function settle(open: Attempt): Promise<Exclude<Told, { unknown: string }>> {
  return until('an unknown purchase is decided', async () => {
    const told = await attempt(open)
    return 'unknown' in told ? false : told
  })
}

export type Load = {
  acknowledged: Acknowledged[]
  /** purchases with an unknown outcome */
  open: Attempt[]
  /** codes of refusals; there is none before the issue is sold out */
  refused: string[]
  /** Waits for the calls in flight; the buyers start no other. */
  stop(): Promise<void>
}

/** Each buyer buys one to three shares at a time, one purchase after the other. */
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
        // One unknown purchase for each buyer is enough for a round.
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

/** The acknowledged purchases that the buyer's order list lacks or shows differently. */
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
