/**
 * Random cash issues that members buy with and without vouchers, against a model that knows only sums: the escrow receives the full
 * price of every order, a draw pays the prizes and keeps the vouchers, a refund gives back money and vouchers, to the last unit.
 */
import { randomUUID } from 'node:crypto'
import { tierOf } from '@fairlot/fairness/draw'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { fundHouse } from '../../ledger/index.ts'
import { drawAll, drawMall, openTestIssue, type DrawMall } from '../draws/draws.fixture.ts'
import { createReader, DAY_MS } from '../issues/issue-steps.fixture.ts'
import { grantVouchers } from './vouchers.ts'

const UNIT = 10_000n
const PRICE = 10n * UNIT
const START = 100_000n * UNIT
/** more than all orders of a run take */
const LEAST_SHARES = 45

let world: DrawMall
let look: ReturnType<typeof createReader>
beforeAll(async () => {
  world = await drawMall()
  look = createReader(world)
  await world.mall.db.tx((tx) =>
    fundHouse(tx, { account: 'marketing', amount: 1_000_000n * UNIT, reference: 'vouchers' }),
  )
})
afterAll(() => world.mall.close())

/** Amounts in minor units, so that they rarely divide evenly. */
const anyVoucher = fc.record({
  amount: fc.bigInt({ min: 1n, max: 80n * UNIT }),
  moreThanAmount: fc.bigInt({ min: 0n, max: 30n * UNIT }),
})
const anyOrder = fc.record({
  buyer: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 8 }),
  voucher: fc.option(anyVoucher),
  /** how the purchase is sent: once, again under its request id, or twice with one voucher */
  sent: fc.constantFrom('once', 'again', 'twice'),
})
const BANDS = [
  [0, 0],
  [1, 3],
  [4, 7],
] as const
/** the codes of each tier */
const CODES = [1n, 6n, 8n]
/** With the highest prizes the tiers pay less than nine tenths of the sales, so that no issue needs a subsidy. */
const anyIssue = fc.record({
  shares: fc.integer({ min: LEAST_SHARES, max: 60 }),
  prizes: fc.tuple(
    fc.bigInt({ min: 60n * UNIT, max: 150n * UNIT }),
    fc.bigInt({ min: 12n * UNIT, max: 20n * UNIT }),
    fc.bigInt({ min: PRICE, max: 12n * UNIT - 1n }),
  ),
  orders: fc.array(anyOrder, { minLength: 1, maxLength: 5 }),
  end: fc.constantFrom('drawn', 'refunded'),
})
type Value<T> = T extends fc.Arbitrary<infer V> ? V : never
type Order = Value<typeof anyOrder>
type Issue = Value<typeof anyIssue>

async function grant(member: string, { amount, moreThanAmount }: NonNullable<Order['voucher']>) {
  const [granted] = await world.mall.db.tx((tx) =>
    grantVouchers(tx, {
      name: randomUUID(),
      approvalId: null,
      members: [member],
      amount,
      minSpend: amount + moreThanAmount,
      days: 365,
    }),
  )
  return granted!.id
}

const walletOf = async (member: string) => (await look.wallets([member])).low

/** The states of vouchers, in the order of the ids. */
async function statesOf(vouchers: readonly string[]): Promise<string[]> {
  const rows = await world.mall.db.query<{ state: string }>(
    'select state from voucher where voucher_id = any($1) order by array_position($1, voucher_id)',
    [vouchers],
  )
  return rows.map(({ state }) => state)
}

