/** What recharges go back to that no payment company refunds: the transfer, the address, or a TRC-20 account of the member. */
import { randomBytes, randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planted } from '../../../testing/planted.ts'
import { adjust } from '../../../testing/server.ts'
import { codeOf } from '../../../testing/refused.ts'
import { makeReceiving, openTransfer, packed, statementOf } from '../../../testing/made/transfers.ts'
import { addPayout } from '../payout/payout.ts'
import { testTrc20, type TestTrc20 } from '../trc20/trc20.fixture.ts'
import { withdrawalChecks } from '../withdrawal/withdrawal.checks.ts'
import type { Person, TestWallet } from '../wallet.fixture.ts'

let chain: TestTrc20
let wallet: TestWallet
beforeAll(async () => {
  chain = await testTrc20()
  wallet = chain.wallet
  await adjust({ db: wallet.db, settings: wallet.settings }, { 'wallet.playThroughPercent': '100' })
})
afterAll(async () => {
  expect(await wallet.breaches()).toEqual([])
  await chain.close()
})

const operatorId = randomUUID()
const byTwo = { operatorId, approvedBy: randomUUID() }
const returns = async ({ client }: Person) => (await client.call(ENDPOINTS.rechargeReturns, {})).items
const back = ({ client }: Person, id: string, amount: string) =>
  client.call(ENDPOINTS.rechargeReturn, { id, amount, code: '123456', requestId: randomUUID() })

/** Approves, exports and pays a withdrawal. @returns its line of the file for the bank */
async function paidLine(number: string): Promise<string> {
  const { desk } = wallet.wallet
  await wallet.db.tx((tx) => desk.approve(tx, number, operatorId))
  const { csv } = await wallet.db.tx((tx) => desk.export(tx, { batchId: randomUUID(), operatorId }))
  await desk.enterAll(wallet.db, `${number},paid,UTR ${number}`, (tx, told) =>
    desk.enter(tx, operatorId, told),
  )
  return csv.split('\n').find((line) => line.startsWith(number))!
}

test("a transfer goes back with the bank's id of it, in the payer's name", async () => {
  const person = await wallet.person()
  const code = await makeReceiving(wallet, 'pix', 'pix-back')
  const opened = await openTransfer(person, code, '500.00', 'pix')
  const { transfers } = wallet.wallet
  await wallet.db.tx(async (tx) =>
    transfers.import(tx, {
      account: await transfers.account(tx, code),
      content: packed(statementOf([{ amount: '480.00', text: `Pix ${opened.reference}`, id: 'E2E4711' }])),
      name: 'test.csv',
      operatorId,
    }),
  )
  await transfers.matchNew()
  // what arrived goes back, not what was opened
  const [item] = await returns(person)
  expect(item).toMatchObject({ kind: 'pix', credited: '480.00', returnable: '480.00' })
  expect(item!.to).toEqual({ kind: 'pix', label: 'Test pix', masked: opened.number })
  const applied = await back(person, opened.id, '480.00')
  expect(applied).toMatchObject({
    fee: '0.00',
    account: { kind: 'pix' },
    recharge: { number: opened.number },
  })
  const line = await paidLine(applied.number)
  expect(line).toContain(`${applied.number},pix-return,Test pix,52998224725,E2E4711,Asha Rao,`)
  expect(line).toContain(',480.00,VND')
  expect(await person.client.call(ENDPOINTS.withdrawStatus, { id: applied.id })).toMatchObject({
    status: 'success',
  })
  expect(await wallet.balance(person)).toBe(0n)
})

