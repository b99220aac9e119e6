/** How changes by operators affect the members of the same server. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from '../../programs/doctor.checks.ts'
import { openRecharge } from '../wallet/index.ts'
import { makeMember, somePhone, type TestMember } from '../../testing/factories.ts'
import { makePayout, makeWithdrawal } from '../../testing/made/payouts.ts'
import { makeOperatorPerRole, type TestOperator } from '../../testing/operators.ts'
import { testServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let operators: Awaited<ReturnType<typeof makeOperatorPerRole>>
beforeAll(async () => {
  server = await testServer()
  operators = await makeOperatorPerRole(server)
  await server.context.mall.createCategory({
    category: 'phones',
    position: 1,
    tile: 'sea',
    titles: { 'en-us': 'Phones' },
  })
})
afterAll(() => server.close())

async function set(name: string, value: string): Promise<void> {
  const { client } = operators.owner
  const { setting } = await client.call(ENDPOINTS.settingShow, { name })
  const done = await client.call(ENDPOINTS.settingSave, {
    name,
    value,
    version: setting.version,
    reason: 'for a test',
    requestId: randomUUID(),
  })
  expect(done.state).toBe('done')
}

async function expectNoBreach(): Promise<void> {
  for (const { title, sql } of CHECKS) {
    const [row] = await server.db.query<{ breaches: bigint; figure: string }>(sql)
    expect(row!.breaches, `${title} (${row!.figure})`).toBe(0n)
  }
}

test('a changed setting applies to new records only: an open recharge keeps its expiry', async () => {
  const { client } = await makeMember(server)
  await server.context.jobs.plan()
  const open = () =>
    client.call(ENDPOINTS.openRecharge, { method: 'sandbox', amount: '100', requestId: randomUUID() })
  const minutes = ({ createdAt, expiresAt }: { createdAt: number; expiresAt: number }) =>
    Math.round((expiresAt - createdAt) / 60_000)
  const early = await open()
  await set('wallet.rechargeExpiryMinutes', '5')
  const later = await open()
  expect([minutes(early), minutes(later)]).toEqual([30, 5])
  await server.database.advanceClock(6 * 60_000)
  await server.context.jobs.drain()
  const status = async ({ id }: { id: string }) =>
    (await client.call(ENDPOINTS.rechargeStatus, { id })).status
  expect([await status(early), await status(later)]).toEqual(['processing', 'failed'])
  const { items } = await client.call(ENDPOINTS.rechargeMethods, {})
  expect(items[0]).toMatchObject({ expiryMinutes: 5 })
  await server.database.setClockOffset(0)
})

/** A member who recharged at the sandbox's cashier, so that the doctor finds the payment. */
async function paidMember(amount: string): Promise<TestMember> {
  const member = await makeMember(server)
  const { wallet, jobs } = server.context
  await openRecharge(wallet.recharges, member.memberId, {
    method: 'sandbox',
    amount,
    requestId: randomUUID(),
  })
  const [payment] = await server.db.query<{ id: string }>(
    'select payment_id as id from provider_payment where member_id = $1',
    [member.memberId],
  )
  await wallet.company!.choose(payment!.id, 'pay')
  await jobs.drain()
  return member
}

/** Makes a product with one issue on sale; a share costs 1.00. @returns the issue's number */
async function selling(code: string, shares: number): Promise<string> {
  const { mall } = server.context
  await mall.createProduct({
    code,
    category: 'phones',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: code, description: '' } },
    marketPrice: 10_000n * BigInt(shares),
    sharePrice: 10_000n,
    shares,
    maxIssues: 1,
    saleDays: 1,
  })
  return (await mall.openIssue(code))!.number
}

