import { randomUUID } from 'node:crypto'
import { formatMoney } from '@fairlot/contract/money/money'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { purchaseId } from '@fairlot/fairness/purchase-id'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import { breaches, testIssue, testMall, testMembers, type TestMall } from '../../../testing/mall.ts'
import { balances } from '../../ledger/index.ts'
import { createShareSales, type Purchase } from './buy.ts'
import { createTerms } from '../issues/issue-terms.ts'

const UNIT = 10_000n
let mall: TestMall

beforeAll(async () => {
  mall = await testMall()
})
afterAll(() => mall.close())

/** The same rules hold for the statement on one lane, for its halves, and for its parts on several lanes. */
const FORMS = ['one', 'split', 'several'] as const

type Result = { purchase: Purchase } | { code: string; values?: Record<string, unknown> }

async function buy(
  member: string,
  issue: string,
  quantity: number,
  requestId: string = randomUUID(),
): Promise<Result> {
  try {
    return { purchase: await mall.sales.buy({ member, issue, quantity, requestId }) }
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, values: error.details.values }
    throw error
  }
}

const bought = (results: Result[]) =>
  results.flatMap((result) => ('purchase' in result ? [result.purchase] : []))
const refusals = (results: Result[]) => results.flatMap((result) => ('code' in result ? [result.code] : []))

