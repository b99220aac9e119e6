/** An issue that is not sold out, from its schedule to the refund, as a member and the doctor see it. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FLOOR_MS } from './platform/db.ts'
import { HOUR_MS } from './platform/durations.ts'
import { runDoctorChecks } from './programs/doctor.checks.ts'
import { fundAndPublish } from './modules/home/fund-house.ts'
import { openRecharge } from './modules/wallet/index.ts'
import { testClient } from './testing/client.ts'
import { testServer, type TestServer } from './testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** A member who has paid in 100.00 at the sandbox cashier. */
async function person(phone: string) {
  const { db, url, context } = server
  const { identity, wallet, jobs } = context
  const memberId = await identity.enrol({ phone, password: null })
  const { recharge_id: recharge } = await openRecharge(wallet.recharges, memberId, {
    method: 'sandbox',
    amount: '100.00',
    requestId: randomUUID(),
  })
  const [payment] = await db.query<{ id: string }>(
    'select payment_id as id from provider_payment where member_id = $1 and recharge_id = $2',
    [memberId, recharge],
  )
  await wallet.company!.choose(payment!.id, 'pay')
  await jobs.drain()
  return testClient({ url, session: await identity.openSession(memberId) })
}

test('an issue that is not sold out before its deadline refunds every order', async () => {
  const { context, db, database } = server
  const { mall, fair } = context
  await mall.createCategory({ category: 'trial', position: 1, tile: 'sea', titles: { 'en-us': 'Trial' } })
  await mall.createProduct({
    code: 'LATE',
    category: 'trial',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: 'A late phone', description: '' } },
    marketPrice: 300_000n,
    sharePrice: 10_000n,
    shares: 20,
    recyclePercent: 80,
    maxPerMember: 10,
    maxSubsidy: 48_750n,
    maxIssues: 1,
    saleDays: 1,
  })
  const [now] = await db.query<{ ms: bigint }>(`select ${FLOOR_MS('business_now()')} as ms`)
  const issue = (await mall.scheduleIssue('LATE', Number(now!.ms) + HOUR_MS))!.number
  const buyer = await person('+8801711000001')
  const buy = (quantity: number) => buyer.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })

  await expect(buy(1)).rejects.toMatchObject({ code: 'NOT_SELLING' })
  await database.advanceClock(HOUR_MS)
  await mall.draws.runDue()
  await expect(buy(1)).rejects.toMatchObject({ code: 'NOT_SELLING' })
  expect(server.logged.filter((line) => line.includes('does not cover'))).toHaveLength(1)

  const funding = { account: 'subsidy', amount: 48_750n, reference: 'SWIFT 1' } as const
  const give = () => fundAndPublish({ db, writer: fair.writer }, funding)
  expect([await give(), await give()]).toEqual([true, false])
  await mall.draws.runDue()
  const { order } = await buy(3)
  await buy(2)

  await database.advanceClock(24 * HOUR_MS)
  await expect(buy(1)).rejects.toMatchObject({ code: 'NOT_SELLING' })
  await mall.draws.runDue()
  const { card } = await buyer.call(ENDPOINTS.goodsDetail, { issue })
  expect(card).toMatchObject({ status: 'refunded', sold: 5, mine: 0 })
  expect(await buyer.call(ENDPOINTS.account, {})).toMatchObject({
    balance: '100.00',
    orders: { awaiting: 0 },
  })

  const all = await buyer.call(ENDPOINTS.walletStatement, {})
  expect(all.items.map(({ kind, amount }) => [kind, amount])).toEqual(
    expect.arrayContaining([
      ['refund', '3.00'],
      ['refund', '2.00'],
      ['purchase', '-3.00'],
      ['purchase', '-2.00'],
      ['recharge', '100.00'],
    ]),
  )
  expect(all.items[0]).toMatchObject({ kind: 'refund', balance: '100.00' })
  const refunds = await buyer.call(ENDPOINTS.walletStatement, { kind: 'refund' })
  expect(refunds.items.find(({ reference }) => reference === order)).toMatchObject({
    amount: '3.00',
    issue,
    title: 'A late phone',
  })

  await fair.writer.flush(db, { checkpoint: true })
  const log = await server.anonymous().call(ENDPOINTS.fairLog, { limit: 50 })
  const entries = log.items.map(({ bytes }) => JSON.parse(bytes) as Record<string, unknown>)
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ t: 'funding', account: 'subsidy', amount: '48750', reference: 'SWIFT 1' }),
      expect.objectContaining({ t: 'issue-open', issue }),
      expect.objectContaining({ t: 'issue-refund', issue, orders: 2, amount: '50000' }),
    ]),
  )
  for await (const finding of runDoctorChecks({ snapshot: db, fair })) {
    expect(finding, finding.title).toMatchObject({ breaches: 0 })
  }
})

test('answers rule texts in the language of the call', async () => {
  const anyone = server.anonymous()
  expect(await anyone.call(ENDPOINTS.rule, { key: 'draw' })).toMatchObject({
    title: 'Draw rules',
    version: '5',
  })
  await expect(anyone.call(ENDPOINTS.rule, { key: 'nothing' as 'draw' })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
  })
})