test('a module that is switched off sells nothing, answers repeated calls, and completes open issues', async () => {
  const { mall } = server.context
  const { client } = await paidMember('100.00')
  const [soon, late] = [await selling('SOON', 2), await selling('LATE', 10)]
  const buy = (issue: string, quantity: number, requestId = randomUUID()) =>
    client.call(ENDPOINTS.buy, { issue, quantity, requestId })
  const requestId = randomUUID()
  const bought = await buy(late, 3, requestId)
  await buy(soon, 2)

  await set('module.mall.enabled', 'false')
  await set('module.games.enabled', 'false')
  await set('module.finance.enabled', 'false')
  await expect(buy(late, 1)).rejects.toMatchObject({ code: 'MODULE_OFF' })
  expect(await buy(late, 3, requestId)).toEqual(bought)
  const quote = await client.call(ENDPOINTS.confirmOrder, { issue: late, quantity: 1 })
  expect(quote.refusal).toBe('MODULE_OFF')
  // a member cannot recharge while no module sells
  const recharge = { method: 'sandbox', amount: '100.00', requestId: randomUUID() }
  await expect(client.call(ENDPOINTS.openRecharge, recharge)).rejects.toMatchObject({ code: 'MODULE_OFF' })
  const { items } = await operators.support.client.call(ENDPOINTS.moduleList, {})
  expect(items[0]).toMatchObject({ module: 'mall', enabled: false })
  const offered = () => client.call(ENDPOINTS.system, {})
  expect(await offered()).toMatchObject({
    tablist: ['home', 'team', 'mine', 'mall'],
    modulesOff: ['mall', 'games', 'finance'],
  })

  await mall.draws.runDue()
  // the tests before moved the clock on and back: an entry of that time dates the seal after it
  const { drawAt } = (await client.call(ENDPOINTS.goodsDetail, { issue: soon })).card
  await server.database.advanceClock(Math.max(0, drawAt! - Date.now()) + 10_000)
  await mall.draws.runDue()
  expect((await client.call(ENDPOINTS.goodsDetail, { issue: soon })).card.status).toBe('drawn')
  await server.database.advanceClock(25 * 3_600_000)
  await mall.draws.runDue()
  expect((await client.call(ENDPOINTS.goodsDetail, { issue: late })).card.status).toBe('refunded')
  expect(await client.call(ENDPOINTS.account, {})).toMatchObject({
    balance: '98.00',
    orders: { awaiting: 0 },
  })

  // the refund's entry has the time of the refund
  await server.context.fair.writer.flush(server.db)
  await server.database.setClockOffset(0)
  await set('module.mall.enabled', 'true')
  await set('module.games.enabled', 'true')
  await set('module.finance.enabled', 'true')
  expect(await offered()).toMatchObject({
    tablist: ['home', 'investment', 'team', 'mine', 'mall'],
    modulesOff: [],
  })
  await buy(await selling('AGAIN', 5), 1)
  await expectNoBreach()
})

test('only members with phone numbers of the chosen countries can buy', async () => {
  const bengali = await paidMember('100.00')
  const issue = await selling('HERE', 5)
  const buy = ({ client }: TestMember) =>
    client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
  await set('module.mall.countries', 'DE,VN')
  await expect(buy(bengali)).rejects.toMatchObject({ code: 'COUNTRY_NOT_SERVED' })
  await set('module.mall.countries', 'BD')
  await buy(bengali)
  await set('module.mall.countries', '')
})

test('two operators fund the bankroll, and the transparency log has an entry', async () => {
  const requested = await operators.finance.client.call(ENDPOINTS.houseFund, {
    account: 'bankroll',
    amount: '5000',
    reference: 'SWIFT-1',
    reason: 'opening balance',
    requestId: randomUUID(),
  })
  const done = await operators.owner.client.call(ENDPOINTS.approvalApprove, { id: requested.approval!.id })
  expect(done.state).toBe('done')
  await expectNoBreach()
  await server.context.fair.writer.flush(server.db, { checkpoint: true })
  const log = await server.anonymous().call(ENDPOINTS.fairLog, { limit: 50 })
  expect(log.items.map(({ bytes }) => JSON.parse(bytes) as object)).toContainEqual(
    expect.objectContaining({ t: 'funding', account: 'bankroll', amount: '50000000', reference: 'SWIFT-1' }),
  )
  const { items } = await operators.auditor.client.call(ENDPOINTS.auditList, { action: 'house.fund' })
  expect(items[0]).toMatchObject({
    operator: { id: operators.owner.operatorId },
    subject: 'house:bankroll',
    approval: requested.approval!.id,
    before: expect.stringContaining('"0.00"'),
    after: expect.stringContaining('SWIFT-1'),
  })
  await expectNoBreach()
})

const find = ({ client }: TestOperator, query: string) => client.call(ENDPOINTS.memberFind, { query })

