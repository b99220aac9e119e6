/** Two operators credit a member, take a credit back, and book that a bank took a recharge back: what moves, and what is refused. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dieAtEachStatement } from '../../../testing/dying.ts'
import type { TestMember } from '../../../testing/factories.ts'
import { breachesOf, paidMembers } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { fundAndPublish } from '../../home/fund-house.ts'
import { moveHouse, playThrough } from '../../ledger/index.ts'
import { correctionChecks, openRecharge, withdrawalChecks } from '../../wallet/index.ts'
import { operatorChecks } from '../operator.checks.ts'

let server: TestServer
let finn: TestOperator
let omar: TestOperator
beforeAll(async () => {
  server = await testServer()
  finn = await makeOperator(server, ['finance'])
  omar = await makeOperator(server, ['owner'])
  const { db, context } = server
  for (const account of ['marketing', 'bankroll'] as const)
    await fundAndPublish(
      { db, writer: context.fair.writer },
      { account, amount: 5_000_0000n, reference: `opening ${account}` },
    )
  const release = { kind: 'release', account: 'bankroll', direction: 'out', amount: 2_000_0000n } as const
  await db.tx((tx) => moveHouse(tx, { ...release, reference: 'to sales', reason: 'for the test' }))
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const because = () => ({ reason: 'as support found', requestId: randomUUID() })
const approve = ({ client }: TestOperator, { approval }: { approval: { id: string } | null }) =>
  client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
const credit = (member: TestMember, amount: string, requestId: string = randomUUID()) =>
  finn.client.call(ENDPOINTS.memberCredit, {
    id: member.memberId,
    amount,
    account: 'marketing',
    why: 'fault',
    ...because(),
    requestId,
  })
const reverse = (member: TestMember, id: string, amount: string) =>
  finn.client.call(ENDPOINTS.memberReverse, { id: member.memberId, credit: id, amount, ...because() })
const chargeback = (number: string, amount: string, reference: string = randomUUID(), more: object = {}) =>
  finn.client.call(ENDPOINTS.houseChargeback, {
    number,
    amount,
    account: 'sales',
    reference,
    ...because(),
    ...more,
  })

const balance = async ({ client }: TestMember) => (await client.call(ENDPOINTS.account, {})).balance
const statement = async ({ client }: TestMember) => (await client.call(ENDPOINTS.walletStatement, {})).items
const accountOf = async (name: string) => {
  const [row] = await server.db.query<{ balance: bigint }>(
    'select balance from house_account where name = $1',
    [name],
  )
  return row!.balance
}
/** A member who has recharged 500.00, with the number of the recharge. */
async function payer() {
  const [member] = (await paidMembers(server, 1, '500.00')) as [TestMember]
  const [row] = await server.db.query<{ number: string; recharge_id: string }>(
    'select number, recharge_id from recharge where member_id = $1',
    [member.memberId],
  )
  return { member, number: row!.number, recharge: row!.recharge_id }
}
/** The member recharges again. @returns the number of the recharge */
async function rechargeMore(member: TestMember, amount: string): Promise<string> {
  const { wallet, jobs, db } = server.context
  const input = { method: 'sandbox', amount, requestId: randomUUID() }
  const { recharge_id: id } = await openRecharge(wallet.recharges, member.memberId, input)
  const [payment] = await db.query<{ payment_id: string; number: string }>(
    'select p.payment_id, r.number from provider_payment p join recharge r using (recharge_id) where recharge_id = $1',
    [id],
  )
  await wallet.company?.choose(payment!.payment_id, 'pay')
  await jobs.drain()
  return payment!.number
}
const recharge = async (number: string) => {
  const [row] = await server.db.query('select credited, returned from recharge where number = $1', [number])
  return row
}

