import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/db.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { dyingAt } from '../../../testing/dying.ts'
import { planted } from '../../../testing/planted.ts'
import { codeOf, refused } from '../../../testing/refused.ts'
import { moveHouse, playThrough, waivePlay } from '../../ledger/index.ts'
import { testWallet, type Person, type TestWallet } from '../wallet.fixture.ts'
import { signNotice } from '../../../platform/webhook.ts'
import { withdrawalChecks } from '../withdrawal/withdrawal.checks.ts'
import { handOver, takeRefund, type RefundDeps } from './refunds.ts'
import { returnRecharge, type ReturnDeps } from './recharge-return.ts'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await testWallet()
  // midnight: outside of the hours of withdrawals
  await wallet.database.setClockOffset(DAY_MS - (Date.now() % DAY_MS))
})
afterEach(async () => {
  expect(await wallet.breaches()).toEqual([])
})
afterAll(() => wallet.close())

/** Pays in at the sandbox company. @returns the recharge's id */
async function paidIn({ client }: Person, amount: string): Promise<string> {
  const input = { method: 'sandbox', amount, requestId: randomUUID() }
  const { id, payUrl } = await client.call(ENDPOINTS.openRecharge, input)
  const paymentId = new URL(payUrl ?? '', wallet.url).searchParams.get('payment') ?? ''
  await wallet.wallet.company!.choose(paymentId, 'pay')
  await wallet.jobs.drain()
  return id
}

async function payer(...amounts: string[]): Promise<Person & { recharges: string[] }> {
  const person = await wallet.person()
  const recharges: string[] = []
  for (const amount of amounts) recharges.push(await paidIn(person, amount))
  return { ...person, recharges }
}

const back = ({ client }: Person, id: string, amount: string, more: object = {}) =>
  client.call(ENDPOINTS.rechargeReturn, { id, amount, code: '123456', requestId: randomUUID(), ...more })
const returns = async ({ client }: Person, id?: string) =>
  (await client.call(ENDPOINTS.rechargeReturns, id === undefined ? {} : { id })).items
const status = ({ client }: Person, id: string) => client.call(ENDPOINTS.withdrawStatus, { id })
const left = async ({ memberId }: Person) => (await playThrough(wallet.db, memberId)).left
const operatorId = randomUUID()
const approve = (number: string) => wallet.db.tx((tx) => wallet.wallet.desk.approve(tx, number, operatorId))
const reject = (number: string) =>
  wallet.db.tx((tx) =>
    wallet.wallet.desk.reject(tx, number, { reason: 'other', note: 'Please call us.', operatorId }),
  )

