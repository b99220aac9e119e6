/** Vouchers: granted, used, back with a refund, expired; each once, and to the last unit. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { planted } from '../../../testing/planted.ts'
import { netPosition } from '../../guard/net-position.ts'
import { vipLevelOf } from '../../identity/index.ts'
import { fundHouse, lockWallets, requirePlay, setLimit } from '../../ledger/index.ts'
import { drawAll, drawMall, openTestIssue, type DrawMall } from '../draws/draws.fixture.ts'
import { expireIssue } from '../issues/expiry.ts'
import { createFailingDb, createReader, DAY_MS } from '../issues/issue-steps.fixture.ts'
import { refundChunk } from '../issues/refund.ts'
import { mallSettings } from '../mall.settings.fixture.ts'
import { voucherChecks } from './vouchers.checks.ts'
import { dueVouchers } from './vouchers.queries.ts'
import { expireVouchers, grantVouchers, listVouchers } from './vouchers.ts'

const UNIT = 10_000n
let world: DrawMall
let look: ReturnType<typeof createReader>

beforeAll(async () => {
  world = await drawMall()
  look = createReader(world)
  await world.mall.db.tx((tx) =>
    fundHouse(tx, { account: 'marketing', amount: 100_000n * UNIT, reference: 'vouchers' }),
  )
})
afterAll(() => world.mall.close())

/** Grants each member one voucher. @returns their ids, in the order of the members */
async function grant(
  members: readonly string[],
  {
    amount = 3n * UNIT,
    minSpend = 3n * UNIT,
    days = 30,
  }: Partial<Record<'amount' | 'minSpend', bigint>> & { days?: number } = {},
): Promise<string[]> {
  const granted = await world.mall.db.tx((tx) =>
    grantVouchers(tx, { name: randomUUID(), approvalId: null, members, amount, minSpend, days }),
  )
  return members.map((member) => granted.find((one) => one.member === member)!.id)
}

type Wanted = { member: string; issue: string; quantity?: number; voucher?: string; requestId?: string }