type Bought = {
  member: string
  quantity: number
  firstCode: number
  discount: bigint
  voucher: string | null
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
const paidBy = (member: string, bought: readonly Bought[]) =>
  sum(
    bought
      .filter((one) => one.member === member)
      .map(({ quantity, discount }) => PRICE * BigInt(quantity) - discount),
  )

/** Buys, or answers the code of the refusal. */
async function attempt(wanted: Parameters<DrawMall['mall']['sales']['buy']>[0]) {
  try {
    return await world.mall.sales.buy(wanted)
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** The first code of an order; orders of cash issues have one. */
function codeOf(answer: Awaited<ReturnType<typeof attempt>>): number {
  if (typeof answer === 'string' || answer.firstCode === null) throw new Error('the order has no code')
  return answer.firstCode
}

/** Sends an order as it says. @returns what was bought, and the voucher that a refused order left as it was */
async function send({ quantity, sent, ...wanted }: Order, member: string, issue: string) {
  const voucher = wanted.voucher && (await grant(member, wanted.voucher))
  const requestId = randomUUID()
  // without a voucher a second request id would be a second purchase
  const isTwice = sent === 'twice' && voucher !== null
  const ids = [requestId, ...(sent === 'once' ? [] : [isTwice ? randomUUID() : requestId])]
  const asked = { member, issue, quantity, ...(voucher && { voucher }) }
  const answers = await Promise.all(ids.map((id) => attempt({ ...asked, requestId: id })))
  const orders = new Map(
    answers.flatMap((answer) => (typeof answer === 'string' ? [] : [[answer.order, answer]])),
  )
  const total = PRICE * BigInt(quantity)
  const isUsable = !wanted.voucher || wanted.voucher.amount + wanted.voucher.moreThanAmount <= total
  const refused = answers.filter((answer) => answer === 'VOUCHER_UNUSABLE').length
  expect([orders.size, refused]).toEqual(isUsable ? [1, isTwice ? 1 : 0] : [0, ids.length])
  const [answer] = orders.values()
  if (!answer) return { bought: [], kept: voucher ? [voucher] : [] }
  const discount = wanted.voucher?.amount ?? 0n
  expect(answer).toMatchObject({ amount: total, discount, quantity })
  return { bought: [{ member, quantity, firstCode: codeOf(answer), discount, voucher }], kept: [] }
}

function wonBy({ firstCode, quantity }: Bought, winning: number, shares: number, prizes: readonly bigint[]) {
  let won = 0n
  for (let code = firstCode; code < firstCode + quantity; code++) {
    const tier = tierOf(code, winning, shares, BANDS)
    if (tier > 0) won += prizes[tier - 1]!
  }
  return won
}

type Sold = Awaited<ReturnType<typeof sell>>

/** Opens the issue and sends its orders. The last member buys none of them. */
async function sell({ shares, prizes, orders }: Issue) {
  const members = await testMembers(world.mall, 4, START)
  const { issueId, number } = await openTestIssue(world, {
    mode: 'cash',
    marketPrice: undefined,
    shares,
    sharePrice: PRICE,
    tiers: BANDS.map(([from, to], n) => ({ from, to, prize: prizes[n]! })),
    saleDays: 1,
    maxIssues: 1,
  })
  const before = await look.house('vouchers')
  const bought: Bought[] = []
  const kept: string[] = []
  for (const order of orders) {
    const done = await send(order, members[order.buyer]!, number)
    bought.push(...done.bought)
    kept.push(...done.kept)
  }
  const granted = before + sum(orders.map((order) => order.voucher?.amount ?? 0n))
  const setAside = granted - sum(bought.map(({ discount }) => discount))
  const sold = bought.reduce((codes, { quantity }) => codes + quantity, 0)
  expect(await look.poolOf(issueId)).toBe(PRICE * BigInt(sold))
  expect(await look.house('vouchers')).toBe(setAside)
  for (const member of members) expect(await walletOf(member)).toBe(START - paidBy(member, bought))
  return { issueId, number, members, bought, kept, granted, setAside, left: shares - sold }
}

async function refund({ members, bought, kept, granted }: Sold): Promise<void> {
  await world.mall.database.advanceClock(DAY_MS)
  await world.draws.runDue()
  for (const member of members) expect(await walletOf(member)).toBe(START)
  expect(await look.house('vouchers')).toBe(granted)
  const vouchers = [...bought.flatMap(({ voucher }) => voucher ?? []), ...kept]
  expect(await statesOf(vouchers)).toEqual(vouchers.map(() => 'open'))
}

async function draw({ issueId, number, members, setAside, left, ...sold }: Sold, { shares, prizes }: Issue) {
  const house = async () => (await look.house('sales')) + (await look.house('marketing'))
  const before = await house()
  const last = await attempt({ member: members[3]!, issue: number, quantity: left, requestId: randomUUID() })
  const firstCode = codeOf(last)
  const bought = [
    ...sold.bought,
    { member: members[3]!, quantity: left, firstCode, discount: 0n, voucher: null },
  ]
  await drawAll(world)
  const { code } = await look.one<{ code: number }>('select code from issue_draw where issue_id = $1', [
    issueId,
  ])
  const won = (one: Bought) => wonBy(one, code, shares, prizes)
  for (const member of members)
    expect(await walletOf(member)).toBe(
      START - paidBy(member, bought) + sum(bought.filter((one) => one.member === member).map(won)),
    )
  const promised = sum(prizes.map((prize, n) => prize * CODES[n]!))
  expect(sum(bought.map(won))).toBe(promised)
  expect((await house()) - before).toBe(PRICE * BigInt(shares) - promised)
  expect(await look.house('vouchers')).toBe(setAside)
  const used = bought.flatMap(({ voucher }) => voucher ?? [])
  expect(await statesOf([...used, ...sold.kept])).toEqual([
    ...used.map(() => 'used'),
    ...sold.kept.map(() => 'open'),
  ])
}

test('money and vouchers of any cash issue are where they belong, whether it is drawn or refunded', async () => {
  const property = fc.asyncProperty(anyIssue, async (value) => {
    const sold = await sell(value)
    await (value.end === 'refunded' ? refund(sold) : draw(sold, value))
    expect(await look.poolOf(sold.issueId)).toBe(0n)
  })
  await fc.assert(property, { numRuns: rounds(300, 12), endOnFailure: true })
  expect(await breaches(world.mall.db)).toEqual([])
  expect(world.errors).toEqual([])
}, 600_000)
