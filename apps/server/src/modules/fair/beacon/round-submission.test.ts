import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { QUICKNET } from '@fairlot/fairness/beacon'
import { createLimiter } from '../../../platform/http/rate.ts'
import { testClock } from '../../../testing/clock.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { ROUND_1000, testSignature } from './drand.fixture.ts'
import { localBeacon, publicBeacon } from '../index.ts'

/** time of the rate limiter, in milliseconds */
let now = 0
let server: TestServer
beforeAll(async () => {
  server = await testServer({
    trustProxy: 1,
    parts: { beacon: 'quicknet', limiter: createLimiter(() => now) },
  })
})
afterAll(() => server.close())
// every test has the full rate limits
beforeEach(() => (now += 60_000))

const HERE = '127.0.0.1'

async function handIn(body: string, from = HERE) {
  const response = await fetch(`${server.url}/fair/beacon`, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': from },
  })
  const answer = (await response.json()) as { result?: string; error?: string }
  return { status: response.status, ...answer }
}
const round1000 = (changes: object = {}) =>
  JSON.stringify({ round: 1_000, signature: ROUND_1000, ...changes })
const keptRounds = async () =>
  (await server.db.query<{ round: bigint; source: string }>('select round, source from beacon_round')).map(
    ({ round, source }) => [Number(round), source],
  )

describe('a submitted round', () => {
  test('is refused when no draw waits for it', async () => {
    expect(await handIn(round1000())).toEqual({ status: 409, error: 'no draw waits for that round' })
    expect(await handIn(round1000({ round: 1_001 }))).toMatchObject({ status: 409 })
    expect(await keptRounds()).toEqual([])
  })

  test('is refused when its signature is wrong', async () => {
    await server.context.fair.quicknet.arrived([999, 1_000])
    const wrong = { status: 422, error: 'that is not the signature of the round' }
    expect(await handIn(round1000({ signature: testSignature(1_000) }))).toEqual(wrong)
    expect(await handIn(round1000({ signature: 'ff'.repeat(48) }))).toEqual(wrong)
    expect(await handIn(round1000({ round: 999 }))).toEqual(wrong)
    expect(await keptRounds()).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '{"round": 1000,'],
    ['a list', '[1000]'],
    ['no signature', '{"round": 1000}'],
    ['a signature that is too short', round1000({ signature: ROUND_1000.slice(2) })],
    ['capital letters', round1000({ signature: ROUND_1000.toUpperCase() })],
    ['round 0', round1000({ round: 0 })],
    ['half a round', round1000({ round: 0.5 })],
    ['a round beyond numbers', round1000({ round: 1e300 })],
    ['a round as text that is none', 'round=1e3&signature=' + ROUND_1000],
    ['a field twice', `round=1000&round=1000&signature=${ROUND_1000}`],
    ['no chain', round1000({ chain: 'quicknet' })],
  ])('is refused when it cannot be read: %s', async (_, body) => {
    expect(await handIn(body)).toEqual({
      status: 400,
      error: 'expected chain (optional), round and signature',
    })
  })

  test('is refused when it is too long, of another chain, or in the future', async () => {
    expect((await handIn(round1000({ more: 'x'.repeat(3_000) }))).status).toBe(413)
    expect((await handIn(round1000({ chain: '00'.repeat(32) }))).status).toBe(404)
    const local = localBeacon(server.context.secrets.localBeacon, () => Promise.resolve(0))
    expect((await handIn(round1000({ chain: local.chain.hash }))).status).toBe(404)
    expect(await handIn(round1000({ round: 2 ** 40 }))).toMatchObject({ status: 409 })
    expect(await handIn(round1000({ round: Number.MAX_SAFE_INTEGER }))).toEqual({
      status: 409,
      error: 'that round is in the future',
    })
    expect(await keptRounds()).toEqual([])
  })

  test('is stored once, however often it is submitted', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => handIn(round1000())))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.some(({ result }) => result === 'kept')).toBe(true)
    expect(await handIn(`round=1000&signature=${ROUND_1000}&chain=${QUICKNET.hash}`)).toMatchObject({
      result: 'known',
    })
    expect(await handIn(round1000({ signature: testSignature(1_000) }))).toMatchObject({ status: 422 })
    expect(await keptRounds()).toEqual([[1_000, 'handed-in']])
    expect(await publicBeacon(server.db).signature(1_000)).toBe(ROUND_1000)
  })

  test('is rate-limited per address, and its signature checks in total', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 31; n++) statuses.add((await handIn('', '203.0.113.1')).status)
    expect(statuses).toEqual(new Set([400, 429]))
    expect((await handIn('', '203.0.113.2')).status).toBe(400)
    for (let n = 0; n < 120; n++) server.context.limiter.take('beaconCheck', '')
    const wrong = round1000({ round: 999 })
    expect((await handIn(wrong, '203.0.113.3')).status).toBe(429)
    // a known round needs no signature check
    expect((await handIn(round1000(), '203.0.113.3')).status).toBe(200)
    expect((await handIn(wrong, HERE)).status).toBe(422)
  })

  test('cannot be read with GET', async () => {
    const response = await fetch(`${server.url}/fair/beacon`)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
})

describe('the beacon of new issues', () => {
  test('is public', async () => {
    const about = await server.anonymous().call(ENDPOINTS.fairAbout, {})
    expect(about.beacon).toMatchObject({ chain: QUICKNET.hash, publicKey: QUICKNET.publicKey, local: false })
  })

  test('is the public beacon with real money, which refuses the local one', async () => {
    const deployment = { moneyMode: 'real' as const }
    const real = await testServer({ deployment })
    const { beacons } = real.context.fair
    const { chain } = localBeacon(real.context.secrets.localBeacon, () => Promise.resolve(0))
    expect([beacons.current.chain, beacons.find(chain.hash)]).toEqual([QUICKNET, undefined])
    await real.close()
    await expect(testServer({ deployment, parts: { beacon: 'local' } })).rejects.toThrow(
      'BEACON=local cannot be used with real money',
    )
  })

  test('is the local beacon in a sandbox by default; the public one stays available', async () => {
    const sandbox = await testServer()
    const { beacons } = sandbox.context.fair
    expect(beacons.current.local).toBe(true)
    expect(beacons.find(QUICKNET.hash)?.local).toBe(false)
    await sandbox.close()
  })
})

test('a true round that lies ahead of the clock stops sealing for some minutes; a wrong one does not', async () => {
  const published = (QUICKNET.genesis + 999 * QUICKNET.period) * 1_000
  const late = await testServer({ parts: { beacon: 'quicknet', clock: testClock(published - 60_000) } })
  const hand = async (body: string) => {
    const response = await fetch(`${late.url}/fair/beacon`, { method: 'POST', body })
    return [response.status, ((await response.json()) as { error: string }).error]
  }
  try {
    const { quicknet } = late.context.fair
    expect(await hand(round1000({ signature: testSignature(1_000) }))).toEqual([
      409,
      'that round is in the future',
    ])
    expect(await quicknet.isClockBehind()).toBe(false)
    expect(await hand(round1000())).toEqual([
      409,
      'that round is in the future by the clock of this server, which is behind',
    ])
    expect(await quicknet.isClockBehind()).toBe(true)
    expect(late.logged.some((line) => line.includes('"alarm":"clock"'))).toBe(true)
    await late.database.advanceClock(11 * 60_000)
    expect(await quicknet.isClockBehind()).toBe(false)
  } finally {
    await late.close()
  }
})
