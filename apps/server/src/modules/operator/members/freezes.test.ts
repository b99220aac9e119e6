/** Freezes: what waits for the end, what stays possible, who may decide, and that every freeze ends. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from '../../../programs/doctor.checks.ts'
import { makeMember, SOME_PASSWORD, type TestMember } from '../../../testing/factories.ts'
import { makePayout, makeWithdrawal } from '../../../testing/made/payouts.ts'
import { makeOperator, makeOperatorPerRole, type TestOperator } from '../../../testing/operators.ts'
import { planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { registrations } from '../../identity/registration.fixture.ts'

const HOUR = 3_600_000

let server: TestServer
let operators: Awaited<ReturnType<typeof makeOperatorPerRole>>
let issue: string
const { codeFor, inbox } = registrations(() => server)
// members of this world have their money without recharges
const checks = CHECKS.filter(({ id, title }) => id !== 'INV-14' || !title.includes('recharge'))

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
    code: 'COLD',
    category: 'phones',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: 'A phone', description: '' } },
    marketPrice: 10_000_000n,
    sharePrice: 10_000n,
    shares: 1_000,
    maxIssues: 1,
    saleDays: 30,
  })
  issue = (await mall.openIssue('COLD'))!.number
})
afterAll(() => server.close())

const buy = ({ client }: TestMember, quantity = 1) =>
  client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })

/** Moves business time on. The sessions of operators end meanwhile. */
async function later(ms: number): Promise<void> {
  await server.database.advanceClock(ms)
  operators = await makeOperatorPerRole(server)
}

type Freeze = { hours?: number; holdMoney?: boolean; requestId?: string }
const freeze = ({ client }: TestOperator, id: string, given: Freeze = {}) =>
  client.call(ENDPOINTS.memberFreeze, {
    id,
    hours: 24,
    cause: 'stolen_payment',
    reason: 'the card was reported stolen',
    requestId: randomUUID(),
    ...given,
  })
const unfreeze = ({ client }: TestOperator, id: string) =>
  client.call(ENDPOINTS.memberUnfreeze, { id, reason: 'the bank has answered' })

const expectSound = async () => expect(await planted(server.owner, checks, 'select 1')).toEqual([])

/** A withdrawal of 10.00. @returns its number */
async function withdraw(member: TestMember): Promise<string> {
  const place = { db: server.db, wallet: server.context.wallet }
  const accountId = await makePayout(place, member.memberId, `${randomUUID().slice(0, 8)}@okbank`)
  const id = await makeWithdrawal(place, member.memberId, { accountId, amount: 100_000n })
  return (await member.client.call(ENDPOINTS.withdrawStatus, { id })).number
}

test('a frozen member buys nothing and changes no account, but reads, logs in and withdraws; the freeze ends by itself', async () => {
  const member = await makeMember(server, { balance: '100.00', password: SOME_PASSWORD })
  const { memberId: id, client, phone } = member
  await buy(member)
  const done = await freeze(operators.support, id)
  expect(done).toMatchObject({ state: 'done', approval: null })

  const frozen = { code: 'FROZEN', message: expect.stringContaining('24\u00a0h') }
  await expect(buy(member)).rejects.toMatchObject(frozen)
  await expect(
    client.call(ENDPOINTS.openRecharge, { method: 'sandbox', amount: '100', requestId: randomUUID() }),
  ).rejects.toMatchObject(frozen)
  await expect(client.call(ENDPOINTS.gameWeb, {})).rejects.toMatchObject(frozen)
  await expect(client.call(ENDPOINTS.payoutFirst, { id: randomUUID() })).rejects.toMatchObject(frozen)
  await expect(client.call(ENDPOINTS.taskCheckIn, { requestId: randomUUID() })).rejects.toMatchObject(frozen)
  const code = await codeFor(phone, 'reset')
  const anonymous = server.anonymous()
  await expect(
    anonymous.call(ENDPOINTS.resetPassword, { phone, code, password: 'another-Pass1' }),
  ).rejects.toMatchObject(frozen)

  await anonymous.call(ENDPOINTS.login, { account: phone, password: SOME_PASSWORD })
  const account = await client.call(ENDPOINTS.account, {})
  expect(account).toMatchObject({ balance: '99.00', excludedUntil: null, frozenUntil: expect.any(Number) })
  expect((await client.call(ENDPOINTS.notices, {})).items).toMatchObject([{ kind: 'frozen', read: false }])
  const number = await withdraw(member)
  await operators.finance.client.call(ENDPOINTS.withdrawalApprove, { number })
  expect(await operators.support.client.call(ENDPOINTS.memberShow, { id })).toMatchObject({
    freeze: { until: account.frozenUntil, holdsMoney: false, by: { id: operators.support.operatorId } },
  })
  await expectSound()

  await later(24 * HOUR + 1_000)
  expect(await client.call(ENDPOINTS.account, {})).toMatchObject({ frozenUntil: null })
  await buy(member)
  await expect(unfreeze(operators.support, id)).rejects.toMatchObject({ code: 'NOT_FROZEN' })
  await expectSound()
})

