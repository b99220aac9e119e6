/**
 * Thefts and repairs that the sums alone do not show: each is made in a transaction that is rolled back, by the server's role as
 * after a break-in, or by the owner of the schema.
 */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from '../../programs/doctor.checks.ts'
import { paidMembers, sellIssue } from '../../testing/fuzz-world.ts'
import { planted } from '../../testing/planted.ts'
import { testServer, type TestServer } from '../../testing/server.ts'
import { fundAndPublish } from '../home/fund-house.ts'
import { HOUSE_BOOKS } from './transfer.ts'

let server: TestServer
const values: Record<string, string> = { ref: randomUUID(), other: randomUUID() }

beforeAll(async () => {
  server = await testServer()
  const [rich, poor] = await paidMembers(server, 2, '1000.00')
  const drawn = await sellIssue(server, 'DRAWN', 2)
  const selling = await sellIssue(server, 'SELLING', 100)
  const buy = (issue: string, quantity: number) =>
    rich!.client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })
  const { order } = await buy(drawn, 2)
  await buy(selling, 3)
  await server.context.mall.draws.runDue()
  const { writer } = server.context.fair
  const funding = { account: 'subsidy', amount: 500n, reference: 'for a test' } as const
  await fundAndPublish({ db: server.db, writer }, funding)
  const issues = await server.db.query<{ issue_id: string; number: string }>(
    'select issue_id, number from issue_terms',
  )
  const idOf = (number: string) => issues.find((one) => one.number === number)!.issue_id
  Object.assign(values, { rich: rich!.memberId, poor: poor!.memberId, order })
  Object.assign(values, { drawn: idOf(drawn), selling: idOf(selling) })
  expect(await planted(server.owner, CHECKS, 'select 1')).toEqual([])
})
afterAll(() => server.close())

/** A line of a wallet with its number and balance, as the ledger writes it. A negative amount leaves the wallet. */
const wallet = (member: string, ref: string, kind: string, amount: number) => `
  with w as (
    update wallet set balance = balance + ${amount}, lines = lines + 1 where member_id = ':${member}' returning *)
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
  select member_id, ':${ref}', '${kind}', ${amount < 0 ? `'wallet', 'clearing'` : `'clearing', 'wallet'`}, abs(${amount}), lines,
    balance, business_now() from w;`
/** A line of a house account. */
const house = (account: keyof typeof HOUSE_BOOKS, ref: string, kind: string, amount: number) => `
  update house_account set balance = balance + ${amount} where name = '${account}';
  insert into ledger (book, ref, kind, debit, credit, amount, at)
  values ('${HOUSE_BOOKS[account]}', ':${ref}', '${kind}',
    ${amount < 0 ? `'account', 'clearing'` : `'clearing', 'account'`}, abs(${amount}), business_now());`
/** A line of an issue's escrow. */
const pool = (issue: string, ref: string, kind: string, amount: number) => `
  update issue set pool = pool + ${amount} where issue_id = ':${issue}';
  insert into ledger (book, ref, kind, debit, credit, amount, at)
  values (':${issue}', ':${ref}', '${kind}', ${amount < 0 ? `'pool', 'clearing'` : `'clearing', 'pool'`}, abs(${amount}), business_now());`

const lines = (of: string) =>
  `every line of ${of} has its cause, amount, sides and time, and every cause its lines`
const PAIRS = 'every line has its counter-line of the same amount in another book'
const REGISTERED = 'every line is of a kind, and in an account, that a module registers'
const ORDER_TIMES =
  'every order is dated by its purchase, or by the order or the opening before it when the clock went back'
const IDS = 'every purchase has the id that its member and its request id make'
const HOUSE = 'the house has its eight accounts and no other, each with its floor'
const withoutFloors = `alter table house_account drop constraint house_account_known, drop constraint house_account_floor;`
const refusedPurchase = `
  insert into purchase (member_id, purchase_id, kind, subject_id, quantity, amount, state, reason, settled, created_at)
  values (':rich', ':ref', 'shares', ':selling', 1, 10000, 'refused', 'sold_out', true, business_now());
  insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state)
  values (':selling', ':ref', ':rich', 1, 10000, 'sold_out');`

