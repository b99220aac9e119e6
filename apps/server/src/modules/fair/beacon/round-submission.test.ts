import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { QUICKNET } from '@fairlot/fairness/beacon'
import { createLimiter } from '../../../platform/http/rate.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { ROUND_1000, testSignature } from './drand.fixture.ts'
import { localBeacon, publicBeacon } from '../index.ts'

/** of the limiter, in milliseconds */
let now = 0
let server: TestServer
beforeAll(async () => {
  server = await testServer({
    trustProxy: 1,
    parts: { beacon: 'quicknet', limiter: createLimiter(() => now) },
  })
})
afterAll(() => server.close())
// every test may use its limits
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

describe('a round handed in', () => {
  it('that nothing waits for is not looked at', async () => {
    expect(await handIn(round1000())).toEqual({ status: 409, error: 'nothing waits for that round' })
    expect(await handIn(round1000({ round: 1_001 }))).toMatchObject({ status: 409 })
    expect(await keptRounds()).toEqual([])
  })

  it('is refused when it is not the round', async () => {
    await server.context.fair.quicknet.arrived([999, 1_000])
    const wrong = { status: 422, error: 'that is not the signature of the round' }
    expect(await handIn(round1000({ signature: testSignature(1_000) }))).toEqual(wrong)
    expect(await handIn(round1000({ signature: 'ff'.repeat(48) }))).toEqual(wrong)
    expect(await handIn(round1000({ round: 999 }))).toEqual(wrong)
    expect(await keptRounds()).toEqual([])
  })

  it.each([
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

  it('is refused when it is long, of another chain, or still to come', async () => {
    expect((await handIn(round1000({ more: 'x'.repeat(3_000) }))).status).toBe(413)
    expect((await handIn(round1000({ chain: '00'.repeat(32) }))).status).toBe(404)
    const local = localBeacon(server.context.secrets.localBeacon, () => Promise.resolve(0))
    expect((await handIn(round1000({ chain: local.chain.hash }))).status).toBe(404)
    expect(await handIn(round1000({ round: 2 ** 40 }))).toMatchObject({ status: 409 })
    expect(await handIn(round1000({ round: Number.MAX_SAFE_INTEGER }))).toEqual({
      status: 409,
      error: 'that round is still to come',
    })
    expect(await keptRounds()).toEqual([])
  })

  it('is kept once, however often and by however many it comes', async () => {
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

  it('is limited for an address, and the checks of signatures for all together', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 31; n++) statuses.add((await handIn('', '203.0.113.1')).status)
    expect(statuses).toEqual(new Set([400, 429]))
    expect((await handIn('', '203.0.113.2')).status).toBe(400)
    for (let n = 0; n < 120; n++) server.context.limiter.take('beaconCheck', '')
    const wrong = round1000({ round: 999 })
    expect((await handIn(wrong, '203.0.113.3')).status).toBe(429)
    // nothing is checked for what is known already
    expect((await handIn(round1000(), '203.0.113.3')).status).toBe(200)
    expect((await handIn(wrong, HERE)).status).toBe(422)
  })

  it('cannot be asked for with GET', async () => {
    const response = await fetch(`${server.url}/fair/beacon`)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
})

describe('the beacon of new issues', () => {
  it('is named to everybody', async () => {
    const about = await server.anonymous().call(ENDPOINTS.fairAbout, {})
    expect(about.beacon).toMatchObject({ chain: QUICKNET.hash, publicKey: QUICKNET.publicKey, local: false })
  })

  it('is the public one with real money, which refuses the local one', async () => {
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

  it('is the local one of a sandbox that names none; the public one stays at hand', async () => {
    const sandbox = await testServer()
    const { beacons } = sandbox.context.fair
    expect(beacons.current.local).toBe(true)
    expect(beacons.find(QUICKNET.hash)?.local).toBe(false)
    await sandbox.close()
  })
})
