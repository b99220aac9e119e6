/** Recharges by transfer, from the instructions to the credit. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { adjust } from '../../../testing/server.ts'
import { codeOf } from '../../../testing/refused.ts'
import { makeReceiving, openTransfer, packed, PAYER, statementOf } from '../../../testing/made/transfers.ts'
import { countedDeposits } from '../recharge/counted-deposits.ts'
import { erasePayers } from '../recharge/payer.queries.ts'
import { expireRecharges } from '../recharge/recharge.ts'
import { testWallet, type Person, type TestWallet } from '../wallet.fixture.ts'

let wallet: TestWallet
let bank: string
beforeAll(async () => {
  // one operator imports everything here
  wallet = await testWallet({
    settings: { 'wallet.matchTwoApproversFrom': '1000000', 'wallet.matchAlonePerDay': '1000000' },
  })
  bank = await makeReceiving(wallet, 'bank', 'bank-one')
})
afterAll(async () => {
  expect(await wallet.breaches()).toEqual([])
  await wallet.close()
})

const OPERATOR = randomUUID()
type Line = Parameters<typeof statementOf>[0][number]

const transfers = () => wallet.wallet.transfers

/** Imports a statement of an account, and matches it. */
async function statement(lines: readonly Line[], account = bank, overlaps?: boolean) {
  const { statement: row, changed } = await wallet.db.tx(async (tx) =>
    transfers().import(tx, {
      account: await transfers().account(tx, account),
      content: packed(statementOf(lines)),
      name: 'test.csv',
      operatorId: OPERATOR,
      overlaps,
    }),
  )
  await transfers().matchNew()
  return { ...(await transfers().statement(wallet.db, row.statement_id)), changed }
}
const status = ({ client }: Person, id: string) => client.call(ENDPOINTS.rechargeStatus, { id })
const waiting = async (account = bank) => {
  const { origin } = await transfers().account(wallet.db, account)
  return transfers().lines(wallet.db, { accountId: origin, after: null, limit: 100 })
}
/** Ends what a test left open, so that the next one begins without. */
async function dismissAll() {
  for (const { line_id: lineId } of await transfers().lines(wallet.db, {
    accountId: null,
    after: null,
    limit: 100,
  }))
    await wallet.db.tx((tx) => transfers().dismiss(tx, { lineId, operatorId: OPERATOR, note: 'test' }))
}

test('each account is a method; its instructions name the account, a reference and, where there is one, a QR code', async () => {
  const person = await wallet.person()
  for (const kind of ['upi', 'ewallet', 'pix'] as const) await makeReceiving(wallet, kind, `one-${kind}`)
  const { items } = await person.client.call(ENDPOINTS.rechargeMethods, {})
  expect(
    items.map(({ id, kind, fields }) => [
      id,
      kind,
      fields.map(({ field, required }) => `${field}${required ? '' : '?'}`),
    ]),
  ).toEqual([
    ['sandbox', 'sandbox', []],
    ['bank-one', 'bank', ['name']],
    ['one-upi', 'upi', ['name']],
    ['one-ewallet', 'ewallet', ['name', 'email?']],
    ['one-pix', 'pix', ['name', 'taxId']],
  ])
  expect(items[1]).toMatchObject({ name: 'Test bank', expiryMinutes: 72 * 60, delay: { fromMinutes: 60 } })
  const pix = await openTransfer(person, 'one-pix', '500.50', 'pix')
  expect(pix).toMatchObject({
    method: 'one-pix',
    kind: 'pix',
    name: 'Test pix',
    payUrl: null,
    credited: null,
    payer: [
      { field: 'name', masked: 'A•••• R••••' },
      { field: 'taxId', masked: '•••• 4725' },
    ],
    instructions: {
      kind: 'transfer',
      lines: [
        { label: 'holder', value: 'Fairlot Ltda' },
        { label: 'pix', value: 'one-pix@fairlot.invalid' },
      ],
    },
  })
  expect(pix.instructions).toMatchObject({ qr: expect.stringContaining('5406500.50') as string })
  const upi = await openTransfer(person, 'one-upi', '500.00', 'upi')
  expect(upi.instructions).toMatchObject({ qr: expect.stringContaining(`tn=${upi.reference}`) as string })
  for (const code of ['one-upi', 'one-ewallet', 'one-pix'])
    await wallet.db.tx((tx) => transfers().disableAccount(tx, code))
})