test('transfers of two payers go back one by one, each with its own id and only as far as it came in', async () => {
  const person = await wallet.person()
  const code = await makeReceiving(wallet, 'bank')
  const opened = await openTransfer(person, code, '300.00')
  const { transfers, desk } = wallet.wallet
  const arrive = (amount: string, id: string) =>
    wallet.db.tx(async (tx) =>
      transfers.import(tx, {
        account: await transfers.account(tx, code),
        content: packed(statementOf([{ amount, text: opened.reference, id }])),
        name: 'test.csv',
        operatorId,
      }),
    )
  /** The second line of a recharge waits for an operator. */
  const arriveMore = async (amount: string, id: string) => {
    await arrive(amount, id)
    await transfers.matchNew()
    const lines = await transfers.lines(wallet.db, { accountId: null, after: null, limit: 10 })
    const { line_id: lineId } = lines.find((line) => line.transaction_id === id)!
    await wallet.db.tx((tx) =>
      transfers.match(tx, { lineId, number: opened.number, note: 'paid in two parts', ...byTwo }),
    )
  }
  await arrive('300.00', 'PAYER-A')
  await transfers.matchNew()
  await arriveMore('200.00', 'PAYER-B')
  const returnable = async () => (await returns(person)).map((item) => item.returnable)
  expect(await returnable()).toEqual(['200.00'])
  expect(await codeOf(back(person, opened.id, '200.01'))).toBe('RETURN_TOO_LARGE')

  // without a name: the member named one payer
  expect(await paidLine((await back(person, opened.id, '150.00')).number)).toContain(',PAYER-B,,,,150.00,')
  expect(await returnable()).toEqual(['50.00'])
  // one that does not go back after all is still the second payer's
  const rejected = await back(person, opened.id, '50.00')
  const failure = { reason: 'other', note: 'Please call us.', operatorId } as const
  await wallet.db.tx((tx) => desk.reject(tx, rejected.number, failure))
  expect(await returnable()).toEqual(['50.00'])
  expect(await paidLine((await back(person, opened.id, '50.00')).number)).toContain(',PAYER-B,')
  expect(await returnable()).toEqual(['300.00'])
  // a third payer comes before the first one
  await arriveMore('10.00', 'PAYER-C')
  expect(await returnable()).toEqual(['10.00'])
  expect(await paidLine((await back(person, opened.id, '10.00')).number)).toContain(',PAYER-C,')
  expect(await paidLine((await back(person, opened.id, '300.00')).number)).toContain(',PAYER-A,')
  expect([await returnable(), await wallet.balance(person)]).toEqual([[], 0n])
  expect(
    await planted(
      wallet.owner,
      withdrawalChecks,
      `update withdrawal set credit_seq = 2 where credit_seq = 1 and member_id = '${person.memberId}'`,
    ),
  ).toContain('a transfer goes back to its payer, and only as far as it came in')
})

const ADDRESS = 'TSDHRojGC3Q5UaoCWDzDakTPzC6gKNUkv8'

/** Pays a recharge in USDT on the chain. @returns its id */
async function usdt(person: Person, payer: object, from?: string): Promise<string> {
  const input = { method: 'trc20', amount: '500', requestId: randomUUID(), ...payer }
  const { id, instructions } = await person.client.call(ENDPOINTS.openRecharge, input)
  if (instructions?.kind !== 'crypto') throw new Error('the recharge is not paid in USDT')
  chain.pay(instructions.address, BigInt(instructions.units.replace('.', '')), from)
  await chain.look()
  return id
}

test('USDT goes back to the address that the member gave and that it came from', async () => {
  const person = await wallet.person()
  const id = await usdt(person, { payer: { trc20: ADDRESS } }, ADDRESS)
  const [item] = await returns(person)
  expect(item).toMatchObject({ returnable: '500.00', to: { kind: 'trc20', masked: 'TSDH••••Ukv8' } })
  const line = await paidLine((await back(person, id, '500.00')).number)
  expect(line).toContain(`,trc20-return,,,${ADDRESS},`)
})

test('an address of the house and the contract of its token are no address of a member', async () => {
  const person = await wallet.person()
  const ours = await chain.nextAddress()
  await usdt(person, {})
  for (const address of [ours, chain.setup.contract]) {
    expect(await codeOf(usdt(person, { payer: { trc20: address } }))).toBe('INPUT_INVALID')
    const input = { kind: 'trc20' as const, number: address, code: '123456', requestId: randomUUID() }
    expect(await codeOf(person.client.call(ENDPOINTS.payoutSave, input))).toBe('INPUT_INVALID')
    await expect(wallet.wallet.addresses.check(person.memberId, address)).rejects.toThrow('INPUT_INVALID')
  }
})

test('USDT does not go to an address that it did not come from', async () => {
  const person = await wallet.person()
  const id = await usdt(person, { payer: { trc20: ADDRESS } })
  expect(await person.client.call(ENDPOINTS.rechargeReturns, { id })).toMatchObject({
    items: [{ to: null, returnable: '0.00' }],
  })
  expect(await codeOf(back(person, id, '500.00'))).toBe('RETURN_TOO_LARGE')
})

test('USDT without such an address goes to a TRC-20 account of the member that has rested, or nowhere', async () => {
  const person = await wallet.person()
  const id = await usdt(person, {})
  expect(await person.client.call(ENDPOINTS.rechargeReturns, { id })).toMatchObject({
    items: [{ to: null, returnable: '0.00' }],
  })
  expect(await codeOf(back(person, id, '100.00'))).toBe('RETURN_TOO_LARGE')
  const add = (restHours: number) =>
    wallet.db.tx((tx) =>
      addPayout(wallet.wallet.payouts, tx, {
        memberId: person.memberId,
        kind: 'trc20',
        details: { number: ADDRESS },
        requestId: randomUUID(),
        inputHash: randomBytes(32),
        replaces: null,
        restHours,
      }),
    )
  await add(24)
  expect(await returns(person)).toEqual([])
  await add(0)
  const applied = await back(person, id, '500.00')
  expect(applied).toMatchObject({ account: { kind: 'trc20' }, recharge: { id } })
  expect(await paidLine(applied.number)).toContain(ADDRESS)
})
