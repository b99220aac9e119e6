/** What operators do with won products, and every step in every state for everybody. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Role } from '@fairlot/contract/operator/operator-roles'
import {
  ORDER_STEPS,
  PRIZE_STATUSES,
  type OrderStep,
  type PrizeStatus,
} from '@fairlot/contract/life/order-life'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { makeOperator, makeOperatorPerRole, type TestOperator } from '../../../testing/operators.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { reviewPictures, SOME_REVIEW } from '../reviews/reviews.fixture.ts'
import { someAddress, win, type Winner } from './delivery.fixture.ts'

let server: TestServer
let roles: Record<Role, TestOperator>
beforeAll(async () => {
  server = await testServer()
  roles = await makeOperatorPerRole(server)
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const NOTE = 'a note of a test'
const numberOf = ({ issue }: Winner) => `${issue}-1`
const statusOf = async ({ client, order }: Winner) =>
  (await client.call(ENDPOINTS.orderDetail, { order })).prize!.status

async function confirmed(): Promise<Winner> {
  const winner = await win(server, 10)
  const { client, order } = winner
  await client.call(ENDPOINTS.orderAddress, { order, address: await someAddress(winner) })
  return winner
}
const shipping = (winner: Winner) => ({ number: numberOf(winner), carrier: 'DHL', tracking: 'JD014' })

async function shipped(): Promise<Winner> {
  const winner = await confirmed()
  await roles.fulfilment.client.call(ENDPOINTS.deliveryShip, shipping(winner))
  return winner
}
async function disputed(): Promise<Winner> {
  const winner = await shipped()
  await winner.client.call(ENDPOINTS.orderDispute, { order: winner.order, text: 'it never came' })
  return winner
}

test('an operator sees what an order won as its issue opened with it, on a pick list and in the order', async () => {
  const winner = await confirmed()
  const [code] = winner.issue.split('-') as [string]
  await roles.owner.client.call(ENDPOINTS.productText, {
    code,
    language: 'en-us',
    title: 'A toy',
    description: '',
  })
  const { client } = roles.fulfilment
  const { csv } = await client.call(ENDPOINTS.deliveryPick, { requestId: randomUUID() })
  expect(csv).toContain(`${numberOf(winner)},${code},Product ${code},`)
  expect((await client.call(ENDPOINTS.deliveryShow, { number: numberOf(winner) })).title).toBe(
    `Product ${code}`,
  )
})

describe('a pick list', () => {
  test('fixes the addresses of its orders, and is made once for a request', async () => {
    const [first, second] = [await confirmed(), await confirmed()]
    const { client } = roles.fulfilment
    const requestId = randomUUID()
    const list = await client.call(ENDPOINTS.deliveryPick, { requestId })
    expect(list).toMatchObject({ pickList: requestId, orders: 2 })
    // a spreadsheet reads addresses of other scripts only with the mark
    expect(list.csv.startsWith('\uFEFForder,product,')).toBe(true)
    const lines = list.csv.trim().split('\r\n')
    expect(lines[0]).toBe(
      'order,product,title,name,phone,street,details,subdistrict,city,province,zip,country,carrier,tracking,url',
    )
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([numberOf(first), numberOf(second)])
    expect(lines[1]).toContain(
      `Asha Rao,+8801712345678,"House 12, Road 5",third floor,Gulshan,Dhaka,Dhaka,1212,BD,,,`,
    )
    expect(await client.call(ENDPOINTS.deliveryPick, { requestId })).toEqual(list)
    expect(await codeOf(client.call(ENDPOINTS.deliveryPick, { requestId: randomUUID() }))).toBe(
      'NO_SUCH_DATA',
    )

    const address = await someAddress(first, { street: 'House 99' })
    const change = () => first.client.call(ENDPOINTS.orderAddress, { order: first.order, address })
    expect(await codeOf(change())).toBe('ADDRESS_FIXED')
    await client.call(ENDPOINTS.deliveryRelease, {
      number: numberOf(first),
      reason: 'the house has no number',
    })
    expect((await change()).address!.lines[0]).toBe('House 99')
    const again = await client.call(ENDPOINTS.deliveryPick, { requestId: randomUUID() })
    expect([again.orders, again.csv.includes('House 99')]).toEqual([1, true])

    // the filled file is a shipping file
    const filled = list.csv.replaceAll(',,,\r\n', ',DHL,JD 1,https://example.com/JD1\r\n')
    expect(await client.call(ENDPOINTS.deliveryImport, { csv: filled })).toEqual({
      lines: [
        { line: 2, number: numberOf(first), result: 'shipped', problem: null },
        { line: 3, number: numberOf(second), result: 'shipped', problem: null },
      ],
    })
    const { lines: repeated } = await client.call(ENDPOINTS.deliveryImport, { csv: filled })
    expect(repeated.map(({ result }) => result)).toEqual(['unchanged', 'unchanged'])
    expect(
      (await second.client.call(ENDPOINTS.orderDetail, { order: second.order })).prize!.shipment,
    ).toMatchObject({
      carrier: 'DHL',
      tracking: 'JD 1',
      url: 'https://example.com/JD1',
    })
  })

  test('two operators at once never pick an order twice', async () => {
    const winners = await Promise.all([confirmed(), confirmed(), confirmed()])
    const owner = roles.owner.client
    const lists = await Promise.all(
      [roles.fulfilment.client, owner, owner].map((client) =>
        client.call(ENDPOINTS.deliveryPick, { requestId: randomUUID() }).then(
          ({ orders }) => orders,
          () => 0,
        ),
      ),
    )
    expect(lists.toSorted((a, b) => a - b)).toEqual([0, 0, winners.length])
  })
})

test('a shipping file reports each line, and a line that is refused stops no other', async () => {
  const winner = await confirmed()
  const lines = [
    '\uFEFFtracking;carrier',
    'Order, Tracking ,CARRIER,page,URL',
    `${numberOf(winner)},JD 7,DHL,,`,
    `${numberOf(winner)},,,,`,
    'NONE-0001-1,JD 8,DHL,,',
    `${numberOf(winner)},JD 9,,,`,
    `${numberOf(winner)},,DHL,,`,
    `${numberOf(winner)},JD 9,DHL,,http://example.com`,
    numberOf(await win(server, 10)) + ',JD 9,DHL,,',
    `${numberOf(winner)},1.23457E+17,DHL,,`,
    `${numberOf(winner)},"1,23457E+17",DHL,,`,
    `${numberOf(winner)},#NAME?,DHL,,`,
    `${numberOf(winner)},'0123,DHL,,`,
    `${numberOf(winner)},JD 9,=1+1,,`,
    'x"y,1',
    `${numberOf(winner)},JD 7,DHL,,`,
    `${numberOf(winner)},JD 10,DHL,,`,
  ]
  const { client } = roles.fulfilment
  expect(await codeOf(client.call(ENDPOINTS.deliveryImport, { csv: lines[0]! }))).toBe('INPUT_INVALID')
  const answer = await client.call(ENDPOINTS.deliveryImport, { csv: lines.slice(1).join('\n') })
  expect(answer.lines.map(({ line, result, problem }) => [line, result, problem])).toEqual([
    [2, 'shipped', null],
    [4, 'refused', 'unknown'],
    [5, 'refused', 'carrier'],
    [6, 'refused', 'tracking'],
    [7, 'refused', 'url'],
    [8, 'refused', 'step'],
    [9, 'refused', 'tracking'],
    [10, 'refused', 'tracking'],
    [11, 'refused', 'tracking'],
    [12, 'refused', 'tracking'],
    [13, 'refused', 'carrier'],
    [14, 'refused', 'format'],
    [15, 'unchanged', null],
    [16, 'refused', 'repeated'],
  ])
})

test('a shipping file that names its separator in its first line is read', async () => {
  const number = numberOf(await confirmed())
  const csv = `\uFEFFsep=;\r\norder;carrier;tracking\r\n${number};DHL;JD 7\r\n`
  const { lines } = await roles.fulfilment.client.call(ENDPOINTS.deliveryImport, { csv })
  expect(lines).toEqual([{ line: 3, number, result: 'shipped', problem: null }])
})

test.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])('a shipping file whose cells are parted by %s is read', async (_, mark) => {
  const winner = await confirmed()
  const number = numberOf(winner)
  const csv = [
    ['tracking', 'order', 'carrier', 'url'],
    ['', number, '', ''],
    ['JD 7, 8', number, '"DHL, Express"', ''],
  ]
    .map((cells) => cells.join(mark))
    .join('\r\n')
  const { lines } = await roles.fulfilment.client.call(ENDPOINTS.deliveryImport, { csv })
  expect(lines).toEqual([{ line: 3, number, result: 'shipped', problem: null }])
})

test('a corrected tracking number replaces the wrong one in the history that the member reads', async () => {
  const winner = await shipped()
  const history = async () => {
    const { prize } = await winner.client.call(ENDPOINTS.orderDetail, { order: winner.order })
    return prize!.timeline.filter(({ state }) => state === 'in_delivery').map(({ note }) => note)
  }
  const { client } = roles.fulfilment
  await client.call(ENDPOINTS.deliveryShip, { ...shipping(winner), tracking: 'JD015' })
  expect(await history()).toEqual(['DHL JD015'])

  // the answer to a dispute stays as it was written
  await winner.client.call(ENDPOINTS.orderDispute, { order: winner.order, text: 'it never came' })
  await client.call(ENDPOINTS.deliveryAnswer, { number: numberOf(winner), answer: 'travels', note: NOTE })
  await client.call(ENDPOINTS.deliveryShip, { ...shipping(winner), tracking: 'JD016' })
  expect(await history()).toEqual(['DHL JD016', NOTE])
})

test('the list and an order name no address, and revealing one is in the audit log', async () => {
  const winner = await disputed()
  const number = numberOf(winner)
  const { client } = roles.support
  const { items } = await client.call(ENDPOINTS.deliveryList, { status: 'disputed' })
  const shown = await client.call(ENDPOINTS.deliveryShow, { number: number.toLowerCase() })
  expect(items.filter((item) => item.number === number)).toMatchObject([
    { status: 'disputed', picked: false },
  ])
  expect(shown).toMatchObject({
    number,
    status: 'disputed',
    disputeNote: 'it never came',
    dueAt: null,
    timeline: [
      { step: 'address', by: null },
      { step: 'ship', by: { name: roles.fulfilment.name }, note: 'DHL JD014' },
      { step: 'dispute', by: null },
    ],
  })
  expect(JSON.stringify([items, shown])).not.toContain('Road 5')
  const reason = 'the carrier asks'
  expect(await roles.fulfilment.client.call(ENDPOINTS.deliveryReveal, { number, reason })).toMatchObject({
    name: 'Asha Rao',
    lines: expect.arrayContaining(['House 12, Road 5']),
  })
  const rows = await server.owner.query(`select action, reason from audit where subject = $1 order by at`, [
    `order:${number}`,
  ])
  expect(rows).toEqual([
    { action: 'delivery.ship', reason: null },
    { action: 'delivery.read', reason: null },
    { action: 'delivery.reveal', reason },
  ])
})

test('two operators settle a dispute with the recycling value, once', async () => {
  const winner = await disputed()
  const number = numberOf(winner)
  const input = { number, note: 'We are sorry.', reason: 'the parcel is lost', requestId: randomUUID() }
  const { client } = roles.fulfilment
  const { approval } = await client.call(ENDPOINTS.deliverySettle, input)
  expect(approval!.params).toMatchObject({ number, amount: '8.00', dispute: 'it never came' })
  expect(await statusOf(winner)).toBe('disputed')
  expect(await client.call(ENDPOINTS.deliverySettle, input)).toMatchObject({ approval: { id: approval!.id } })
  // who asked reads the request, and not what the member owns
  const { outlook: none } = await client.call(ENDPOINTS.approvalShow, { id: approval!.id })
  expect(none).toBeNull()
  const { outlook } = await roles.finance.client.call(ENDPOINTS.approvalShow, { id: approval!.id })
  expect(outlook).toMatchObject({
    effect: { state: 'recycled' },
    before: { state: 'disputed' },
    money: { 'the wallet gets': '8.00' },
    refused: null,
  })
  expect(outlook!.facts.map(({ name }) => name)).toEqual(expect.arrayContaining(['parcel', 'net position']))
  await roles.finance.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
  expect(await statusOf(winner)).toBe('recycled')
  expect((await winner.client.call(ENDPOINTS.account, {})).balance).toBe('98.00')
  expect(await codeOf(client.call(ENDPOINTS.deliverySettle, { ...input, requestId: randomUUID() }))).toBe(
    'ORDER_STEP',
  )
})

test('a settlement that the member forestalls is refused at the approval', async () => {
  const winner = await disputed()
  const input = { number: numberOf(winner), note: NOTE, reason: NOTE, requestId: randomUUID() }
  const { approval } = await roles.fulfilment.client.call(ENDPOINTS.deliverySettle, input)
  await winner.client.call(ENDPOINTS.orderReceive, { order: winner.order })
  const second = await makeOperator(server, ['owner'])
  expect(await codeOf(second.client.call(ENDPOINTS.approvalApprove, { id: approval!.id }))).toBe('ORDER_STEP')
  expect(await statusOf(winner)).toBe('received')
})

test('a settlement of a dispute that was answered is refused in the next dispute', async () => {
  const winner = await disputed()
  const number = numberOf(winner)
  const { client } = roles.fulfilment
  const input = { number, note: NOTE, reason: NOTE, requestId: randomUUID() }
  const { approval } = await client.call(ENDPOINTS.deliverySettle, input)
  await client.call(ENDPOINTS.deliveryAnswer, { number, answer: 'ship_again', note: NOTE })
  await client.call(ENDPOINTS.deliveryShip, shipping(winner))
  await winner.client.call(ENDPOINTS.orderDispute, {
    order: winner.order,
    text: 'the second one is scratched',
  })
  const approve = roles.finance.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
  expect(await codeOf(approve)).toBe('ORDER_STEP')
  expect(await statusOf(winner)).toBe('disputed')
})

/** What takes each step, by its caller. */
const CALLS: { [S in OrderStep]?: (winner: Winner, by: TestOperator) => Promise<unknown> } = {
  address: async (winner) =>
    winner.client.call(ENDPOINTS.orderAddress, { order: winner.order, address: await someAddress(winner) }),
  review: async (winner) =>
    winner.client.call(ENDPOINTS.reviewPost, {
      order: winner.order,
      ...SOME_REVIEW,
      pictures: await reviewPictures(server, winner),
      requestId: randomUUID(),
    }),
  recycle: ({ client, order }) =>
    client.call(ENDPOINTS.orderRecycle, { order, amount: '8.00', requestId: randomUUID() }),
  receive: ({ client, order }) => client.call(ENDPOINTS.orderReceive, { order }),
  dispute: ({ client, order }) => client.call(ENDPOINTS.orderDispute, { order, text: 'another text' }),
  release: (winner, { client }) =>
    client.call(ENDPOINTS.deliveryRelease, { number: numberOf(winner), reason: NOTE }),
  ship: (winner, { client }) => client.call(ENDPOINTS.deliveryShip, shipping(winner)),
  deliver: (winner, { client }) => client.call(ENDPOINTS.deliveryProof, { number: numberOf(winner) }),
  ship_again: (winner, { client }) =>
    client.call(ENDPOINTS.deliveryAnswer, { number: numberOf(winner), answer: 'ship_again', note: NOTE }),
  travels: (winner, { client }) =>
    client.call(ENDPOINTS.deliveryAnswer, { number: numberOf(winner), answer: 'travels', note: NOTE }),
  stands: (winner, { client }) =>
    client.call(ENDPOINTS.deliveryAnswer, { number: numberOf(winner), answer: 'stands', note: NOTE }),
  settle: (winner, { client }) =>
    client.call(ENDPOINTS.deliverySettle, {
      number: numberOf(winner),
      note: NOTE,
      reason: NOTE,
      requestId: randomUUID(),
    }),
}
/** Steps whose repetition answers the same instead of refusing. */
const REPEATED: Partial<Record<OrderStep, PrizeStatus>> = {
  recycle: 'recycled',
  receive: 'received',
  // an order that the clock completed can still be reviewed
  review: 'completed',
}
/** Roles that may take each operator's step; written by hand. */
const MAY: Partial<Record<OrderStep, readonly Role[]>> = {
  release: ['owner', 'fulfilment'],
  ship: ['owner', 'fulfilment'],
  deliver: ['owner', 'fulfilment'],
  ship_again: ['owner', 'fulfilment', 'support'],
  travels: ['owner', 'fulfilment', 'support'],
  stands: ['owner', 'fulfilment', 'support'],
  settle: ['owner', 'finance', 'fulfilment'],
}