test('finds a member by whole values only, and says where', async () => {
  const phone = somePhone()
  const memberId = await server.context.identity.enrol({ phone, password: null, nickname: 'Bengali Stork' })
  const name = `u${phone.slice(-8)}`
  await server.owner.query('update member set username = $2 where member_id = $1', [memberId, name])
  const national = phone.slice(4)
  const queries: [string, string][] = [
    [phone, 'phone'],
    [` ${phone.slice(0, 4)} ${national.slice(0, 4)}-${national.slice(4)} `, 'phone'],
    [`00${phone.slice(1)}`, 'phone'],
    [phone.slice(1), 'phone'],
    [`0${national}`, 'phone'],
    [national, 'phone'],
    [`0${national.slice(0, 4)} ${national.slice(4)}`, 'phone'],
    [name, 'username'],
    [name.toUpperCase(), 'username'],
    ['bengali  stork', 'nickname'],
    [memberId, 'id'],
    [memberId.toUpperCase(), 'id'],
  ]
  for (const [query, place] of queries)
    expect((await find(operators.support, query)).items, query).toEqual([
      expect.objectContaining({
        id: memberId,
        status: 'active',
        phone: expect.stringContaining('•••'),
        foundBy: [place],
      }),
    ])
  const parts = [
    phone.slice(0, -1),
    national.slice(1),
    name.slice(0, -1),
    `%${name.slice(1)}`,
    'Bengali',
    '%Stork',
    '+12',
  ]
  for (const query of [...parts, randomUUID()])
    expect((await find(operators.support, query)).items, query).toEqual([])
  for (const role of ['content', 'fulfilment'] as const)
    await expect(find(operators[role], phone)).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
})

test("a number is read in the house's countries first, and in others only if nobody there has it", async () => {
  const abroad = await makeMember(server, { phone: '+4915123456789' })
  const dialled = '015123456789'
  await set('identity.countries', 'BD,DE')
  const here = await find(operators.support, dialled)
  expect(here.items).toMatchObject([{ id: abroad.memberId }])
  expect(here.read).toContainEqual({ as: 'phone', countries: ['DE'] })
  await set('identity.countries', 'BD')
  const everywhere = await find(operators.support, dialled)
  expect(everywhere.items).toMatchObject([{ id: abroad.memberId }])
  expect(everywhere.read[0]!.countries).toContain('DE')
  // somebody of the house has a number that is dialled alike
  const local = await makeMember(server, { phone: '+8801512345678' })
  await makeMember(server, { phone: '+971512345678' })
  expect(await find(operators.support, '01512345678')).toMatchObject({
    read: [{ as: 'phone', countries: ['BD'] }],
    items: [{ id: local.memberId }],
  })
  await set('identity.countries', '')
})

test('finds the member of an order, a recharge and a withdrawal, and none when more than 20 match', async () => {
  const member = await paidMember('100.00')
  const issue = await selling('FOUND', 9)
  const { order } = await member.client.call(ENDPOINTS.buy, { issue, quantity: 2, requestId: randomUUID() })
  const { number } = (await member.client.call(ENDPOINTS.orderDetail, { order })).order
  const [recharge] = (await member.client.call(ENDPOINTS.rechargeLog, {})).items
  const place = { db: server.db, wallet: server.context.wallet }
  const accountId = await makePayout(place, member.memberId)
  const id = await makeWithdrawal(place, member.memberId, { accountId, amount: 100_000n })
  const withdrawal = await member.client.call(ENDPOINTS.withdrawStatus, { id })
  const found = (foundBy: string) => [{ id: member.memberId, foundBy: [foundBy] }]
  const hyphened = (text: string) => `${text.slice(0, 1)}-${text.slice(1)}`.toLowerCase()
  expect((await find(operators.support, number!.toLowerCase())).items).toMatchObject(found('order'))
  for (const written of [recharge!.number, hyphened(recharge!.number)])
    expect((await find(operators.support, written)).items, written).toMatchObject(found('recharge'))
  for (const written of [withdrawal.number, hyphened(withdrawal.number)])
    expect((await find(operators.support, written)).items, written).toMatchObject(found('withdrawal'))
  expect((await find(operators.support, `${issue}-3`)).items).toEqual([])

  for (let i = 0; i < 21; i++)
    await server.context.identity.enrol({ phone: somePhone(), password: null, nickname: 'Same Name' })
  expect(await find(operators.support, 'same name')).toMatchObject({ tooMany: true, items: [] })
})

