/**
 * Live updates for screens: a screen names the topics that it shows, and all screens together share one event stream
 * (`stream.ts`, fetched once something is wanted). Where the stream cannot be had, screens go on asking by themselves.
 */
import { useEffect } from 'react'
import { create } from 'zustand'
import type { LiveTopic } from './topics.ts'

/** While the stream is open, asking is only the safety net beneath it: milliseconds. */
const NET_MS = 30_000

/** Topics that the open stream carries; none while there is no stream. */
const useCarried = create<{ topics: ReadonlySet<string> }>()(() => ({ topics: new Set() }))

/** topic → how many screens show it */
const wanted = new Map<LiveTopic, number>()
let tell: ((topics: readonly LiveTopic[]) => void) | undefined
let isFetching = false

async function wantedChanged(): Promise<void> {
  if (tell) {
    tell([...wanted.keys()])
    return
  }
  if (isFetching || wanted.size === 0) return
  isFetching = true
  try {
    const { startStream } = await import('./stream.ts')
    tell = startStream((topics) => useCarried.setState({ topics }))
    tell([...wanted.keys()])
  } catch {
    // The part could not be fetched (no network): the next screen tries again, and until then everybody asks.
    isFetching = false
  }
}

function want(topics: readonly LiveTopic[]): () => void {
  for (const topic of topics) wanted.set(topic, (wanted.get(topic) ?? 0) + 1)
  void wantedChanged()
  return () => {
    for (const topic of topics) {
      const left = (wanted.get(topic) ?? 0) - 1
      if (left > 0) wanted.set(topic, left)
      else wanted.delete(topic)
    }
    void wantedChanged()
  }
}

const SEPARATOR = ' '

/**
 * Listens to topics while the screen is open: events change the answers that are kept, or have them fetched anew.
 *
 * @returns whether the stream carries all of them now; while it does not, the screen has to ask by itself
 */
export function useLive(topics: readonly LiveTopic[]): boolean {
  const key = topics.join(SEPARATOR)
  useEffect(() => (key === '' ? undefined : want(key.split(SEPARATOR) as LiveTopic[])), [key])
  return useCarried(({ topics: carried }) => topics.length > 0 && topics.every((topic) => carried.has(topic)))
}

/** How often to ask: as the screen wants it, or seldom while the stream tells. */
export function askEvery(everyMs: number | false, isLive: boolean): number | false {
  if (everyMs === false || everyMs === 0) return false
  return isLive ? Math.max(everyMs, NET_MS) : everyMs
}
