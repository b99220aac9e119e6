/** The doctor's checks find the errors that the schema cannot refuse. Each test makes one error and then undoes it. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardWorld, type GuardWorld } from './guard.fixture.ts'

let world: GuardWorld
let memberId: string

beforeAll(async () => {
  world = await guardWorld()
  const member = await world.member()
  memberId = member.memberId
  const { client } = member
  for (const kind of ['spend', 'loss', 'deposit'] as const)
    await client.call(ENDPOINTS.limitSave, { kind, period: 'month', cap: '500' })
  await world.buy(client, await world.issue(), 20)
  await client.call(ENDPOINTS.openRecharge, { method: 'sandbox', amount: '200', requestId: randomUUID() })
  await client.call(ENDPOINTS.netPosition, {})
  await client.call(ENDPOINTS.selfExclude, { duration: '30d' })
  expect(await world.breaches()).toEqual([])
})
afterAll(() => world.close())

const counter = (kind: string, change: string) =>
  `update limit_counter set ${change} where member_id = $1 and kind = '${kind}'`
const wallet = (change: string) => `update wallet set ${change} where member_id = $1`

test.each([
  ['a spend that is not counted', counter('spend', 'used = used - 1'), counter('spend', 'used = used + 1')],
  ['a loss that is not counted', counter('loss', 'used = used - 1'), counter('loss', 'used = used + 1')],
  ['a missing open order', counter('loss', 'open = open - 1'), counter('loss', 'open = open + 1')],
  ['a missing open recharge', counter('deposit', 'open = open - 1'), counter('deposit', 'open = open + 1')],
  [
    'a ceiling above the limit',
    counter('spend', 'ceiling = ceiling + 1'),
    counter('spend', 'ceiling = ceiling - 1'),
  ],
  ['limits that the wallet does not announce', wallet('has_limits = false'), wallet('has_limits = true')],
  [
    'a break that ends early',
    wallet(`excluded_until = excluded_until - interval '1 day'`),
    wallet(`excluded_until = excluded_until + interval '1 day'`),
  ],
  [
    'a wrong net position',
    'update member_flow set spent = spent + 1 where member_id = $1',
    'update member_flow set spent = spent - 1 where member_id = $1',
  ],
])('the doctor finds %s', async (_, done, undone) => {
  await world.owner.query(done, [memberId])
  expect(await world.breaches()).toHaveLength(1)
  await world.owner.query(undone, [memberId])
  expect(await world.breaches()).toEqual([])
})
