import { expect, test } from 'vitest'
import { createCoalescer } from './bus-coalescer.ts'
import { drivenTimers, settled } from './stream.fixture.ts'

function setUp() {
  const timers = drivenTimers()
  const looks: { at: number; topics: readonly string[] }[] = []
  const errors: unknown[] = []
  const world = { unwanted: new Set<string>(), look: () => Promise.resolve() }
  const coalescer = createCoalescer({
    everyMs: 250,
    timers,
    wanted: (topic) => !world.unwanted.has(topic),
    flush(topics) {
      looks.push({ at: timers.now(), topics })
      return world.look()
    },
    onError: (error) => errors.push(error),
  })
  return { timers, looks, errors, world, coalescer }
}

test('flushes the first change at once and a thousand further ones together after the interval', async () => {
  const { timers, looks, coalescer } = setUp()
  coalescer.touch('a')
  await timers.advance(0)
  for (let n = 0; n < 1_000; n++) coalescer.touch(n % 2 ? 'a' : 'b')
  await timers.advance(249)
  expect(looks).toEqual([{ at: 0, topics: ['a'] }])
  await timers.advance(1)
  expect(looks).toEqual([
    { at: 0, topics: ['a'] },
    { at: 250, topics: ['b', 'a'] },
  ])
  await timers.advance(10_000)
  expect(looks).toHaveLength(2)
  expect(timers.pending()).toBe(0)
})

test('flushes a topic again that changes during its flush, never two flushes at once', async () => {
  const { timers, looks, world, coalescer } = setUp()
  const gate = Promise.withResolvers<void>()
  world.look = () => gate.promise
  coalescer.touch('a')
  await timers.advance(0)
  coalescer.touch('a')
  await timers.advance(1_000)
  expect(looks).toHaveLength(1)
  gate.resolve()
  await settled()
  await timers.advance(0)
  expect(looks.map(({ topics }) => topics)).toEqual([['a'], ['a']])
})

test('a change goes with the next flush, however many topics are to be read again, and each of these has its turn', async () => {
  const { timers, looks, coalescer } = setUp()
  const all = Array.from({ length: 20_000 }, (_, n) => `topic ${n}`)
  coalescer.review(all)
  await timers.advance(0)
  coalescer.touch('topic 19999')
  await timers.advance(250)
  expect(looks[1]!.topics[0]).toBe('topic 19999')
  expect(looks[1]!.topics).toHaveLength(4_500)
  // the next round of reading begins before the first one has ended, and does not push the rest back
  coalescer.review(all)
  await timers.advance(250 * 4)
  expect(new Set(looks.flatMap(({ topics }) => topics)).size).toBe(20_000)
  for (const { topics } of looks) expect(topics.length).toBeLessThanOrEqual(4_500)
})

test('ignores topics without listeners', async () => {
  const { timers, looks, world, coalescer } = setUp()
  world.unwanted.add('a')
  coalescer.touch('a')
  expect(timers.pending()).toBe(0)
  await timers.advance(1_000)
  expect(looks).toEqual([])
})

test('repeats a failing flush with growing pauses until it succeeds', async () => {
  const { timers, looks, errors, world, coalescer } = setUp()
  world.look = () => Promise.reject(new Error('away'))
  coalescer.touch('a')
  await timers.advance(3_500)
  expect(looks.map(({ at }) => at)).toEqual([0, 500, 1_500, 3_500])
  expect(errors).toHaveLength(4)
  world.look = () => Promise.resolve()
  await timers.advance(4_000)
  expect(looks.at(-1)).toEqual({ at: 7_500, topics: ['a'] })
  await timers.advance(60_000)
  expect(looks).toHaveLength(5)
})

test('stop waits for the running flush and flushes nothing afterwards', async () => {
  const { timers, looks, world, coalescer } = setUp()
  const gate = Promise.withResolvers<void>()
  world.look = () => gate.promise
  coalescer.touch('a')
  await timers.advance(0)
  coalescer.touch('a')
  let stopped = false
  const stopping = coalescer.stop().then(() => (stopped = true))
  await settled()
  expect(stopped).toBe(false)
  gate.resolve()
  await stopping
  coalescer.touch('b')
  await timers.advance(10_000)
  expect(looks).toHaveLength(1)
})
