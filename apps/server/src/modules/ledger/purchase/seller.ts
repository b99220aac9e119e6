/** Selling: a module hands in the definition of what it sells, and buys for its members. */
import type { Db } from '../../../platform/db.ts'
import { createBatcher } from './batcher.ts'
import { createLane } from './lane.ts'
import type { PurchaseAnswer, PurchaseRequest } from './purchase.ts'
import { runBatch } from './runner.ts'
import type { SellerDefinition } from './seller-definition.ts'
import { oneLane, severalLanes } from './statements.ts'

/** Batches in flight. A third would wait for the locks of the other two. */
const CONNECTIONS = 2

export type Seller = {
  /**
   * Decides one purchase, exactly once by its id.
   * @throws OutcomeUnknown, QueueFull
   */
  buy(request: PurchaseRequest): Promise<PurchaseAnswer>
  /** Waits for purchases in flight, then closes the connections. */
  close(): Promise<void>
}

export type SellerOptions = {
  /** of the database, for connections of its own */
  url: string
  definition: SellerDefinition
  /** how many databases the tables are spread over; the form for several also works on one */
  lanes?: 'one' | 'several'
}

export function createSeller({ url, definition, lanes = 'one' }: SellerOptions): Seller {
  const connections = Array.from({ length: CONNECTIONS }, () => createLane(url, `fairlot-${definition.kind}`))
  const stages = lanes === 'one' ? oneLane(definition) : severalLanes(definition)
  const batcher = createBatcher(connections.map((lane) => (items) => runBatch(lane, items, stages)))
  return {
    buy: (request) => batcher.submit(request),
    async close() {
      await batcher.idle()
      await Promise.all(connections.map((lane) => lane.close()))
    },
  }
}

const HELD = {
  name: 'purchase.held',
  text: `select purchase_id as id, member_id as member, subject_id as subject, quantity, amount, 0 as "maxPerMember"
    from purchase where state = 'held' and kind = $1 order by created_at, purchase_id limit $2`,
}

/**
 * Finishes purchases that a crash between two lanes left \`held\`, at most \`limit\` of them. On one lane there are none.
 * @returns how many it looked at
 * @internal
 */
export async function finishHeld(db: Db, seller: Seller, kind: string, limit = 256): Promise<number> {
  const held = await db.query<PurchaseRequest>(HELD, [kind, limit])
  await Promise.all(held.map((request) => seller.buy(request)))
  return held.length
}