/** Buys, or answers the code of the refusal. */
async function buy({ quantity = 5, requestId = randomUUID(), ...wanted }: Wanted) {
  try {
    return await world.mall.sales.buy({ ...wanted, quantity, requestId })
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const { listed, own } = {
  listed: async (member: string, which: 'open' | 'ended' = 'open') =>
    (await listVouchers(world.mall.db, member, { which, limit: 20 })).items,
  own: async (member: string) =>
    (await look.one<{ balance: bigint }>('select balance from wallet where member_id = $1', [member]))
      .balance,
}
const sound = async () => expect(await breaches(world.mall.db)).toEqual([])

describe('a purchase with a voucher', () => {
  test('costs the member the rest, and the escrow receives the full price', async () => {
    const [member = ''] = await testMembers(world.mall, 1, 20n * UNIT)
    const [voucher] = await grant([member])
    const before = await look.house('vouchers')
    const { issueId, number } = await openTestIssue(world, { shares: 10 })
    const bought = await buy({ member, issue: number, voucher: voucher! })
    expect(bought).toMatchObject({ amount: 5n * UNIT, discount: 3n * UNIT, firstCode: 1_000_001 })
    expect(await own(member)).toBe(18n * UNIT)
    expect(await look.poolOf(issueId)).toBe(5n * UNIT)
    expect(before - (await look.house('vouchers'))).toBe(3n * UNIT)
    expect(await listed(member)).toEqual([])
    expect(await listed(member, 'ended')).toMatchObject([{ id: voucher, state: 'used', amount: '3.00' }])
    const position = await netPosition(world.mall.db, member, 0)
    expect(position.all).toMatchObject({ spent: 2n * UNIT, returned: 0n })
    await sound()
  })

  test('is one purchase under its request id; another voucher, or none, is another input', async () => {
    const [member = ''] = await testMembers(world.mall, 1, 50n * UNIT)
    const [[voucher = ''], [other = '']] = [await grant([member]), await grant([member])]
    const { number: issue } = await openTestIssue(world, { shares: 20 })
    const requestId = randomUUID()
    const asked = { member, issue, voucher, requestId }
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(asked)))
    expect(
      new Set(answers.map((answer) => JSON.stringify(answer, (_, v) => (typeof v === 'bigint' ? `${v}` : v))))
        .size,
    ).toBe(1)
    expect(await own(member)).toBe(48n * UNIT)
    expect(await buy({ ...asked, voucher: other })).toBe('REQUEST_ID_REUSED')
    expect(await buy({ member, issue, requestId })).toBe('REQUEST_ID_REUSED')
    const plain = randomUUID()
    await buy({ member, issue, requestId: plain })
    expect(await buy({ ...asked, voucher: other, requestId: plain })).toBe('REQUEST_ID_REUSED')
    expect(await own(member)).toBe(43n * UNIT)
    await sound()
  })

  test('a voucher of another member, below its minimum, unknown or expired is refused, and nothing is stored', async () => {
    const [member = '', other = ''] = await testMembers(world.mall, 2, 50n * UNIT)
    const [[foreign = ''], [large = ''], [short = '']] = [
      await grant([other]),
      await grant([member], { minSpend: 6n * UNIT }),
      await grant([member], { days: 1 }),
    ]
    const { number: issue } = await openTestIssue(world, { shares: 50 })
    await world.mall.database.advanceClock(DAY_MS)
    for (const voucher of [foreign, large, short, randomUUID()])
      expect(await buy({ member, issue, voucher })).toBe('VOUCHER_UNUSABLE')
    expect(await own(member)).toBe(50n * UNIT)
    expect((await listed(member, 'ended')).map(({ id, state }) => [id, state])).toEqual([[short, 'expired']])
    await sound()
  })

  test('that is refused for lack of money or of shares leaves the voucher as it was', async () => {
    const [poor = '', late = ''] = await testMembers(world.mall, 2, 10n * UNIT)
    const vouchers = await grant([poor, late], { amount: UNIT, minSpend: UNIT })
    const { number: issue } = await openTestIssue(world, { shares: 12 })
    expect(await buy({ member: poor, issue, quantity: 12, voucher: vouchers[0]! })).toBe(
      'INSUFFICIENT_BALANCE',
    )
    await buy({ member: poor, issue, quantity: 10 })
    expect(await buy({ member: late, issue, quantity: 3, voucher: vouchers[1]! })).toBe('NOT_ENOUGH_SHARES')
    expect([await listed(poor), await listed(late)]).toMatchObject([
      [{ id: vouchers[0] }],
      [{ id: vouchers[1] }],
    ])
    // with the voucher, the balance is enough for one more
    expect(await buy({ member: late, issue, quantity: 2, voucher: vouchers[1]! })).toMatchObject({
      discount: UNIT,
    })
    await sound()
  })

  test('of one voucher by many calls at once is one purchase', async () => {
    const [member = ''] = await testMembers(world.mall, 1, 500n * UNIT)
    const [voucher] = await grant([member])
    const { number: issue } = await openTestIssue(world, { shares: 200 })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => buy({ member, issue, voucher: voucher! })),
    )
    expect(answers.filter((answer) => answer === 'VOUCHER_UNUSABLE')).toHaveLength(29)
    expect(await own(member)).toBe(498n * UNIT)
    await sound()
  })

  test('counts for a limit and for play-through with what the member pays', async () => {
    const [member = ''] = await testMembers(world.mall, 1, 50n * UNIT)
    const [voucher] = await grant([member])
    await world.mall.db.tx(async (tx) => {
      await lockWallets(tx, [member])
      for (const kind of ['spend', 'loss'] as const)
        await setLimit(tx, { member, kind, period: 'month' }, 12n * UNIT, 0)
      await requirePlay(tx, member, 50n * UNIT)
    })
    const { number: issue } = await openTestIssue(world, { shares: 15 })
    expect(await buy({ member, issue, quantity: 15 })).toBe('LOSS_LIMIT')
    expect(await buy({ member, issue, quantity: 15, voucher: voucher! })).toMatchObject({
      discount: 3n * UNIT,
    })
    const used = () =>
      look.one(
        `select max(used) filter (where kind = 'spend') as spend, max(used) filter (where kind = 'loss') as loss,
           max(open) as open, (select played from play_through where member_id = $1) as played
         from limit_counter where member_id = $1`,
        [member],
      )
    expect(await used()).toEqual({ spend: 12n * UNIT, loss: 12n * UNIT, open: 12n * UNIT, played: 0n })
    await drawAll(world)
    expect(await used()).toMatchObject({ loss: 12n * UNIT, open: 0n, played: 12n * UNIT })
    const spend = await look.one('select spend from member_vip where member_id = $1', [member])
    expect(spend).toEqual({ spend: 12n * UNIT })
    await sound()
  })
})

