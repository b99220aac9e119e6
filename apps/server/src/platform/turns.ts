/**
 * Work that waits for locks of busy rows, a few at a time: without a bound it would take every connection of the pool, and calls that
 * touch none of these rows would wait as well.
 */

/** Too many wait, or one waited too long. Nothing was tried. */
export class NoTurn extends Error {
  override name = 'NoTurn'
}

export type Turns = { run<T>(work: () => Promise<T>): Promise<T> }

/**
 * @param limits.atOnce how many run at the same time
 * @param limits.waiting how many may wait; further ones are refused at once
 * @param limits.waitMs one that has waited longer is refused when its turn comes: its caller has given up
 */
export function createTurns(limits: { atOnce: number; waiting: number; waitMs: number }): Turns {
  const queue: (() => void)[] = []
  let running = 0

  async function turn(): Promise<void> {
    if (running < limits.atOnce) {
      running++
      return
    }
    if (queue.length >= limits.waiting) throw new NoTurn('too many are waiting')
    const since = performance.now()
    // the one that ends hands its place over
    await new Promise<void>((resolve) => queue.push(resolve))
    if (performance.now() - since <= limits.waitMs) return
    end()
    throw new NoTurn('waited too long')
  }

  function end(): void {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  return {
    async run(work) {
      await turn()
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
