/**
 * Between what changes often and those who are told: changes only mark their topic, and what is marked is looked at
 * together, once an interval. The latest state wins, whatever was in between.
 */

/** Time that a test drives by hand. */
export type Timers = {
  /** monotonic milliseconds */
  now(): number
  /** Runs something once, later; what it returns calls it off. Does not keep the process alive. */
  after(ms: number, run: () => void): () => void
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

export type CoalescerOptions = {
  /** least time from one look to the next, milliseconds */
  everyMs: number
  timers: Timers
  /** marks of topics that nobody wants are dropped at once */
  wanted(topic: string): boolean
  /** Looks at the topics and tells; they are marked again when it rejects. */
  flush(topics: readonly string[]): Promise<void>
  onError(error: unknown): void
}

export type Coalescer = {
  /** Marks a topic as changed. Costs a look-up in a map; never throws, never waits. */
  touch(topic: string): void
  /** Looks no more and waits for the look under way. */
  stop(): Promise<void>
}

/** At most this many topics are looked at together. */
const MOST_AT_ONCE = 1_000
/** While looking fails it is tried this much less often. */
const SLOWEST = 20

export function createCoalescer({ everyMs, timers, wanted, flush, onError }: CoalescerOptions): Coalescer {
  const dirty = new Set<string>()
  let lookedAt = -Infinity
  let failures = 0
  let cancel: (() => void) | undefined
  let running: Promise<void> | undefined
  let stopped = false

  function arm() {
    if (cancel || running || stopped || dirty.size === 0) return
    const pauseMs = everyMs * Math.min(2 ** failures, SLOWEST)
    cancel = timers.after(Math.max(0, lookedAt + pauseMs - timers.now()), () => {
      cancel = undefined
      running = look().finally(() => {
        running = undefined
        arm()
      })
    })
  }

  async function look() {
    const topics = [...dirty].slice(0, MOST_AT_ONCE)
    for (const topic of topics) dirty.delete(topic)
    lookedAt = timers.now()
    try {
      await flush(topics)
      failures = 0
    } catch (error) {
      failures++
      for (const topic of topics) dirty.add(topic)
      onError(error)
    }
  }

  return {
    touch(topic) {
      if (stopped || !wanted(topic)) return
      dirty.add(topic)
      arm()
    },
    async stop() {
      stopped = true
      cancel?.()
      cancel = undefined
      await running
    },
  }
}
