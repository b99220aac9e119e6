/** Transfers in USDT after the time to pay: the rate of the moment, the highest recharge, and what operators decide. */
import { randomUUID } from 'node:crypto'
import { parseMoney } from '@fairlot/contract/money/money'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { playedChain } from '../../../testing/played/played-chain.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { countedDeposits } from '../recharge/counted-deposits.ts'
import { expireRecharges } from '../recharge/recharge.ts'
import type { Person } from '../wallet.fixture.ts'
import { testTrc20, type TestTrc20 } from './trc20.fixture.ts'

const AMOUNT = '500.00'
const UNITS = 200_000_000n
/** At the rate 2 this is worth 120,000, above the highest recharge of 100,000. */
const MUCH = 60_000_000_000n

let usdt: TestTrc20
let person: Person
beforeAll(async () => {
  usdt = await testTrc20()
})
beforeEach(async () => {
  person = await usdt.wallet.person()
  usdt.chain = playedChain(Date.now(), usdt.chain.head() + 1_000)
})
afterEach(async () => {
  await usdt.wallet.owner.query('update trc20_address set look_at = null')
  await usdt.setRate('2.5')
  expect(await usdt.wallet.breaches()).toEqual([])
})
afterAll(() => usdt.close())

const held = () => usdt.wallet.wallet.transfers.held
const money = async () => usdt.wallet.balance(person)

/** A recharge at 2.5 whose time to pay is over, while the rate is 2. */
async function expired() {
  const opened = await usdt.open(person, AMOUNT)
  await usdt.wallet.database.advanceClock(31 * MINUTE_MS)
  await expireRecharges(usdt.wallet.db)
  await usdt.setRate('2')
  return opened
}

async function heldTransfer(units = MUCH) {
  const { id, address } = await expired()
  const txId = usdt.chain.pay({ to: address, units })
  usdt.chain.mine(20)
  await usdt.look()
  return { id, address, place: { txId, logIndex: 0 } }
}

const decision = (place: { txId: string; logIndex: number }) => ({
  ...place,
  requestedBy: randomUUID(),
  approvedBy: randomUUID(),
})
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: { code?: string }) => error.code,
  )

test('a transfer of a block before the end of the time to pay keeps the rate, although it is seen later', async () => {
  usdt.chain = playedChain(Date.now() - 10 * MINUTE_MS, usdt.chain.head())
  const { id, address } = await usdt.open(person, AMOUNT)
  usdt.pay(address, UNITS)
  await usdt.expire(address)
  await usdt.setRate('2')
  await usdt.look()
  expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: AMOUNT })
})

test('a transfer that was seen in time keeps the rate, although it gets its confirmations later', async () => {
  const { id, address } = await usdt.open(person, AMOUNT)
  usdt.chain.pay({ to: address, units: UNITS })
  await usdt.look()
  await usdt.wallet.database.advanceClock(31 * MINUTE_MS)
  await usdt.setRate('2')
  usdt.chain.mine(20)
  await usdt.look()
  expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: AMOUNT })
})

test('three equal transfers of one transaction to one address are each credited once', async () => {
  const { id, address } = await usdt.open(person, AMOUNT)
  usdt.chain.pay(Array.from({ length: 3 }, () => ({ to: address, units: UNITS })))
  usdt.chain.mine(20)
  for (let look = 0; look < 3; look++) await usdt.look()
  expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: '1500.00' })
  expect(await money()).toBe(15_000_000n)
})

test('late transfers are credited up to the highest recharge, and the one above it waits', async () => {
  const { id, address } = await expired()
  for (const units of [30_000_000_000n, 20_000_000_000n, 1_000_000n]) usdt.pay(address, units)
  for (let look = 0; look < 3; look++) await usdt.look()
  const state = await usdt.status(person, id)
  expect(state.status).toBe('success')
  // in any order: together never above 100,000
  expect(parseMoney(state.credited ?? '0')).toBe(await money())
  expect(await money()).toBeLessThanOrEqual(1_000_000_000n)
  expect(parseMoney(state.credited ?? '0') + parseMoney(state.held ?? '0')).toBe(1_000_020_000n)
})

test('a late transfer above the highest recharge waits, and is credited once when two operators decide so', async () => {
  const { id, address, place } = await heldTransfer()
  await usdt.look()
  expect(await money()).toBe(0n)
  expect(await usdt.status(person, id)).toMatchObject({
    status: 'failed',
    credited: null,
    held: '120000.00',
  })
  expect(
    usdt.wallet.logged.filter(
      ({ fields }) => fields['alarm'] === 'trc20_held' && fields['address'] === address,
    ),
  ).toHaveLength(1)
  const page = await held().page(usdt.wallet.db, null, 10)
  expect(page.at(-1)).toMatchObject({
    transaction_id: place.txId,
    units: MUCH,
    rate: 20_000n,
    own_rate: 25_000n,
  })
  await usdt.setRate('3')
  const both = await Promise.allSettled(
    [1, 2].map(() => usdt.wallet.db.tx((tx) => held().credit(tx, decision(place)))),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await money()).toBe(1_200_000_000n)
  const state = await usdt.status(person, id)
  expect(state).toMatchObject({ status: 'success', credited: '120000.00' })
  expect(state.held).toBeUndefined()
  const counted = await countedDeposits(usdt.wallet.db, person.memberId, 'day', 0)
  expect(counted.used).toBe(1_200_000_000n)
  expect(await codeOf(usdt.wallet.db.tx((tx) => held().dismiss(tx, decision(place))))).toBe('NOT_PENDING')
  await usdt.look()
  expect(await money()).toBe(1_200_000_000n)
})

test('a held transfer that operators dismiss is never credited', async () => {
  const { id, place } = await heldTransfer()
  await usdt.wallet.db.tx((tx) => held().dismiss(tx, decision(place)))
  await usdt.look()
  expect(await money()).toBe(0n)
  expect((await usdt.status(person, id)).held).toBeUndefined()
  expect(await codeOf(usdt.wallet.db.tx((tx) => held().credit(tx, decision(place))))).toBe('NOT_PENDING')
})

test('a held transfer that left the chain cannot be credited until it is back', async () => {
  const { place } = await heldTransfer()
  const again = usdt.chain.reorganise(21)
  await usdt.look()
  const credit = () => usdt.wallet.db.tx((tx) => held().credit(tx, decision(place)))
  expect(await codeOf(credit())).toBe('NOT_PENDING')
  again()
  usdt.chain.mine(20)
  await usdt.look()
  await credit()
  expect(await money()).toBe(1_200_000_000n)
})

test('a late transfer waits at the rate of its recharge while no rate is set', async () => {
  const { id, address } = await expired()
  await usdt.setRate('0')
  usdt.pay(address, UNITS)
  await usdt.look()
  expect(await money()).toBe(0n)
  expect(await usdt.status(person, id)).toMatchObject({ status: 'failed', held: AMOUNT })
})

// the last one: blocks of the played chain keep the time of this machine
test('a transfer 29 days after the time to pay is credited at the rate of that moment', async () => {
  const { id, address } = await expired()
  await usdt.wallet.database.advanceClock(29 * DAY_MS)
  usdt.pay(address, UNITS)
  await usdt.look()
  expect(await usdt.status(person, id)).toMatchObject({ status: 'success', credited: '400.00' })
  const [row] = await usdt.wallet.db.query('select rate, worth from trc20_transfer where recharge_id = $1', [
    id,
  ])
  expect(row).toEqual({ rate: 20_000n, worth: 4_000_000n })
})
