import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { latestRoundAt, QUICKNET, roundTimeMs } from '@fairlot/fairness/beacon'
import { createDb, type Db } from '../../../platform/db.ts'
import { testClock } from '../../../testing/clock.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import {
  FAILURES,
  foreignSignature,
  honest,
  LATE,
  LIES,
  ROUND_1000,
  TEST_CHAIN,
  testRelay,
  testSignature,
  type Behaviour,
  type TestRelay,
} from './drand.fixture.ts'
import { createBeaconKeeper, type BeaconKeeper } from './drand.keeper.ts'
import { createRelays } from './drand.relays.ts'
import { publicBeacon, type PublicBeacon } from './drand.ts'
import { checkRounds, fairChecks } from '../fair.checks.ts'
import { mallLogChecks } from '../../mall/draws/mall-log.checks.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = createDb(database.appUrl)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Clock of the relays' back-offs, moved by the test. Business time is the database's. */
const clock = testClock(0)
/** without jitter */
const random = { bytes: (length: number) => new Uint8Array(length), below: () => 250 }
let logged: { level: string; message: string; fields: Record<string, unknown> }[] = []
const say = (level: string) => (fields: object, message: string) =>
  void logged.push({ level, message, fields: { ...fields } })
const log = { info: say('info'), warn: say('warn'), error: say('error') }
const said = (level: string) => logged.filter((line) => line.level === level).map(({ message }) => message)

let relays: TestRelay[] = []
let beacon: PublicBeacon
/** Due rounds, new ones in each test. */
let round = latestRoundAt(Date.now(), TEST_CHAIN) - 10_000
let woken = 0
/** timeout of relays, in milliseconds */
/** The honest relay signs a round within it too, also while other work has the processors. */
const PATIENCE_MS = 3_000
let patienceMs = PATIENCE_MS

beforeEach(() => {
  logged = []
  woken = 0
  round += 100
  beacon = publicBeacon(db, TEST_CHAIN)
})
afterEach(async () => {
  for (const relay of relays) await relay.close()
  relays = []
  await database.setClockOffset(0)
  patienceMs = PATIENCE_MS
})

async function keeperOf(...behaviours: Behaviour[]): Promise<BeaconKeeper> {
  for (const behaviour of behaviours) relays.push(await testRelay(behaviour))
  const urls = relays.map(({ url }) => url)
  return createBeaconKeeper({
    beacon,
    relays: createRelays({ chain: TEST_CHAIN, urls, clock, random, log, patienceMs }),
    log,
    onRound: () => woken++,
  })
}
const asked = () => relays.map((relay) => relay.asked.length)

describe('a round from a relay', () => {
  test('is fetched once a draw waits for it, and stored for all servers', async () => {
    const keeper = await keeperOf(honest)
    await keeper.runDue()
    expect(asked()).toEqual([0])
    expect(await beacon.arrived([round, round + 1])).toEqual(new Set())
    await keeper.runDue()
    expect(relays[0]!.asked).toEqual([round, round + 1])
    expect(woken).toBe(2)
    expect(await beacon.signature(round)).toBe(testSignature(round))
    expect(await publicBeacon(db, TEST_CHAIN).arrived([round, round + 1, round + 2])).toEqual(
      new Set([round, round + 1]),
    )
    await keeper.runDue()
    expect(asked()).toEqual([2])
    expect(logged).toEqual([])
  })

  test('is asked for without a draw, until a relay has given one within the hour', async () => {
    await database.advanceClock(2 * 3_600_000)
    const before = await beacon.answeredAt()
    const silent = await keeperOf((_, response) => void response.writeHead(503).end())
    await silent.askRelays()
    expect(await beacon.answeredAt()).toBe(before)
    await relays.pop()?.close()
    const honestly = await keeperOf(honest)
    const relay = relays[0]!
    await honestly.askRelays()
    expect(relay.asked).toHaveLength(1)
    expect(await beacon.answeredAt()).toBeGreaterThan(before ?? 0)
    await honestly.askRelays()
    expect(relay.asked).toHaveLength(1)
    await database.advanceClock(2 * 3_600_000)
    await honestly.askRelays()
    expect(relay.asked).toHaveLength(2)
  })

  test('is not fetched before its time', async () => {
    const keeper = await keeperOf(honest)
    const next = latestRoundAt(Date.now(), TEST_CHAIN) + 1_000
    expect(await beacon.signature(next)).toBeNull()
    await keeper.runDue()
    expect(asked()).toEqual([0])
    await database.setClockOffset(roundTimeMs(next, TEST_CHAIN) - Date.now() + 1_000)
    await keeper.runDue()
    expect(relays[0]!.asked).toEqual([next])
  })

  test('is not fetched when another server has stored it', async () => {
    const keeper = await keeperOf(honest)
    await beacon.signature(round)
    await publicBeacon(db, TEST_CHAIN).keep(round, testSignature(round), 'relay')
    await keeper.runDue()
    expect(asked()).toEqual([0])
    expect(woken).toBe(1)
    expect(beacon.waiting.size).toBe(0)
  })

  test('is stored once when several servers fetch it', async () => {
    const servers = Array.from({ length: 4 }, () => publicBeacon(db, TEST_CHAIN))
    expect(await Promise.all(servers.map((one) => one.keep(round, testSignature(round), 'relay')))).toEqual([
      true,
      true,
      true,
      true,
    ])
    const rows = await db.query('select 1 from beacon_round where round = $1', [round])
    expect(rows).toHaveLength(1)
  })
})

