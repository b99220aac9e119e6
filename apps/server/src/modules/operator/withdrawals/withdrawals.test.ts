/** Operators and withdrawals: who may do what, what they see, and what is written down. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { TestMember } from '../../../testing/factories.ts'
import { breachesOf, paidMembers } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { makePayout, makeWithdrawal } from '../../../testing/made/payouts.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let mina: TestOperator
let omar: TestOperator
beforeAll(async () => {
  server = await testServer()
  mina = await makeOperator(server, ['finance'])
  omar = await makeOperator(server, ['owner'])
})
afterAll(() => server.close())

type Applied = { member: TestMember; id: string; number: string }

/** @param amount minor units */
async function applied(amount = 200_0000n, account = 'asha@okbank'): Promise<Applied> {
  const [member] = (await paidMembers(server, 1, '20000.00')) as [TestMember]
  const place = { db: server.db, wallet: server.context.wallet }
  const accountId = await makePayout(place, member.memberId, account)
  const id = await makeWithdrawal(place, member.memberId, { accountId, amount })
  const { number } = await member.client.call(ENDPOINTS.withdrawStatus, { id })
  return { member, id, number }
}

const status = ({ member, id }: Applied) => member.client.call(ENDPOINTS.withdrawStatus, { id })
const balance = async ({ member }: Applied) => (await member.client.call(ENDPOINTS.account, {})).balance
const approve = ({ client }: TestOperator, { number }: Applied) =>
  client.call(ENDPOINTS.withdrawalApprove, { number })
const reject = ({ client }: TestOperator, { number }: Applied) =>
  client.call(ENDPOINTS.withdrawalReject, {
    number,
    reason: 'identity',
    note: 'Please call us.',
    requestId: randomUUID(),
  })
const enter = ({ client }: TestOperator, csv: string) =>
  client.call(ENDPOINTS.withdrawalImport, { csv, requestId: randomUUID() })
const audited = async (subject: string) =>
  (
    await server.db.query<{ action: string }>(
      'select action from audit where subject = $1 order by audit_id',
      [subject],
    )
  ).map(({ action }) => action)

test('a large withdrawal takes two operators; both names and every act are on record', async () => {
  const large = await applied(10_000_0000n)
  expect(await approve(mina, large)).toMatchObject({ stage: 'first_approved', approvals: 1 })
  expect(await codeOf(approve(mina, large))).toBe('ALREADY_APPROVED')
  const shown = await approve(omar, large)
  expect(shown).toMatchObject({
    stage: 'approved',
    approvals: 2,
    approvalsNeeded: 2,
    phone: expect.stringContaining('•') as string,
    account: { kind: 'upi', masked: expect.stringContaining('•') as string },
  })
  expect(shown.timeline.map(({ step, by }) => [step, by?.name ?? null])).toEqual([
    ['processing', null],
    ['first_approved', mina.name],
    ['approved', omar.name],
  ])
  // a repeated call changes nothing
  await approve(omar, large)
  expect(await audited(`withdrawal:${large.number}`)).toEqual(['withdrawal.approve', 'withdrawal.approve'])
  await reject(mina, large)
})

test('shows what speaks for or against it: account, recharges, play-through, payout account, shared signs', async () => {
  const first = await applied(200_0000n, 'shared@okbank')
  const second = await applied(300_0000n, 'shared@okbank')
  const shown = async () => {
    const { facts } = await mina.client.call(ENDPOINTS.withdrawalShow, { number: second.number })
    return Object.fromEntries(facts.map(({ name, value, warns }) => [name, warns ? `! ${value}` : value]))
  }
  const facts = await shown()
  expect(facts).toMatchObject({
    account: expect.stringMatching(/^! active, \d+ min old$/) as string,
    recharges: expect.stringMatching(
      /^! 1, 20000\.00 in all; the newest credit 20000\.00, \d+ min ago$/,
    ) as string,
    'withdrawals paid': 'none',
    'payout account': expect.stringMatching(/^! added \d+ min ago, never paid before$/) as string,
    'shared payout account': `! with 1 other member: ${first.member.memberId}`,
    'net position': 'paid in 20000.00, took out 300.00 with what is open, won 0.00, got from the house 0.00',
  })
  expect(facts['play-through']).toContain('left')
  await approve(mina, second)
  await mina.client.call(ENDPOINTS.withdrawalPaid, {
    number: second.number,
    reference: randomUUID(),
    requestId: randomUUID(),
  })
  // it has ended: there is nothing to decide
  expect(await shown()).toEqual({})
  await reject(mina, first)
})

test('a rejection gives the whole amount back and tells the member by a text message', async () => {
  const one = await applied()
  const before = await balance(one)
  const told = async () =>
    Number(
      (
        await server.db.query<{ n: bigint }>(
          `select count(*) as n from job where name = 'identity.sms-notice'`,
        )
      )[0]!.n,
    )
  const waiting = await told()
  expect(await reject(mina, one)).toMatchObject({ status: 'failed', reason: 'identity' })
  expect(await told()).toBe(waiting + 1)
  await reject(mina, one)
  expect(await told()).toBe(waiting + 1)
  expect(Number(await balance(one)) - Number(before)).toBe(200)
  expect(await status(one)).toMatchObject({ status: 'failed', note: 'Please call us.' })
  expect(await codeOf(approve(omar, one))).toBe('WITHDRAWAL_STEP')
})

