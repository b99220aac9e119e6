/** An issue of the public beacon over HTTP: a client submits the round, and the draw follows. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { QUICKNET, roundTimeMs } from '@fairlot/fairness/beacon'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runDoctorChecks } from './programs/doctor.checks.ts'
import { ROUND_1000 } from './modules/fair/beacon/drand.fixture.ts'
import { makeMember } from './testing/factories.ts'
import { testServer, type TestServer } from './testing/server.ts'
import { HANG_MS } from './testing/hang.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ parts: { beacon: 'quicknet' } })
})
afterAll(() => server.close())

const setTime = (ms: number) => server.database.setClockOffset(Math.round(ms - Date.now()))

test('draws an issue after its beacon round is submitted, and its proof verifies', async () => {
  const { context, owner, url } = server
  const { mall } = context
  const buyer = await makeMember(server, { balance: '10.00' })
  const roundAt = roundTimeMs(1_000, QUICKNET)
  await setTime(roundAt - 300_000)
  await mall.createCategory({ category: 'trial', position: 1, tile: 'sea', titles: { 'en-us': 'Trial' } })
  await mall.createProduct({
    code: 'DRAND',
    category: 'trial',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: 'A phone', description: '' } },
    marketPrice: 100_000n,
    sharePrice: 10_000n,
    shares: 10,
    maxIssues: 1,
  })
  const { issueId, number: issue } = (await mall.openIssue('DRAND'))!
  // the seal uses the time of the last order when the clock is before it
  await owner.query('update issue set last_ms = $2 where issue_id = $1', [issueId, roundAt - 31_000])
  await buyer.client.call(ENDPOINTS.buy, { issue, quantity: 10, requestId: randomUUID() })
  await mall.draws.runDue()
  await setTime(roundAt + 60_000)
  await mall.draws.runDue()
  const card = async () => (await buyer.client.call(ENDPOINTS.goodsDetail, { issue })).card
  expect(await card()).toMatchObject({ status: 'sold_out', badge: 'beacon', drawAt: roundAt })

  const handIn = (signature: string) =>
    fetch(`${url}/fair/beacon`, { method: 'POST', body: JSON.stringify({ round: 1_000, signature }) })
  expect((await handIn('00'.repeat(48))).status).toBe(422)
  expect((await handIn(ROUND_1000)).status).toBe(200)
  await vi.waitFor(async () => expect((await card()).status).toBe('drawn'), HANG_MS)

  await context.fair.writer.flush(server.db, { checkpoint: true })
  const proof: unknown = await server.anonymous().call(ENDPOINTS.proof, { issue })
  expect(verifyProof(proof, { publicKey: context.fair.writer.publicKey })).toMatchObject({
    ok: true,
    verdict: 'verified',
    badge: 'beacon',
  })
  const doctor = runDoctorChecks({ snapshot: server.db, fair: context.fair })
  const looked: string[] = []
  for await (const { id, title, figure, breaches } of doctor) {
    // only checks of draws and their log: the test created the buyer's money
    if (!['INV-7', 'INV-18', 'INV-20'].includes(id)) continue
    expect(breaches, title).toBe(0)
    looked.push(`${title}: ${figure}`)
  }
  expect(looked).toContainEqual(expect.stringMatching(/^every draw of the public beacon .*: 1 draws$/))
})
