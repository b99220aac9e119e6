/**
 * What a selling module gets from the ledger: hand in the book of what you sell, and buy.
 */
import { createBatcher } from './batcher.ts'
import { createLane, runBatch } from './runner.ts'
import { sale, type Book, type Item } from './steps.ts'

/** Batches in flight. A third would wait for the locks of the other two. */
const LANES = 2

export type Seller = {
  /** Decides one purchase: reserve, allocate, settle. Rejects with OutcomeUnknown or QueueFull. */
  buy(item: Item): Promise<Item>
  /** Waits for what is under way, then closes the connections. */
  close(): Promise<void>
}

export function createSeller(options: { url: string; kind: 'shares'; book: Book }): Seller {
  const lanes = Array.from({ length: LANES }, () => createLane(options.url, `fairlot-${options.kind}`))
  const purchase = sale(options.kind, options.book)
  const batcher = createBatcher(lanes.map((lane) => (items) => runBatch(lane, items, purchase)))
  return {
    buy: (item) => batcher.submit(item),
    async close() {
      await batcher.idle()
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}