test('an account is shown in the clear only by its own call, which is on record with the reason', async () => {
  const one = await applied(200_0000n, 'asha.rao@okbank')
  const masked = await mina.client.call(ENDPOINTS.withdrawalShow, { number: one.number })
  expect(JSON.stringify(masked)).not.toContain('asha.rao')
  const reason = 'the bank asks for it'
  const { fields } = await mina.client.call(ENDPOINTS.withdrawalReveal, { number: one.number, reason })
  expect(fields).toContainEqual({ field: 'number', value: 'asha.rao@okbank' })
  expect(await audited(`withdrawal:${one.number}`)).toEqual(['withdrawal.read', 'withdrawal.reveal'])
  await reject(mina, one)
})

test('the export answers the same file again, is calculated by no spreadsheet, and cannot be rejected', async () => {
  const [one, other] = [await applied(100_0100n), await applied()]
  for (const each of [one, other]) await approve(mina, each)
  await server.owner.query(`update payout_account set label = '=1+1' where member_id = $1`, [
    one.member.memberId,
  ])
  const requestId = randomUUID()
  const file = await omar.client.call(ENDPOINTS.withdrawalExport, { requestId })
  const again = await omar.client.call(ENDPOINTS.withdrawalExport, { requestId })
  expect(again).toEqual(file)
  expect(file.csv.split('\r\n')[0]).toBe(
    'withdrawal,kind,bank,code,account,holder,phone,email,amount,currency',
  )
  // 100.01 less 5 percent, which is rounded down to 5.0005: 95.0095
  expect(file.csv).toContain(`${one.number},upi,,,asha@okbank,Asha Rao,,,95.00,VND`)
  expect(file.csv).toContain(`${other.number},upi,,,asha@okbank,Asha Rao,,,190.00,VND`)
  expect(file.dust).toBe('0.0095')
  expect(await codeOf(omar.client.call(ENDPOINTS.withdrawalExport, { requestId: randomUUID() }))).toBe(
    'NO_SUCH_DATA',
  )
  expect(await codeOf(reject(omar, one))).toBe('WITHDRAWAL_STEP')
  expect(await audited(`batch:${requestId}`)).toEqual(['withdrawal.export', 'withdrawal.export'])
  await enter(mina, [one, other].map(({ number }) => `${number},paid,R-${number}`).join('\n'))
})

test('two exports at once with one id hold every withdrawal once', async () => {
  const many: Applied[] = []
  while (many.length < 6) many.push(await applied())
  for (const each of many) await approve(mina, each)
  const requestId = randomUUID()
  const files = await Promise.all(
    [mina, omar, mina].map(({ client }) => client.call(ENDPOINTS.withdrawalExport, { requestId })),
  )
  expect(files.map(({ csv }) => csv)).toEqual([files[0]!.csv, files[0]!.csv, files[0]!.csv])
  for (const { number } of many) expect(files[0]!.csv.split(number)).toHaveLength(2)
  await enter(omar, many.map(({ number }) => `${number},failed,bank_refused,The bank was closed.`).join('\n'))
})

test('the results of the bank take effect line by line, once, and unknown lines stop no others', async () => {
  const [good, bad, early] = [await applied(), await applied(), await applied()]
  for (const each of [good, bad]) await approve(mina, each)
  await omar.client.call(ENDPOINTS.withdrawalExport, { requestId: randomUUID() })
  const csv = [
    '\uFEFFnumber,result,detail,note',
    `${good.number},paid,"UTR  ${good.number}"`,
    `W000000000000,paid,UTR 2`,
    `${bad.number},failed,account_invalid,"The bank says: ""no such account"""`,
    `${early.number},paid,UTR 3`,
    `${bad.number},failed,because,none`,
    `${good.number},maybe,x`,
    'only text',
    `${good.number},paid,`,
    `${bad.number},failed,bank_refused`,
    `${good.number},paid,1.23457E+17`,
    '',
  ].join('\r\n')
  const { lines } = await enter(mina, csv)
  expect(lines.map(({ line, result, problem }) => [line, result, problem])).toEqual([
    [2, 'paid', null],
    [3, 'refused', 'unknown'],
    [4, 'failed', null],
    [5, 'refused', 'step'],
    [6, 'refused', 'reason'],
    [7, 'refused', 'result'],
    [8, 'refused', 'format'],
    [9, 'refused', 'reference'],
    [10, 'refused', 'note'],
    [11, 'refused', 'reference'],
  ])
  const again = await enter(omar, csv)
  expect(again.lines.map(({ result }) => result).slice(0, 3)).toEqual(['unchanged', 'refused', 'unchanged'])
  expect(await status(good)).toMatchObject({ status: 'success', reference: `UTR ${good.number}` })
  expect(await status(bad)).toMatchObject({ status: 'failed', note: 'The bank says: "no such account"' })
  expect(await balance(bad)).toBe('20000.00')
  expect(await audited(`withdrawal:${good.number}`)).toEqual(['withdrawal.approve', 'withdrawal.paid'])
  await reject(omar, early)
})