describe('a recharge', () => {
  test('whose return lost its answer is told by its request id', async () => {
    const person = await payer('200.00')
    const requestId = randomUUID()
    const { id } = await back(person, person.recharges[0]!, '200.00', { requestId })
    expect(await person.client.call(ENDPOINTS.walletOutcome, { of: 'withdrawal', requestId })).toEqual({ id })
  })

  test('goes back without a fee, at any hour and below the minimum, and its play-through goes with it', async () => {
    const person = await payer('500.00')
    const [recharge] = person.recharges as [string]
    const [item] = await returns(person)
    const to = { kind: 'sandbox', label: null, masked: item!.number }
    expect(item).toMatchObject({
      recharge,
      credited: '500.00',
      returned: '0.00',
      returnable: '500.00',
      to,
      open: null,
    })
    expect(await left(person)).toBe(500_0000n)

    const applied = await back(person, recharge, '50.00')
    expect(applied).toMatchObject({ amount: '50.00', fee: '0.00', status: 'processing', account: to })
    expect(applied.recharge).toEqual({ id: recharge, number: item!.number })
    expect([await wallet.balance(person), await left(person)]).toEqual([450_0000n, 450_0000n])
    expect(await returns(person, recharge)).toMatchObject([
      { returned: '50.00', returnable: '0.00', open: applied.id },
    ])

    await approve(applied.number)
    await wallet.jobs.drain()
    const paid = await status(person, applied.id)
    expect(paid).toMatchObject({
      status: 'success',
      reference: expect.stringMatching(/^sandbox [0-9a-f]{16}$/) as string,
    })
    expect(paid.timeline.map(({ step }) => step)).toEqual(['processing', 'approved', 'exported', 'success'])
    expect(await returns(person)).toMatchObject([{ returned: '50.00', returnable: '450.00', open: null }])
  })

  test('that does not go back after all is to be played through again', async () => {
    const person = await payer('500.00')
    const [recharge] = person.recharges as [string]
    const rejected = await back(person, recharge, '500.00')
    expect(await left(person)).toBe(0n)
    await reject(rejected.number)
    const taken = await back(person, recharge, '300.00')
    await person.client.call(ENDPOINTS.withdrawReturn, { id: taken.id, requestId: randomUUID() })
    expect([await wallet.balance(person), await left(person)]).toEqual([500_0000n, 500_0000n])
    expect(await returns(person)).toMatchObject([{ returned: '0.00', returnable: '500.00' }])
  })

  test('that the bank took back while a part was on its way does not go back again', async () => {
    const person = await payer('500.00')
    const [recharge] = person.recharges as [string]
    const { number } = (await returns(person))[0]!
    const applied = await back(person, recharge, '300.00')
    const booked = { account: 'sales', reference: 'charged', reason: 'a test', amount: 500_0000n } as const
    await wallet.db.tx((tx) => moveHouse(tx, { ...booked, kind: 'bank_correction', direction: 'in' }))
    await wallet.db.tx((tx) => wallet.wallet.corrections.chargeBack(tx, { ...booked, number, by: null }))
    await reject(applied.number)
    expect([await wallet.balance(person), await left(person)]).toEqual([500_0000n, 300_0000n])
    expect(await codeOf(back(person, recharge, '1.00'))).toBe('RETURN_TOO_LARGE')
  })

  test('goes back also after a self-exclusion has waived its play-through', async () => {
    const person = await payer('500.00')
    const [recharge] = person.recharges as [string]
    await wallet.owner.tx((tx) => waivePlay(tx, person.memberId))
    const { number } = await back(person, recharge, '200.00')
    expect(await left(person)).toBe(0n)
    await reject(number)
    // what was waived stays waived
    expect(await left(person)).toBe(0n)
    expect(await returns(person)).toMatchObject([{ returnable: '500.00' }])
  })

  test('goes back only as far as it is not played through, the newest first, and as far as the balance goes', async () => {
    const person = await payer('300.00', '200.00')
    const [old, young] = person.recharges as [string, string]
    const play = (amount: bigint) =>
      wallet.owner.query('update play_through set played = $2 where member_id = $1', [
        person.memberId,
        amount,
      ])
    const shown = async () => (await returns(person)).map((one) => [one.recharge, one.returnable])
    expect(await shown()).toEqual([
      [young, '200.00'],
      [old, '300.00'],
    ])
    await play(100_0000n)
    expect(await shown()).toEqual([
      [young, '200.00'],
      [old, '200.00'],
    ])
    await play(350_0000n)
    expect(await shown()).toEqual([[young, '150.00']])
    const error = await refused(back(person, young, '150.01'))
    expect(error.failure).toMatchObject({
      code: 'RETURN_TOO_LARGE',
      message: 'You can send back ₫150 of this top-up now.',
    })
    expect(await codeOf(back(person, old, '1.00'))).toBe('RETURN_TOO_LARGE')
    await play(0n)

    const { memberId } = person
    const { id } = await back(person, young, '200.00')
    expect(await shown()).toEqual([
      [young, '0.00'],
      [old, '300.00'],
    ])
    // the member saves a part: the balance is smaller than the recharge
    await person.client.call(ENDPOINTS.piggyTransfer, {
      direction: 'in',
      amount: '200',
      requestId: randomUUID(),
    })
    expect((await shown())[1]).toEqual([old, '100.00'])
    await person.client.call(ENDPOINTS.withdrawReturn, { id, requestId: randomUUID() })
    expect(await wallet.balance({ ...person, memberId })).toBe(300_0000n)
  })

  test('of another member, an unpaid one and a wrong code are refused', async () => {
    const [person, stranger] = [await payer('500.00'), await payer('500.00')]
    const [own] = person.recharges as [string]
    expect(await codeOf(back(stranger, own, '100.00'))).toBe('NO_SUCH_DATA')
    expect(await codeOf(returns(stranger, own))).toBe('NO_SUCH_DATA')
    expect(await codeOf(back(person, own, '100.00', { code: '654321' }))).toBe('CODE_WRONG')
    const open = await person.client.call(ENDPOINTS.openRecharge, {
      method: 'sandbox',
      amount: '100',
      requestId: randomUUID(),
    })
    expect(await returns(person, open.id)).toEqual([])
    expect(await codeOf(back(person, open.id, '100.00'))).toBe('RETURN_TOO_LARGE')
  })
})

