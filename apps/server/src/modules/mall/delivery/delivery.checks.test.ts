/**
 * Corruptions of prizes: each is made in a transaction that is rolled back, by the owner of the schema or by the server's role, and a
 * named check finds it or the schema refuses it.
 */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECKS } from '../../../programs/doctor.checks.ts'
import { planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { ship, someAddress, win, type Winner } from './delivery.fixture.ts'

let server: TestServer
/** one order in each of these states */
const orders: Record<
  'won' | 'address_confirmed' | 'in_delivery' | 'received' | 'completed' | 'recycled',
  string
> = {
  won: '',
  address_confirmed: '',
  in_delivery: '',
  received: '',
  completed: '',
  recycled: '',
}

async function addressed(): Promise<Winner> {
  const winner = await win(server, 10)
  const { client, order } = winner
  await client.call(ENDPOINTS.orderAddress, { order, address: await someAddress(winner) })
  return winner
}
async function shipped(): Promise<Winner> {
  const winner = await addressed()
  await ship(server, winner)
  return winner
}
async function received(): Promise<Winner> {
  const winner = await shipped()
  await winner.client.call(ENDPOINTS.orderReceive, { order: winner.order })
  return winner
}

beforeAll(async () => {
  server = await testServer()
  orders.won = (await win(server, 10)).order
  orders.address_confirmed = (await addressed()).order
  orders.in_delivery = (await shipped()).order
  const completed = await received()
  orders.completed = completed.order
  await server.owner.query('update prize set due_at = business_now() where purchase_id = $1', [
    orders.completed,
  ])
  await server.context.mall.prizeClocks.runDue()
  orders.received = (await received()).order
  const recycled = await win(server, 10)
  orders.recycled = recycled.order
  await recycled.client.call(ENDPOINTS.orderRecycle, {
    order: recycled.order,
    amount: '8.00',
    requestId: randomUUID(),
  })
  expect(await planted(server.owner, CHECKS, 'select 1')).toEqual([])
})
afterAll(() => server.close())

const LIFE =
  'the timeline of every prize of goods has no gap, takes only the steps of its life, and ends in its state'
const CLOCK = 'every prize of goods that waits has its clock, and no address is kept longer than its time'
const HISTORY = 'no row of the timelines of prizes was changed or removed'
const LINES = 'every line of shares has its cause, amount, sides and time, and every cause its lines'
const PICKS = 'every pick list has the number of orders that it states, or fewer when some were taken off it'
const ESCROW = 'the escrow of a drawn issue holds'

const set = (change: string, of: keyof typeof orders) =>
  `update prize set ${change} where purchase_id = '{${of}}'`
const filled = (plant: string) =>
  plant.replaceAll(/\{(\w+)\}/g, (_, name: string) => orders[name as keyof typeof orders])

test.each([
  [
    'owner',
    'a prize that is won again',
    set(`status = 'won', ended_at = null`, 'recycled'),
    [LIFE, CLOCK, ESCROW, LINES],
  ],
  ['owner', 'a completed prize that was recycled', set(`status = 'recycled'`, 'completed'), [LIFE, LINES]],
  [
    'owner',
    'another time of the end',
    set(`ended_at = ended_at - interval '1 day'`, 'recycled'),
    [LIFE, LINES],
  ],
  [
    'owner',
    'a step that is missing',
    `delete from prize_timeline where purchase_id = '{in_delivery}' and seq = 2`,
    [HISTORY, LIFE],
  ],
  [
    'owner',
    'a step of another way',
    `update prize_timeline set step = 'settle' where purchase_id = '{recycled}'`,
    [HISTORY, LIFE],
  ],
  [
    'owner',
    'a note that was changed',
    `update prize_timeline set note = 'x' where purchase_id = '{in_delivery}' and seq = 2`,
    [HISTORY],
  ],
  ['owner', 'a clock that was stopped', set('due_at = null', 'won'), [CLOCK]],
  [
    'owner',
    'a clock that runs for nothing',
    set('due_at = business_now()', 'address_confirmed'),
    ['refused: prize_due'],
  ],
  [
    'owner',
    'an address that was never erased',
    set(`erase_at = erase_at - interval '200 days'`, 'completed'),
    [CLOCK],
  ],
  [
    'owner',
    'a line of recycling that is missing',
    `delete from ledger where ref = '{recycled}' and kind = 'recycle' and line is null`,
    ['every line has its counter-line', LINES],
  ],
  [
    'owner',
    'another amount that the house kept',
    `update ledger set amount = amount + 1 where ref = '{completed}' and kind = 'kept'`,
    [LINES],
  ],
  [
    'owner',
    'a pick list that nobody made',
    set(`pick_list_id = gen_random_uuid()`, 'address_confirmed'),
    [PICKS],
  ],
  [
    'app',
    'a prize that is recycled without its money',
    set(`status = 'recycled', ended_at = business_now(), due_at = null, remind_at = null`, 'won'),
    [LIFE, ESCROW, LINES],
  ],
  ['app', 'a way that the life does not have', set(`status = 'received'`, 'won'), ['refused: prize_life']],
  [
    'app',
    'a prize that is won back',
    set(`status = 'won', ended_at = null`, 'recycled'),
    ['refused: prize_life'],
  ],
  ['app', 'a parcel that goes elsewhere', set(`address = 'x'`, 'in_delivery'), ['refused: prize_life']],
  [
    'app',
    'a state without a step',
    set(
      `status = 'in_delivery', carrier = 'a', tracking = 'b', shipped_at = business_now(), due_at = business_now()`,
      'address_confirmed',
    ),
    ['refused: prize_parcel'],
  ],
  [
    'app',
    'a step that is removed',
    `delete from prize_timeline where purchase_id = '{in_delivery}'`,
    ['refused: permission denied for table prize_timeline'],
  ],
  [
    'app',
    'another value of a prize',
    set('value = value + 1', 'won'),
    ['refused: permission denied for table prize'],
  ],
] as const)('%s: %s', async (role, _, plant, expected) => {
  const found = await planted(role === 'owner' ? server.owner : server.db, CHECKS, filled(plant))
  for (const title of expected) expect(found.join('\n')).toContain(title)
})
