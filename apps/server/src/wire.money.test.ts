/** Money calls over the wire: one effect per request id, and no oversale. */
import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from './testing/factories.ts'
import { breachesOf, defectsOf, paidMembers, sellIssue } from './testing/fuzz-world.ts'
import { operatorClient } from './testing/operator-client.ts'
import { makeOperator, openOperatorSession } from './testing/operators.ts'
import { testServer, type TestServer } from './testing/server.ts'

const COPIES = 50
const BUYERS = rounds(200, 80)
const LAST = rounds(50, 20)

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

const balanceOf = async ({ client }: TestMember) => (await client.call(ENDPOINTS.account, {})).balance

/** The code of a refusal; undefined when the call succeeded. */
async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof CallError) return error.code
    throw error
  }
}

const copies = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: COPIES }, call))

test(`a purchase sent ${COPIES} times at once buys once, and a changed one is refused`, async () => {
  const issue = await sellIssue(server, 'ONCE', 100)
  const another = await sellIssue(server, 'ELSE', 100)
  const [member] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const input = { issue, quantity: 3, requestId: randomUUID() }

  const [first, ...rest] = await copies(() => member.client.call(ENDPOINTS.buy, input))
  for (const answer of rest) expect(answer).toEqual(first)
  expect(first).toMatchObject({ status: 'awaiting_draw', first: FIRST_CODE, quantity: 3, amount: '3.00' })
  expect(await balanceOf(member)).toBe('97.00')

  const changes = [{ quantity: 4 }, { quantity: 1 }, { issue: another }]
  for (const change of changes) {
    const codes = await copies(() => refusal(member.client.call(ENDPOINTS.buy, { ...input, ...change })))
    expect(new Set(codes)).toEqual(new Set(['REQUEST_ID_REUSED']))
  }
  // ids ignore case, and each member has their own
  const shouted = { ...input, requestId: input.requestId.toUpperCase() }
  expect(await member.client.call(ENDPOINTS.buy, shouted)).toEqual(first)
  const [other] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  expect(await other.client.call(ENDPOINTS.buy, input)).toMatchObject({ first: 1_000_004 })

  expect(await balanceOf(member)).toBe('97.00')
  const { items } = await member.client.call(ENDPOINTS.orderList, {})
  expect(items.map(({ order }) => order)).toEqual([first!.order])
  expect(await breachesOf(server)).toEqual([])
})

test(`of two different purchases with one request id, one happens, once`, async () => {
  const issue = await sellIssue(server, 'EITHER', 100)
  const [member] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const requestId = randomUUID()
  const outcomes = await Promise.all(
    Array.from({ length: COPIES }, (_, n) =>
      member.client
        .call(ENDPOINTS.buy, { issue, quantity: 1 + (n % 2), requestId })
        .catch((error: unknown) => {
          if (error instanceof CallError) return error.code
          throw error
        }),
    ),
  )
  const bought = outcomes.filter((outcome) => typeof outcome !== 'string')
  expect(bought).toHaveLength(COPIES / 2)
  for (const answer of bought) expect(answer).toEqual(bought[0])
  expect(new Set(outcomes.filter((outcome) => typeof outcome === 'string'))).toEqual(
    new Set(['REQUEST_ID_REUSED']),
  )
  expect(await balanceOf(member)).toBe(bought[0]?.quantity === 1 ? '99.00' : '98.00')
  expect(await breachesOf(server)).toEqual([])
})

test(`a recharge opened ${COPIES} times at once is opened once, and a changed one is refused`, async () => {
  const [member] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const input = { method: 'sandbox', amount: '250.00', requestId: randomUUID() }

  const [first, ...rest] = await copies(() => member.client.call(ENDPOINTS.openRecharge, input))
  for (const answer of rest) expect(answer).toEqual(first)
  const codes = await copies(() =>
    refusal(member.client.call(ENDPOINTS.openRecharge, { ...input, amount: '251.00' })),
  )
  expect(new Set(codes)).toEqual(new Set(['REQUEST_ID_REUSED']))

  const { items } = await member.client.call(ENDPOINTS.rechargeLog, {})
  expect(items.filter(({ amount }) => amount === '250.00').map(({ id }) => id)).toEqual([first!.id])
  expect(await balanceOf(member)).toBe('100.00')
})

