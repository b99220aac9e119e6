/** Operators and recharges by transfer: who may do what, what takes two persons, and what is written down. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import { makeMember, type TestMember } from '../../../testing/factories.ts'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { makePicture, sendPicture } from '../../../testing/made/pictures.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { makeReceiving, openTransfer, packed, statementOf } from '../../../testing/made/transfers.ts'

let server: TestServer
let mina: TestOperator
let omar: TestOperator
let bank: string
beforeAll(async () => {
  server = await testServer()
  mina = await makeOperator(server, ['finance'])
  omar = await makeOperator(server, ['owner'])
  bank = await makeReceiving({ db: server.db, wallet: server.context.wallet }, 'bank', 'bank-one')
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const reason = 'as the bank says'
const change = () => ({ reason, requestId: randomUUID() })
const audited = async (subject: string) =>
  (
    await server.db.query<{ action: string }>(
      'select action from audit where subject = $1 order by audit_id',
      [subject],
    )
  ).map(({ action }) => action)
const outlookOf = async (id: string) => (await omar.client.call(ENDPOINTS.approvalShow, { id })).outlook
const balance = async ({ client }: TestMember) => (await client.call(ENDPOINTS.account, {})).balance
const approve = ({ client }: TestOperator, id: string) => client.call(ENDPOINTS.approvalApprove, { id })

/** Imports lines as a statement of the account. */
const statement = (
  { client }: TestOperator,
  lines: Parameters<typeof statementOf>[0],
  requestId: string = randomUUID(),
) =>
  client.call(ENDPOINTS.statementImport, {
    account: bank,
    name: 'november.csv',
    content: packed(statementOf(lines)),
    requestId,
  })
/** The line that waits with a text. */
async function lineOf(text: string): Promise<string> {
  const { items } = await mina.client.call(ENDPOINTS.statementLines, { account: bank, limit: 100 })
  return items.find((one) => one.text === text)!.id
}

test('two operators add an account, which members see as a method; a wrong one is refused at the field', async () => {
  const account = {
    code: 'pay-one',
    kind: 'ewallet' as const,
    label: 'Test Pay',
    lines: { holder: 'Fairlot Ltd', wallet: 'Test Pay', number: '017 0000-0000' },
  }
  const wrong = mina.client.call(ENDPOINTS.receivingAdd, {
    ...account,
    code: 'sandbox',
    lines: { holder: 'F', upi: 'x@y' },
    ...change(),
  })
  await expect(wrong).rejects.toMatchObject({
    failure: {
      code: 'INPUT_INVALID',
      fields: {
        code: 'This is not valid.',
        'lines.holder': 'This is not valid.',
        'lines.upi': 'This field is unknown.',
        'lines.wallet': 'Please fill in the information completely.',
        'lines.number': 'Please fill in the information completely.',
      },
    },
  })
  const { state, approval } = await mina.client.call(ENDPOINTS.receivingAdd, { ...account, ...change() })
  expect({ state, params: approval?.params }).toMatchObject({
    state: 'requested',
    params: { code: 'pay-one', number: '01700000000' },
  })
  const member = await makeMember(server)
  const offered = async () =>
    (await member.client.call(ENDPOINTS.rechargeMethods, {})).items.map(({ id }) => id)
  expect(await offered()).not.toContain('pay-one')
  expect(await codeOf(approve(mina, approval!.id))).toBe('OWN_REQUEST')
  await approve(omar, approval!.id)
  expect(await offered()).toContain('pay-one')
  const { items } = await omar.client.call(ENDPOINTS.receivingList, {})
  expect(items.find(({ code }) => code === 'pay-one')).toMatchObject({
    label: 'Test Pay',
    open: 0,
    disabledAt: null,
  })

  const again = await mina.client.call(ENDPOINTS.receivingAdd, {
    ...account,
    lines: { ...account.lines, number: '01700000001' },
    ...change(),
  })
  expect(await outlookOf(again.approval!.id)).toMatchObject({
    effect: { code: 'pay-one', number: '01700000001' },
    before: { code: 'pay-one', number: '01700000000' },
    facts: [{ name: 'open recharges' }, { name: 'other accounts of ewallet', value: 'none' }],
  })
  await mina.client.call(ENDPOINTS.approvalWithdraw, { id: again.approval!.id })
  const off = await omar.client.call(ENDPOINTS.receivingDisable, { code: 'pay-one', ...change() })
  expect(await outlookOf(off.approval!.id)).toMatchObject({
    before: { number: '01700000000' },
    facts: [{ name: 'accounts of ewallet that stay', warns: true }, { name: 'open recharges' }],
  })
  await approve(mina, off.approval!.id)
  expect(await offered()).not.toContain('pay-one')
  expect(await codeOf(omar.client.call(ENDPOINTS.receivingDisable, { code: 'pay-one', ...change() }))).toBe(
    'NO_SUCH_DATA',
  )
  expect(await audited('receiving:pay-one')).toEqual(['receiving.add', 'receiving.disable'])
})