describe('at once', () => {
  test('100 returns of a recharge: one succeeds, and repeated calls answer the same withdrawal', async () => {
    const person = await payer('500.00')
    const [recharge] = person.recharges as [string]
    const tries = await Promise.allSettled(
      Array.from({ length: 100 }, () => back(person, recharge, '300.00')),
    )
    expect(tries.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(1)
    expect(await wallet.balance(person)).toBe(200_0000n)

    const other = await payer('500.00')
    const input = { requestId: randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => back(other, other.recharges[0]!, '300.00', input)),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await wallet.balance(other)).toBe(200_0000n)
    expect(await codeOf(back(other, other.recharges[0]!, '200.00', input))).toBe('REQUEST_ID_REUSED')
  })

  test('returns of two recharges and a rejection leave all money in one place', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await payer('300.00', '200.00')
      const [old, young] = person.recharges as [string, string]
      const first = await back(person, old, '300.00')
      await Promise.all([reject(first.number), back(person, young, '200.00')])
      await reject((await back(person, old, '300.00')).number)
      expect([await wallet.balance(person), await left(person)]).toEqual([300_0000n, 300_0000n])
    }
  })
})

describe('a payment company', () => {
  const deps = (): RefundDeps => {
    const { providers, log } = wallet.wallet.recharges
    return { db: wallet.db, log, providers }
  }
  async function approved(amount = '200.00') {
    const person = await payer('500.00')
    const { id, number } = await back(person, person.recharges[0]!, amount)
    await approve(number)
    return { person, id, number }
  }
  const refunds = (id: string) =>
    wallet.db.query('select amount from sandbox_refund where reference = $1', [id])

  test('gets what was approved once, also when the server dies before or after it has asked', async () => {
    const { person, id } = await approved()
    const { memberId } = person
    const own = deps()
    const provider = own.providers.get('sandbox')!
    let asked = 0
    const dead = { ...provider, refund: () => Promise.reject(new Error('no connection')) }
    const answersLate = {
      ...provider,
      async refund(order: Parameters<NonNullable<typeof provider.refund>>[0]) {
        asked++
        await provider.refund!(order)
        throw new Error('no answer')
      },
    }
    for (const company of [dead, answersLate, answersLate]) {
      const failing = { ...own, providers: new Map([['sandbox', company]]) }
      await expect(handOver(failing, memberId, id)).rejects.toThrow(/no (connection|answer)/)
      expect(await status(person, id)).toMatchObject({ status: 'processing', stage: 'exported' })
    }
    await wallet.jobs.drain()
    expect(asked).toBe(2)
    expect(await refunds(id)).toEqual([{ amount: 200_0000n }])
    expect(await status(person, id)).toMatchObject({ status: 'success' })
  })

  test('alone decides once it was asked: operators can neither pay nor reject, and no file for the bank has it', async () => {
    const { person, id, number } = await approved()
    const { desk } = wallet.wallet
    const pay = () => wallet.db.tx((tx) => desk.pay(tx, number, { reference: 'UTR 1', operatorId }))
    await expect(pay()).rejects.toMatchObject({ code: 'WITHDRAWAL_STEP' })
    const made = wallet.db.tx((tx) => desk.export(tx, { batchId: randomUUID(), operatorId }))
    await expect(made).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
    const silent = new Map([
      ['sandbox', { ...deps().providers.get('sandbox')!, refund: async () => undefined }],
    ])
    await handOver({ ...deps(), providers: silent }, person.memberId, id)
    await expect(reject(number)).rejects.toMatchObject({ code: 'WITHDRAWAL_STEP' })
    const report = await desk.enterAll(wallet.db, `${number},failed,bank_refused,closed`, (tx, told) =>
      desk.enter(tx, operatorId, told),
    )
    expect(report).toMatchObject([{ result: 'refused', problem: 'step' }])
    await wallet.jobs.drain()
    expect(await status(person, id)).toMatchObject({ status: 'success' })
  })

  /** A notice about a refund of 200.00, as the company signs it, or not. */
  async function tell(
    id: string,
    more: { amount?: string; currency?: string; event?: string; secret?: Uint8Array } = {},
  ) {
    const [row] = await wallet.db.query<{ payment_id: string }>(
      'select r.payment_id from withdrawal w join recharge r using (member_id, recharge_id) where w.withdrawal_id = $1',
      [id],
    )
    const event = more.event ?? `evt_${randomUUID()}`
    const body = JSON.stringify({
      id: event,
      type: 'payment.refunded',
      payment: { id: row!.payment_id, amount: more.amount ?? '200.00', currency: more.currency ?? 'VND' },
      refund: { id: 'r1', reference: id },
    })
    const headers = signNotice(more.secret ?? wallet.secret, event, Date.now(), body)
    return (await fetch(`${wallet.url}/hooks/sandbox`, { method: 'POST', headers, body })).status
  }

  test('is believed only when its notice is signed and names amount and currency of an ordered refund', async () => {
    const { person, id } = await approved()
    expect(await tell(id, { secret: new Uint8Array(32) })).toBe(401)
    // before the company was asked, in another amount, in another currency
    wallet.logged.length = 0
    for (const more of [{}, { amount: '200.01' }, { currency: 'USD' }]) expect(await tell(id, more)).toBe(200)
    expect(wallet.logged.filter(({ fields }) => fields['alarm'] === 'refund_mismatch')).toHaveLength(3)
    expect(await status(person, id)).toMatchObject({ status: 'processing' })
    await wallet.jobs.drain()
    expect(await status(person, id)).toMatchObject({ status: 'success' })
    // later, again, and with the event of another refund
    const event = `evt_${randomUUID()}`
    expect([await tell(id, { event }), await tell(id, { event })]).toEqual([200, 200])
    const other = await approved()
    expect(await tell(other.id, { event })).toBe(409)
    await wallet.jobs.drain()
    expect(await wallet.balance(person)).toBe(300_0000n)
  })

  test('pays once when its notice comes 20 times at once', async () => {
    const { person, id } = await approved()
    const silent = new Map([
      ['sandbox', { ...deps().providers.get('sandbox')!, refund: async () => undefined }],
    ])
    await handOver({ ...deps(), providers: silent }, person.memberId, id)
    await wallet.jobs.drain()
    const event = `evt_${randomUUID()}`
    await Promise.all(Array.from({ length: 20 }, (_, n) => tell(id, n % 2 ? { event } : {})))
    expect(await wallet.balance(person)).toBe(300_0000n)
  })
})