test('members with and without vouchers race for the last shares: each share once, each voucher once', async () => {
  const members = await testMembers(world.mall, 60, 10n * UNIT)
  const vouchers = await grant(members.slice(0, 30), { amount: UNIT, minSpend: UNIT })
  const { issueId, number: issue } = await openTestIssue(world, { shares: 40 })
  const answers = await Promise.all(
    members.map((member, n) => buy({ member, issue, quantity: 1, ...(n < 30 && { voucher: vouchers[n]! }) })),
  )
  const sold = answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer]))
  expect(new Set(sold.map(({ firstCode }) => firstCode)).size).toBe(40)
  expect(await look.poolOf(issueId)).toBe(40n * UNIT)
  const withVoucher = sold.filter(({ discount }) => discount > 0n).length
  const open = await look.one<{ n: number }>(
    `select count(*)::int as n from voucher where state = 'open' and voucher_id = any($1)`,
    [vouchers],
  )
  expect(open.n).toBe(30 - withVoucher)
  await sound()
})

test('a refund pays the wallets what they paid, and makes the vouchers valid again for a week, wherever it stops', async () => {
  const members = await testMembers(world.mall, 4, 10n * UNIT)
  const vouchers = await grant(members, { days: 2 })
  const { issueId, number: issue } = await openTestIssue(world, { shares: 40, saleDays: 1, maxIssues: 1 })
  for (const [n, member] of members.entries()) await buy({ member, issue, voucher: vouchers[n]! })
  await buy({ member: members[0]!, issue, quantity: 1 })
  await world.mall.database.advanceClock(DAY_MS)
  const before = await look.house('vouchers')
  await expireIssue(world.mall.db, issueId)
  const ending = createFailingDb(world.mall.db, 'the issue is refunded', 'process')
  await refundChunk(world.options, issueId, 2)
  await expect(refundChunk({ ...world.options, db: ending.db }, issueId, 20)).rejects.toThrow('ended when')
  await sound()
  await Promise.all([1, 2, 3].map(() => refundChunk(world.options, issueId, 20)))
  expect(await look.wallets(members)).toEqual({ low: 10n * UNIT, high: 10n * UNIT, open: 0 })
  expect((await look.house('vouchers')) - before).toBe(12n * UNIT)
  const now = await world.now()
  for (const [n, member] of members.entries()) {
    const [back] = await listed(member)
    expect(back).toMatchObject({ id: vouchers[n], state: 'open', order: null, returned: expect.any(String) })
    expect(back!.expiresAt - now).toBeGreaterThan(6.9 * DAY_MS)
  }
  const { all } = await netPosition(world.mall.db, members[0]!, 0)
  expect(all).toMatchObject({ spent: 3n * UNIT, returned: 3n * UNIT })
  // it can be used once more
  const { number: next } = await openTestIssue(world, { shares: 5 })
  expect(await buy({ member: members[0]!, issue: next, voucher: vouchers[0]! })).toMatchObject({
    discount: 3n * UNIT,
  })
  await sound()
})

test('expired vouchers go back to the marketing account once, however many processes end them', async () => {
  const members = await testMembers(world.mall, 5, UNIT)
  const marketing = await look.house('marketing')
  await grant(members, { days: 3 })
  expect(marketing - (await look.house('marketing'))).toBe(15n * UNIT)
  await world.mall.database.advanceClock(4 * DAY_MS)
  const due = await dueVouchers(world.mall.db, 500)
  const ended = await Promise.all([1, 2, 3].map(() => world.mall.db.tx((tx) => expireVouchers(tx, due))))
  expect(ended.map(({ length }) => length).filter((length) => length > 0)).toEqual([due.length])
  expect(await listed(members[0]!)).toEqual([])
  expect(await look.house('marketing')).toBeGreaterThanOrEqual(marketing)
  await sound()
})

describe('a grant', () => {
  test('is once under its name, for members that exist, with money of the marketing account', async () => {
    const members = await testMembers(world.mall, 2, 0n)
    const terms = { name: randomUUID(), approvalId: null, amount: UNIT, minSpend: UNIT, days: 7 }
    const give = (more: object = {}) =>
      world.mall.db.tx((tx) => grantVouchers(tx, { ...terms, members, ...more }))
    const granted = await Promise.all([1, 2, 3].map(() => give()))
    expect(granted.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, 0, 2])
    await expect(give({ members: [randomUUID()] })).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
    await expect(give({ name: 'x', amount: 10n ** 12n, minSpend: 10n ** 12n })).rejects.toMatchObject({
      code: 'MARKETING_SHORT',
    })
    await sound()
  })
})

