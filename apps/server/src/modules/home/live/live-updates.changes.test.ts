/** When live updates look at issues and wallets, counted over a mall that only answers. */
import { expect, test } from 'vitest'
import { createBus } from '../../../platform/stream/bus.ts'
import { testClock } from '../../../platform/clock.ts'
import type { Executor } from '../../../platform/db.ts'
import { drivenTimers, testSink } from '../../../platform/stream/stream.fixture.ts'
import { createLive, EVERY_MS } from './live-updates.ts'

const ISSUE = 'M1-0001'
const SWEEP_MS = 4_000

function setUp() {
  const timers = drivenTimers()
  const state = { sold: 0, balance: 1_000_000n, lines: 1 }
  const looks: string[] = []
  const db: Executor = {
    query<Row>(_: unknown, [members]: readonly unknown[] = []) {
      looks.push(`wallets ${String(members)}`)
      const row = { member: 'alice', balance: state.balance, version: state.lines }
      return Promise.resolve([row] as Row[])
    },
  }
  const live = createLive({
    db,
    bus: createBus((error) => expect.unreachable(String(error))),
    clock: testClock(1_800_000_000_000),
    timers,
    mall: {
      progress(numbers) {
        looks.push(`issues ${numbers.join()}`)
        const { sold } = state
        return Promise.resolve([{ issue: ISSUE, sold, participants: 1, status: 'selling', drawAt: null }])
      },
      numberOf: () => Promise.resolve(ISSUE),
    },
    identity: {
      livingSessions: (ids) => Promise.resolve(new Set(ids)),
      sessions: { find: () => null, forget: () => undefined, watch: () => undefined },
    },
    log: { warn: (fields) => expect.unreachable(JSON.stringify(fields)) },
  })
  const sink = testSink()
  const listen = () =>
    live.streams.open(
      {
        topics: [`issue:${ISSUE}`, 'balance'],
        owner: { memberId: 'alice', sessionId: 'session' },
        address: undefined,
      },
      sink,
    )
  return { timers, state, looks, live, sink, listen }
}

test('purchases cost no look while nobody listens, and one an interval for all who do', async () => {
  const { timers, state, looks, live, sink, listen } = setUp()
  for (let n = 0; n < 100; n++) live.bought({ member: 'alice', issue: ISSUE })
  await timers.advance(10 * EVERY_MS)
  expect(looks).toEqual([])

  listen()
  await timers.advance(0)
  expect(looks.splice(0)).toEqual([`issues ${ISSUE}`, 'wallets alice'])
  for (let n = 0; n < 100; n++) {
    state.sold++
    live.bought({ member: n % 2 ? 'bob' : 'carol', issue: ISSUE })
  }
  await timers.advance(EVERY_MS)
  expect(looks.splice(0)).toEqual([`issues ${ISSUE}`])
  expect(sink.news().map(({ sold, balance }) => sold ?? balance)).toEqual([0, '100.00', 100])

  state.balance -= 10_000n
  state.lines++
  live.balanceChanged('alice')
  await timers.advance(EVERY_MS)
  expect(looks).toEqual(['wallets alice'])
  expect(sink.news().at(-1)).toMatchObject({ topic: 'balance', version: 2, balance: '99.00' })
})

test('what nobody announced is found by looking every few seconds, while somebody listens', async () => {
  const { timers, state, looks, sink, listen } = setUp()
  listen()
  await timers.advance(0)
  state.sold = 7
  await timers.advance(SWEEP_MS - 1)
  expect(sink.news()).toHaveLength(2)
  await timers.advance(1)
  expect(sink.news().at(-1)).toMatchObject({ topic: `issue:${ISSUE}`, sold: 7 })
  sink.leave()
  looks.length = 0
  await timers.advance(60_000)
  expect([looks, timers.pending()]).toEqual([[], 0])
})

test('closing ends the streams and looks no more', async () => {
  const { timers, looks, live, sink, listen } = setUp()
  listen()
  await timers.advance(0)
  looks.length = 0
  await live.close()
  live.bought({ member: 'alice', issue: ISSUE })
  await timers.advance(60_000)
  expect([sink.state, looks, timers.pending()]).toEqual(['ended', [], 0])
})