test('an import credits what is clear, says what waits, and is on record once', async () => {
  const member = await makeMember(server)
  const { id, reference } = await openTransfer(member, bank)
  const lines = [
    { amount: '500.00', text: `IMPS ${reference}`, id: 'IMPORT-1' },
    { amount: '40.00', text: 'import rent', id: 'IMPORT-2' },
    { amount: '-3.00', text: 'fee' },
  ]
  const imported = await statement(mina, lines)
  expect(imported).toMatchObject({
    account: bank,
    by: { name: mina.name },
    lines: 2,
    newLines: 2,
    debits: 1,
    matched: 1,
    waiting: 1,
    repeated: false,
  })
  expect(await member.client.call(ENDPOINTS.rechargeStatus, { id })).toMatchObject({ status: 'success' })
  expect(await balance(member)).toBe('500.00')
  expect(await statement(omar, lines)).toMatchObject({ id: imported.id, repeated: true })
  expect(await balance(member)).toBe('500.00')
  expect(await audited(`statement:${imported.id}`)).toEqual(['statement.import'])
  const { items } = await omar.client.call(ENDPOINTS.statementList, { limit: 1 })
  expect(items).toMatchObject([{ id: imported.id, source: 'file' }])
  const { recharge, outcome } = (
    await mina.client.call(ENDPOINTS.rechargeShow, {
      number: (await member.client.call(ENDPOINTS.rechargeStatus, { id })).number,
    })
  ).lines[0]!
  expect({ recharge, outcome }).toMatchObject({ outcome: 'matched' })
  await mina.client.call(ENDPOINTS.statementDismiss, { line: await lineOf('import rent'), ...change() })
})

test('a file that cannot be read changes nothing and says which row', async () => {
  const refused = mina.client.call(ENDPOINTS.statementImport, {
    account: bank,
    name: 'x.csv',
    content: packed('date,amount\n2026-11-20,5.00\n2026-11-21,five\n'),
    requestId: randomUUID(),
  })
  await expect(refused).rejects.toMatchObject({
    failure: { code: 'STATEMENT_UNREADABLE', message: 'The statement cannot be read at row 3: amount.' },
  })
  const unpacked = { account: bank, name: 'x', content: 'bm90IGd6aXA=', requestId: randomUUID() }
  expect(await codeOf(mina.client.call(ENDPOINTS.statementImport, unpacked))).toBe('STATEMENT_UNREADABLE')
  expect(await codeOf(mina.client.call(ENDPOINTS.statementImport, { ...unpacked, account: 'none' }))).toBe(
    'NO_SUCH_DATA',
  )
})

test('a small line is matched by one operator, a large one by two; each once', async () => {
  const member = await makeMember(server)
  const [small, large] = [await openTransfer(member, bank), await openTransfer(member, bank)]
  await statement(mina, [
    { amount: '999.99', text: 'small by hand' },
    { amount: '1000.00', text: 'large by hand' },
  ])
  const input = { line: await lineOf('small by hand'), number: small.number, ...change() }
  const once = await Promise.all([1, 2, 3].map(() => mina.client.call(ENDPOINTS.statementMatch, input)))
  expect(once.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  expect(await balance(member)).toBe('999.99')
  expect(await codeOf(omar.client.call(ENDPOINTS.statementMatch, { ...input, ...change() }))).toBe(
    'LINE_ENDED',
  )

  const line = await lineOf('large by hand')
  const requested = await mina.client.call(ENDPOINTS.statementMatch, {
    line,
    number: large.number,
    ...change(),
  })
  expect(requested).toMatchObject({
    state: 'requested',
    approval: { params: { number: large.number, amount: '1000.00 VND', text: 'large by hand' } },
  })
  const look = await outlookOf(requested.approval!.id)
  expect(look).toMatchObject({
    money: { 'the wallet gets': '1000.00', 'the member asked for': '500.00' },
    refused: null,
  })
  const warned = look!.facts.filter(({ warns }) => warns).map(({ name }) => name)
  expect(warned).toEqual(expect.arrayContaining(['amount', 'account', 'recharges']))
  expect(await balance(member)).toBe('999.99')
  const approvers = await Promise.all([1, 2, 3].map(() => makeOperator(server, ['finance'])))
  const ended = await Promise.allSettled(approvers.map((one) => approve(one, requested.approval!.id)))
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await balance(member)).toBe('1999.99')
  expect(await audited(`line:${line}`)).toEqual(['statement.match'])
})

test('a line that is entered by hand takes two operators, and its transaction counts once', async () => {
  const member = await makeMember(server)
  const { reference } = await openTransfer(member, bank)
  const entered = {
    account: bank,
    bookedOn: '2026-11-20',
    amount: '500',
    text: `counter ${reference}`,
    transaction: 'HAND-1',
  }
  const { approval } = await mina.client.call(ENDPOINTS.statementAdd, { ...entered, ...change() })
  const second = await mina.client.call(ENDPOINTS.statementAdd, {
    ...entered,
    transaction: 'hand-1',
    ...change(),
  })
  expect(await balance(member)).toBe('0.00')
  await approve(omar, approval!.id)
  expect(await balance(member)).toBe('500.00')
  expect(await codeOf(approve(omar, second.approval!.id))).toBe('REFERENCE_USED')
  // the file that the bank sends later
  const lines = [{ amount: '500.00', text: `counter ${reference}`, id: 'Hand-1' }]
  expect(await statement(mina, lines)).toMatchObject({ newLines: 0 })
  expect(await balance(member)).toBe('500.00')
})