test.each([
  [
    'app',
    'a hold of one wallet that is released to another one',
    wallet('rich', 'ref', 'hold', -500) + wallet('poor', 'ref', 'release', 500),
    [lines('purchases')],
  ],
  [
    'app',
    'a release of more than the purchase cost',
    refusedPurchase +
      wallet('rich', 'ref', 'hold', -10_000) +
      wallet('rich', 'ref', 'release', 90_000) +
      wallet('poor', 'ref', 'hold', -80_000),
    [lines('purchases'), PAIRS],
  ],
  [
    'app',
    'a refund of an order that was sold',
    pool('selling', 'order', 'refund', -20_000) + wallet('rich', 'order', 'refund', 20_000),
    [lines('purchases'), lines('shares')],
  ],
  [
    'app',
    'a payout without a prize',
    pool('selling', 'order', 'payout', -100) + wallet('poor', 'order', 'payout', 100),
    [lines('purchases'), lines('shares')],
  ],
  [
    'app',
    'the closing of an active account',
    wallet('rich', 'rich', 'closing', -500) + house('cash', 'rich', 'closing', 500),
    [lines('closings')],
  ],
  [
    'app',
    'a closing that pays another member',
    wallet('rich', 'ref', 'closing', -500) + wallet('poor', 'ref', 'closing', 500),
    [lines('closings')],
  ],
  [
    'app',
    'money from cash without a recharge',
    house('cash', 'ref', 'recharge', -500) + wallet('poor', 'ref', 'recharge', 500),
    [lines('recharges')],
  ],
  [
    'app',
    'money from the earnings of draws',
    house('sales', 'drawn', 'gift', -500) + wallet('poor', 'drawn', 'gift', 500),
    [REGISTERED],
  ],
  [
    'app',
    'money from the subsidy, as a refund',
    house('subsidy', 'ref', 'refund', -500) + wallet('poor', 'ref', 'refund', 500),
    [lines('purchases'), lines('shares')],
  ],
  [
    'app',
    'a kind in an account that it never touches',
    house('subsidy', 'ref', 'hold', -500) + wallet('poor', 'ref', 'release', 500),
    [lines('purchases'), REGISTERED],
  ],
  [
    'app',
    'money from an escrow to the house before the draw',
    pool('selling', 'selling', 'draw', -500) + house('sales', 'selling', 'draw', 500),
    [lines('shares')],
  ],
  [
    'app',
    'lines of different references',
    house('subsidy', 'ref', 'funding', -500) + house('marketing', 'other', 'funding', 500),
    [lines('fundings of the house'), PAIRS],
  ],
  [
    'app',
    'a funding that nobody requested',
    house('cash', 'ref', 'funding', -500) + house('sales', 'ref', 'funding', 500),
    [lines('fundings of the house')],
  ],
  [
    'owner',
    'another amount of a counter-line',
    `update ledger set amount = amount + 1 where ref = ':order' and kind = 'sale'`,
    [PAIRS, lines('shares')],
  ],
  [
    'owner',
    'another time of a line',
    `update ledger set at = at - interval '3 days' where ref = ':order' and kind = 'hold'`,
    [lines('purchases')],
  ],
  [
    'owner',
    'another time of a purchase',
    `update purchase set created_at = created_at - interval '1 day' where purchase_id = ':order'`,
    [lines('purchases'), ORDER_TIMES],
  ],
  [
    'owner',
    'another time of a purchase and its lines',
    `update purchase set created_at = created_at - interval '1 day' where purchase_id = ':order';
     update ledger set at = at - interval '1 day' where ref = ':order'`,
    [ORDER_TIMES],
  ],
  [
    'owner',
    'another time of a settlement',
    `update purchase set settled_at = settled_at - interval '40 days' where purchase_id = ':order'`,
    ['every order was settled between the draw or the expiry of its issue and the end of its settlement'],
  ],
  [
    'app',
    'another time of a settlement',
    `update purchase set settled_at = now() where purchase_id = ':order'`,
    ['refused: purchase_life'],
  ],
  [
    'app',
    'another result',
    `update purchase set result = 'not_won' where purchase_id = ':order'`,
    ['refused: purchase_life'],
  ],
  [
    'owner',
    'another request id of a purchase',
    `update purchase set request_id = ':other' where purchase_id = ':order'`,
    [IDS],
  ],
  [
    'owner',
    'a purchase that lost its request id',
    `update purchase set request_id = null, created_at = created_at + interval '1 hour' where purchase_id = ':order'`,
    [IDS],
  ],
  [
    'owner',
    'a purchase of another member',
    `update purchase set member_id = ':poor' where purchase_id = ':order'`,
    [IDS, lines('purchases')],
  ],
  [
    'app',
    'another request id of a purchase',
    `update purchase set request_id = ':other' where purchase_id = ':order'`,
    ['refused: permission denied for table purchase'],
  ],
  [
    'app',
    'a purchase without a request id',
    refusedPurchase.replace('business_now()', `business_now() + interval '1 hour'`),
    [IDS],
  ],
  [
    'owner',
    'a wallet that is gone with its lines',
    `delete from ledger where book = ':poor'; delete from wallet where member_id = ':poor'`,
    [lines('recharges'), 'every member has a wallet', PAIRS],
  ],
  [
    'owner',
    'a wallet that is gone',
    `delete from wallet where member_id = ':poor'`,
    ['every line belongs to an account of a registered book'],
  ],
  [
    'app',
    'a wallet with money',
    `insert into wallet (member_id, balance) values (':poor', 1)`,
    ['refused: permission denied for table wallet'],
  ],
  [
    'app',
    'a purchase that is settled already',
    `insert into purchase (member_id, payout) values (':poor', 1)`,
    ['refused: permission denied for table purchase'],
  ],
  [
    'owner',
    'an overdrawn account',
    `update house_account set floor = -900, balance = -800 where name = 'subsidy'`,
    ['refused: house_account_known'],
  ],
  [
    'owner',
    'an overdrawn account',
    `${withoutFloors} update house_account set floor = -900, balance = -800 where name = 'subsidy'`,
    [HOUSE],
  ],
  [
    'owner',
    'an account of its own',
    `${withoutFloors} insert into house_account (book, name, floor) values (':ref', 'pocket', -900)`,
    [HOUSE],
  ],
  [
    'owner',
    'a member above the maximum of an issue',
    `update issue_terms set max_per_member = 2 where issue_id = ':selling'`,
    ['no member has more shares of an issue than its terms allow'],
  ],
  [
    'owner',
    'another amount of a funding',
    `update house_funding set amount = amount + 1`,
    ['no row of the fundings of the house was changed or removed'],
  ],
] as const)('planted by the %s: %s', async (role, _, sql, titles) => {
  const plant = sql.replaceAll(/:([a-z]+)/g, (word, name: string) => values[name] ?? word)
  const found = await planted(role === 'app' ? server.db : server.owner, CHECKS, plant)
  expect(found).toEqual(expect.arrayContaining([...titles]))
})

test('a purchase that is older than the migration needs no request id', async () => {
  const older = `update purchase set request_id = null, created_at = (select min(applied_at) from schema_migration)`
  expect(await planted(server.owner, CHECKS, older)).not.toContain(IDS)
})
