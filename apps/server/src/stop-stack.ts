/** The parts that a start has started so far. They are stopped in reverse order. */
export class StopStack {
  readonly #stops: (() => Promise<void>)[] = []
  #stopped: Promise<void> | undefined

  add(stop: () => Promise<void>): void {
    this.#stops.push(stop)
  }

  /** Safe to call twice. @throws AggregateError after all parts were tried, when some did not stop */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stopAll())
  }

  async #stopAll(): Promise<void> {
    const failures: unknown[] = []
    for (const stop of this.#stops.toReversed()) await stop().catch((error: unknown) => failures.push(error))
    if (failures.length) throw new AggregateError(failures, 'not every part of the server could be stopped')
  }
}