test('a server that dies at any statement leaves the money in the wallet or held, never both', async () => {
  const person = await payer('500.00')
  const { withdrawals, payouts, recharges } = wallet.wallet
  const { providers } = recharges
  const depsOf = (db: Db): ReturnDeps => ({
    ...withdrawals,
    db,
    providers,
    sealing: payouts.sealing,
    fingerprintKey: payouts.fingerprintKey,
  })
  const input = { id: person.recharges[0]!, amount: '200.00', code: '123456', requestId: randomUUID() }
  let deaths = 0
  for (let statement = 1; statement < 60; statement++) {
    const outcome = await returnRecharge(depsOf(dyingAt(wallet.db, statement)), person.memberId, input).catch(
      (error: unknown) => error,
    )
    if (!(outcome instanceof Error)) break
    deaths++
    expect([await wallet.balance(person), await left(person)]).toEqual([500_0000n, 500_0000n])
  }
  expect(deaths).toBeGreaterThanOrEqual(12)
  expect([await wallet.balance(person), await left(person)]).toEqual([300_0000n, 300_0000n])

  const row = await returnRecharge(depsOf(wallet.db), person.memberId, input)
  await approve(row.number)
  const provider = providers.get('sandbox')!
  await handOver(
    {
      db: wallet.db,
      log: recharges.log,
      providers: new Map([['sandbox', { ...provider, refund: async () => undefined }]]),
    },
    person.memberId,
    row.withdrawal_id,
  )
  const [payment] = await wallet.db.query<{ payment_id: string }>(
    'select payment_id from recharge where recharge_id = $1',
    [input.id],
  )
  await provider.refund!({
    reference: row.withdrawal_id,
    paymentId: payment!.payment_id,
    amount: 200_0000n,
    currency: 'VND',
  })
  const [refund] = await wallet.db.query<{ refund_id: string }>(
    'select refund_id from sandbox_refund where reference = $1',
    [row.withdrawal_id],
  )
  const notice = {
    type: 'refunded' as const,
    eventId: `evt_refund_${refund!.refund_id}`,
    paymentId: payment!.payment_id,
    amount: 200_0000n,
    currency: 'VND',
    reference: row.withdrawal_id,
    refundId: refund!.refund_id,
    body: '{}',
  }
  for (let statement = 1; statement < 60; statement++) {
    const refunding = { db: dyingAt(wallet.db, statement), log: recharges.log, providers }
    const outcome = await takeRefund(refunding, provider, notice).catch((error: unknown) => error)
    if (outcome === 'paid') break
    expect(outcome).toMatchObject({ message: 'the server died' })
    expect(await status(person, row.withdrawal_id)).toMatchObject({ status: 'processing' })
  }
  expect(await status(person, row.withdrawal_id)).toMatchObject({ status: 'success' })
  await wallet.jobs.drain()
})