describe.each(FORMS)('buying shares, lanes: %s', (lanes) => {
  let before: TestMall
  beforeAll(async () => {
    before = mall
    if (lanes !== 'one') mall = await testMall(lanes)
  })
  afterAll(async () => {
    if (mall !== before) await mall.close()
    mall = before
  })

  test('debits the wallet, fills the escrow and gives the next codes', async () => {
    const [member = ''] = await testMembers(mall, 1, 100n * UNIT)
    const issue = await testIssue(mall, { shares: 10, price: 7n * UNIT })
    const first = await mall.sales.buy({ member, issue: issue.number, quantity: 3, requestId: randomUUID() })
    const second = await mall.sales.buy({ member, issue: issue.number, quantity: 2, requestId: randomUUID() })
    expect([first.firstCode, second.firstCode]).toEqual([FIRST_CODE, FIRST_CODE + 3])
    expect(await balances(mall.db, member)).toEqual({ balance: 65n * UNIT, openOrders: 2 })
    const [row] = await mall.db.query(
      'select sold, pool, orders, participants from issue where issue_id = $1',
      [issue.issueId],
    )
    expect(row).toEqual({ sold: 5, pool: 35n * UNIT, orders: 2, participants: 1 })
    expect(await breaches(mall.db)).toEqual([])
  })

  test('the last 50 shares and 200 buyers at once: exactly 50 are sold, the others keep their money', async () => {
    const members = await testMembers(mall, 200, 5n * UNIT)
    const issue = await testIssue(mall, { shares: 50, price: 5n * UNIT })
    const results = await Promise.all(members.map((member) => buy(member, issue.number, 1)))
    const codes = bought(results).map((purchase) => purchase.firstCode)
    expect(codes.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 50 }, (_, index) => FIRST_CODE + index),
    )
    expect(refusals(results)).toEqual(Array.from({ length: 150 }, () => 'SOLD_OUT'))
    const [sums] = await mall.db.query<{ kept: bigint; spent: bigint }>(
      `select count(*) filter (where balance = 50000) as kept, count(*) filter (where balance = 0) as spent
       from wallet where member_id = any($1)`,
      [members],
    )
    expect(sums).toEqual({ kept: 150n, spent: 50n })
    expect(mall.soldOut.filter((id) => id === issue.issueId)).toHaveLength(1)
    expect(await breaches(mall.db)).toEqual([])
  })

  test('one request id sent 50 times at once buys once and answers the same every time', async () => {
    const [member = ''] = await testMembers(mall, 1, 100n * UNIT)
    const issue = await testIssue(mall, { shares: 100, price: 10n * UNIT })
    const requestId = randomUUID()
    const results = await Promise.all(
      Array.from({ length: 50 }, () => buy(member, issue.number, 2, requestId)),
    )
    expect(new Set(bought(results).map((purchase) => `${purchase.order} ${purchase.firstCode}`)).size).toBe(1)
    expect(bought(results)).toHaveLength(50)
    expect((await balances(mall.db, member)).balance).toBe(80n * UNIT)
    expect(await breaches(mall.db)).toEqual([])
  })

  test('a request id with another input is refused and changes nothing', async () => {
    const [member = ''] = await testMembers(mall, 1, 100n * UNIT)
    const issue = await testIssue(mall, { shares: 100, price: UNIT })
    const other = await testIssue(mall, { shares: 100, price: UNIT })
    const requestId = randomUUID()
    await buy(member, issue.number, 2, requestId)
    expect(await buy(member, issue.number, 3, requestId)).toMatchObject({ code: 'REQUEST_ID_REUSED' })
    expect(await buy(member, other.number, 2, requestId)).toMatchObject({ code: 'REQUEST_ID_REUSED' })
    expect((await balances(mall.db, member)).balance).toBe(98n * UNIT)
  })

  test("a repeated id after the sell-out still answers the purchase, another member's same id buys for itself", async () => {
    const [member = '', other = ''] = await testMembers(mall, 2, 100n * UNIT)
    const issue = await testIssue(mall, { shares: 4, price: UNIT })
    const requestId = randomUUID()
    const first = await buy(member, issue.number, 1, requestId)
    const theirs = await buy(other, issue.number, 3, requestId)
    expect(bought([first, theirs]).map(({ order }) => order)).toEqual(
      [member, other].map((one) => purchaseId(one, requestId)),
    )
    expect(await buy(other, issue.number, 1)).toMatchObject({ code: 'SOLD_OUT' })
    expect(await buy(member, issue.number, 1, requestId)).toEqual(first)
    expect(await buy(member, issue.number, 2, requestId)).toMatchObject({ code: 'REQUEST_ID_REUSED' })
  })

  test('who comes after the draw is told that all shares are sold, by a process that did not see the sale too', async () => {
    const [winner = '', late = ''] = await testMembers(mall, 2, 100n * UNIT)
    const issue = await testIssue(mall, { shares: 3, price: UNIT })
    await mall.sales.buy({ member: winner, issue: issue.number, quantity: 3, requestId: randomUUID() })
    await mall.owner.query(`update issue set status = 'drawn' where issue_id = $1`, [issue.issueId])
    const elsewhere = createShareSales({
      db: mall.db,
      seller: mall.seller,
      terms: createTerms(mall.db),
      display: formatMoney,
      vipLevel: () => Promise.resolve(0),
      onSoldOut: () => undefined,
    })
    await expect(
      elsewhere.buy({ member: late, issue: issue.number, quantity: 1, requestId: randomUUID() }),
    ).rejects.toMatchObject({ code: 'SOLD_OUT' })
    expect((await balances(mall.db, late)).balance).toBe(100n * UNIT)
    await mall.owner.query(`update issue set status = 'sold_out' where issue_id = $1`, [issue.issueId])
  })

  test('what does not fit is refused with what is left, and a smaller order still fits', async () => {
    const members = await testMembers(mall, 3, 100n * UNIT)
    const issue = await testIssue(mall, { shares: 10, price: UNIT })
    expect(await buy(members[0]!, issue.number, 11)).toEqual({
      code: 'NOT_ENOUGH_SHARES',
      values: { left: 10 },
    })
    const results = await Promise.all([
      buy(members[0]!, issue.number, 7),
      buy(members[1]!, issue.number, 5),
      buy(members[2]!, issue.number, 2),
    ])
    expect(bought(results).map((purchase) => purchase.quantity)).toEqual([7, 2])
    expect(refusals(results)).toEqual(['NOT_ENOUGH_SHARES'])
    expect(await buy(members[1]!, issue.number, 5)).toEqual({
      code: 'NOT_ENOUGH_SHARES',
      values: { left: 1 },
    })
    expect((await balances(mall.db, members[1]!)).balance).toBe(100n * UNIT)
    expect(await breaches(mall.db)).toEqual([])
  })

  test('200 purchases at once from one wallet stop where the money ends', async () => {
    const [member = ''] = await testMembers(mall, 1, 37n * UNIT)
    const issue = await testIssue(mall, { shares: 1000, price: UNIT })
    const results = await Promise.all(Array.from({ length: 200 }, () => buy(member, issue.number, 1)))
    expect(bought(results)).toHaveLength(37)
    expect(new Set(refusals(results))).toEqual(new Set(['INSUFFICIENT_BALANCE']))
    expect(await balances(mall.db, member)).toEqual({ balance: 0n, openOrders: 37 })
    expect(await breaches(mall.db)).toEqual([])
  })

  test('a refusal for lack of money leaves no trace: the same id buys after a recharge', async () => {
    const [poor = ''] = await testMembers(mall, 1, 0n)
    const issue = await testIssue(mall, { shares: 10, price: UNIT })
    const requestId = randomUUID()
    expect(await buy(poor, issue.number, 1, requestId)).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    const { transfer } = await import('../../ledger/index.ts')
    await mall.db.tx((tx) =>
      transfer(tx, {
        ref: randomUUID(),
        kind: 'recharge',
        from: { house: 'cash' },
        to: { member: poor },
        amount: UNIT,
      }),
    )
    expect(bought([await buy(poor, issue.number, 1, requestId)])).toHaveLength(1)
  })

  test('the cap per member holds in parallel', async () => {
    const [member = ''] = await testMembers(mall, 1, 100n * UNIT)
    const issue = await testIssue(mall, { shares: 100, price: UNIT, maxPerMember: 5 })
    const results = await Promise.all(Array.from({ length: 20 }, () => buy(member, issue.number, 2)))
    expect(bought(results)).toHaveLength(2)
    expect(await buy(member, issue.number, 2)).toEqual({
      code: 'OVER_MEMBER_CAP',
      values: { max: 5, available: 1 },
    })
    expect(bought([await buy(member, issue.number, 1)])).toHaveLength(1)
  })

  test('many members, many issues, mixed sizes at once: every invariant holds', async () => {
    const members = await testMembers(mall, 60, 40n * UNIT)
    const issues = await Promise.all(
      Array.from({ length: 7 }, () => testIssue(mall, { shares: 61, price: UNIT })),
    )
    const results = await Promise.all(
      Array.from({ length: 900 }, (_, n) => buy(members[n % 60]!, issues[(n * 5) % 7]!.number, 1 + (n % 4))),
    )
    const sold = bought(results).reduce((sum, purchase) => sum + purchase.quantity, 0)
    const [row] = await mall.db.query<{ sold: bigint }>(
      'select sum(sold) as sold from issue where issue_id = any($1)',
      [issues.map((issue) => issue.issueId)],
    )
    expect(row?.sold).toBe(BigInt(sold))
    expect(await breaches(mall.db)).toEqual([])
  })

  test('order times follow the database clock and never go back', async () => {
    const [member = ''] = await testMembers(mall, 1, 100n * UNIT)
    const issue = await testIssue(mall, { shares: 10, price: UNIT })
    await buy(member, issue.number, 1)
    await mall.database.advanceClock(-3_600_000)
    await buy(member, issue.number, 1)
    await mall.database.advanceClock(7_200_000)
    await buy(member, issue.number, 1)
    await mall.database.setClockOffset(0)
    await buy(member, issue.number, 1)
    const rows = await mall.db.query<{ ordered_ms: bigint }>(
      'select ordered_ms from issue_sale where issue_id = $1 order by seq',
      [issue.issueId],
    )
    const times = rows.map((row) => Number(row.ordered_ms))
    expect(times[1]).toBe(times[0])
    expect(times[2]! - times[1]!).toBeGreaterThan(3_500_000)
    expect(times[3]).toBe(times[2])
    expect(await breaches(mall.db)).toEqual([])
  })

  test('unknown issues, and an issue that is not on sale', async () => {
    const [member = ''] = await testMembers(mall, 1, 100n * UNIT)
    const issue = await testIssue(mall, { shares: 10, price: UNIT })
    expect(await buy(member, 'NOPE-0001', 1)).toMatchObject({ code: 'NO_SUCH_DATA' })
    expect(await buy(member, `${issue.number}0000000`, 1)).toMatchObject({ code: 'NO_SUCH_DATA' })
    await mall.owner.query(`update issue set status = 'expired' where issue_id = $1`, [issue.issueId])
    expect(await buy(member, issue.number, 1)).toMatchObject({ code: 'NOT_SELLING' })
    await mall.owner.query(`update issue set status = 'selling' where issue_id = $1`, [issue.issueId])
    expect((await balances(mall.db, member)).balance).toBe(100n * UNIT)
  })
})

describe('the schema refuses what code must never do', () => {
  test('the application cannot change or delete the ledger, orders, terms or draws', async () => {
    for (const statement of [
      'update ledger set amount = amount + 1',
      'delete from ledger',
      'truncate ledger',
      'delete from purchase',
      'update purchase set amount = 1',
      'update issue_sale set quantity = 1',
      'delete from issue_sale',
      'update issue_terms set price = 1',
      'update issue set price = 1',
      'update issue_draw set code = 1000001',
      'update issue_seal set sum = 0',
      'update house_account set floor = -1',
      'update clock_offset set offset_ms = 1',
    ]) {
      await expect(mall.db.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('floors and sizes hold against direct writes', async () => {
    const [member = ''] = await testMembers(mall, 1, UNIT)
    const issue = await testIssue(mall, { shares: 10, price: UNIT })
    await expect(
      mall.db.query('update wallet set balance = -1 where member_id = $1', [member]),
    ).rejects.toMatchObject({
      constraint: 'wallet_floor',
    })
    await expect(
      mall.db.query('update issue set sold = 11 where issue_id = $1', [issue.issueId]),
    ).rejects.toMatchObject({
      code: '23514',
    })
  })
})
