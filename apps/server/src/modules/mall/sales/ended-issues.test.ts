/** Purchases of an issue that sells nothing any more store nothing. */
import { randomUUID } from 'node:crypto'
import { formatMoney } from '@fairlot/contract/money/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testIssue, testMall, testMembers, type TestMall } from '../../../testing/mall.ts'
import { createTerms } from '../issues/issue-terms.ts'
import { createShareSales, type ShareSales } from './buy.ts'

const UNIT = 10_000n
let mall: TestMall
let member: string
beforeAll(async () => {
  mall = await testMall()
  member = (await testMembers(mall, 1, 1_000n * UNIT))[0]!
})
afterAll(() => mall.close())

/** The sales of a process that has seen nothing yet. */
const restarted = (): ShareSales =>
  createShareSales({
    db: mall.db,
    seller: mall.seller,
    terms: createTerms(mall.db),
    display: formatMoney,
    vipLevel: () => Promise.resolve(0),
    onSoldOut: () => undefined,
  })
const buy = (sales: ShareSales, issue: string, requestId: string = randomUUID()) =>
  sales.buy({ member, issue, quantity: 1, requestId })
const stored = async () => {
  const [row] = await mall.owner.query(
    'select (select count(*) from purchase) as purchases, (select count(*) from ledger) as lines',
  )
  return row
}
const become = (issueId: string, status: string) =>
  mall.owner.query(
    `update issue set status = $2, opened_at = case when $2 <> 'scheduled' then created_at end,
       pool = case when $2 = 'refunded' then 0 else pool end
     from issue_terms t where t.issue_id = issue.issue_id and issue.issue_id = $1`,
    [issueId, status],
  )

test.each([
  ['refunded', 'NOT_SELLING'],
  ['expired', 'NOT_SELLING'],
  ['scheduled', 'NOT_SELLING'],
] as const)(
  'refused purchases of an issue that is %s store nothing, by any process',
  async (status, code) => {
    const { issueId, number } = await testIssue(mall, { shares: 10, price: UNIT })
    const repeated = randomUUID()
    const first = status === 'scheduled' ? null : await buy(mall.sales, number, repeated)
    await become(issueId, status)
    const sales = restarted()
    const before = await stored()
    const refusals = await Promise.all(
      Array.from({ length: 30 }, () => buy(sales, number).catch((error: unknown) => error)),
    )
    for (const refusal of refusals) expect(refusal).toMatchObject({ code })
    if (first) expect(await buy(sales, number, repeated), 'a repeated call keeps its answer').toEqual(first)
    expect(await stored()).toEqual(before)
    await become(issueId, 'selling')
  },
)

test('a process that saw the issue on sale stores the first refusals only', async () => {
  const { issueId, number } = await testIssue(mall, { shares: 10, price: UNIT })
  const sales = restarted()
  await buy(sales, number)
  await become(issueId, 'refunded')
  await expect(buy(sales, number)).rejects.toMatchObject({ code: 'NOT_SELLING' })
  const before = await stored()
  for (let n = 0; n < 20; n++) await expect(buy(sales, number)).rejects.toMatchObject({ code: 'NOT_SELLING' })
  expect(await stored()).toEqual(before)
})

test('an issue that opens later, or whose deadline a wrong clock had passed, sells', async () => {
  for (const status of ['scheduled', 'expired']) {
    const { issueId, number } = await testIssue(mall, { shares: 10, price: UNIT })
    const sales = restarted()
    await become(issueId, status)
    await expect(buy(sales, number)).rejects.toMatchObject({ code: 'NOT_SELLING' })
    await become(issueId, 'selling')
    expect(await buy(sales, number)).toMatchObject({ decided: true })
  }
})
