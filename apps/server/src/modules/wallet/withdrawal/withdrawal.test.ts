import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { daySpan } from '../../../platform/time/day-span.ts'
import { countStatements } from '../../../testing/count-statements.ts'
import { makePayout } from '../../../testing/made/payouts.ts'
import { playThrough, waivePlay } from '../../ledger/index.ts'
import { sendNotice, testWallet, type Person, type TestWallet } from '../wallet.fixture.ts'
import { exportWithdrawals } from './export-withdrawals.ts'
import { approveWithdrawal, failWithdrawal, payWithdrawal } from './operate-withdrawals.ts'
import { waitingWithdrawals } from './waiting-withdrawals.ts'

let wallet: TestWallet
const [first, second] = [randomUUID(), randomUUID()]
beforeAll(async () => {
  wallet = await testWallet()
})
// the window of withdrawals is open at noon
beforeEach(() => atHour(12))
afterEach(async () => {
  expect(await wallet.breaches()).toEqual([])
})
afterAll(() => wallet.close())

let day = 0
/** Sets business time to an hour of the next day. */
async function atHour(hour: number): Promise<void> {
  const now = new Date()
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour)
  day += 1
  await wallet.database.setClockOffset(today + day * 24 * HOUR_MS - Date.now())
}

async function recharge(person: Person, amount: string): Promise<void> {
  const input = { method: 'sandbox', amount, requestId: randomUUID() }
  const { payUrl } = await person.client.call(ENDPOINTS.openRecharge, input)
  const paymentId = new URL(payUrl ?? '', wallet.url).searchParams.get('payment') ?? ''
  expect(await sendNotice(wallet, { paymentId, amount })).toBe(200)
}

type Rich = Person & { account: string }

/** A member with money that is not to be played through, and a usable account. */
async function rich(amount = '1000.00'): Promise<Rich> {
  const person = await wallet.person()
  await recharge(person, amount)
  await wallet.owner.tx((tx) => waivePlay(tx, person.memberId))
  const account = await makePayout(wallet, person.memberId, `m${randomUUID().slice(0, 8)}@okbank`)
  return { ...person, account }
}

const apply = (person: Person, amount = '200.00', more: object = {}) =>
  person.client.call(ENDPOINTS.withdraw, { amount, code: '123456', requestId: randomUUID(), ...more })
const status = (person: Person, id: string) => person.client.call(ENDPOINTS.withdrawStatus, { id })

async function refusal(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof CallError) return error.message
  if (error instanceof Refusal) return error.code
  throw new Error('the call was not refused', { cause: error })
}

const approve = (number: string, operator: string) =>
  wallet.db.tx((tx) => approveWithdrawal(tx, number, operator))
const pay = (number: string, reference: string) =>
  wallet.db.tx((tx) => payWithdrawal(tx, number, { reference, operatorId: first }))
const fail = (number: string) =>
  wallet.db.tx((tx) =>
    failWithdrawal(tx, number, { reason: 'account_invalid', note: 'no such account', operatorId: first }),
  )