describe('the next relay takes over from one that', () => {
  test.each(Object.entries({ ...FAILURES, ...LATE }))('%s', async (_, behaviour) => {
    const keeper = await keeperOf(behaviour, honest)
    await beacon.signature(round)
    await keeper.runDue()
    expect(asked()).toEqual([1, 1])
    expect(await beacon.signature(round)).toBe(testSignature(round))
    expect(said('error')).toEqual([])
  })

  test.each(Object.entries(LIES))('gives a wrong answer: %s', async (_, behaviour) => {
    const keeper = await keeperOf(behaviour, honest)
    await beacon.signature(round)
    await keeper.runDue()
    expect(asked()).toEqual([1, 1])
    expect(await beacon.signature(round)).toBe(testSignature(round))
    expect(said('error')).toEqual(['a beacon relay gave a wrong answer, which is not used'])
  })

  test('is unreachable', async () => {
    const gone = await testRelay()
    await gone.close()
    relays.push(gone)
    const keeper = await keeperOf(honest).finally(() => relays.shift())
    await beacon.signature(round)
    await keeper.runDue()
    expect(await beacon.signature(round)).toBe(testSignature(round))
    expect(said('warn')).toEqual(['a beacon relay fails'])
  })
})

describe('when no relay has the round', () => {
  test.each(Object.entries(LIES))('a wrong answer is never used: %s', async (_, behaviour) => {
    const keeper = await keeperOf(behaviour, behaviour)
    await beacon.signature(round)
    await keeper.runDue()
    expect(await beacon.signature(round)).toBeNull()
    expect(await beacon.keep(round, foreignSignature(round), 'relay')).toBe(false)
    expect(await beacon.keep(round, testSignature(round - 1), 'relay')).toBe(false)
    expect(await db.query('select 1 from beacon_round where round = $1', [round])).toEqual([])
  })

  test('it is fetched again after growing pauses until a relay has it', async () => {
    const keeper = await keeperOf(LATE['answers 404']!, FAILURES['answers 500']!)
    await beacon.signature(round)
    for (let second = 0; second < 120; second++) {
      await keeper.runDue()
      clock.advance(1_000)
    }
    // after 0, 1, 3, 7, 15, 31 … s; the pause grows to 30 s
    expect(asked()).toEqual([8, 7])
    expect(await beacon.signature(round)).toBeNull()
    relays[0]!.behave(honest)
    clock.advance(30_000)
    await keeper.runDue()
    expect(await beacon.signature(round)).toBe(testSignature(round))
    expect(said('info')).toContain('a beacon relay answers again')
  })

  test('other rounds do not wait for one that no relay has', async () => {
    const keeper = await keeperOf((number, response) =>
      number === round ? void response.writeHead(404).end() : honest(number, response),
    )
    await beacon.arrived([round, round + 1, round + 2])
    await keeper.runDue()
    clock.advance(1_000)
    await keeper.runDue()
    expect(await beacon.arrived([round, round + 1, round + 2])).toEqual(new Set([round + 1, round + 2]))
    expect(relays[0]!.asked).toEqual([round, round + 1, round + 2, round])
  })

  test('at most three relays are asked per run', async () => {
    const late = LATE['answers 404']!
    const keeper = await keeperOf(late, late, late, late)
    await beacon.signature(round)
    await keeper.runDue()
    expect(asked()).toEqual([1, 1, 1, 0])
  })

  test('an outage and its end are logged once each, and every round is stored afterwards', async () => {
    const keeper = await keeperOf(FAILURES['answers 500']!, FAILURES['closes the connection']!)
    const wanted = Array.from({ length: 12 }, (_, n) => round + n)
    await beacon.arrived(wanted)
    for (let second = 0; second < 60; second++) {
      await keeper.runDue()
      clock.advance(1_000)
    }
    expect(said('error')).toEqual([expect.stringMatching(/^the beacon is unreachable and draws wait/)])
    expect(said('warn')).toEqual(['a beacon relay fails', 'a beacon relay fails'])
    expect(logged.find(({ level }) => level === 'error')!.fields).toMatchObject({
      alarm: 'beacon',
      round,
      rounds: 12,
    })
    for (const relay of relays) relay.behave(honest)
    clock.advance(300_000)
    await keeper.runDue()
    expect(await beacon.arrived(wanted)).toEqual(new Set(wanted))
    expect(said('info').filter((line) => line.startsWith('the beacon is reachable again'))).toHaveLength(1)
    expect(said('error')).toHaveLength(1)
  })

  test('without relays it waits to be submitted, which is logged once', async () => {
    const keeper = await keeperOf()
    await beacon.signature(round)
    await keeper.runDue()
    await keeper.runDue()
    expect(said('error')).toHaveLength(1)
    await beacon.keep(round, testSignature(round), 'handed-in')
    await keeper.runDue()
    expect(said('info')).toHaveLength(1)
  })

  test('a stop does not wait for a relay that does not answer', async () => {
    // longer than the timeout of this test
    patienceMs = 600_000
    const keeper = await keeperOf(FAILURES['does not answer in time']!)
    await beacon.signature(round)
    keeper.start()
    while (relays[0]!.asked.length === 0) await new Promise(setImmediate)
    await keeper.stop()
    expect(logged).toEqual([])
  })
})

