/** What one operator can credit alone by statements and matches, and what waits for a second one. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHECKS } from '../../../programs/doctor.checks.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { makeMember, type TestMember } from '../../../testing/factories.ts'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { makeOperator, openOperatorSession, type TestOperator } from '../../../testing/operators.ts'
import { operatorClient } from '../../../testing/operator-client.ts'
import { planted } from '../../../testing/planted.ts'
import { codeOf } from '../../../testing/refused.ts'
import { adjust, testServer, type TestServer } from '../../../testing/server.ts'
import { makeReceiving, openTransfer, packed, statementOf } from '../../../testing/made/transfers.ts'

let server: TestServer
let bank: string
/** new operators for each test: what one credits alone is summed up for the day */
let mina: TestOperator
let omar: TestOperator
beforeAll(async () => {
  server = await testServer({ settings: { 'wallet.matchAlonePerDay': '1000' } })
  bank = await makeReceiving({ db: server.db, wallet: server.context.wallet }, 'bank', 'bank-one')
})
beforeEach(async () => {
  mina = await makeOperator(server, ['finance'])
  omar = await makeOperator(server, ['owner'])
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const reason = 'as the bank says'
const change = () => ({ reason, requestId: randomUUID() })
const balance = async ({ client }: TestMember) => (await client.call(ENDPOINTS.account, {})).balance
const importing = ({ client }: TestOperator, rows: Parameters<typeof statementOf>[0]) =>
  client.call(ENDPOINTS.statementImport, {
    account: bank,
    name: 'november.csv',
    content: packed(statementOf(rows)),
    requestId: randomUUID(),
  })
const confirming = ({ client }: TestOperator, statement: string) =>
  client.call(ENDPOINTS.statementConfirm, { statement, requestId: randomUUID() })
const reasons = async () =>
  (await mina.client.call(ENDPOINTS.statementLines, { account: bank, limit: 100 })).items.map(
    (line) => line.reason,
  )
const audited = async (statement: string) =>
  (
    await server.db.query<{ action: string; operator_id: string }>(
      'select action, operator_id from audit where subject = $1 order by audit_id',
      [`statement:${statement}`],
    )
  ).map(({ action, operator_id: by }) => [action, by])

/** A line for each member's new transfer. */
async function lines(...amounts: string[]) {
  const members: TestMember[] = []
  const made = []
  for (const amount of amounts) {
    const member = await makeMember(server)
    const { reference } = await openTransfer(member, bank)
    members.push(member)
    made.push({ amount, text: reference })
  }
  return { members, made }
}

test('a large line waits until another operator than the importer confirms the statement', async () => {
  const { members, made } = await lines('999.99', '1000.00')
  const [small, large] = members as [TestMember, TestMember]
  const imported = await importing(mina, [...made, { amount: '7.00', text: 'rent' }])
  expect(imported).toMatchObject({
    matched: 1,
    waiting: 2,
    toConfirm: { lines: 1, amount: '1000.00' },
    confirmedBy: null,
  })
  expect([await balance(small), await balance(large)]).toEqual(['999.99', '0.00'])
  expect(await reasons()).toEqual(['confirm', 'none'])
  expect(await codeOf(confirming(mina, imported.id))).toBe('OWN_REQUEST')
  expect(await codeOf(confirming(omar, randomUUID()))).toBe('NO_SUCH_DATA')
  // the job does not credit it either, and the same file again is no confirmation
  await server.context.wallet.transfers.matchNew()
  expect(await importing(omar, [...made, { amount: '7.00', text: 'rent' }])).toMatchObject({ repeated: true })
  expect(await balance(large)).toBe('0.00')

  expect(await confirming(omar, imported.id)).toMatchObject({
    matched: 2,
    toConfirm: { lines: 0, amount: '0.00' },
    confirmedBy: { name: omar.name },
  })
  expect(await confirming(omar, imported.id)).toMatchObject({ matched: 2 })
  expect(await balance(large)).toBe('1000.00')
  expect(await audited(imported.id)).toEqual([
    ['statement.import', mina.operatorId],
    ['statement.confirm', omar.operatorId],
  ])
  const { items } = await mina.client.call(ENDPOINTS.statementLines, { account: bank })
  await mina.client.call(ENDPOINTS.statementDismiss, { line: items[0]!.id, ...change() })
})

test('a statement that nothing waits for is not confirmed', async () => {
  const { members, made } = await lines('10.00')
  const { id } = await importing(mina, made)
  expect(await codeOf(confirming(omar, id))).toBe('NOT_PENDING')
  expect(await balance(members[0]!)).toBe('10.00')
})

test('imports and matches by hand of one operator together stay within the sum of a day', async () => {
  const { members, made } = await lines('400.00', '400.00', '400.00')
  const { id } = await importing(mina, made)
  expect(await Promise.all(members.map(balance))).toEqual(['400.00', '400.00', '0.00'])
  // 200.00 are left
  const other = await makeMember(server)
  const opened = await openTransfer(other, bank)
  await importing(omar, [
    { amount: '200.01', text: 'one by hand' },
    { amount: '200.00', text: 'two by hand' },
  ])
  const waiting = (await mina.client.call(ENDPOINTS.statementLines, { account: bank })).items
  const match = (text: string, { client }: TestOperator) =>
    client.call(ENDPOINTS.statementMatch, {
      line: waiting.find((line) => line.text === text)!.id,
      number: opened.number,
      ...change(),
    })
  const requested = await match('one by hand', mina)
  expect(requested.state).toBe('requested')
  expect((await match('two by hand', mina)).state).toBe('done')
  expect(await balance(other)).toBe('200.00')
  await omar.client.call(ENDPOINTS.approvalApprove, { id: requested.approval!.id })
  expect(await balance(other)).toBe('400.01')

  // the next day has a sum of its own; what waits still waits for the second operator
  await server.database.advanceClock(DAY_MS)
  const session = await openOperatorSession(server, mina.name, ['finance'])
  const later = { ...mina, client: operatorClient(server.url, session) }
  const next = await lines('900.00')
  await importing(later, next.made)
  expect(await balance(next.members[0]!)).toBe('900.00')
  expect(await balance(members[2]!)).toBe('0.00')
  await confirming(await makeOperator(server, ['finance']), id)
  expect(await balance(members[2]!)).toBe('400.00')
})

test('20 imports of one operator at once credit no more than the sum of a day, and confirmations the rest, once', async () => {
  const { members, made } = await lines(...Array.from({ length: 20 }, () => '100.00'))
  const { matchNew } = server.context.wallet.transfers
  const imported = await Promise.all([
    ...made.map((line) => importing(mina, [line])),
    matchNew().then(() => null),
    matchNew().then(() => null),
  ])
  await matchNew()
  const credited = async () =>
    (await Promise.all(members.map(balance))).filter((amount) => amount === '100.00').length
  expect(await credited()).toBe(10)
  const [second, third] = [await makeOperator(server, ['finance']), await makeOperator(server, ['finance'])]
  const ids = imported.flatMap((one) => (one ? [one.id] : []))
  await Promise.allSettled([
    ...ids.flatMap((id) => [confirming(second, id), confirming(third, id)]),
    matchNew(),
    matchNew(),
  ])
  await matchNew()
  expect(await credited()).toBe(20)
  expect(await Promise.all(members.map(balance))).toEqual(members.map(() => '100.00'))
  expect(await reasons()).toEqual([])
})

test('a confirmation while the lines are searched leaves none behind', async () => {
  for (let round = 0; round < 5; round++) {
    const { members, made } = await lines('2000.00', '3000.00')
    const { transfers } = server.context.wallet
    const { statement } = await server.db.tx(async (tx) =>
      transfers.import(tx, {
        account: await transfers.account(tx, bank),
        content: packed(statementOf(made)),
        name: 'november.csv',
        operatorId: mina.operatorId,
      }),
    )
    await Promise.all([
      transfers.matchNew(),
      transfers.matchNew().then(() => confirming(omar, statement.statement_id)),
      transfers.matchNew(),
    ])
    await transfers.matchNew()
    expect(await Promise.all(members.map(balance))).toEqual(['2000.00', '3000.00'])
  }
})

test('with a sum of zero every credit takes two operators', async () => {
  await adjust(server.context, { 'wallet.matchAlonePerDay': '0' })
  const { members, made } = await lines('1.00')
  const { id } = await importing(mina, made)
  expect(await balance(members[0]!)).toBe('0.00')
  await confirming(omar, id)
  expect(await balance(members[0]!)).toBe('1.00')
  await adjust(server.context, { 'wallet.matchAlonePerDay': '1000' })
})

describe('the doctor finds', () => {
  const ANSWERED = 'two operators answer for every credit by a line, or one whose sum of the day counts it'
  const BY_HAND =
    'every match by hand that two operators answer for was requested by one and approved by the other'
  const HISTORY = 'no row of the confirmations of statements was changed or removed'
  test.each([
    ['a sum that is too small', 'update matched_alone set amount = amount - 1', [ANSWERED]],
    [
      'a credit of another operator',
      `update bank_statement_match set alone_of = gen_random_uuid() where alone_of is not null`,
      [ANSWERED],
    ],
    ['a confirmation that is gone', 'delete from bank_statement_confirmation', [ANSWERED, HISTORY]],
    [
      'a match by hand whose second operator approved nothing',
      `update approval set state = 'rejected' where action = 'statement.match' and state = 'approved'`,
      [BY_HAND],
    ],
    [
      'a credit for which nobody answers',
      `update bank_statement_match set alone_of = null where alone_of is not null`,
      ['refused: bank_statement_match_answered'],
    ],
  ])('%s', async (_, plant, titles) => {
    expect(await planted(server.owner, CHECKS, plant)).toEqual(expect.arrayContaining(titles))
  })
  test('no statement that its importer confirms', async () => {
    const plant = `insert into bank_statement_confirmation (statement_id, imported_by, operator_id, at)
      select statement_id, operator_id, operator_id, business_now() from bank_statement
      where statement_id not in (select statement_id from bank_statement_confirmation) limit 1`
    expect(await planted(server.db, CHECKS, plant)).toEqual(['refused: bank_statement_confirmation_two'])
  })
})