describe('an application', () => {
  test('holds the money, names the fee, and is listed', async () => {
    const person = await rich()
    const info = await person.client.call(ENDPOINTS.withdrawInfo, { amount: '200.00' })
    expect(info).toMatchObject({
      balance: '1000.00',
      withdrawable: '1000.00',
      feePercent: '5',
      minimum: '100.00',
      window: { opens: 600, closes: 1080, open: true },
      quote: { amount: '200.00', fee: '10.00', net: '190.00', balanceAfter: '800.00' },
      open: 0,
    })
    const applied = await apply(person)
    expect(applied).toMatchObject({
      amount: '200.00',
      fee: '10.00',
      net: '190.00',
      status: 'processing',
      stage: 'waiting',
      returnable: true,
      account: { kind: 'upi' },
    })
    expect(applied.number).toMatch(/^W[0-9A-HJKMNP-TV-Z]{12}$/)
    expect(await wallet.balance(person)).toBe(800_0000n)
    expect((await person.client.call(ENDPOINTS.withdrawLog, {})).items).toEqual([applied])
    const lines = (await person.client.call(ENDPOINTS.walletStatement, { kind: 'withdrawal' })).items
    expect(lines).toMatchObject([{ amount: '-200.00', balance: '800.00', number: applied.number }])
  })

  test('is refused without an account, to one that rests, below the minimum, above what can be withdrawn', async () => {
    const poor = await wallet.person()
    expect(await refusal(apply(poor))).toBe(
      'Please add bank card first. Any payout account in your own name will do.',
    )
    const saved = { kind: 'upi' as const, number: 'asha@okbank', holder: 'Asha', code: '123456' }
    await poor.client.call(ENDPOINTS.payoutSave, { ...saved, requestId: randomUUID() })
    expect(await refusal(apply(poor))).toBe('This account is new. It can be used in 24\u00a0h.')
    const person = await rich()
    expect(await refusal(apply(person, '99.99'))).toBe(
      'Minimum withdrawal amount not reached. The smallest withdrawal is ₫100.',
    )
    expect(await refusal(apply(person, '1000.01'))).toBe(
      'Withdrawable balance is insufficient. You can withdraw ₫1,000 now.',
    )
    expect(await refusal(apply(person, '200.00', { code: '654321' }))).toBe(
      await refusal(person.client.call(ENDPOINTS.payoutDelete, { id: person.account, code: '654321' })),
    )
    expect(await wallet.balance(person)).toBe(1000_0000n)
  })

  test('is refused outside of the hours, and accepted to their last minute', async () => {
    const person = await rich()
    for (const hour of [9, 18, 23]) {
      await atHour(hour)
      expect(await refusal(apply(person))).toBe('Withdrawals are open daily from 10:00 to 18:00 (UTC).')
      const { window } = await person.client.call(ENDPOINTS.withdrawInfo, {})
      expect(window.open).toBe(false)
    }
    await atHour(10)
    await apply(person)
  })

  test('of recharged money waits until it is played through', async () => {
    const person = await wallet.person()
    await makePayout(wallet, person.memberId)
    await recharge(person, '500.00')
    const info = await person.client.call(ENDPOINTS.withdrawInfo, {})
    expect(info.playThrough).toEqual({ required: '500.00', played: '0.00', left: '500.00' })
    expect(info.withdrawable).toBe('0.00')
    expect(await refusal(apply(person))).toBe(
      'Withdrawable balance is insufficient. You can withdraw ₫0 now.',
    )
  })

  test('200 at once of a balance that covers one: one succeeds', async () => {
    const person = await rich('300.00')
    const tries = await Promise.allSettled(Array.from({ length: 200 }, () => apply(person, '200.00')))
    expect(tries.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(1)
    expect(await wallet.balance(person)).toBe(100_0000n)
  })

  test('repeated with its request id is one application, also at once; other input is refused', async () => {
    const person = await rich()
    const requestId = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => apply(person, '200.00', { requestId })),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await wallet.balance(person)).toBe(800_0000n)
    await expect(apply(person, '300.00', { requestId })).rejects.toMatchObject({ code: 'REQUEST_ID_REUSED' })
  })

  test('repeated while another try uses its code answers what that try made', async () => {
    const person = await rich()
    const requestId = randomUUID()
    const parallel = () => apply(person, '200.00', { requestId })
    wallet.useCodeDuringCheck(parallel)
    expect(await parallel()).toEqual(await parallel())
    expect(await wallet.balance(person)).toBe(800_0000n)
    // the code of another call is used
    wallet.useCodeDuringCheck(() => apply(person, '100.00'))
    await expect(apply(person)).rejects.toMatchObject({ code: 'CODE_EXPIRED' })
    expect(await wallet.balance(person)).toBe(700_0000n)
  })

  test('a member has at most three that have not ended', async () => {
    const person = await rich()
    for (let n = 0; n < 3; n++) await apply(person)
    expect(await refusal(apply(person))).toBe('You have 3 open withdrawals. Wait until one has ended.')
  })

  test("another member's withdrawal and account are like missing ones", async () => {
    const [owner, stranger] = [await rich(), await rich()]
    const { id } = await apply(owner)
    await expect(status(stranger, id)).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
    const back = stranger.client.call(ENDPOINTS.withdrawReturn, { id, requestId: randomUUID() })
    await expect(back).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
    await expect(apply(stranger, '200.00', { account: owner.account })).rejects.toMatchObject({
      code: 'NO_SUCH_DATA',
    })
  })
})

