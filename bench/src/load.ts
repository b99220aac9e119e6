/** A closed loop: a fixed number of callers, each of which sends its next call as soon as it has the answer. */

export type Measured = {
  /** number of answered calls; each is a purchase */
  done: number
  seconds: number
  /** duration of each call, milliseconds */
  latencies: number[]
}

/**
 * Runs `callers` loops for `ms` milliseconds. Calls under way at the end are awaited and counted in latencies and rate.
 *
 * @throws the error of a call, because the benchmark requires that all purchases succeed
 */
export async function closedLoop(callers: number, ms: number, call: () => Promise<void>): Promise<Measured> {
  const latencies: number[] = []
  const began = performance.now()
  const until = began + ms
  async function caller() {
    for (let at = performance.now(); at < until;) {
      await call()
      const now = performance.now()
      latencies.push(now - at)
      at = now
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return { done: latencies.length, seconds: (performance.now() - began) / 1000, latencies }
}

/** @param q between 0 and 1. @returns NaN for no values */
export function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
