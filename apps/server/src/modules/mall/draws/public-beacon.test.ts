/** Issues with a public beacon: a real round of quicknet, and a chain whose key the test holds. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { QUICKNET, roundTimeMs, type Chain } from '@fairlot/fairness/beacon'
import { verifyProof } from '@fairlot/fairness/verify'
import { systemRandom } from '../../../platform/random.ts'
import { testClock } from '../../../testing/clock.ts'
import { breaches } from '../../../testing/mall.ts'
import {
  FAILURES,
  honest,
  LIES,
  ROUND_1000,
  TEST_CHAIN,
  testRelay,
  testSignature,
  type TestRelay,
} from '../../fair/beacon/drand.fixture.ts'
import { createBeaconKeeper, type BeaconKeeper } from '../../fair/beacon/drand.keeper.ts'
import { createRelays } from '../../fair/beacon/drand.relays.ts'
import { createBeacons, publicBeacon, type PublicBeacon } from '../../fair/index.ts'
import { createDraws } from './draws.jobs.ts'
import { drawMall, openTestIssue, sellOut, verifyIssue, type DrawMall } from './draws.fixture.ts'
import { createProofs } from './proof.ts'
import { createTerms } from '../issues/issue-terms.ts'

let world: DrawMall
beforeAll(async () => {
  world = await drawMall()
})
afterAll(() => world.mall.close())
afterEach(() => world.mall.database.setClockOffset(0))

type PublicMall = DrawMall & { beacon: PublicBeacon }

/** The same mall with a public beacon for new issues. Older issues keep the local beacon. */
function withBeacon(chain: Chain): PublicMall {
  const { db } = world.mall
  const beacon = publicBeacon(db, chain)
  const options = { ...world.options, beacons: createBeacons(beacon, [world.options.beacons.current]) }
  const proofs = createProofs({ ...options, terms: createTerms(db) })
  return { ...world, options, draws: createDraws(options), proofs, beacon }
}

const statuses = async (issues: readonly string[]) =>
  (
    await world.mall.db.query<{ status: string }>(
      'select status from issue where issue_id = any($1) order by issue_id',
      [issues],
    )
  ).map(({ status }) => status)

/** Sets business time. @param ms Unix milliseconds */
const setTime = (ms: number) => world.mall.database.setClockOffset(Math.round(ms - Date.now()))

/** This file moves the time of an order, so that its issue is sealed for a known round; the doctor notices. */
const MOVED = [expect.stringContaining('every order is dated by its purchase')]

describe('quicknet', () => {
  test('round 1000 draws an issue, and its proof contains no key', async () => {
    const mall = withBeacon(QUICKNET)
    const roundAt = roundTimeMs(1_000, QUICKNET)
    await setTime(roundAt - 300_000)
    const { issueId, number } = await openTestIssue(mall, { shares: 10, maxIssues: 1 })
    // order times never go back, so the last order and the seal have exactly this time
    const sealedAt = roundAt - 31_000
    await mall.mall.owner.query('update issue set last_ms = $2 where issue_id = $1', [issueId, sealedAt])
    await sellOut(mall, number, 10, 5)
    await mall.draws.runDue()
    const seal = 'select round, sealed_ms as "sealedMs" from issue_seal where issue_id = $1'
    expect(await mall.mall.db.query(seal, [issueId])).toEqual([{ round: 1_000n, sealedMs: BigInt(sealedAt) }])

    await setTime(roundAt + 60_000)
    await mall.draws.runDue()
    expect(await statuses([issueId])).toEqual(['sold_out'])
    expect(await mall.beacon.keep(1_000, testSignature(1_000), 'handed-in')).toBe(false)
    await mall.draws.runDue()
    expect(await statuses([issueId])).toEqual(['sold_out'])

    expect(await mall.beacon.keep(1_000, ROUND_1000, 'handed-in')).toBe(true)
    await mall.draws.runDue()
    expect(await statuses([issueId])).toEqual(['drawn'])
    expect(mall.errors).toEqual([])
    const proof = await mall.proofs.of(number)
    expect(proof.beacon).toEqual({ chain: QUICKNET.hash, round: 1_000, signature: ROUND_1000 })
    const { publicKey } = mall.options.writer
    expect(verifyProof(structuredClone(proof), { publicKey })).toMatchObject({
      ok: true,
      verdict: 'verified',
      badge: 'beacon',
    })
    const other = { ...proof, beacon: { ...proof.beacon, signature: testSignature(1_000) } }
    expect(verifyProof(structuredClone(other), { publicKey })).toMatchObject({ ok: false, failed: 'beacon' })
    expect(await breaches(mall.mall.db)).toEqual(MOVED)
  })
})