test('a wrong field of the payer is refused with its message, and nothing is opened', async () => {
  const { client } = await wallet.person()
  const input = { method: bank, amount: '500', requestId: randomUUID() }
  const failure = await client.call(ENDPOINTS.openRecharge, input).catch((error: unknown) => error)
  expect(failure).toMatchObject({
    failure: {
      code: 'INPUT_INVALID',
      fields: { 'payer.name': 'Please fill in the information completely.' },
    },
  })
  const digits = client.call(ENDPOINTS.openRecharge, { ...input, payer: { name: 'A=1' } })
  await expect(digits).rejects.toMatchObject({
    failure: { fields: { 'payer.name': expect.any(String) as string } },
  })
  expect((await client.call(ENDPOINTS.rechargeLog, {})).items).toEqual([])
})

test('the payer is a part of the input: another one with the same request id is refused', async () => {
  const { client } = await wallet.person()
  const input = { method: bank, amount: '500', payer: { name: 'Asha Rao' }, requestId: randomUUID() }
  const { id } = await client.call(ENDPOINTS.openRecharge, input)
  expect((await client.call(ENDPOINTS.openRecharge, input)).id).toBe(id)
  const other = client.call(ENDPOINTS.openRecharge, { ...input, payer: { name: 'Ravi Rao' } })
  expect(await codeOf(other)).toBe('REQUEST_ID_REUSED')
})

test('an SMS code is needed when the setting says so', async () => {
  const person = await wallet.person()
  await adjust(wallet, { 'wallet.rechargeCode': 'true' })
  const input = { method: bank, amount: '500', payer: PAYER.bank, requestId: randomUUID() }
  const call = (code?: string) =>
    person.client.call(ENDPOINTS.openRecharge, { ...input, ...(code && { code }) })
  expect(await codeOf(call())).toBe('INPUT_INVALID')
  expect(await codeOf(call('654321'))).toBe('CODE_WRONG')
  expect(await call('123456')).toMatchObject({ status: 'processing' })
  await adjust(wallet, { 'wallet.rechargeCode': 'false' })
})

test('a line with the reference credits the recharge once, also when files repeat it', async () => {
  const person = await wallet.person()
  const { id, reference } = await openTransfer(person, bank)
  const line = { amount: '500.00', text: `NEFT ${reference.toLowerCase()} asha`, id: `T-${reference}` }
  const lines = [line, { amount: '-20.00', text: 'fee' }]
  expect(await statement(lines)).toMatchObject({ lines: 1, new_lines: 1, debits: 1, matched: 1, waiting: 0 })
  expect(await status(person, id)).toMatchObject({
    status: 'success',
    credited: '500.00',
    instructions: null,
  })
  expect(await wallet.balance(person)).toBe(500_0000n)
  expect(await statement(lines)).toMatchObject({ changed: false })
  // another file that overlaps
  expect(await statement([...lines, { amount: '1.00', text: 'interest' }])).toMatchObject({
    lines: 2,
    new_lines: 1,
  })
  expect(await wallet.balance(person)).toBe(500_0000n)
  await dismissAll()
})