test('a credit comes from an account of the house, is named in the statement, and needs no play', async () => {
  const { member } = await payer()
  const before = await accountOf('marketing')
  const requestId = randomUUID()
  const asked = await credit(member, '30', requestId)
  await expect(approve(finn, asked)).rejects.toMatchObject({ code: 'OWN_REQUEST' })
  expect(await balance(member)).toBe('500.00')
  await approve(omar, asked)
  await approve(omar, asked)
  expect(await balance(member)).toBe('530.00')
  expect(await accountOf('marketing')).toBe(before - 30_0000n)
  expect((await playThrough(server.db, member.memberId)).left).toBe(500_0000n)
  const [line] = await statement(member)
  expect(line).toMatchObject({
    kind: 'correction',
    amount: '30.00',
    title: 'Our mistake, made good',
    detail: 'fault',
  })
  const [only] = (await member.client.call(ENDPOINTS.walletStatement, { kind: 'correction' })).items
  expect(only).toEqual(line)
  expect((await member.client.call(ENDPOINTS.netPosition, {})).all).toMatchObject({
    rewarded: '30.00',
    deposited: '500.00',
  })
})

test('a credit is taken back once, at most as far as it went and the wallet has it', async () => {
  const { member } = await payer()
  await approve(omar, await credit(member, '30'))
  const { items } = await finn.client.call(ENDPOINTS.memberCorrections, { id: member.memberId })
  expect(items).toMatchObject([{ kind: 'credit', amount: '30.00', why: 'fault', reversed: false }])
  const id = items[0]!.id
  await expect(reverse(member, id, '31')).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  await expect(reverse(member, randomUUID(), '1')).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
  const asked = [await reverse(member, id, '20'), await reverse(member, id, '10')]
  const ended = await Promise.allSettled(asked.map((request) => approve(omar, request)))
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [line] = await statement(member)
  expect(line).toMatchObject({
    kind: 'correction',
    title: 'Earlier correction taken back',
    detail: 'reversal',
  })
  const kept = 530 + Number(line!.amount)
  expect(Number(await balance(member))).toBe(kept)
  expect((await member.client.call(ENDPOINTS.netPosition, {})).all).toMatchObject({
    rewarded: (kept - 500).toFixed(2),
  })
})

test('of a recharge that the bank took back the member pays what is not played and there, and the house the rest', async () => {
  const { member, number, recharge: rechargeId } = await payer()
  const [cash, sales] = [await accountOf('cash'), await accountOf('sales')]
  const asked = await chargeback(number, '200', 'CB-1')
  expect(asked.approval!.params).toMatchObject({ recharge: number, 'from the member': '200.00' })
  await approve(omar, asked)
  expect(await balance(member)).toBe('300.00')
  expect(await recharge(number)).toEqual({ credited: 500_0000n, returned: 200_0000n })
  expect((await playThrough(server.db, member.memberId)).left).toBe(300_0000n)
  expect([await accountOf('cash'), await accountOf('sales')]).toEqual([cash + 200_0000n, sales])
  const [line] = await statement(member)
  expect(line).toMatchObject({
    kind: 'correction',
    amount: '-200.00',
    title: 'Top-up taken back by the bank',
    detail: 'chargeback',
    number,
    reference: rechargeId,
  })
  await expect(chargeback(number, '1', 'cb-1')).rejects.toMatchObject({ code: 'REFERENCE_USED' })
  // what is saved is not in the wallet
  await member.client.call(ENDPOINTS.piggyTransfer, {
    direction: 'in',
    amount: '250.00',
    requestId: randomUUID(),
  })
  await expect(chargeback(number, '301')).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' })
  await approve(omar, await chargeback(number, '300'))
  expect(await balance(member)).toBe('0.00')
  expect([await accountOf('cash'), await accountOf('sales')]).toEqual([cash + 500_0000n, sales - 250_0000n])
  expect((await playThrough(server.db, member.memberId)).left).toBe(0n)
  expect((await member.client.call(ENDPOINTS.rechargeReturns, {})).items).toEqual([])
  expect((await member.client.call(ENDPOINTS.netPosition, {})).all).toMatchObject({ withdrawn: '250.00' })
})

