/** Many members use vouchers for one issue at the same time. */
import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachesOf, defectsOf, paidMembers, sellIssue } from '../../../testing/fuzz-world.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { fundHouse } from '../../ledger/index.ts'
import { grantVouchers } from './vouchers.ts'

const BUYERS = 12
const SHARES = 8

let server: TestServer
beforeAll(async () => {
  server = await testServer({ connections: 5 })
})
afterAll(() => server?.close())

const WAITING = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

test('other calls are answered while purchases with vouchers wait for one issue; no voucher is used twice, and none is lost', async () => {
  const people = await paidMembers(server, BUYERS, '100.00')
  const members = people.map(({ memberId }) => memberId)
  const funding = { account: 'marketing', amount: 1_000_000n, reference: 'vouchers' } as const
  await server.db.tx((tx) => fundHouse(tx, funding))
  await server.db.tx(async (tx) => {
    const terms = { name: 'rush', approvalId: null, amount: 5_000n, minSpend: 10_000n, days: 7 }
    await grantVouchers(tx, { ...terms, members })
  })
  const issue = await sellIssue(server, 'RUSH', SHARES)
  const vouchers = await Promise.all(
    people.map(async ({ client }) => (await client.call(ENDPOINTS.vouchers, { which: 'open' })).items[0]!.id),
  )
  // each member asks twice with one id, and once with another one
  const ids = people.flatMap((_, n) => {
    const id = randomUUID()
    return [id, id, randomUUID()].map((requestId) => ({ n, requestId }))
  })
  const ask = ({ n, requestId }: (typeof ids)[number]) =>
    people[n]!.client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId, voucher: vouchers[n]! })
      .then(({ order }) => order)
      .catch((error: unknown) => {
        if (error instanceof CallError) return error.code
        throw error
      })

  let asked: Promise<string>[] = []
  await server.owner.tx(async (tx) => {
    await tx.query(
      'select from issue join issue_terms t using (issue_id) where t.number = $1 for update of issue',
      [issue],
    )
    asked = ids.map(ask)
    for (let looks = 0; ; looks++) {
      const [row] = await server.db.query<{ count: number }>(WAITING)
      if (row!.count > 0) break
      if (looks === 5_000) throw new Error('no purchase waits for the issue')
    }
    // the purchases hold at most three of the five connections
    const { balance } = await people[0]!.client.call(ENDPOINTS.account, {})
    expect(balance).toBe('100.00')
  })
  const answers = await Promise.all(asked)
  // what was refused may be asked again with its id
  const again = await Promise.all(ids.map(ask))

  for (const [n, { client }] of people.entries()) {
    const own = again.slice(3 * n, 3 * n + 3)
    const orders = new Set(own.filter((answer) => !['SOLD_OUT', 'VOUCHER_UNUSABLE'].includes(answer)))
    const { items } = await client.call(ENDPOINTS.vouchers, { which: 'open' })
    const { balance } = await client.call(ENDPOINTS.account, {})
    // the price less the voucher, or nothing and the voucher is still there
    expect({ orders: orders.size, open: items.length, balance }).toEqual(
      orders.size === 1
        ? { orders: 1, open: 0, balance: '99.50' }
        : { orders: 0, open: 1, balance: '100.00' },
    )
    for (const [at, answer] of answers.slice(3 * n, 3 * n + 3).entries())
      if (orders.has(answer)) expect(own[at]).toBe(answer)
  }
  const { card } = await server.anonymous().call(ENDPOINTS.goodsDetail, { issue })
  expect(card).toMatchObject({ sold: SHARES, participants: SHARES })
  // this test funds the house without the log
  expect((await breachesOf(server)).filter((breach) => !breach.startsWith('INV-18'))).toEqual([])
  expect(defectsOf(server)).toEqual([])
})
