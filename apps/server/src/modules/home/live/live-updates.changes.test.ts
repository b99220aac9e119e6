/** When live updates read issues and wallets, counted with a mall and a database that only answer. */
import { expect, test } from 'vitest'
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
    query<Row>(statement: Statement | string, [members]: readonly unknown[] = []) {
      const isRecords = typeof statement === 'object' && statement.name === 'wallet.record_versions'
      reads.push(`${isRecords ? 'records' : 'wallets'} ${String(members)}`)
      const row = isRecords
        ? { member: 'alice', version: state.steps }
        : { member: 'alice', balance: state.balance, version: state.lines }
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
        reads.push(`issues ${numbers.join()}`)
        const { sold } = state
        return Promise.resolve([
          { issue: ISSUE, sold, participants: 1, status: 'selling', drawAt: null, attempt: 0 },
        ])
      },
      prizeVersions(members) {
        reads.push(`prizes ${members.join()}`)
        return Promise.resolve([{ member: 'alice', version: state.steps }])
      },
      voucherVersions: (members) =>
        Promise.resolve(members.map((member) => ({ member, version: state.steps }))),
      numberOf: () => Promise.resolve(ISSUE),
    },
    betting: { states: () => Promise.resolve([]), betVersions: () => Promise.resolve([]) },
    finance: { states: () => Promise.resolve([]), unitVersions: () => Promise.resolve([]) },
    growth: {
      referral: { versions: () => Promise.resolve([]) },
      loyalty: { versions: () => Promise.resolve([]) },
      events: { states: () => Promise.resolve([]) },
    },
    identity: {
      livingSessions: (ids) => Promise.resolve(new Set(ids)),
      sessions: { find: () => null, forget: () => undefined, watch: () => undefined },
    },
    identityChecks: { versions: () => Promise.resolve([]) },
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
  expect(reads.splice(0)).toEqual([`issues ${ISSUE}`, 'wallets alice'])
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
  expect(reads).toEqual(['wallets alice'])
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