test('a played recharge that the bank took back leaves a later one to be played, and to be taken back', async () => {
  const { member, number } = await payer()
  await server.owner.query(
    'update play_through set played = required, earlier = required where member_id = $1',
    [member.memberId],
  )
  const later = await rechargeMore(member, '200.00')
  const left = async () => (await playThrough(server.db, member.memberId)).left
  expect(await left()).toBe(200_0000n)
  const [cash, sales] = [await accountOf('cash'), await accountOf('sales')]
  await approve(omar, await chargeback(number, '500'))
  expect([await balance(member), await left()]).toEqual(['700.00', 200_0000n])
  await approve(omar, await chargeback(later, '200'))
  expect([await balance(member), await left()]).toEqual(['500.00', 0n])
  expect([await accountOf('cash'), await accountOf('sales')]).toEqual([cash + 700_0000n, sales - 500_0000n])
})

test('chargebacks, credits and moves of the same money at the same time add up, and none goes below zero', async () => {
  const { member, number } = await payer()
  const asked = [await chargeback(number, '500'), await chargeback(number, '400'), await credit(member, '10')]
  const save = () =>
    member.client.call(ENDPOINTS.piggyTransfer, {
      direction: 'in',
      amount: '300.00',
      requestId: randomUUID(),
    })
  const ended = await Promise.allSettled([...asked.map((request) => approve(omar, request)), save()])
  expect(
    ended
      .slice(0, 2)
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual(['fulfilled', 'rejected'])
  expect(ended[2]!.status).toBe('fulfilled')
  for (const one of ended.slice(0, 2))
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect(await breachesOf(server)).toEqual([])
})

test('who approves sees what moves now, what is known of the member, and what changed since the request', async () => {
  const { member, number } = await payer()
  const outlookOf = async ({ approval }: { approval: { id: string } | null }) =>
    (await omar.client.call(ENDPOINTS.approvalShow, { id: approval!.id })).outlook
  await approve(omar, await credit(member, '30'))
  const again = await credit(member, '20')
  const marketing = Number(await accountOf('marketing')) / 10_000
  expect(await outlookOf(again)).toMatchObject({
    money: { 'the wallet gets': '20.00', 'marketing after': (marketing - 20).toFixed(2) },
    facts: expect.arrayContaining([
      { name: 'earlier credits', value: '1, 30.00 in all', warns: true },
      expect.objectContaining({ name: 'net position' }),
    ]) as unknown,
    refused: null,
  })
  const { items } = await finn.client.call(ENDPOINTS.memberCorrections, { id: member.memberId })
  const back = await reverse(member, items[0]!.id, '30')
  const requestId = randomUUID()
  const charged = await chargeback(number, '500', 'CB-SEEN', { requestId })
  await member.client.call(ENDPOINTS.piggyTransfer, {
    direction: 'in',
    amount: '510.00',
    requestId: randomUUID(),
  })
  expect(await outlookOf(back)).toMatchObject({
    money: { 'wallet now': '20.00', 'wallet after': '-10.00', 'marketing gets': '30.00' },
    refused: 'CHANGED_MEANWHILE',
  })
  expect(await outlookOf(charged)).toMatchObject({
    money: { 'from the member now': '20.00' },
    facts: expect.arrayContaining([
      { name: 'from the member', value: '500.00 at the request, 20.00 now', warns: true },
    ]) as unknown,
    refused: null,
  })
  // the request repeated: what the member would pay has changed, and what was asked for has not
  const repeated = await chargeback(number, '500', 'CB-SEEN', { requestId })
  expect(repeated.approval!.id).toBe(charged.approval!.id)
  await expect(chargeback(number, '499', 'CB-SEEN', { requestId })).rejects.toMatchObject({
    code: 'REQUEST_ID_REUSED',
  })
  const looks = await server.db.query(`select 1 from audit where action = 'member.read' and subject = $1`, [
    `member:${member.memberId}`,
  ])
  expect(looks).toHaveLength(3)
  for (const { approval } of [again, back, charged])
    await finn.client.call(ENDPOINTS.approvalWithdraw, { id: approval!.id })
})

test('what no account of the house can pay or bear is refused, with what it has', async () => {
  const { member, number } = await payer()
  const input = { id: member.memberId, account: 'fees', why: 'goodwill', amount: '1', ...because() } as const
  await expect(finn.client.call(ENDPOINTS.memberCredit, input)).rejects.toMatchObject({ code: 'HOUSE_BOUND' })
  await member.client.call(ENDPOINTS.piggyTransfer, {
    direction: 'in',
    amount: '500.00',
    requestId: randomUUID(),
  })
  const borne = { number, amount: '1', account: 'fees', reference: randomUUID(), ...because() } as const
  await expect(finn.client.call(ENDPOINTS.houseChargeback, borne)).rejects.toMatchObject({
    code: 'HOUSE_BOUND',
  })
  await expect(
    finn.client.call(ENDPOINTS.memberCredit, { ...input, id: randomUUID(), requestId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
})

test('a server that dies in the middle of a chargeback has moved nothing, and the next try moves all', async () => {
  const { member, number } = await payer()
  const entered = {
    number,
    account: 'sales',
    amount: 100_0000n,
    reference: 'DIES',
    reason: 'a test',
  } as const
  const deaths = await dieAtEachStatement(
    server.db,
    (dying) => dying.tx((tx) => server.context.wallet.corrections.chargeBack(tx, { ...entered, by: null })),
    async () => expect(await balance(member)).toBe('500.00'),
  )
  expect(deaths).toBeGreaterThan(8)
  expect(await balance(member)).toBe('400.00')
})

const TWO =
  "every correction of a member's money was requested by one operator, approved by another, and booked as approved"
const CAUSE =
  'every line of corrections of members has its cause, amount, sides and time, and every cause its lines'
test.each<[role: 'db' | 'owner', what: string, sql: string, found: string]>([
  [
    'db',
    'a credit without a line',
    `insert into member_correction (member_id, correction_id, kind, account, amount, reason, corrected_at)
     select member_id, gen_random_uuid(), 'credit', 'sales', 5, 'goodwill', now() from member limit 1`,
    CAUSE,
  ],
  [
    'db',
    'a chargeback of more than the recharge brought',
    `insert into member_correction (member_id, correction_id, kind, account, amount, recharge_id, charged, counted, corrected_at)
     select member_id, gen_random_uuid(), 'chargeback', 'sales', 0, recharge_id, credited + 1, 0, now() from recharge limit 1`,
    'refused: member_correction_charged',
  ],
  [
    'db',
    'a reversal of more than the credit',
    `insert into member_correction (member_id, correction_id, kind, account, amount, reverses, corrected_at)
     select member_id, gen_random_uuid(), 'reversal', account, amount + 1, correction_id, now() from member_correction
     where kind = 'credit' limit 1`,
    'refused: member_correction_of',
  ],
  [
    'db',
    'a changed row',
    'update member_correction set amount = 1',
    'refused: permission denied for table member_correction',
  ],
  ['owner', 'another account', `update member_correction set account = 'fees' where kind = 'credit'`, CAUSE],
  ['owner', 'another reason', `update member_correction set reason = 'goodwill' where reason = 'fault'`, TWO],
  [
    'owner',
    'a chargeback of another recharge than the approved one',
    `update approval set params = jsonb_set(params, '{number}', '"R000000000000"') where action = 'house.chargeback' and state = 'approved'`,
    TWO,
  ],
  [
    'owner',
    'an approval of another amount',
    `update approval set params = jsonb_set(params, '{amount}', '"1.00"') where action = 'house.chargeback'`,
    TWO,
  ],
  [
    'owner',
    'a recharge that counts less as gone back',
    'update recharge set returned = 0 where returned > 0',
    'what is counted as gone back of a recharge is what its withdrawals have paid or hold, and what banks took back',
  ],
])('as %s: the doctor finds %s, or the database refuses it', async (role, _, sql, found) => {
  const checks = [...correctionChecks, ...withdrawalChecks, ...operatorChecks]
  expect(await planted(server[role], checks, sql)).toContain(found)
})

test('real money is not corrected without two operators', async () => {
  const { member } = await payer()
  await server.owner.query(`update deployment set money_mode = 'real'`)
  const alone = {
    memberId: member.memberId,
    id: randomUUID(),
    account: 'marketing',
    amount: 1n,
    reason: 'goodwill',
    by: null,
  } as const
  const { corrections } = server.context.wallet
  await expect(server.db.tx((tx) => corrections.credit(tx, alone))).rejects.toThrow('takes two persons')
  await server.owner.query(`update deployment set money_mode = 'sandbox'`)
})