describe('quicknet', () => {
  test('accepts the signature of its own round 1000 and no other', async () => {
    const quicknet = publicBeacon(db)
    expect(quicknet).toMatchObject({ local: false, chain: QUICKNET })
    expect(await quicknet.keep(1_000, testSignature(1_000), 'relay')).toBe(false)
    expect(await quicknet.keep(999, ROUND_1000, 'relay')).toBe(false)
    expect(await quicknet.keep(1_000, ROUND_1000, 'relay')).toBe(true)
    expect(await quicknet.signature(1_000)).toBe(ROUND_1000)
    expect(await publicBeacon(db, TEST_CHAIN).signature(1_000)).toBeNull()
  })

  test('the app role cannot change or delete stored rounds', async () => {
    for (const sql of [
      `update beacon_round set signature = ''`,
      'delete from beacon_round',
      'truncate beacon_round',
    ])
      await expect(db.query(sql), sql).rejects.toThrow(/permission denied/)
  })
})

test('the doctor finds no breach after these tests', async () => {
  for (const { title, sql } of [...fairChecks, ...mallLogChecks]) {
    const [row] = await db.query<{ breaches: bigint }>(sql)
    expect(row!.breaches, title).toBe(0n)
  }
})

test('the doctor also looks at an older stored round that a seal waits for', async () => {
  await db
    .tx(async (tx) => {
      await tx.query(
        `insert into beacon_round (chain, round, signature, source, received_at)
         values ($1, 999, decode($2, 'hex'), 'relay', business_now())`,
        [QUICKNET.hash, ROUND_1000],
      )
      expect(await checkRounds(tx, 1)).toMatchObject({ breaches: 0, figure: '1 rounds' })
      await tx.query(
        `insert into log_entry (log, index, kind, subject, bytes, leaf, previous, head, appended_at)
         select log.number, 0, 'issue-seal', 'X-1', said.text, said.leaf, sha256(''), sha256('\\x02'::bytea || sha256('') || said.leaf), now()
         from log cross join (
           select text, sha256('\\x00'::bytea || convert_to(text, 'UTF8')) as leaf from (
             select '{"round":999,"t":"issue-seal"}' as text) one) said`,
      )
      expect(await checkRounds(tx, 1)).toMatchObject({ breaches: 1, figure: 'not round 999' })
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
})

test('the doctor reports a stored round with a wrong signature', async () => {
  expect(await checkRounds(db)).toMatchObject({ breaches: 0, figure: '1 rounds' })
  await db.query(
    `insert into beacon_round (chain, round, signature, source, received_at)
     values ($1, 1001, decode($2, 'hex'), 'relay', business_now())`,
    [QUICKNET.hash, ROUND_1000],
  )
  expect(await checkRounds(db)).toMatchObject({ breaches: 1, figure: 'not round 1001' })
  // no draw uses it
  expect(await publicBeacon(db).keep(1_001, ROUND_1000, 'relay')).toBe(false)
})
