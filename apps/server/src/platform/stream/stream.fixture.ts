/** Timers and readers that tests of live updates control. */
import { parsed, type StreamEvent } from '../../testing/stream.ts'
import type { Timers } from './bus-coalescer.ts'
import type { Sink } from './stream.ts'

export type DrivenTimers = Timers & {
  /** Runs the timers that are due within the next `ms` in order, and the promise chains that they start. */
  advance(ms: number): Promise<void>
  /** number of waiting timers */
  pending(): number
  /** Runs timers that are due within `ms`, and lets other work proceed, until `isOver`. */
  until(isOver: () => boolean, ms: number): Promise<void>
}

export function drivenTimers(): DrivenTimers {
  let now = 0
  let waiting: { at: number; run: () => void }[] = []
  const timers: DrivenTimers = {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      waiting.push(timer)
      return () => {
        waiting = waiting.filter((other) => other !== timer)
      }
    },
    async advance(ms) {
      const end = now + ms
      for (;;) {
        const next = waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        waiting = waiting.filter((other) => other !== next)
        now = next.at
        next.run()
        await settled()
      }
      now = end
    },
    pending: () => waiting.length,
    async until(isOver, ms) {
      while (!isOver()) {
        const due = waiting.map(({ at }) => at - now).filter((wait) => wait <= ms)
        if (due.length > 0) await timers.advance(Math.min(...due))
        await settled()
      }
    },
  }
  return timers
}

/** Resolves after all pending promise chains. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

export type TestSink = Sink & {
  /** received events: name, and data as JSON */
  got: StreamEvent[]
  /** data of the received events except `hello` and `beat` */
  news(): Record<string, unknown>[]
  state: 'open' | 'ended' | 'destroyed'
  /** Makes the reader fall behind; `drain` lets it catch up. */
  stall(): void
  drain(): void
  /** Closes the connection from the client's side. */
  leave(): void
}

export function testSink(): TestSink {
  let isStalled = false
  const onDrain: (() => void)[] = []
  const onClose: (() => void)[] = []
  function close(state: 'ended' | 'destroyed') {
    if (sink.state !== 'open') return
    sink.state = state
    for (const run of onClose) run()
  }
  const sink: TestSink = {
    got: [],
    news: () => sink.got.filter(({ event }) => event !== 'hello' && event !== 'beat').map(({ data }) => data),
    state: 'open',
    write(text) {
      for (const block of text.split('\n\n').filter(Boolean)) sink.got.push(parsed(block))
      return !isStalled
    },
    end: () => close('ended'),
    destroy: () => close('destroyed'),
    onDrain: (run) => void onDrain.push(run),
    onClose: (run) => void onClose.push(run),
    stall() {
      isStalled = true
    },
    drain() {
      isStalled = false
      for (const run of onDrain) run()
    },
    leave: () => close('ended'),
  }
  return sink
}
