/**
 * Collects frequent changes: a change only marks its topic, and all marked topics are flushed together once per interval.
 * Listeners get the latest state; states in between are skipped.
 */

/** Timers; tests drive them by hand. */
export type Timers = {
  /** monotonic milliseconds */
  now(): number
  /** Runs a function once after `ms`; the returned function cancels it. Does not keep the process alive. */
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
  /** minimum milliseconds between two flushes */
  everyMs: number
  timers: Timers
  /** whether a topic has listeners; changes of other topics are ignored */
  wanted(topic: string): boolean
  /** Reads the topics and publishes them. The topics are marked again when it rejects. */
  flush(topics: readonly string[]): Promise<void>
  onError(error: unknown): void
}

export type Coalescer = {
  /** Marks a topic as changed. Costs one map look-up; never throws, never waits. */
  touch(topic: string): void
  /** Marks topics that may have changed without an announcement. They go with a flush as far as it has room beside the changes. */
  review(topics: Iterable<string>): void
  /** Stops flushing and waits for the running flush. */
  stop(): Promise<void>
}

/** Maximum number of topics in one flush: those of 500 members who listen to all nine about them. */
export const MAX_TOPICS = 4_500
/** Maximum factor by which failures stretch the interval. */
const MAX_BACKOFF = 20

export function createCoalescer({ everyMs, timers, wanted, flush, onError }: CoalescerOptions): Coalescer {
  const dirty = new Set<string>()
  /** to be read again, behind the changes; a topic that is marked twice keeps its place, so that each one has its turn */
  const doubted = new Set<string>()
  let lookedAt = -Infinity
  let failures = 0
  let cancel: (() => void) | undefined
  let running: Promise<void> | undefined
  let stopped = false

  function arm() {
    if (cancel || running || stopped || dirty.size + doubted.size === 0) return
    const pauseMs = everyMs * Math.min(2 ** failures, MAX_BACKOFF)
    cancel = timers.after(Math.max(0, lookedAt + pauseMs - timers.now()), () => {
      cancel = undefined
      running = look().finally(() => {
        running = undefined
        arm()
      })
    })
  }

  async function look() {
    const topics = new Set<string>()
    for (const marked of [dirty, doubted])
      for (const topic of marked) {
        if (topics.size === MAX_TOPICS) break
        topics.add(topic)
      }
    for (const topic of topics) {
      dirty.delete(topic)
      doubted.delete(topic)
    }
    lookedAt = timers.now()
    try {
      await flush([...topics])
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
    review(topics) {
      if (stopped) return
      for (const topic of topics) if (wanted(topic)) doubted.add(topic)
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