describe('the doctor finds', () => {
  const RETURNED =
    'what is counted as gone back of a recharge is what its withdrawals have paid or hold, and what banks took back'
  const SOURCE = 'a recharge goes back to what it came from, and nothing else goes there'
  const NOTICE = 'every refund that a company paid follows from one notice, which says its amount'
  const BOOKS = 'every refund by Sandbox Pay is in its books, with its amount'
  const HISTORY = 'no row of the notices about refunds was changed or removed'
  test.each([
    [
      'another sum of what went back',
      'update recharge set returned = returned - 1 where returned > 0',
      RETURNED,
    ],
    [
      'a withdrawal to the source of another recharge',
      `update payout_account a set source_of = (select recharge_id from recharge r where r.member_id = a.member_id and r.recharge_id <> a.source_of limit 1)
       where source_of is not null and exists (select from recharge r where r.member_id = a.member_id and r.recharge_id <> a.source_of)`,
      SOURCE,
    ],
    ['a refund that no notice confirmed', `delete from refund_notice where outcome = 'paid'`, NOTICE],
    ['a notice that was removed', `delete from refund_notice where outcome <> 'paid'`, HISTORY],
    ['a refund that the company does not know', 'delete from sandbox_refund', BOOKS],
    [
      'a fee on the way back',
      'update withdrawal set fee = 1 where recharge_id is not null',
      'refused: withdrawal_back',
    ],
    [
      'more back than came in',
      'update recharge set returned = credited + 1 where credited > 0',
      'refused: recharge_returned',
    ],
  ])('%s', async (_, plant, title) => {
    expect(await planted(wallet.owner, withdrawalChecks, plant)).toContain(title)
  })
})