describe('an outage', () => {
  let relays: TestRelay[] = []
  afterEach(async () => {
    for (const relay of relays) await relay.close()
    relays = []
  })

  /** Measures the back-off of the relays. */
  const clock = testClock(0)
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

  function keeperOf(mall: PublicMall): BeaconKeeper {
    return createBeaconKeeper({
      beacon: mall.beacon,
      relays: createRelays({
        chain: mall.beacon.chain,
        urls: relays.map(({ url }) => url),
        clock,
        random: systemRandom,
        log: silent,
        patienceMs: 1_000,
      }),
      log: silent,
      onRound: () => mall.draws.wake(),
    })
  }

  test('delays draws beyond the deadlines of their issues; afterwards each issue is drawn once, by its round', async () => {
    relays = [await testRelay(FAILURES['answers 500']), await testRelay(LIES["another chain's signature"])]
    const mall = withBeacon(TEST_CHAIN)
    const keeper = keeperOf(mall)
    const issues = []
    for (let n = 0; n < 4; n++) issues.push(await openTestIssue(mall, { shares: 4, maxIssues: 1 }))
    const ids = issues.map(({ issueId }) => issueId).toSorted()
    for (const { number } of issues) {
      await sellOut(mall, number, 4)
      await mall.draws.runDue()
      // so that each issue waits for a different round
      await mall.mall.database.advanceClock(3_000)
    }
    for (let day = 0; day < 40; day += 10) {
      await mall.mall.database.advanceClock(10 * 86_400_000)
      clock.advance(600_000)
      await mall.draws.runDue()
      await keeper.runDue()
    }
    // neither refunded after their deadline nor drawn by another beacon
    expect(await statuses(ids)).toEqual(Array(4).fill('sold_out'))
    expect(mall.beacon.waiting.size).toBe(4)
    expect(await mall.mall.db.query('select 1 from issue_refund where issue_id = any($1)', [ids])).toEqual([])

    for (const relay of relays) relay.behave(honest)
    clock.advance(600_000)
    await keeper.runDue()
    await mall.draws.runDue()
    expect(await statuses(ids)).toEqual(Array(4).fill('drawn'))
    for (const { number } of issues) {
      // the chain is not quicknet, so the proof contains its key
      expect(await verifyIssue(mall, number)).toMatchObject({
        ok: true,
        verdict: 'verified',
        badge: 'beacon-local',
      })
      const { seal, beacon } = await mall.proofs.of(number)
      expect(beacon!.signature).toBe(testSignature(seal.round!))
    }
    expect(mall.errors).toEqual([])
    expect(await breaches(mall.mall.db)).toEqual(MOVED)
  })

  test('does not delay an issue that opened with the local beacon', async () => {
    // after the outage, as the log's time does not go back: on a day whose rounds are not stored yet
    await setTime(Date.now() + 50 * 86_400_000)
    const old = await openTestIssue(world, { shares: 2, maxIssues: 1 })
    const mall = withBeacon(TEST_CHAIN)
    const recent = await openTestIssue(mall, { shares: 2, maxIssues: 1 })
    for (const { number } of [old, recent]) await sellOut(mall, number, 2)
    await mall.draws.runDue()
    await mall.mall.database.advanceClock(60_000)
    await mall.draws.runDue()
    expect(await statuses([old.issueId])).toEqual(['drawn'])
    expect(await statuses([recent.issueId])).toEqual(['sold_out'])
    // the round is handed in at another server; this server finds it in its next run
    const [round] = mall.beacon.waiting
    const elsewhere = publicBeacon(mall.mall.db, TEST_CHAIN)
    expect(await elsewhere.keep(round!, testSignature(round!), 'handed-in')).toBe(true)
    await mall.draws.runDue()
    expect(await statuses([recent.issueId])).toEqual(['drawn'])
    expect(mall.errors).toEqual([])
  })
})
