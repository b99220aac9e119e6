/**
 * Collects purchases that arrive while batches are in flight and runs them as the next batch: at most 256 purchases, at most
 * one of a member in flight, one batch in flight on each lane, no timers.
 *
 * Batches overlap only under load: while PostgreSQL works on one, this process answers the other and prepares the next. Few
 * callers make one batch together, because every batch has a fixed cost.
 */
import type { Failed, Results } from './runner.ts'
import type { PurchaseAnswer, PurchaseRequest } from './purchase.ts'

const LARGEST_BATCH = 256
/** With this many purchases waiting, a second batch is worth its own round trip. */
const WORTH_A_BATCH = 32
/** A longer queue would only make callers wait longer than they do. */
const LONGEST_QUEUE = 20_000

/** The queue is full. Nothing was tried. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

export type Batcher = {
  /** Resolves with the ledger's answer; rejects with the error that made the purchase fail. */
  submit(item: PurchaseRequest): Promise<PurchaseAnswer>
  /** Waits until nothing is queued or in flight. */
  idle(): Promise<void>
}

type Waiting = {
  item: PurchaseRequest
  resolve: (answer: PurchaseAnswer) => void
  reject: (error: unknown) => void
}

/** Runs one batch. It must not reject for a single purchase, and answers by the purchases' ids. */
export type RunBatch = (items: readonly PurchaseRequest[]) => Promise<Results>

/** @param lanes each runs one batch at a time */
export function createBatcher(lanes: readonly RunBatch[]): Batcher {
  const free = [...lanes]
  let queue: Waiting[] = []
  /** members with an item in flight: their next one would only wait for the same wallet's lock */
  const busyMembers = new Set<string>()
  let scheduled = false
  let whenIdle: (() => void)[] = []

  const isIdle = () => queue.length === 0 && free.length === lanes.length

  /** Takes the next batch in order of arrival. */
  function take(size: number): Waiting[] {
    const batch: Waiting[] = []
    const later: Waiting[] = []
    for (const waiting of queue) {
      const { member } = waiting.item
      if (batch.length === size || busyMembers.has(member)) later.push(waiting)
      else {
        busyMembers.add(member)
        batch.push(waiting)
      }
    }
    queue = later
    return batch
  }

  function launch() {
    scheduled = false
    while (queue.length > 0 && free.length > 0) {
      const alone = free.length === lanes.length
      if (!alone && queue.length < WORTH_A_BATCH) return
      // enough for two batches goes in two halves, which then keep out of each other's way
      const share =
        alone && queue.length >= 2 * WORTH_A_BATCH ? Math.ceil(queue.length / lanes.length) : queue.length
      const batch = take(Math.min(share, LARGEST_BATCH))
      if (batch.length === 0) return
      void fly(batch, free.pop()!)
    }
  }

  async function fly(batch: readonly Waiting[], run: RunBatch) {
    try {
      const results = await run(batch.map((waiting) => waiting.item))
      for (const waiting of batch) answer(waiting, results.get(waiting.item.id))
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
    for (const { item } of batch) busyMembers.delete(item.member)
    free.push(run)
    if (queue.length > 0) schedule()
    if (!isIdle()) return
    for (const resolve of whenIdle) resolve()
    whenIdle = []
  }

  /** What arrives in the same turn of the event loop goes together. */
  function schedule() {
    if (scheduled || free.length === 0) return
    scheduled = true
    setImmediate(launch)
  }

  return {
    submit(item) {
      if (queue.length >= LONGEST_QUEUE)
        return Promise.reject(new QueueFull('too many purchases are waiting'))
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        schedule()
      })
    },
    idle: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
  }
}

function answer(waiting: Waiting, result: PurchaseAnswer | Failed | undefined) {
  if (!result) waiting.reject(new Error('the batch answered without this item'))
  else if ('error' in result) waiting.reject(result.error)
  else waiting.resolve(result)
}