test('results that a spreadsheet saved with semicolons are read', async () => {
  const one = await applied()
  await approve(mina, one)
  const { lines } = await enter(
    mina,
    `sep=;\r\nnumber;result;detail\r\n${one.number};paid;UTR ${one.number}, A\r\n`,
  )
  expect(lines).toMatchObject([{ line: 3, result: 'paid', problem: null }])
})

test('a payment by hand takes the reference of the bank once', async () => {
  const [one, other] = [await applied(), await applied()]
  for (const each of [one, other]) await approve(mina, each)
  const paid = ({ number }: Applied, reference: string) =>
    mina.client.call(ENDPOINTS.withdrawalPaid, { number, reference, requestId: randomUUID() })
  const reference = `UTR ${one.number}`
  expect(await paid(one, ` UTR  ${one.number} `)).toMatchObject({ status: 'success', reference })
  expect(await codeOf(paid(other, reference))).toBe('REFERENCE_USED')
  // the same reference in another case
  expect(await codeOf(paid(other, reference.toLowerCase()))).toBe('REFERENCE_USED')
  expect(await codeOf(paid(other, '\u202e'))).toBe('INPUT_INVALID')
  // and in a file of results
  const { lines } = await enter(
    mina,
    `number,result,detail\r\n${other.number},paid,${reference.toLowerCase()}\r\n`,
  )
  expect(lines).toMatchObject([{ line: 2, result: 'refused', problem: 'reference' }])
  await reject(mina, other)
})

test('lists what ended by how and when it ended, the latest first', async () => {
  const [paid, rejected, returned] = [await applied(), await applied(), await applied()]
  await approve(mina, paid)
  const reference = `UTR ${randomUUID()}`
  await mina.client.call(ENDPOINTS.withdrawalPaid, {
    number: paid.number,
    reference,
    requestId: randomUUID(),
  })
  await reject(mina, rejected)
  await returned.member.client.call(ENDPOINTS.withdrawReturn, { id: returned.id, requestId: randomUUID() })
  const second = await applied()
  await reject(mina, second)
  const list = (input: object) => mina.client.call(ENDPOINTS.withdrawalList, input)
  const newest = async (input: object) => (await list({ limit: 1, ...input })).items[0]
  expect(await newest({ stage: 'paid' })).toMatchObject({
    number: paid.number,
    status: 'success',
    stage: null,
  })
  expect(await newest({ stage: 'returned' })).toMatchObject({ number: returned.number })
  const first = await list({ stage: 'rejected', limit: 1 })
  const next = await list({ stage: 'rejected', limit: 1, cursor: first.next! })
  expect([...first.items, ...next.items].map(({ number }) => number)).toEqual([
    second.number,
    rejected.number,
  ])
  const day = new Date(first.items[0]!.finishedAt!).toISOString().slice(0, 10)
  expect(await newest({ stage: 'rejected', from: day, to: day })).toMatchObject({ number: second.number })
  expect(await newest({ stage: 'rejected', to: '2020-01-01' })).toBeUndefined()
  expect(await newest({ stage: 'rejected', from: '2100-01-01' })).toBeUndefined()
  expect(await newest({ from: '2100-01-01' })).toBeUndefined()
})

test('the list pages by age, and marks what waits for over 2 hours and over 2 working days', async () => {
  const three = [await applied(), await applied(), await applied()]
  const fresh = async () => {
    const operator = await makeOperator(server, ['support'])
    const items = []
    for (let cursor: string | undefined; ;) {
      const input = { stage: 'waiting' as const, limit: 2, ...(cursor !== undefined && { cursor }) }
      const page = await operator.client.call(ENDPOINTS.withdrawalList, input)
      items.push(...page.items)
      if (page.next === null) return items
      cursor = page.next
    }
  }
  const numbers = three.map(({ number }) => number)
  expect((await fresh()).map(({ number, age }) => [number, age])).toEqual(
    numbers.map((number) => [number, 'fresh']),
  )
  await server.database.advanceClock(2 * HOUR_MS)
  expect((await fresh()).map(({ ageHours, age }) => [ageHours, age])).toEqual(numbers.map(() => [2, 'late']))
  await server.database.advanceClock(5 * 24 * HOUR_MS)
  expect((await fresh()).map(({ age }) => age)).toEqual(numbers.map(() => 'overdue'))
  const owner = await makeOperator(server, ['owner'])
  const { items } = await owner.client.call(ENDPOINTS.statusShow, {})
  expect(items.filter(({ name }) => name.endsWith('-withdrawals'))).toMatchObject([
    { name: 'late-withdrawals', count: 3 },
    { name: 'overdue-withdrawals', count: 3 },
  ])
  for (const each of three) await reject(owner, each)
  expect(await breachesOf(server)).toEqual([])
})
