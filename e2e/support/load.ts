/** Buyers who buy without a pause over the API and keep the server's answers. */
import { randomUUID } from 'node:crypto'
import type { Client } from '@fairlot/contract/client'
import type { Output } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import { decided, told } from './told.ts'

export type Buyer = { client: Client }
export type Receipt = Output<Endpoints['buy']>
export type Attempt = { buyer: Buyer; issue: string; quantity: number; requestId: string }
/** A purchase that the server has acknowledged. */
export type Acknowledged = Attempt & { receipt: Receipt }

/** The outcome of a purchase. */
type Bought = { receipt: Receipt } | { unknown: string } | { refused: string }

export async function attempt({ buyer, issue, quantity, requestId }: Attempt): Promise<Bought> {
  const outcome = await told(() => buyer.client.call(ENDPOINTS.buy, { issue, quantity, requestId }))
  if (!('answer' in outcome)) return outcome
  const { answer: receipt } = outcome
  return receipt.status === 'processing' ? { unknown: 'processing' } : { receipt }
}

/** Retries with the same request id until the outcome is known. */
export const settle = (open: Attempt) => decided(() => attempt(open))

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
      const outcome = await attempt(next)
      if ('receipt' in outcome) load.acknowledged.push({ ...next, receipt: outcome.receipt })
      else if ('refused' in outcome) load.refused.push(outcome.refused)
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