test('one operator cannot keep an account frozen: 72 hours within a week, also when others ask', async () => {
  const { memberId: id } = await makeMember(server)
  await freeze(operators.support, id, { hours: 48 })
  // more within the 72 hours is still one operator's
  expect(await freeze(operators.owner, id, { hours: 72 })).toMatchObject({ state: 'requested' })
  await later(20 * HOUR)
  expect(await freeze(operators.owner, id, { hours: 51 })).toMatchObject({ state: 'done' })
  await later(53 * HOUR)
  expect(await freeze(operators.support, id, { hours: 1 })).toMatchObject({ state: 'requested' })
  await later(7 * 24 * HOUR)
  expect(await freeze(operators.support, id, { hours: 72 })).toMatchObject({ state: 'done' })
  await expectSound()
})

test('longer, or with withdrawals held, takes a second operator; then no withdrawal begins or is approved', async () => {
  const member = await makeMember(server, { balance: '100.00' })
  const { memberId: id, client } = member
  const second = await makeOperator(server, ['owner'])
  const waiting = await withdraw(member)
  const requestId = randomUUID()
  const asked = { hours: 240, holdMoney: true, requestId }
  const request = await freeze(operators.owner, id, asked)
  expect(request).toMatchObject({
    state: 'requested',
    approval: { params: { hours: '240', withdrawals: 'held until the end' } },
  })
  expect(await freeze(operators.owner, id, asked)).toMatchObject({ approval: { id: request.approval!.id } })
  await buy(member)
  const approve = ({ client: by }: TestOperator) =>
    by.call(ENDPOINTS.approvalApprove, { id: request.approval!.id })
  await expect(approve(operators.owner)).rejects.toMatchObject({ code: 'OWN_REQUEST' })
  await expect(approve(operators.finance)).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  expect(await approve(second)).toMatchObject({ state: 'done' })

  await expect(withdraw(member)).rejects.toMatchObject({ code: 'MONEY_HELD' })
  await expect(
    operators.finance.client.call(ENDPOINTS.withdrawalApprove, { number: waiting }),
  ).rejects.toMatchObject({ code: 'WITHDRAWAL_HELD' })
  // one operator replaces no freeze of two by a weaker one
  await expect(freeze(operators.support, id, { hours: 24 })).rejects.toMatchObject({ code: 'FREEZE_RUNS' })
  for (const role of ['finance', 'content', 'auditor'] as const) {
    await expect(freeze(operators[role], id)).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
    await expect(unfreeze(operators[role], id)).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  }
  await expectSound()

  await unfreeze(operators.support, id)
  await operators.finance.client.call(ENDPOINTS.withdrawalApprove, { number: waiting })
  await buy(member)
  expect((await client.call(ENDPOINTS.notices, {})).items.map(({ kind }) => kind)).toEqual([
    'unfrozen',
    'frozen',
  ])
  const { items } = await operators.auditor.client.call(ENDPOINTS.auditList, { subject: `member:${id}` })
  expect(items.slice(0, 2)).toMatchObject([
    { action: 'member.unfreeze', reason: 'the bank has answered' },
    { action: 'member.freeze', approval: request.approval!.id, after: expect.stringContaining('240') },
  ])
  await expectSound()
})

