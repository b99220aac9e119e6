/** What members see of finance products and what they can do, over HTTP. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidMembers } from '../../testing/fuzz-world.ts'
import type { TestMember } from '../../testing/factories.ts'
import { sellUnits } from '../../testing/made/finance.ts'
import { csvCells } from '../../platform/csv.ts'
import { failing } from '../../testing/planted.ts'
import { testServer, type TestServer } from '../../testing/server.ts'
import { CHECKS } from '../../programs/doctor.checks.ts'
import { DAY_MS } from './finance.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const member = async () => (await paidMembers(server, 1, '1000.00'))[0]!
const buy = (
  { client }: TestMember,
  code: string,
  units: number,
  more: { trc20Address?: string; requestId?: string } = {},
) => client.call(ENDPOINTS.financeBuy, { code, units, requestId: randomUUID(), ...more })

test('shows a product with its reserve, and the order with its accruals until it is paid', async () => {
  await sellUnits(server, 'SHOWN', { reserve: 35_000n })
  const alice = await member()
  const { order, balance } = await buy(alice, 'SHOWN', 4)
  expect(balance).toBe('960.00')
  expect(order).toMatchObject({
    status: 'waiting',
    principal: '40.00',
    interest: '1.40',
    accrued: '0.00',
    mayExit: true,
  })
  const { product, funding, own, on } = await alice.client.call(ENDPOINTS.financeDetail, { code: 'SHOWN' })
  expect(product).toMatchObject({
    reserve: '3.50',
    liability: '1.40',
    rebates: '0.80',
    custody: '40.00',
    // of the 1.30 that are free a unit binds 0.35 and 0.20
    covered: 2,
    members: 1,
  })
  expect({ funding, own, on }).toMatchObject({
    funding: 'Paid from fees of the mall.',
    own: { units: 4, available: 996, balance: '960.00' },
    on: true,
  })
  await server.database.advanceClock(2 * DAY_MS)
  await server.context.finance.payDue()
  const { client } = alice
  const shown = await client.call(ENDPOINTS.financeOrder, { id: order.id })
  expect(shown.order).toMatchObject({ accrued: '0.40', paid: '0.00' })
  expect(shown.accruals).toEqual([
    { step: 1, amount: '0.20', at: order.boughtAt + DAY_MS, paid: false },
    { step: 2, amount: '0.20', at: order.boughtAt + 2 * DAY_MS, paid: false },
  ])
  await server.database.advanceClock(4 * DAY_MS)
  const other = await buy(alice, 'SHOWN', 1)
  const left = await client.call(ENDPOINTS.financeExit, { id: other.order.id, requestId: randomUUID() })
  expect(left.order).toMatchObject({ status: 'exited', forfeited: '0.35', mayExit: false })
  await server.context.jobs.plan()
  await server.database.advanceClock(DAY_MS)
  await server.context.jobs.drain()
  // a session that was read before the clock moved counts as idle for the seven days
  client.session = await server.context.identity.openSession(alice.memberId)
  const list = await client.call(ENDPOINTS.financeOrders, { limit: 1 })
  expect(list).toMatchObject({ counts: { waiting: 0, completed: 1, exited: 1 }, principal: '0.00' })
  const next = await client.call(ENDPOINTS.financeOrders, { limit: 1, cursor: list.next! })
  expect(next.items[0]).toMatchObject({ id: order.id, status: 'completed', paid: '1.40' })
  const { items } = await client.call(ENDPOINTS.walletStatement, {})
  expect(items.slice(0, 4).map(({ kind, amount, finance, title }) => [kind, amount, finance, title])).toEqual(
    [
      ['prize', '41.40', 'SHOWN', 'Product SHOWN'],
      ['refund', '10.00', 'SHOWN', 'Product SHOWN'],
      ['purchase', '-10.00', 'SHOWN', 'Product SHOWN'],
      ['purchase', '-40.00', 'SHOWN', 'Product SHOWN'],
    ],
  )
  // nobody invited the member: what was bound for rebates is free again
  expect((await client.call(ENDPOINTS.financeDetail, { code: 'SHOWN' })).product).toMatchObject({
    reserve: '2.10',
    rebates: '0.00',
  })
  const file = await client.call(ENDPOINTS.statementFile, {})
  const lines = (await (await fetch(server.url + file.url)).text()).split('\r\n').slice(1, 5)
  expect(lines.map((line) => csvCells(line)?.[2])).toEqual([
    'Matured',
    'Early exit',
    'Units bought',
    'Units bought',
  ])
  expect(await failing(server.db, CHECKS)).toEqual([])
})

test('refuses with what is left and what the reserve covers', async () => {
  const bob = await member()
  await sellUnits(server, 'FEW', { reserve: 11_000n, terms: { maxUnits: 5, totalUnits: 4 } })
  await expect(buy(bob, 'FEW', 6)).rejects.toMatchObject({ code: 'UNITS_RANGE' })
  await expect(buy(bob, 'FEW', 5)).rejects.toMatchObject({
    code: 'UNITS_LEFT',
    message: expect.stringContaining('Only 4 units') as string,
  })
  await expect(buy(bob, 'FEW', 3)).rejects.toMatchObject({
    code: 'RESERVE_SHORT',
    message: expect.stringContaining('only 2 more units') as string,
  })
  await buy(bob, 'FEW', 2)
  await sellUnits(server, 'CAP', { terms: { maxUnits: 3 } })
  await buy(bob, 'CAP', 2)
  await expect(buy(bob, 'CAP', 2)).rejects.toMatchObject({
    code: 'OVER_UNITS',
    message: expect.stringContaining('still buy 1') as string,
  })
  await sellUnits(server, 'DEAR', { terms: { unitPrice: 20_000_000n } })
  await expect(buy(bob, 'DEAR', 1)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
  await expect(buy(bob, 'NONE', 1)).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
})

test('checks a TRC-20 address and keeps it as a payout account, once', async () => {
  const carol = await member()
  await sellUnits(server, 'TRON', { terms: { wantsTrc20: true } })
  await expect(buy(carol, 'TRON', 1)).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  await expect(buy(carol, 'TRON', 1, { trc20Address: 'TXYZ' })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    failure: { fields: { trc20Address: 'Please enter the correct TRC20 address.' } },
  })
  const trc20Address = 'TSDHRojGC3Q5UaoCWDzDakTPzC6gKNUkv8'
  const requestId = randomUUID()
  for (let n = 0; n < 2; n++) await buy(carol, 'TRON', 1, { trc20Address, requestId })
  await buy(carol, 'TRON', 1, { trc20Address })
  const { items } = await carol.client.call(ENDPOINTS.payoutList, {})
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ kind: 'trc20', state: 'rests' })
})