test('lines without a transaction id are known by date, amount, text and how often they occur', async () => {
  const person = await wallet.person()
  const { reference } = await openTransfer(person, bank)
  const line = { amount: '500.00', text: `cash ${reference}` }
  expect(await statement([line])).toMatchObject({ new_lines: 1, matched: 1 })
  // the operator says that the files overlap
  const other = { amount: '2.00', text: 'other' }
  expect(await statement([line, other], bank, true)).toMatchObject({ lines: 2, new_lines: 1 })
  // the second equal line of a file is another transfer; the recharge is paid, so an operator looks
  const twice = await statement([line, line], bank, true)
  expect(twice).toMatchObject({ lines: 2, new_lines: 1, matched: 0, waiting: 1 })
  expect((await waiting()).map(({ reason }) => reason)).toEqual(['none', 'paid'])
  expect(await wallet.balance(person)).toBe(500_0000n)
  await dismissAll()
})

test('a line with the transaction id of another payment is a line of its own', async () => {
  const people = [await wallet.person(), await wallet.person(), await wallet.person()]
  const [first, second, third] = await Promise.all(
    people.map(async (person) => {
      const { reference } = await openTransfer(person, bank)
      return { amount: '500.00', text: reference, id: 'RENT-NOV' }
    }),
  )
  const lines = [first!, { ...second!, amount: '400.00' }]
  expect(await statement(lines)).toMatchObject({ lines: 2, new_lines: 2, skipped: 0, matched: 2 })
  // another file, in which the first one is no longer
  const later = [lines[1]!, { ...third!, on: '2026-11-21' }]
  expect(await statement(later, bank, true)).toMatchObject({ lines: 2, new_lines: 1, matched: 1 })
  const again = await statement([later[1]!, ...lines], bank, true)
  expect(again).toMatchObject({ new_lines: 0, waiting: 0 })
  expect(await Promise.all(people.map((person) => wallet.balance(person)))).toEqual([
    500_0000n,
    400_0000n,
    500_0000n,
  ])
})

test('payments with one id, day and amount are as many payments as a file lists', async () => {
  const people = [await wallet.person(), await wallet.person()]
  const [first, second] = await Promise.all(
    people.map(async (person) => {
      const { reference } = await openTransfer(person, bank)
      return { amount: '500.00', text: reference, id: 'SALARY-NOV' }
    }),
  )
  expect(await statement([first!, second!])).toMatchObject({ lines: 2, new_lines: 2, matched: 2 })
  expect(await statement([second!, first!])).toMatchObject({ new_lines: 0 })
  expect(await statement([second!])).toMatchObject({ new_lines: 0 })
  expect(await Promise.all(people.map((person) => wallet.balance(person)))).toEqual([500_0000n, 500_0000n])
  // a bank that repeats a line credits nothing twice: the recharge is paid, so an operator looks
  expect(await statement([first!, second!, first!])).toMatchObject({ new_lines: 1, matched: 0, waiting: 1 })
  expect((await waiting()).map(({ reason }) => reason)).toContain('paid')
  expect(await Promise.all(people.map((person) => wallet.balance(person)))).toEqual([500_0000n, 500_0000n])
  await dismissAll()
})

test('one account of the bank under two codes knows a transaction once', async () => {
  const twins = { bank: await makeReceiving(wallet, 'bank'), upi: await makeReceiving(wallet, 'upi') }
  const account = await transfers().account(wallet.db, twins.bank)
  const upi = await transfers().account(wallet.db, twins.upi)
  const add = (code: string, kind: 'bank' | 'upi', lines: object) =>
    wallet.db.tx((tx) => transfers().addAccount(tx, { code, kind, label: 'Twin', lines }))
  const { bankCode: _, ...withoutCode } = account.lines
  await add('twin-bank', 'bank', { ...withoutCode, holder: 'Fairlot Limited' })
  await add('twin-upi', 'upi', { ...upi.lines, upi: upi.lines.upi!.toUpperCase() })
  await add('other-bank', 'bank', { ...account.lines, bankCode: 'TEST0000002' })
  const line = { amount: '70.00', text: 'without a reference' }
  for (const [code, twin] of [
    [twins.bank, 'twin-bank'],
    [twins.upi, 'twin-upi'],
  ] as const) {
    expect(await statement([line], code)).toMatchObject({ new_lines: 1 })
    expect(await statement([line, { ...line, amount: '71.00' }], twin, true)).toMatchObject({
      lines: 2,
      new_lines: 1,
    })
  }
  // another branch is another account
  expect(await statement([line], 'other-bank')).toMatchObject({ new_lines: 1 })
  for (const code of [...Object.values(twins), 'twin-bank', 'twin-upi', 'other-bank'])
    await wallet.db.tx((tx) => transfers().disableAccount(tx, code))
  await dismissAll()
})