test('after the answer of a freeze no running purchase succeeds, and what was bought before is paid', async () => {
  const member = await makeMember(server, { balance: '50.00' })
  const purchases = Array.from({ length: 20 }, () =>
    buy(member).then(
      () => 'done',
      (error: { code: string }) => error.code,
    ),
  )
  await freeze(operators.support, member.memberId)
  await expect(buy(member)).rejects.toMatchObject({ code: 'FROZEN' })
  const ends = await Promise.all(purchases)
  expect(ends.filter((end) => end !== 'done' && end !== 'FROZEN')).toEqual([])
  const bought = ends.filter((end) => end === 'done').length
  const { balance } = await member.client.call(ENDPOINTS.account, {})
  expect(balance).toBe(`${50 - bought}.00`)
  await expectSound()
})

test('an account that is frozen is not erased; its closing waits for the end', async () => {
  const member = await makeMember(server)
  const { memberId: id, client, phone } = member
  await freeze(operators.support, id)
  await client.call(ENDPOINTS.sendVerify, { purpose: 'close' })
  const code = (await inbox(phone))[0]!.code!
  expect(await client.call(ENDPOINTS.closeAccount, { code })).toMatchObject({ waitsFor: { frozen: true } })
  await server.context.jobs.drain()
  expect(await client.call(ENDPOINTS.closeState, {})).toMatchObject({ status: 'closing' })
  await unfreeze(operators.support, id)
  expect(await server.context.closing.closeIfReady(id)).toBe(true)
  await expect(freeze(operators.support, id)).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
})

const PROTECTION = CHECKS.filter(({ id }) => id === 'INV-17')
const WALLET =
  'every wallet is frozen as the newest freeze of its member says, and none of one operator lasts longer than 72 hours'
const HISTORY = 'no row of freezes by operators was changed or removed'
const AUDITED = 'every freeze of an account is in the audit log, and one of two operators is as they decided'
const row = (hours: number, more = 'false', approval = 'null') =>
  `insert into account_freeze (member_id, freeze_id, at, ends_at, holds_money, cause, operator_id, approval_id)
   select $1, gen_random_uuid(), business_now(), business_now() + interval '${hours} hours', ${more}, 'other',
     (select operator_id from operator limit 1), ${approval}`
const wallet = (change: string) => `update wallet set ${change} where member_id = $1`

test.each([
  [
    'app',
    'a wallet that is frozen without a freeze',
    wallet(`frozen_until = business_now() + interval '1 hour'`),
    'refused: wallet_frozen_as_decided',
  ],
  ['app', 'money that one operator holds', row(1, 'true'), 'refused: account_freeze_alone'],
  ['app', 'a freeze of one operator for long', row(73), 'refused: account_freeze_alone'],
  [
    'app',
    'a freeze that nobody approved',
    row(100, 'false', 'gen_random_uuid()'),
    'refused: account_freeze_decided',
  ],
  ['app', 'a freeze without an entry of the audit log', row(72), AUDITED],
  ['owner', 'a wallet that is not frozen any more', wallet('frozen_until = null'), WALLET],
  ['owner', 'a wallet that holds money', wallet('money_held = true'), WALLET],
  [
    'owner',
    'an end that was moved',
    `update account_freeze set ends_at = ends_at + interval '1 hour' where member_id = $1`,
    HISTORY,
  ],
  ['owner', 'a freeze that is gone', `delete from account_freeze where member_id = $1`, HISTORY],
] as const)('as the %s, %s is found', async (role, _, plant, by) => {
  const { memberId } = await makeMember(server)
  if (role === 'owner' || plant.includes('wallet')) await freeze(operators.support, memberId, { hours: 12 })
  const found = await planted(role === 'owner' ? server.owner : server.db, PROTECTION, plant, [memberId])
  expect(found).toContain(by)
})
