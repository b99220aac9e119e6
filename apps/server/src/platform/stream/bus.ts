/**
 * Says what has changed to whoever listens. In process by default; with several servers a broker takes its place
 * behind the same type. Publish after the commit only, and never decide by an event: it can be lost, so events carry
 * versions and listeners that missed one read again.
 */

export type BusEvent = {
  /** grows with each event of the topic */
  readonly version: number
  readonly data: Readonly<Record<string, string | number | null>>
}

export type Bus = {
  /** Delivers to those who listen now. Never throws and never waits. */
  publish(topic: string, event: BusEvent): void
  /** @returns what ends it */
  subscribe(topic: string, listener: (event: BusEvent) => void): () => void
  /** False where nobody listens anywhere, so that the event need not be made; a bus that cannot know says true. */
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
          // one listener's defect is not the publisher's, nor the next listener's
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
