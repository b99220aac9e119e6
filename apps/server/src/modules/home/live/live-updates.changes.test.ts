/** When live updates read issues and wallets, counted with a mall and a database that only answer. */
import { expect, test } from 'vitest'
import { MEMBER_TOPICS } from '@fairlot/contract/endpoints/stream'
import { createBus } from '../../../platform/stream/bus.ts'
import type { Executor, Statement } from '../../../platform/db.ts'
import { drivenTimers, testSink } from '../../../platform/stream/stream.fixture.ts'
import { testClock } from '../../../testing/clock.ts'
import { createLive, EVERY_MS } from './live-updates.ts'

const ISSUE = 'M1-0001'
const SWEEP_MS = 4_000

function setUp() {
  const timers = drivenTimers()
  const state = { sold: 0, balance: 1_000_000n, lines: 1, steps: 1 }
  const reads: string[] = []
  const db: Executor = {
    query<Row>(_: Statement | string, wanted: readonly unknown[] = []) {
      const topics = MEMBER_TOPICS.flatMap((topic, n) => {
        const [member] = wanted[n] as string[]
        return member === undefined ? [] : [{ topic, member }]
      })
      reads.push(topics.map(({ topic, member }) => `${topic} ${member}`).join())
      const rows = topics.map(({ topic, member }) =>
        topic === 'balance'
          ? { topic, member, balance: state.balance, version: state.lines }
          : { topic, member, balance: null, version: state.steps },
      )
      return Promise.resolve(rows as Row[])
    },
  }
  const live = createLive({
    db,
    bus: createBus((error) => expect.unreachable(String(error))),
    clock: testClock(1_800_000_000_000),
    timers,
    mall: {
      progress(numbers) {
        reads.push(`issues ${numbers.join()}`)
        const { sold } = state
        return Promise.resolve([
          { issue: ISSUE, sold, participants: 1, status: 'selling', drawAt: null, attempt: 0 },
        ])
      },
      numberOf: () => Promise.resolve(ISSUE),
    },
    betting: { states: () => Promise.resolve([]) },
    finance: { states: () => Promise.resolve([]) },
    growth: { events: { states: () => Promise.resolve([]) } },
    identity: {
      livingSessions: (ids) => Promise.resolve(new Set(ids)),
      sessions: { find: () => null, forget: () => undefined, watch: () => undefined },
    },
    log: { warn: (fields) => expect.unreachable(JSON.stringify(fields)) },
  })
  const sink = testSink()
  const listen = (...topics: string[]) =>
    live.streams.open(
      {
        topics: topics.length > 0 ? topics : [`issue:${ISSUE}`, 'balance'],
        owner: { memberId: 'alice', sessionId: 'session' },
        address: undefined,
      },
      sink,
    )
  return { timers, state, reads, live, sink, listen }
}

test('purchases cause no read without listeners, and one read per interval for all listeners', async () => {
  const { timers, state, reads, live, sink, listen } = setUp()
  for (let n = 0; n < 100; n++) live.bought({ member: 'alice', issue: ISSUE })
  await timers.advance(10 * EVERY_MS)
  expect(reads).toEqual([])

  listen()
  await timers.advance(0)
  expect(reads.splice(0)).toEqual([`issues ${ISSUE}`, 'balance alice'])
  for (let n = 0; n < 100; n++) {
    state.sold++
    live.bought({ member: n % 2 ? 'bob' : 'carol', issue: ISSUE })
  }
  await timers.advance(EVERY_MS)
  expect(reads.splice(0)).toEqual([`issues ${ISSUE}`])
  expect(sink.news().map(({ sold, balance }) => sold ?? balance)).toEqual([0, '100.00', 100])

  state.balance -= 10_000n
  state.lines++
  live.walletChanged('alice')
  await timers.advance(EVERY_MS)
  expect(reads).toEqual(['balance alice'])
  expect(sink.news().at(-1)).toMatchObject({ topic: 'balance', version: 2, balance: '99.00' })
})

test('a step of a withdrawal is one read and one event, also when it leaves the balance as it is', async () => {
  const { timers, state, reads, live, sink, listen } = setUp()
  listen('records')
  await timers.advance(0)
  expect(sink.news()).toEqual([{ topic: 'records', version: 1 }])
  reads.length = 0
  state.steps++
  live.walletChanged('alice')
  live.walletChanged('alice')
  live.walletChanged('bob')
  await timers.advance(EVERY_MS)
  expect(reads).toEqual(['records alice'])
  expect(sink.news().slice(1)).toEqual([{ topic: 'records', version: 2 }])
})

test('a step of a prize is one read and one event for its member', async () => {
  const { timers, state, reads, live, sink, listen } = setUp()
  listen('prizes')
  await timers.advance(0)
  expect(sink.news()).toEqual([{ topic: 'prizes', version: 1 }])
  reads.length = 0
  state.steps++
  live.prizeChanged('alice')
  live.prizeChanged('bob')
  await timers.advance(EVERY_MS)
  expect(reads).toEqual(['prizes alice'])
  expect(sink.news().slice(1)).toEqual([{ topic: 'prizes', version: 2 }])
})

test('all topics about a member are one read', async () => {
  const { timers, reads, sink, listen } = setUp()
  listen(...MEMBER_TOPICS)
  await timers.advance(0)
  expect(reads.splice(0)).toEqual([MEMBER_TOPICS.map((topic) => `${topic} alice`).join()])
  expect(sink.news().map(({ topic }) => topic)).toEqual([...MEMBER_TOPICS])
  await timers.advance(SWEEP_MS)
  expect(reads).toHaveLength(1)
})

test('unannounced changes are found by a read every few seconds while there are listeners', async () => {
  const { timers, state, reads, sink, listen } = setUp()
  listen()
  await timers.advance(0)
  state.sold = 7
  await timers.advance(SWEEP_MS - 1)
  expect(sink.news()).toHaveLength(2)
  await timers.advance(1)
  expect(sink.news().at(-1)).toMatchObject({ topic: `issue:${ISSUE}`, sold: 7 })
  sink.leave()
  reads.length = 0
  await timers.advance(60_000)
  expect([reads, timers.pending()]).toEqual([[], 0])
})

test('closing ends the streams and the reads', async () => {
  const { timers, reads, live, sink, listen } = setUp()
  listen()
  await timers.advance(0)
  reads.length = 0
  await live.close()
  live.bought({ member: 'alice', issue: ISSUE })
  await timers.advance(60_000)
  expect([sink.state, reads, timers.pending()]).toEqual(['ended', [], 0])
})