test(`${BUYERS} people at once for the last ${LAST} shares: ${LAST} get one, the others keep their money`, async () => {
  const issue = await sellIssue(server, 'LAST', LAST)
  const people = await paidMembers(server, BUYERS, '100.00')
  const call = { issue, quantity: 1 }
  const outcomes = await Promise.all(
    people.map(({ client }) =>
      client.call(ENDPOINTS.buy, { ...call, requestId: randomUUID() }).catch((error: unknown) => {
        if (error instanceof CallError) return error
        throw error
      }),
    ),
  )

  const codes: number[] = []
  for (const [n, outcome] of outcomes.entries()) {
    const balance = await balanceOf(people[n]!)
    if (outcome instanceof CallError) {
      expect([outcome.code, balance]).toEqual(['SOLD_OUT', '100.00'])
      expect(outcome.message).toBe('All shares are sold. You paid nothing.')
    } else {
      codes.push(outcome.first!)
      expect(balance).toBe('99.00')
    }
  }
  expect(codes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: LAST }, (_, n) => FIRST_CODE + n))
  const { card } = await server.anonymous().call(ENDPOINTS.goodsDetail, { issue })
  expect(card).toMatchObject({ sold: LAST, shares: LAST, participants: LAST })
  expect(card.status).not.toBe('selling')
  expect(await breachesOf(server)).toEqual([])

  await server.context.mall.draws.runDue()
  expect(await server.anonymous().call(ENDPOINTS.goodsDetail, { issue })).toMatchObject({
    card: { status: 'drawn' },
  })
  expect(await breachesOf(server)).toEqual([])
})

test('refuses orders larger than the rest, names the rest, and charges nothing', async () => {
  const issue = await sellIssue(server, 'GROUPS', LAST)
  const people = await paidMembers(server, 40, '100.00')
  const outcomes = await Promise.all(
    people.map(({ client }) =>
      refusal(client.call(ENDPOINTS.buy, { issue, quantity: 7, requestId: randomUUID() })),
    ),
  )
  expect(outcomes.filter((code) => code === undefined)).toHaveLength(Math.floor(LAST / 7))
  expect(new Set(outcomes.filter(Boolean))).toEqual(new Set(['NOT_ENOUGH_SHARES']))
  const { card } = await server.anonymous().call(ENDPOINTS.goodsDetail, { issue })
  expect(card).toMatchObject({ sold: LAST - (LAST % 7), status: 'selling' })
  expect(await breachesOf(server)).toEqual([])
})

test(`a funding request sent ${COPIES} times at once is one, and a changed one is refused`, async () => {
  const { client } = await makeOperator(server, ['finance'])
  const input = {
    account: 'bankroll',
    amount: '250.00',
    reference: 'transfer 1',
    reason: 'opening balance',
    requestId: randomUUID(),
  } as const

  const [first, ...rest] = await copies(() => client.call(ENDPOINTS.houseFund, input))
  for (const answer of rest) expect(answer).toEqual(first)
  expect(first).toMatchObject({ state: 'requested', approval: { action: 'house.fund', state: 'pending' } })
  for (const change of [
    { amount: '251.00' },
    { account: 'marketing' as const },
    { reference: 'transfer 2' },
  ]) {
    const codes = await copies(() => refusal(client.call(ENDPOINTS.houseFund, { ...input, ...change })))
    expect(new Set(codes)).toEqual(new Set(['REQUEST_ID_REUSED']))
  }
  // each operator has their own request ids; the bank reference is unique for all
  const { client: colleague } = await makeOperator(server, ['finance'])
  expect(await refusal(colleague.call(ENDPOINTS.houseFund, input))).toBe('REFERENCE_USED')
  const { items } = await client.call(ENDPOINTS.approvalList, { state: 'pending' })
  expect(items.map(({ id }) => id)).toEqual([first!.approval!.id])
})

test(`funds the house once when two operators approve it ${COPIES} times at once`, async () => {
  const [asker, ...deciders] = [
    await makeOperator(server, ['finance']),
    await makeOperator(server, ['owner']),
    await makeOperator(server, ['finance', 'owner']),
  ]
  const bankroll = async () => {
    const { items } = await asker.client.call(ENDPOINTS.houseList, {})
    return items.find(({ account }) => account === 'bankroll')!.balance
  }
  const before = Number(await bankroll())
  const { approval } = await asker.client.call(ENDPOINTS.houseFund, {
    account: 'bankroll',
    amount: '1000.00',
    reference: 'transfer 3',
    reason: 'opening balance',
    requestId: randomUUID(),
  })
  const { id } = approval!
  // the requesting operator may not decide, not even in another session
  const { token, signKey } = await openOperatorSession(server, asker.name, ['finance'])
  const again = operatorClient(server.url, { token, signKey })
  for (const client of [asker.client, again])
    expect(await refusal(client.call(ENDPOINTS.approvalApprove, { id }))).toBe('OWN_REQUEST')

  let turn = 0
  const codes = await copies(() =>
    refusal(deciders[turn++ % deciders.length]!.client.call(ENDPOINTS.approvalApprove, { id })),
  )
  // a repeated approval answers the same
  expect(codes.filter((code) => code === undefined)).toHaveLength(COPIES / 2)
  expect(new Set(codes.filter(Boolean))).toEqual(new Set(['NOT_PENDING']))
  expect(Number(await bankroll())).toBe(before + 1_000)
  const { items } = await asker.client.call(ENDPOINTS.houseFundings, { account: 'bankroll' })
  expect(items.filter(({ reference }) => reference === 'transfer 3')).toHaveLength(1)
  expect(await breachesOf(server)).toEqual([])
})

test('these tests cause no defect', () => {
  expect(defectsOf(server)).toEqual([])
})
