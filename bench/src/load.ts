/** A closed loop: a fixed number of callers, each of which asks again as soon as it was answered. */

export type Measured = {
  /** answered calls; every one is a purchase */
  done: number
  seconds: number
  /** milliseconds of each call that began and ended in the measured time */
  latencies: number[]
}

/**
 * Runs `callers` loops for `ms` and waits for the last answers.
 *
 * Latencies and the rate leave nothing out: what is under way at the end is waited for and counted.
 *
 * @throws what a call throws: a benchmark whose purchases fail measures nothing
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

/** `q` between 0 and 1; NaN of nothing. */
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