test('an operator reads proofs, opens a slip with a reason, and answers «not found» after the time to pay', async () => {
  const member = await makeMember(server)
  const { id, number } = await openTransfer(member, bank)
  const { id: slip } = await sendPicture(server.url, member.client, await makePicture(), 'slip')
  const foreign = await makeMember(server)
  const stolen = await openTransfer(foreign, bank)
  expect(await codeOf(foreign.client.call(ENDPOINTS.rechargeProof, { id: stolen.id, slip }))).toBe(
    'UPLOAD_GONE',
  )
  await member.client.call(ENDPOINTS.rechargeProof, { id, reference: 'UTR 4711', slip })
  const { items } = await mina.client.call(ENDPOINTS.rechargeList, {})
  expect(items.find((one) => one.number === number)).toMatchObject({
    proof: { reference: 'UTR 4711', slip: true },
    age: 'fresh',
  })
  const shown = await mina.client.call(ENDPOINTS.rechargeShow, { number })
  expect(shown.payer).toEqual([{ field: 'name', masked: 'A•••• R••••' }])
  const { fields } = await mina.client.call(ENDPOINTS.rechargeReveal, { number, reason })
  expect(fields).toEqual([{ field: 'name', value: 'Asha Rao' }])
  const picture = await mina.client.call(ENDPOINTS.rechargeSlip, { number, reason })
  expect(Buffer.from(picture.content, 'base64').subarray(8, 12).toString()).toBe('WEBP')
  expect(await codeOf(mina.client.call(ENDPOINTS.rechargeFail, { number, reason }))).toBe('RECHARGE_STEP')

  await server.database.advanceClock(73 * HOUR_MS)
  const late = await makeOperator(server, ['finance'])
  const failed = await late.client.call(ENDPOINTS.rechargeFail, { number, reason })
  expect(failed).toMatchObject({ status: 'failed', reason: 'not_found' })
  await late.client.call(ENDPOINTS.rechargeFail, { number, reason })
  expect(await audited(`recharge:${number}`)).toEqual([
    'recharge.read',
    'recharge.reveal',
    'recharge.slip',
    'recharge.fail',
  ])
})

test('lists recharges of every kind by how they stand, by member and by day, a page at a time', async () => {
  const member = await makeMember(server)
  const { memberId } = member
  const opened = []
  for (let i = 0; i < 3; i++) opened.push((await openTransfer(member, bank)).number)
  const numbers = opened.toReversed()
  mina = await makeOperator(server, ['finance'])
  const list = (input: object) => mina.client.call(ENDPOINTS.rechargeList, input)
  const first = await list({ member: memberId, limit: 2 })
  const rest = await list({ member: memberId, limit: 2, cursor: first.next! })
  expect([...first.items, ...rest.items].map(({ number }) => number)).toEqual(numbers)
  expect(rest.next).toBeNull()
  expect((await list({ standing: 'unproven', limit: 3 })).items).toMatchObject(
    numbers.map((number) => ({ number, member: memberId, status: 'processing', finishedAt: null })),
  )
  expect((await list({ standing: 'credited', member: memberId })).items).toEqual([])
  const payer = await makeMember(server)
  const { number: paid, reference } = await openTransfer(payer, bank)
  await statement(mina, [{ amount: '500.00', text: `IMPS ${reference}`, id: 'IMPORT-LISTED' }])
  expect((await list({ standing: 'credited', limit: 1 })).items).toMatchObject([
    { number: paid, credited: '500.00' },
  ])

  const today = new Date(first.items[0]!.createdAt).toISOString().slice(0, 10)
  expect((await list({ member: memberId, from: today, to: today })).items).toHaveLength(3)
  expect((await list({ member: memberId, to: '2020-01-01' })).items).toEqual([])
  expect((await list({ member: memberId, from: '2100-01-01' })).items).toEqual([])
  expect(await codeOf(list({ from: '2026-11-02', to: '2026-11-01' }))).toBe('INPUT_INVALID')
  expect(await codeOf(list({ from: '2026-02-30' }))).toBe('INPUT_INVALID')

  await server.owner.query('update clock_watch set driven = true')
  await server.context.jobs.plan()
  await server.database.advanceClock(73 * HOUR_MS)
  await server.context.jobs.drain()
  const later = (await makeOperator(server, ['auditor'])).client
  const expired = await later.call(ENDPOINTS.rechargeList, { standing: 'expired', member: memberId })
  expect(expired.items).toMatchObject(
    numbers.map((number) => ({ number, reason: 'expired', finishedAt: expect.any(Number) })),
  )
})