test('one number at two companies of e-wallets is two accounts', async () => {
  const lines = { holder: 'Fairlot Ltd', wallet: 'Red Pay', number: '01700000000' }
  const add = (code: string, company: string) =>
    wallet.db.tx((tx) =>
      transfers().addAccount(tx, {
        code,
        kind: 'ewallet',
        label: company,
        lines: { ...lines, wallet: company },
      }),
    )
  await add('red-pay', 'Red Pay')
  await add('blue-pay', 'Blue Pay')
  const line = { amount: '72.00', text: 'without a reference' }
  for (const code of ['red-pay', 'blue-pay'])
    expect(await statement([line], code)).toMatchObject({ new_lines: 1 })
  // a new name of the same account repeats no line
  await add('red-pay', 'Crimson Pay')
  const renamed = await statement([line, { ...line, amount: '73.00' }], 'red-pay', true)
  expect(renamed).toMatchObject({ new_lines: 1 })
  for (const code of ['red-pay', 'blue-pay']) await wallet.db.tx((tx) => transfers().disableAccount(tx, code))
  await dismissAll()
})

test('what arrives is credited, also another amount', async () => {
  for (const [amount, minor] of [
    ['120.50', 120_5000n],
    ['2000.00', 2_000_0000n],
  ] as const) {
    const person = await wallet.person()
    const { id, reference } = await openTransfer(person, bank)
    await statement([{ amount, text: reference }])
    expect(await status(person, id)).toMatchObject({ status: 'success', amount: '500.00', credited: amount })
    expect(await wallet.balance(person)).toBe(minor)
  }
})

test('lines without a clear recharge wait with the reason', async () => {
  const [one, other] = [await wallet.person(), await wallet.person()]
  const [first, second] = [await openTransfer(one, bank), await openTransfer(other, bank)]
  await statement([
    { amount: '500.00', text: 'rent' },
    { amount: '500.00', text: 'FL000000Y' },
    { amount: '500.00', text: `${first.reference} ${second.reference}` },
    { amount: '500.00', text: first.reference, currency: 'USD' },
  ])
  expect((await waiting()).map(({ reason }) => reason)).toEqual(['none', 'none', 'several', 'currency'])
  for (const [person, { id }] of [
    [one, first],
    [other, second],
  ] as const)
    expect(await status(person, id)).toMatchObject({ status: 'processing' })
  await dismissAll()
})

test('an import and the job at the same time credit each line once', async () => {
  // an account of its own, so that each file has the whole day
  const code = await makeReceiving(wallet, 'bank')
  const people = await Promise.all(Array.from({ length: 6 }, () => wallet.person()))
  const opened = []
  for (const person of people) opened.push(await openTransfer(person, code))
  const lines = opened.map(({ reference }) => ({ amount: '500.00', text: reference }))
  await Promise.all([
    statement(lines, code),
    statement(lines.toReversed(), code),
    ...Array.from({ length: 6 }, () => transfers().matchNew()),
  ])
  await transfers().matchNew()
  for (const person of people) expect(await wallet.balance(person)).toBe(500_0000n)
  // the same lines in another order are the same lines
  expect(await waiting(code)).toEqual([])
  await wallet.db.tx((tx) => transfers().disableAccount(tx, code))
})

const byTwo = { operatorId: OPERATOR, approvedBy: randomUUID() }