/** An order in a state, by the ordinary way. */
async function orderIn(status: PrizeStatus): Promise<Winner> {
  if (status === 'won') return win(server, 10)
  if (status === 'address_confirmed') return confirmed()
  if (status === 'in_delivery') return shipped()
  if (status === 'disputed') return disputed()
  if (status === 'recycled') {
    const winner = await win(server, 10)
    await CALLS.recycle!(winner, roles.owner)
    return winner
  }
  const winner = await shipped()
  await winner.client.call(ENDPOINTS.orderReceive, { order: winner.order })
  if (status === 'completed') {
    await server.owner.query(`update prize set due_at = business_now() where purchase_id = $1`, [
      winner.order,
    ])
    await server.context.mall.prizeClocks.runDue()
    expect(await statusOf(winner)).toBe('completed')
  }
  return winner
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => (error as { code: string }).code,
  )

describe('every step in every state', () => {
  test.each(PRIZE_STATUSES)('%s', async (status) => {
    let winner = await orderIn(status)
    const stranger = await win(server, 10)
    for (const step of Object.keys(CALLS) as OrderStep[]) {
      const { from, to, by } = ORDER_STEPS[step]
      const allowed = (from as readonly PrizeStatus[]).includes(status)
      const call = CALLS[step]!
      if (by === 'member') {
        const foreign = { ...winner, client: stranger.client, memberId: stranger.memberId }
        expect([status, step, await outcome(call(foreign, roles.owner))]).toEqual([
          status,
          step,
          'NO_SUCH_DATA',
        ])
        expect(await statusOf(winner)).toBe(status)
      } else {
        for (const [role, operator] of Object.entries(roles) as [Role, TestOperator][]) {
          if (MAY[step]!.includes(role)) continue
          expect([role, step, await outcome(call(winner, operator))]).toEqual([role, step, 'NOT_PERMITTED'])
        }
      }
      for (const role of by === 'member' ? (['owner'] as const) : MAY[step]!) {
        const expected = allowed || REPEATED[step] === status ? 'ok' : 'ORDER_STEP'
        expect([status, step, role, await outcome(call(winner, roles[role]))]).toEqual([
          status,
          step,
          role,
          expected,
        ])
        // a settlement is only requested
        expect(await statusOf(winner)).toBe(allowed && step !== 'settle' ? to : status)
        if (allowed) winner = await orderIn(status)
      }
    }
  })

  test('the database refuses the ways that the table does not have', async () => {
    const winner = await shipped()
    await expect(
      server.db.query(`update prize set status = 'won' where purchase_id = $1`, [winner.order]),
    ).rejects.toThrow('prize_life')
    await expect(
      server.db.query(`update prize set address = '\\x00' where purchase_id = $1`, [winner.order]),
    ).rejects.toThrow('prize_life')
  })
})
