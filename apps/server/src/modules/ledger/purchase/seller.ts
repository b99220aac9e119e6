/** Selling: a module hands in the definition of what it sells, and buys for its members. */
import type { Db } from '../../../platform/db.ts'
import { createBatcher } from './batcher.ts'
import { createLane } from './lane.ts'
import type { PurchaseAnswer, PurchaseRequest } from './purchase.ts'
import { runBatch } from './runner.ts'
import type { SellerDefinition } from './seller-definition.ts'
import { oneLane, prepareSplit, severalLanes, splitLane } from './statements.ts'

/** Batches in flight. A third would wait for the locks of the other two. */
const CONNECTIONS = 2
/** From this size on, a batch holds its subject for so long that the other lane gains more than the split costs. */
const WORTH_SPLITTING = 64

/** `one`: each batch in one statement, or split when it is large; `split`: always split; `several`: cut for several databases. */
export type PurchaseForm = 'one' | 'split' | 'several'

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
  /** each of them works on one database */
  lanes?: PurchaseForm
}

export function createSeller({ url, definition, lanes = 'one' }: SellerOptions): Seller {
  const [whole, split, cut] = [oneLane(definition), splitLane(definition), severalLanes(definition)]
  const stagesFor = (size: number) => {
    if (lanes === 'several') return cut
    return lanes === 'split' || size >= WORTH_SPLITTING ? split : whole
  }
  const connections = Array.from({ length: CONNECTIONS }, () =>
    createLane(url, `fairlot-${definition.kind}`, prepareSplit(definition)),
  )
  const batcher = createBatcher(
    connections.map((lane) => (items) => runBatch(lane, items, stagesFor(items.length))),
  )
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
  text: `select purchase_id as id, member_id as member, request_id as "requestId", subject_id as subject, quantity, amount, 0 as "maxPerMember"
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
