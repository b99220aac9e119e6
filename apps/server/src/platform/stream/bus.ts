/**
 * Publishes changes to listeners. The default bus works within one process; several servers need a broker behind the same
 * type. Publish only after the commit. Events can be lost, so no decision may depend on them: each carries a version, and a
 * listener that missed one reads the state again.
 */

export type BusEvent = {
  /** grows with each event of the topic */
  readonly version: number
  readonly data: Readonly<Record<string, unknown>>
}

export type Bus = {
  /** Delivers an event to the current listeners. Never throws and never waits. */
  publish(topic: string, event: BusEvent): void
  /** @returns a function that unsubscribes */
  subscribe(topic: string, listener: (event: BusEvent) => void): () => void
  /** False when no listener exists, so that the event need not be created; a bus that cannot know returns true. */
  wanted(topic: string): boolean
}

/** A bus within this process: events arrive in the order in which they were published, before `publish` returns. */
export function createBus(onError: (error: unknown) => void): Bus {
  const topics = new Map<string, Set<(event: BusEvent) => void>>()
  return {
    publish(topic, event) {
      const listeners = topics.get(topic)
      if (!listeners) return
      for (const listener of listeners) {
        try {
          listener(event)
        } catch (error) {
          // an error of one listener must not reach the publisher or the next listener
          onError(error)
        }
      }
    },
    subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic)
      }
    },
    wanted: (topic) => topics.has(topic),
  }
}
