import { expect, test } from 'vitest'
import { createBus } from './bus.ts'
import { drivenTimers, testSink, type TestSink } from './stream.fixture.ts'
import { BEAT_MS, createStreams, memberTopic, type StreamLimits, type StreamRequest } from './stream.ts'

const ISSUE = 'issue:M1-0001'

function setUp(limits: Partial<StreamLimits> = {}) {
  const timers = drivenTimers()
  const bus = createBus((error) => expect.unreachable(String(error)))
  const refreshed: string[][] = []
  const streams = createStreams({ bus, timers, refresh: (topics) => refreshed.push([...topics]), limits })
  function open(request: Partial<StreamRequest> = {}): TestSink {
    const sink = testSink()
    streams.open({ topics: [ISSUE], owner: null, address: undefined, ...request }, sink)
    return sink
  }
  const sold = (version: number) => bus.publish(ISSUE, { version, data: { sold: version } })
  return { timers, bus, streams, refreshed, open, sold }
}

const owner = (name: string) => ({ memberId: `member ${name}`, sessionId: `session ${name}` })
const versions = (sink: TestSink) => sink.news().map(({ version }) => version)

test('a connection gets hello, requests the current state, and receives its topics with versions', () => {
  const { bus, refreshed, open, sold } = setUp()
  const sink = open({ topics: [ISSUE, 'draws', ISSUE] })
  expect(sink.got).toEqual([{ event: 'hello', id: undefined, data: { beatMs: BEAT_MS, retryMs: 2_000 } }])
  expect(refreshed).toEqual([[ISSUE, 'draws', ISSUE]])
  sold(8)
  bus.publish('draws', { version: 3, data: { issue: 'M2-0001', step: 'drawn' } })
  bus.publish('home', { version: 3, data: {} })
  expect(sink.got.slice(1)).toEqual([
    { event: 'issue', id: `${ISSUE}@8`, data: { topic: ISSUE, version: 8, sold: 8 } },
    { event: 'draws', id: 'draws@3', data: { topic: 'draws', version: 3, issue: 'M2-0001', step: 'drawn' } },
  ])
})

test('never sends an older or repeated version after a newer one', () => {
  const { open, sold } = setUp()
  const sink = open()
  for (const version of [8, 16, 16, 9, 24]) sold(version)
  expect(versions(sink)).toEqual([8, 16, 24])
})

test("sends a balance to its member's connections only", () => {
  const { bus, refreshed, open } = setUp()
  const mine = open({ topics: ['balance'], owner: owner('a') })
  const other = open({ topics: ['balance', 'draws'], owner: owner('b') })
  const nobody = open({ topics: ['balance', 'draws'] })
  expect(refreshed).toEqual([
    [memberTopic('balance', 'member a')],
    [memberTopic('balance', 'member b'), 'draws'],
    ['draws'],
  ])
  bus.publish(memberTopic('balance', 'member a'), { version: 1, data: { balance: '7' } })
  bus.publish('balance', { version: 1, data: { balance: '8' } })
  expect(mine.news()).toEqual([{ topic: 'balance', version: 1, balance: '7' }])
  expect([...other.news(), ...nobody.news()]).toEqual([])
})

test('a slow reader gets the latest state of each topic and every step of draws when it catches up', () => {
  const { bus, open, sold } = setUp()
  const sink = open({ topics: [ISSUE, 'draws'] })
  sink.stall()
  for (const version of [8, 16, 24]) {
    sold(version)
    bus.publish('draws', { version, data: {} })
  }
  // the first write shows that the reader is behind
  expect(versions(sink)).toEqual([8])
  sink.drain()
  expect(sink.news().map(({ topic, version }) => `${String(topic)} ${String(version)}`)).toEqual([
    `${ISSUE} 8`,
    'draws 8',
    'draws 16',
    `${ISSUE} 24`,
    'draws 24',
  ])
})

test('cuts a reader that reads nothing for two beats, and one with too many waiting events', async () => {
  const { timers, bus, streams, open, sold } = setUp()
  const slow = open()
  slow.stall()
  sold(8)
  await timers.advance(BEAT_MS)
  expect(slow.state).toBe('open')
  await timers.advance(BEAT_MS)
  expect(slow.state).toBe('destroyed')
  const flooded = open({ topics: ['draws'] })
  flooded.stall()
  for (let version = 1; version <= 300; version++) bus.publish('draws', { version, data: {} })
  expect(flooded.state).toBe('destroyed')
  expect([streams.size(), bus.wanted(ISSUE), bus.wanted('draws')]).toEqual([0, false, false])
})

test('sends beats to all connections while there is one', async () => {
  const { timers, open } = setUp()
  const sinks = [open(), open()]
  await timers.advance(2 * BEAT_MS)
  for (const { got } of sinks) expect(got.map(({ event }) => event)).toEqual(['hello', 'beat', 'beat'])
  for (const sink of sinks) sink.leave()
  await timers.advance(BEAT_MS)
  expect(timers.pending()).toBe(0)
})

test('limits connections in total and per address, and frees the room when one closes', () => {
  const { streams, open } = setUp({ inAll: 3, perAddress: 2 })
  const request = (address: string | undefined) => ({ topics: [ISSUE], owner: null, address })
  const first = open(request('a'))
  open(request('a'))
  expect([streams.hasRoom(request('a')), streams.hasRoom(request('b'))]).toEqual([false, true])
  open(request('b'))
  expect(streams.hasRoom(request(undefined))).toBe(false)
  expect(open(request(undefined)).state).toBe('destroyed')
  first.leave()
  expect(streams.hasRoom(request('a'))).toBe(true)
})

test("closes a session's oldest connection when it opens one too many", () => {
  const { streams, open } = setUp({ perSession: 2 })
  const [first, second] = [open({ owner: owner('a') }), open({ owner: owner('a') })]
  const other = open({ owner: owner('b') })
  const third = open({ owner: owner('a') })
  expect(first.news()).toEqual([{ reason: 'replaced' }])
  expect([first, second, other, third].map(({ state }) => state)).toEqual(['ended', 'open', 'open', 'open'])
  expect(streams.sessions()).toEqual(['session a', 'session b'])
})

test('the end of a session closes its connections only', () => {
  const { streams, open, sold } = setUp()
  const [mine, other, nobody] = [open({ owner: owner('a') }), open({ owner: owner('b') }), open()]
  streams.endSessions(['session a', 'session unknown'])
  sold(8)
  expect(mine.news()).toEqual([{ reason: 'session' }])
  expect([mine.state, versions(other), versions(nobody)]).toEqual(['ended', [8], [8]])
  expect([streams.sessions(), [...streams.topics()]]).toEqual([['session b'], [ISSUE]])
})

test('close sends bye to all, cuts slow readers, and accepts no new connection', async () => {
  const { timers, streams, open, sold } = setUp()
  const [quick, slow] = [open(), open()]
  slow.stall()
  sold(8)
  streams.close()
  expect(quick.news().at(-1)).toEqual({ reason: 'stopping' })
  expect([quick.state, slow.state, open().state]).toEqual(['ended', 'destroyed', 'destroyed'])
  expect([streams.size(), timers.pending()]).toEqual([0, 0])
})
