/**
 * Collects what arrives while a batch is under way and runs it as the next one: at most 512 items, at most
 * one of a member, one batch in flight, no timers.
 */
import type { Failed, Results } from './runner.ts'
import type { Item } from './steps.ts'

const LARGEST_BATCH = 512
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

export function createBatcher(run: (items: readonly Item[]) => Promise<Results>): Batcher {
  let queue: Waiting[] = []
  let busy = false
  let whenIdle: (() => void)[] = []

  /** Takes the next batch in order of arrival; a member's second item waits for the next one. */
  function take(): Waiting[] {
    const batch: Waiting[] = []
    const later: Waiting[] = []
    const members = new Set<string>()
    for (const waiting of queue) {
      if (batch.length === LARGEST_BATCH || members.has(waiting.item.member)) later.push(waiting)
      else {
        members.add(waiting.item.member)
        batch.push(waiting)
      }
    }
    queue = later
    return batch
  }

  async function drain() {
    while (queue.length > 0) {
      const batch = take()
      try {
        const results = await run(batch.map((waiting) => waiting.item))
        for (const waiting of batch) answer(waiting, results.get(waiting.item.id))
      } catch (error) {
        for (const waiting of batch) waiting.reject(error)
      }
    }
    busy = false
    for (const resolve of whenIdle) resolve()
    whenIdle = []
  }

  return {
    submit(item) {
      if (queue.length >= LONGEST_QUEUE)
        return Promise.reject(new QueueFull('too many purchases are waiting'))
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (busy) return
        busy = true
        // what arrives in the same turn of the event loop joins the first batch
        setImmediate(() => void drain())
      })
    },
    idle: () => (busy ? new Promise((resolve) => whenIdle.push(resolve)) : Promise.resolve()),
  }
}

function answer(waiting: Waiting, result: Item | Failed | undefined) {
  if (!result) waiting.reject(new Error('the batch answered without this item'))
  else if ('error' in result) waiting.reject(result.error)
  else waiting.resolve(result)
}