test('two operators who match a line with two recharges at once credit one', async () => {
  const [one, other] = [await wallet.person(), await wallet.person()]
  const [first, second] = [await openTransfer(one, bank), await openTransfer(other, bank)]
  await statement([{ amount: '300.00', text: 'no reference' }])
  const [line] = await waiting()
  const ended = await Promise.allSettled(
    [first, second, first, second].map(({ number }) =>
      wallet.db.tx((tx) =>
        transfers().match(tx, { lineId: line!.line_id, number, note: 'by hand', ...byTwo }),
      ),
    ),
  )
  expect(ended.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
  expect((await wallet.balance(one)) + (await wallet.balance(other))).toBe(300_0000n)
})

test('a changed account keeps the lines of its statements, and open recharges keep what they showed', async () => {
  const person = await wallet.person()
  const opened = await openTransfer(person, bank)
  await statement([{ amount: '7.00', text: 'known', id: 'K-1' }])
  const account = await transfers().account(wallet.db, bank)
  await wallet.db.tx((tx) =>
    transfers().addAccount(tx, { code: bank, kind: 'bank', label: 'New name', lines: account.lines }),
  )
  expect(await status(person, opened.id)).toMatchObject({ name: 'Test bank' })
  expect(await openTransfer(person, bank)).toMatchObject({ name: 'New name' })
  expect(await statement([{ amount: '7.00', text: 'known again', id: 'K-1' }])).toMatchObject({
    new_lines: 0,
  })
  // another account of the bank has its own lines
  const moved = {
    code: bank,
    kind: 'bank',
    label: 'Moved',
    lines: { ...account.lines, number: '999988887777' },
  } as const
  await wallet.db.tx((tx) => transfers().addAccount(tx, moved))
  expect(await statement([{ amount: '7.00', text: 'known', id: 'K-1' }])).toMatchObject({ new_lines: 1 })
  await dismissAll()
})

test('a disabled account is offered no longer; its open recharges are still matched', async () => {
  const person = await wallet.person()
  const code = await makeReceiving(wallet, 'ewallet', 'pay-two')
  const { id, reference } = await openTransfer(person, code, '500.00', 'ewallet')
  await wallet.db.tx((tx) => transfers().disableAccount(tx, code))
  const again = person.client.call(ENDPOINTS.openRecharge, {
    method: code,
    amount: '500',
    payer: PAYER.ewallet,
    requestId: randomUUID(),
  })
  expect(await codeOf(again)).toBe('METHOD_UNAVAILABLE')
  expect(await status(person, id)).toMatchObject({ instructions: { kind: 'transfer' } })
  await statement([{ amount: '500.00', text: reference }], code)
  expect(await status(person, id)).toMatchObject({ status: 'success' })
})

test('a deposit limit counts what arrived, also above it', async () => {
  const person = await wallet.person()
  const { reference } = await openTransfer(person, bank)
  await statement([{ amount: '900.00', text: reference }])
  const { memberId } = person

  expect(await wallet.db.tx((tx) => countedDeposits(tx, memberId, 'day', 0))).toMatchObject({
    used: 900_0000n,
    open: 0n,
  })
})

test('a transfer that arrives after the expiry is credited late', async () => {
  const person = await wallet.person()
  const { id, reference } = await openTransfer(person, bank)
  await wallet.database.advanceClock(73 * HOUR_MS)
  await expireRecharges(wallet.db)
  expect(await status(person, id)).toMatchObject({ status: 'failed', reason: 'expired', instructions: null })
  await statement([{ amount: '500.00', text: reference }])
  const late = await status(person, id)
  expect(late).toMatchObject({ status: 'success', credited: '500.00', proofUntil: null })
  expect(late.timeline.map(({ state }) => state)).toEqual(['processing', 'failed', 'success'])
  await wallet.database.setClockOffset(0)
})

test('a recharge with proof waits for an operator, who can say «not found» after its time to pay', async () => {
  const person = await wallet.person()
  const { id, number, reference } = await openTransfer(person, bank)
  const send = (proof: { reference?: string; slip?: string }) =>
    person.client.call(ENDPOINTS.rechargeProof, { id, ...proof })
  expect(await codeOf(send({}))).toBe('INPUT_INVALID')
  const slip = randomUUID()
  expect(await send({ slip })).toMatchObject({ proof: { reference: null, slip: true } })
  // the same proof again, and the slip with a number
  await send({ slip })
  expect(await send({ reference: 'UTR  4711', slip })).toMatchObject({
    proof: { reference: 'UTR 4711', slip: true },
  })
  expect(wallet.slips.filter(({ uploadId }) => uploadId === slip)).toHaveLength(1)
  expect((await transfers().show(wallet.db, number)).proofs).toHaveLength(2)

  const fail = () => wallet.db.tx((tx) => transfers().fail(tx, number))
  await expect(fail()).rejects.toMatchObject({ code: 'RECHARGE_STEP' })
  // two working days, also across a weekend
  await wallet.database.advanceClock(97 * HOUR_MS)
  await expireRecharges(wallet.db)
  expect(await status(person, id)).toMatchObject({ status: 'processing', instructions: null })
  expect(await transfers().waiting(wallet.db, { after: null, limit: 10 })).toMatchObject([
    { number, age: 'overdue' },
  ])
  await fail()
  expect(await fail()).toMatchObject({ changed: false })
  expect(await status(person, id)).toMatchObject({ status: 'failed', reason: 'not_found' })
  expect(await transfers().waiting(wallet.db, { after: null, limit: 10 })).toEqual([])

  // a new proof asks again, and the money still counts when it arrives
  await wallet.database.advanceClock(73 * HOUR_MS + MINUTE_MS)
  await send({ reference: 'UTR 4712' })
  expect(await transfers().waiting(wallet.db, { after: null, limit: 10 })).toMatchObject([{ number }])
  await statement([{ amount: '500.00', text: reference }])
  expect(await status(person, id)).toMatchObject({ status: 'success', credited: '500.00' })
  expect(await codeOf(send({ reference: 'UTR 4713' }))).toBe('PROOF_CLOSED')
  await wallet.database.setClockOffset(0)
})

test('proof is taken until 30 days after the expiry, ten times at most, and only from the member', async () => {
  const [person, other] = [await wallet.person(), await wallet.person()]
  const { id, expiresAt } = await openTransfer(person, bank)
  const send = (from: Person, reference: string) =>
    from.client.call(ENDPOINTS.rechargeProof, { id, reference })
  expect(await codeOf(send(other, 'X'))).toBe('NO_SUCH_DATA')
  await wallet.database.advanceClock(73 * HOUR_MS)
  await expireRecharges(wallet.db)
  expect(await status(person, id)).toMatchObject({ reason: 'expired', proofUntil: expiresAt + 30 * DAY_MS })
  for (let n = 0; n < 10; n++) await send(person, `UTR ${n}`)
  expect(await codeOf(send(person, 'UTR 11'))).toBe('PROOF_CLOSED')
  const { id: second } = await openTransfer(person, bank)
  await wallet.database.advanceClock(36 * DAY_MS)
  const late = person.client.call(ENDPOINTS.rechargeProof, { id: second, reference: 'UTR' })
  expect(await codeOf(late)).toBe('PROOF_CLOSED')
  await wallet.database.setClockOffset(0)
})

test('closing an account erases the payer, and nobody can read it afterwards', async () => {
  const person = await wallet.person()
  const { id, number } = await openTransfer(person, bank)
  const slip = randomUUID()
  await person.client.call(ENDPOINTS.rechargeProof, { id, slip })
  expect(await wallet.db.tx((tx) => erasePayers(tx, person.memberId))).toEqual([slip])
  expect(await status(person, id)).toMatchObject({ payer: [] })
  expect((await transfers().show(wallet.db, number)).payer).toEqual({})
  await wallet.db.tx((tx) => erasePayers(tx, person.memberId))
})
