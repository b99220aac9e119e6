/**
 * Collects what arrives while batches are under way and runs it as the next one: at most 256 items, at most one of a
 * member under way, at most two batches in flight, no timers.
 *
 * Two batches overlap only under load: while one holds its issues, the other reserves on its members, and this process
 * prepares the next. Few callers make one batch together, because a batch costs something however small it is.
 */
import type { Failed, Results } from './runner.ts'
import type { Item } from './steps.ts'

const LARGEST_BATCH = 256
/** With this many waiting, a second batch is worth its own round trips. */
const WORTH_A_BATCH = 32
/** With this many waiting, more would only wait longer than people do. */
const LONGEST_QUEUE = 20_000

/** The queue is full: nothing was tried. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

export type Batcher = {
  /** Resolves with the decided item; rejects with what made it fail. */
  submit(item: Item): Promise<Item>
  /** Waits until nothing is queued or in flight. */
  idle(): Promise<void>
}

type Waiting = { item: Item; resolve: (item: Item) => void; reject: (error: unknown) => void }

/** What runs one batch; it must not reject for a single item, and answers by the items' ids. */
export type RunBatch = (items: readonly Item[]) => Promise<Results>

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
  function take(most: number): Waiting[] {
    const batch: Waiting[] = []
    const later: Waiting[] = []
    for (const waiting of queue) {
      const { member } = waiting.item
      if (batch.length === most || busyMembers.has(member)) later.push(waiting)
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
      // what is enough for two goes in two halves, which then keep out of each other's way
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

function answer(waiting: Waiting, result: Item | Failed | undefined) {
  if (!result) waiting.reject(new Error('the batch answered without this item'))
  else if ('error' in result) waiting.reject(result.error)
  else waiting.resolve(result)
}