describe('the end of a withdrawal', () => {
  test('taken back by the member before the first approval, once and whole', async () => {
    const person = await rich()
    const { id } = await apply(person)
    const input = { id, requestId: randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => person.client.call(ENDPOINTS.withdrawReturn, input)),
    )
    expect(new Set(answers.map(({ status: state }) => state))).toEqual(new Set(['returned']))
    expect(await wallet.balance(person)).toBe(1000_0000n)
    expect((await status(person, id)).timeline.map(({ step }) => step)).toEqual(['processing', 'returned'])
  })

  test('paid: approved, exported, paid once with its reference; the member cannot take it back', async () => {
    const person = await rich()
    const { id, number } = await apply(person)
    await approve(number, first)
    const back = person.client.call(ENDPOINTS.withdrawReturn, { id, requestId: randomUUID() })
    expect(await refusal(back)).toBe('This withdrawal is approved and can no longer be cancelled.')
    const batchId = randomUUID()
    const take = () =>
      wallet.db.tx((tx) => exportWithdrawals(tx, wallet.wallet.payouts, { batchId, operatorId: first }))
    const { payments, changed } = await take()
    expect(changed).toBe(true)
    expect(payments.find((payment) => payment.number === number)).toMatchObject({
      kind: 'upi',
      details: { holder: 'Asha Rao' },
      net: 190_0000n,
    })
    expect(await take()).toEqual({ payments, changed: false })
    const reference = `BANK ${randomUUID()}`
    await Promise.all(Array.from({ length: 10 }, () => pay(number, reference)))
    expect(await status(person, id)).toMatchObject({ status: 'success', stage: null, reference })
    expect((await status(person, id)).timeline.map(({ step }) => step)).toEqual([
      'processing',
      'approved',
      'exported',
      'success',
    ])
    expect(await wallet.balance(person)).toBe(800_0000n)
    await expect(pay(number, 'another')).rejects.toMatchObject({ code: 'WITHDRAWAL_STEP' })
    await expect(fail(number)).rejects.toMatchObject({ code: 'WITHDRAWAL_STEP' })
  })

  test('an export takes as many statements for twenty withdrawals as for one, and keeps their order', async () => {
    const exported = async () => {
      const batch = { batchId: randomUUID(), operatorId: first }
      const run = () =>
        countStatements(wallet.db, (tx) => exportWithdrawals(tx, wallet.wallet.payouts, batch))
      const { result, statements } = await run()
      const again = await run()
      expect(again.result).toEqual({ ...result, changed: false })
      return { numbers: result.payments.map(({ number }) => number), statements, repeated: again.statements }
    }
    const approved = async (person: Rich) => {
      const { id, number } = await apply(person)
      await approve(number, first)
      return { person, id, number }
    }
    const [single, ...people] = await Promise.all(Array.from({ length: 8 }, () => rich()))
    await approved(single!)
    // the first export takes what other tests have approved, too
    const rest = await exported()
    const alone = await approved(single!)
    const one = await exported()
    expect(one.numbers).toEqual([alone.number])
    const many = []
    for (const person of [...people, ...people, ...people.slice(1)]) many.push(await approved(person))
    const twenty = await exported()
    expect(twenty.numbers).toEqual(many.map(({ number }) => number))
    expect(twenty.numbers).toHaveLength(20)
    for (const { statements, repeated } of [rest, twenty])
      expect({ statements, repeated }).toEqual({ statements: one.statements, repeated: one.repeated })
    const { person, id } = many.at(-1)!
    expect((await status(person, id)).timeline.map(({ step }) => step)).toEqual([
      'processing',
      'approved',
      'exported',
    ])
  })

  test('failed: the whole amount is back, the account is marked, and the next withdrawal takes another', async () => {
    const person = await rich()
    const { id, number } = await apply(person)
    await approve(number, first)
    await Promise.all([fail(number), fail(number)])
    expect(await status(person, id)).toMatchObject({
      status: 'failed',
      reason: 'account_invalid',
      note: 'no such account',
    })
    expect(await wallet.balance(person)).toBe(1000_0000n)
    const { items } = await person.client.call(ENDPOINTS.payoutList, {})
    expect(items).toMatchObject([{ state: 'refused', refused: 'no such account' }])
    expect(await refusal(apply(person))).toBe(
      'Please add bank card first. Any payout account in your own name will do.',
    )
  })

  test('a large one takes two different operators', async () => {
    const person = await rich('20000.00')
    const { number } = await apply(person, '10000.00')
    await approve(number, first)
    await expect(approve(number, first)).rejects.toMatchObject({ code: 'ALREADY_APPROVED' })
    await expect(pay(number, 'too early')).rejects.toMatchObject({ code: 'WITHDRAWAL_STEP' })
    await approve(number, second)
    await pay(number, `BANK ${number}`)
  })

  test('a reference of the bank pays one withdrawal', async () => {
    const [one, other] = [await apply(await rich()), await apply(await rich())]
    for (const { number } of [one, other]) await approve(number, first)
    const reference = `BANK ${randomUUID()}`
    await pay(one.number, reference)
    await expect(pay(other.number, reference)).rejects.toMatchObject({ code: 'REFERENCE_USED' })
    await fail(other.number)
  })

  test('approval, payment and taking back at once leave the money in one place', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await rich()
      const { id, number } = await apply(person)
      await Promise.allSettled([
        approve(number, first).then(() => pay(number, `BANK ${number}`)),
        person.client.call(ENDPOINTS.withdrawReturn, { id, requestId: randomUUID() }),
        fail(number),
      ])
      const { status: state } = await status(person, id)
      expect(await wallet.balance(person)).toBe(state === 'success' ? 800_0000n : 1000_0000n)
    }
  })

  test('operators list what has not ended, oldest first, with its age', async () => {
    const { number } = await apply(await rich())
    await wallet.database.advanceClock(3 * HOUR_MS)
    const waiting = await waitingWithdrawals(wallet.db, {
      stage: 'waiting',
      after: null,
      span: daySpan({}, 0),
      limit: 100,
    })
    const times = waiting.map(({ created_ms }) => Number(created_ms))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(waiting.find((row) => row.number === number)).toMatchObject({ amount: 200_0000n, age_hours: 3 })
  })
})

test('the database refuses steps that the life cycle does not have', async () => {
  const { id } = await apply(await rich())
  const tries = [
    `update withdrawal set state = 'success', stage = null, reference = 'x', finished_at = now() where withdrawal_id = $1`,
    `update withdrawal set stage = 'exported' where withdrawal_id = $1`,
  ]
  for (const statement of tries)
    await expect(wallet.db.query(statement, [id])).rejects.toThrow('this change is not allowed')
  for (const statement of [
    'delete from withdrawal',
    'update withdrawal set amount = 1',
    'delete from withdrawal_step',
  ])
    await expect(wallet.db.query(statement)).rejects.toThrow('permission denied')
})

test('nothing is left to play through for a member who recharged nothing', async () => {
  const person = await wallet.person()
  expect(await playThrough(wallet.db, person.memberId)).toEqual({ required: 0n, played: 0n, left: 0n })
})