test('the audit log records every operator who looked at a member', async () => {
  const { memberId: id } = await makeMember(server)
  const shown = await operators.support.client.call(ENDPOINTS.memberShow, { id })
  expect(shown).toMatchObject({ id, status: 'active', guard: { exclusion: null, closing: false } })
  const { items } = await operators.owner.client.call(ENDPOINTS.auditList, { subject: `member:${id}` })
  expect(items).toMatchObject([
    {
      action: 'member.read',
      operator: { id: operators.support.operatorId },
      before: null,
      after: expect.stringContaining('profile'),
    },
  ])
  // and every search, also one without a result; the entry does not contain the query, which may be a phone number
  await find(operators.auditor, id)
  await find(operators.auditor, '+8801700000000')
  const searches = await operators.owner.client.call(ENDPOINTS.auditList, { action: 'member.find', limit: 2 })
  expect(searches.items).toMatchObject([
    { operator: { id: operators.auditor.operatorId }, subject: null, before: null, after: null },
    { operator: { id: operators.auditor.operatorId }, subject: `member:${id}`, before: null, after: null },
  ])
  await expect(
    operators.support.client.call(ENDPOINTS.memberShow, { id: randomUUID() }),
  ).rejects.toMatchObject({
    code: 'NO_SUCH_DATA',
  })
})

test('finds an order and its member by the number that the member reads on the screen', async () => {
  const { memberId, client } = await paidMember('100.00')
  const issue = await selling('SHOWN', 9)
  const { order } = await client.call(ENDPOINTS.buy, { issue, quantity: 2, requestId: randomUUID() })
  const { number } = (await client.call(ENDPOINTS.orderDetail, { order })).order
  if (number === null) throw new Error('the order has no number')
  const show = (role: 'support' | 'content', text: string) =>
    operators[role].client.call(ENDPOINTS.orderShow, { number: text })
  const found = { number, order, member: memberId, issue, quantity: 2, status: 'awaiting_draw' }
  expect(await show('support', number)).toMatchObject(found)
  expect(await show('support', ` ${number.toLowerCase()} `)).toMatchObject(found)
  const { items } = await operators.owner.client.call(ENDPOINTS.auditList, {
    subject: `member:${memberId}`,
    limit: 1,
  })
  expect(items).toMatchObject([{ action: 'order.read', operator: { id: operators.support.operatorId } }])
  for (const wrong of [`${issue}-99999`, issue, `${issue}-0`, 'NONE-0001-1', order])
    await expect(show('support', wrong), wrong).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
  await expect(show('content', number)).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
})

test("operators can make a member's limits stricter but not looser, and start a break", async () => {
  const { memberId: id, client } = await paidMember('100.00')
  const tighten = (who: TestOperator, cap: string) =>
    who.client.call(ENDPOINTS.memberTighten, {
      id,
      kind: 'spend',
      period: 'day',
      cap,
      reason: 'requested by the member',
    })
  const spend = (state: { limits: { kind: string; period: string; cap: string | null }[] }) =>
    state.limits.find(({ kind, period }) => kind === 'spend' && period === 'day')!.cap
  expect(spend(await tighten(operators.support, '20'))).toBe('20.00')
  for (const cap of ['20', '21'])
    await expect(tighten(operators.owner, cap)).rejects.toMatchObject({ code: 'ONLY_STRICTER' })
  await expect(tighten(operators.finance, '5')).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  expect(spend(await client.call(ENDPOINTS.limits, {}))).toBe('20.00')
  const issue = await selling('TIGHT', 40)
  const buy = (quantity: number) => client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })
  await expect(buy(21)).rejects.toMatchObject({ code: 'SPEND_LIMIT' })
  await buy(20)

  const startBreak = (duration: '24h' | '7d') =>
    operators.support.client.call(ENDPOINTS.memberBreak, { id, duration, reason: 'requested by the member' })
  expect(await startBreak('7d')).toMatchObject({ exclusion: { kind: 'break' } })
  await expect(startBreak('24h')).rejects.toMatchObject({ code: 'ALREADY_LONGER' })
  await expect(buy(1)).rejects.toMatchObject({ code: 'EXCLUDED' })
  const { items } = await operators.auditor.client.call(ENDPOINTS.auditList, { subject: `member:${id}` })
  expect(items.map(({ action, reason }) => [action, reason])).toEqual([
    ['member.break', 'requested by the member'],
    ['member.tighten', 'requested by the member'],
  ])
  await expectNoBreach()
})

test('the go-live check of a sandbox server names the failing checks', async () => {
  const { ready, items } = await operators.finance.client.call(ENDPOINTS.goLive, {})
  expect(ready).toBe(false)
  expect(items.find(({ id }) => id === 'money-mode')).toMatchObject({ ok: false, scope: 'all' })
  expect(items.find(({ id }) => id === 'approvers.house.fund')).toMatchObject({ ok: true })
})