test('a member who buys every share of a cash issue with a voucher gets back less than its price', async () => {
  const [member = ''] = await testMembers(world.mall, 1, 500n * UNIT)
  const [voucher] = await grant([member], { amount: 20n * UNIT, minSpend: 20n * UNIT })
  const { number: issue } = await openTestIssue(world, {
    mode: 'cash',
    marketPrice: undefined,
    shares: 50,
    tiers: [{ from: 0, to: 0, prize: 30n * UNIT }],
    maxIssues: 1,
  })
  await buy({ member, issue, quantity: 50, voucher: voucher! })
  await drawAll(world)
  // 500 − (50 − 20) + 30: what is more than before at most is the voucher
  expect(await own(member)).toBe(500n * UNIT)
  await sound()
})

test('what members spent in drawn issues decides their VIP level', async () => {
  const [member = ''] = await testMembers(world.mall, 1, 1_000n * UNIT)
  const level = () => vipLevelOf(world.mall.db, mallSettings(world.mall.db), member)
  const { number: issue } = await openTestIssue(world, { shares: 500 })
  const { number: vip } = await openTestIssue(world, { shares: 10, minVip: 1 })
  await buy({ member, issue, quantity: 500 })
  expect([await level(), await buy({ member, issue: vip })]).toEqual([0, 'VIP_REQUIRED'])
  await drawAll(world)
  expect(await level()).toBe(1)
  expect(await buy({ member, issue: vip })).toMatchObject({ quantity: 5 })
  const [poor = ''] = await testMembers(world.mall, 1, 0n)
  await world.mall.owner.query('insert into member_vip (member_id, spend) values ($1, $2)', [
    poor,
    500n * UNIT,
  ])
  expect(await buy({ member: poor, issue: vip })).toBe('PAYMENT_REQUIRED')
  await world.mall.owner.query('delete from member_vip where member_id = $1', [poor])
  await sound()
})

describe('the doctor finds', () => {
  const SET_ASIDE = 'the house has set aside the amounts of all vouchers that can still be used, and no more'
  const STATE =
    'every voucher is in the state of the last entry of its history, which has each step once and in order'
  const LINES = 'every line of vouchers has its cause, amount, sides and time, and every cause its lines'
  const HISTORY = 'no row of the history of vouchers was changed or removed'
  const PAID =
    'what the house paid of an order is one voucher of its member, used from its minimum spend on, and back exactly when the order was refunded'
  /** The voucher of a state with the shortest history: an open one was never used. */
  const one = (state: string) =>
    `(member_id, voucher_id) = (select member_id, voucher_id from voucher where state = '${state}' order by steps, voucher_id limit 1)`

  test.each([
    [
      'owner',
      'an amount that was raised',
      `update voucher set amount = amount + 1, min_spend = min_spend + 1 where ${one('open')}`,
      [LINES, SET_ASIDE],
    ],
    [
      'owner',
      'a voucher without a grant',
      `insert into voucher (member_id, voucher_id, amount, min_spend, granted_at, expires_at, state)
       select member_id, gen_random_uuid(), 1, 1, now(), now() + interval '1 day', 'open' from member limit 1`,
      [SET_ASIDE, STATE],
    ],
    [
      'app',
      'a used voucher that is open again',
      `update voucher set state = 'open', purchase_id = null, steps = steps + 1 where ${one('used')}`,
      [SET_ASIDE, STATE],
    ],
    [
      'app',
      'an expired voucher that is open again',
      `update voucher set state = 'open', steps = steps + 1 where ${one('expired')}`,
      [expect.stringContaining('refused')],
    ],
    [
      'app',
      'a changed history',
      `update voucher_event set at = at where false`,
      [expect.stringContaining('refused')],
    ],
    [
      'owner',
      'a removed entry',
      `delete from voucher_event where event = 'used' and ${one('used')}`,
      expect.arrayContaining([HISTORY, LINES, STATE, PAID]),
    ],
    [
      'owner',
      'a part that no voucher paid',
      `update purchase set house_paid = 1 where (member_id, purchase_id) =
       (select member_id, purchase_id from purchase where house_paid is null and state = 'done' limit 1)`,
      expect.arrayContaining([PAID]),
    ],
    [
      'owner',
      'money taken from what is set aside',
      `update house_account set balance = balance - 1 where name = 'vouchers'`,
      [SET_ASIDE],
    ],
  ] as const)('%s: %s', async (role, _, plant, found) => {
    const db = role === 'owner' ? world.mall.owner : world.mall.db
    expect(await planted(db, voucherChecks, plant)).toEqual(found)
  })
})
