/**
 * Live updates for screens. A screen names the topics that it shows, and all screens share one event stream
 * (`stream.ts`, fetched when the first topic is needed). Without a stream, screens poll.
 */
import { useEffect } from 'react'
import { create } from 'zustand'
import { afterPaint } from '../start/after-paint.ts'
import type { LiveTopic } from './topics.ts'

/** The polling interval while the stream is open, in milliseconds. Polling is then only a safety net. */
const NET_MS = 30_000

/** The topics that the open stream carries; none without a stream. */
const useCarried = create<{ topics: ReadonlySet<string> }>()(() => ({ topics: new Set() }))

/** topic → number of screens that show it */
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
    await afterPaint()
    const { startStream } = await import('./stream.ts')
    tell = startStream((topics) => useCarried.setState({ topics }))
    tell([...wanted.keys()])
  } catch {
    // The chunk could not be fetched. The next screen tries again; until then all screens poll.
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
 * Subscribes to topics while the screen is open. Events update kept answers or have them fetched again.
 *
 * @returns whether the stream carries all of the topics; while it does not, the screen must poll
 */
export function useLive(topics: readonly LiveTopic[]): boolean {
  const key = topics.join(SEPARATOR)
  useEffect(() => (key === '' ? undefined : want(key.split(SEPARATOR) as LiveTopic[])), [key])
  return useCarried(({ topics: carried }) => topics.length > 0 && topics.every((topic) => carried.has(topic)))
}

/** The polling interval: as the screen asks, or longer while the stream carries its topics. */
export function askEvery(everyMs: number | false, isLive: boolean): number | false {
  if (everyMs === false || everyMs === 0) return false
  return isLive ? Math.max(everyMs, NET_MS) : everyMs
}
