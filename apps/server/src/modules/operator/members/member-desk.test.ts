/** What operators read about a member and do with an account. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember, SOME_PASSWORD, type TestMember } from '../../../testing/factories.ts'
import { makePayout, makeWithdrawal } from '../../../testing/made/payouts.ts'
import { shareDevice } from '../../../testing/made/relation-flags.ts'
import { makeOperatorPerRole } from '../../../testing/operators.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let operators: Awaited<ReturnType<typeof makeOperatorPerRole>>
let issue: string
beforeAll(async () => {
  server = await testServer()
  operators = await makeOperatorPerRole(server)
  const { mall } = server.context
  await mall.createCategory({
    category: 'phones',
    position: 1,
    tile: 'sea',
    titles: { 'en-us': 'Phones' },
  })
  await mall.createProduct({
    code: 'DESK',
    category: 'phones',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: 'A desk phone', description: '' } },
    marketPrice: 1_000_000n,
    sharePrice: 10_000n,
    shares: 100,
    maxIssues: 1,
    saleDays: 1,
  })
  issue = (await mall.openIssue('DESK'))!.number
})
afterAll(() => server.close())

const buy = ({ client }: TestMember, quantity: number, requestId = randomUUID()) =>
  client.call(ENDPOINTS.buy, { issue, quantity, requestId })

const audited = async (id: string) =>
  (await operators.owner.client.call(ENDPOINTS.auditList, { subject: `member:${id}` })).items

test('shows the money of a member where it is: available, held, saved and in open orders', async () => {
  const member = await makeMember(server, { balance: '100.00' })
  const { memberId: id, client } = member
  await buy(member, 3)
  await client.call(ENDPOINTS.piggyTransfer, {
    direction: 'in',
    amount: '20',
    lock: '7d',
    requestId: randomUUID(),
  })
  const place = { db: server.db, wallet: server.context.wallet }
  const accountId = await makePayout(place, id)
  await makeWithdrawal(place, id, { accountId, amount: 300_000n })
  const shown = await operators.support.client.call(ENDPOINTS.memberShow, { id })
  expect(shown).toMatchObject({
    id,
    status: 'active',
    phone: expect.stringContaining('•••'),
    country: 'BD',
    money: {
      available: '47.00',
      held: '30.00',
      piggy: '20.00',
      locked: '20.00',
      open: [{ kind: 'shares', count: 1, amount: '3.00' }],
      flow: { deposited: '100.00', withdrawn: '30.00', spent: '3.00' },
      net: '-3.00',
    },
    payouts: [{ kind: 'upi', masked: expect.not.stringContaining('asha'), state: 'usable' }],
    guard: { exclusion: null },
  })
  expect(JSON.stringify(shown)).not.toContain(member.phone)

  const money = await operators.finance.client.call(ENDPOINTS.memberMoney, { id, limit: 2 })
  expect(money.items).toMatchObject([
    { kind: 'withdrawal', amount: '-30.00', balance: '47.00' },
    { kind: 'piggy_in', amount: '-20.00', balance: '77.00' },
  ])
  const rest = await operators.finance.client.call(ENDPOINTS.memberMoney, { id, cursor: money.next! })
  expect(rest.items.map(({ kind }) => kind)).toEqual(['purchase', 'recharge'])
  const one = await operators.finance.client.call(ENDPOINTS.memberMoney, { id, kind: 'purchase' })
  expect(one.items).toMatchObject([{ number: `${issue}-1`, title: 'A desk phone', amount: '-3.00' }])
  expect((await audited(id)).map(({ action, after }) => [action, after])).toEqual(
    ['money', 'money', 'money', 'profile'].map((part) => ['member.read', expect.stringContaining(part)]),
  )
})

test('lists purchases a page at a time, by kind and by whether they have ended', async () => {
  const member = await makeMember(server, { balance: '5.00' })
  const { memberId: id } = member
  for (const quantity of [1, 2, 1]) await buy(member, quantity)
  await expect(buy(member, 50)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  const list = (input: object) => operators.auditor.client.call(ENDPOINTS.memberOrders, { id, ...input })
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.next! })
  expect([...first.items, ...second.items]).toMatchObject([
    { kind: 'shares', quantity: 1, standing: 'open', title: 'A desk phone' },
    { quantity: 2, standing: 'open', amount: '2.00', number: expect.stringContaining(`${issue}-`) },
    { quantity: 1, standing: 'open', amount: '1.00' },
  ])
  expect(second.next).toBeNull()
  expect((await list({ open: true })).items.map(({ quantity }) => quantity)).toEqual([1, 2, 1])
  expect((await list({ open: false })).items).toEqual([])
  expect((await list({ kind: 'bets' })).items).toEqual([])
  for (const role of ['content', 'fulfilment'] as const)
    await expect(operators[role].client.call(ENDPOINTS.memberOrders, { id })).rejects.toMatchObject({
      code: 'NOT_PERMITTED',
    })
})

test('shows sessions, failed passwords and codes, but never a code or a password', async () => {
  const member = await makeMember(server, { password: SOME_PASSWORD })
  const { memberId: id, phone } = member
  const anonymous = server.anonymous()
  for (let i = 0; i < 6; i++)
    await expect(
      anonymous.call(ENDPOINTS.login, { account: phone, password: 'wrong-Pass1' }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^LOGIN_/) })
  await anonymous.call(ENDPOINTS.phoneCode, { phone, purpose: 'login' })
  const logins = await operators.support.client.call(ENDPOINTS.memberLogins, { id })
  expect(logins).toMatchObject({
    items: [{ endedAt: null }],
    logIn: { failures: 5, waitSeconds: expect.any(Number) },
  })
  expect(logins.logIn.waitSeconds).toBeGreaterThan(0)
  const messages = await operators.support.client.call(ENDPOINTS.memberMessages, { id })
  expect(messages).toMatchObject({
    items: [],
    codes: [{ purpose: 'login', usedAt: null, tries: 0, inRow: 1 }],
  })
  expect(Object.keys(messages.codes[0]!)).not.toContain('code')
  const shown = await operators.support.client.call(ENDPOINTS.memberShow, { id })
  expect(shown.logIn.failures).toBe(5)
})

test('ends every log-in of a member, who reads a notice, and the wait after wrong passwords', async () => {
  const member = await makeMember(server, { password: SOME_PASSWORD })
  const { memberId: id, phone } = member
  const { support, finance, auditor } = operators
  const login = (password: string) => server.anonymous().call(ENDPOINTS.login, { account: phone, password })
  await login(SOME_PASSWORD)
  const reason = 'the phone was stolen'
  for (const { client } of [finance, auditor])
    for (const call of [ENDPOINTS.memberSignOut, ENDPOINTS.memberUnlock])
      await expect(client.call(call, { id, reason })).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  expect(await support.client.call(ENDPOINTS.memberSignOut, { id, reason })).toEqual({ id, ended: 2 })
  await expect(member.client.call(ENDPOINTS.account, {})).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  expect(await support.client.call(ENDPOINTS.memberSignOut, { id, reason })).toEqual({ id, ended: 0 })
  await login(SOME_PASSWORD)
  const told = await support.client.call(ENDPOINTS.memberMessages, { id })
  expect(told.items).toMatchObject([{ kind: 'signed_out', readAt: null }])

  for (let i = 0; i < 6; i++)
    await expect(login('wrong-Pass1')).rejects.toMatchObject({ code: expect.stringMatching(/^LOGIN_/) })
  await expect(login(SOME_PASSWORD)).rejects.toMatchObject({ code: 'LOGIN_DELAYED' })
  expect(await support.client.call(ENDPOINTS.memberUnlock, { id, reason })).toEqual({ id, forgotten: 5 })
  await login(SOME_PASSWORD)
  expect(await support.client.call(ENDPOINTS.memberUnlock, { id, reason })).toEqual({ id, forgotten: 0 })
  const acts = (await audited(id)).filter(({ action }) => action !== 'member.read')
  expect(acts).toMatchObject([
    { action: 'member.unlock', reason, after: '{"failures":0}' },
    { action: 'member.unlock', after: '{"failures":5}' },
    { action: 'member.signout', after: '{"sessions":0}' },
    { action: 'member.signout', after: '{"sessions":2}' },
  ])
})

test('names the members who share a device, and the signs that come from it', async () => {
  const inviter = (await makeMember(server)).memberId
  const friend = (await makeMember(server, { inviterId: inviter })).memberId
  await shareDevice(server.db, [inviter, friend])
  const shown = await operators.support.client.call(ENDPOINTS.memberShow, { id: friend })
  expect(shown).toMatchObject({
    inviter,
    devices: 1,
    shared: [{ signal: 'device', members: [inviter] }],
    flags: [{ member: inviter, friend, signal: 'device', state: 'open' }],
  })
})

test('lists members by status, country, day, freeze and open signs, a page at a time', async () => {
  const { support, auditor, content, fulfilment } = operators
  const list = (input: object) => support.client.call(ENDPOINTS.memberList, input)
  const inviter = (await makeMember(server)).memberId
  const friend = (await makeMember(server, { inviterId: inviter })).memberId
  await shareDevice(server.db, [inviter, friend])
  const cold = await makeMember(server)
  await support.client.call(ENDPOINTS.memberFreeze, {
    id: cold.memberId,
    hours: 24,
    cause: 'other',
    reason: 'a call of the bank',
    requestId: randomUUID(),
  })
  const newest = await list({ limit: 3 })
  expect(newest.items.map(({ id }) => id)).toEqual([cold.memberId, friend, inviter])
  expect(newest.items[0]).toMatchObject({
    phone: expect.stringContaining('•••'),
    status: 'active',
    country: 'BD',
    frozenUntil: expect.any(Number),
  })
  const first = await list({ limit: 2, status: 'active', country: 'BD' })
  const second = await list({ limit: 1, status: 'active', country: 'BD', cursor: first.next! })
  expect([...first.items, ...second.items]).toEqual(newest.items)
  expect((await list({ frozen: true })).items.map(({ id }) => id)).toEqual([cold.memberId])
  const flagged = (await list({ flagged: true })).items.map(({ id }) => id)
  expect(flagged.slice(0, 2)).toEqual([friend, inviter])
  expect((await list({ flagged: true, frozen: true })).items).toEqual([])
  for (const input of [
    { status: 'closing' },
    { country: 'BR' },
    { to: '2020-01-01' },
    { from: '2100-01-01' },
  ])
    expect((await list(input)).items).toEqual([])
  await auditor.client.call(ENDPOINTS.memberList, {})
  for (const { client } of [content, fulfilment])
    await expect(client.call(ENDPOINTS.memberList, {})).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  const log = await operators.owner.client.call(ENDPOINTS.auditList, { action: 'member.list', limit: 1 })
  expect(log.items).toMatchObject([{ subject: null, after: expect.stringContaining('"frozen":false') }])
})

test('lists the orders of an issue by rank, and those of one member', async () => {
  const [one, other] = [
    await makeMember(server, { balance: '9.00' }),
    await makeMember(server, { balance: '9.00' }),
  ]
  await buy(one, 2)
  await buy(other, 1)
  await buy(one, 3)
  const list = (input: object) => operators.support.client.call(ENDPOINTS.issueOrders, { issue, ...input })
  const first = await list({ limit: 2 })
  const second = await list({ limit: 1, cursor: first.next! })
  expect([...first.items, ...second.items]).toMatchObject([
    { member: one.memberId, quantity: 3, amount: '3.00', status: 'awaiting_draw', discount: null },
    { member: other.memberId, quantity: 1 },
    { member: one.memberId, quantity: 2, number: expect.stringContaining(`${issue}-`) },
  ])
  const own = await list({ member: one.memberId })
  expect(own.items.map(({ quantity }) => quantity)).toEqual([3, 2])
  expect((await list({ refused: true })).items).toEqual([])
  expect((await list({ refused: true, member: one.memberId })).items).toEqual([])
  await expect(list({ issue: 'NONE-0001' })).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
})
