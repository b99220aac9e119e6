/** Recharges in USDT in a whole server: members pay, the job credits, operators read what arrived. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { makeMember } from '../../../testing/factories.ts'
import { makeOperator } from '../../../testing/operators.ts'
import {
  PLAYED_CONTRACT,
  playedChain,
  playedNode,
  TEST_XPUB,
  type PlayedNode,
} from '../../../testing/played/played-chain.ts'
import { planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { bindTrc20, openTrc20 } from '../../wallet/index.ts'
import { operatorChecks } from '../operator.checks.ts'

const chain = playedChain(Date.now())
let node: PlayedNode
let server: TestServer
beforeAll(async () => {
  node = await playedNode(() => chain)
  const trc20 = await openTrc20(
    { xpub: TEST_XPUB, nodes: [node.url], nodeKey: undefined, contract: PLAYED_CONTRACT },
    'sandbox',
  )
  server = await testServer({ parts: { trc20 }, settings: { 'wallet.trc20Rate': '2.5' } })
  await bindTrc20(server.db, trc20)
})
afterAll(async () => {
  await server.close()
  await node.close()
})

test('an operator reads what arrived, the highest index first, and what left the chain', async () => {
  const { client } = await makeMember(server)
  const finance = await makeOperator(server, ['finance'])
  const open = async () => {
    const input = { method: 'trc20', amount: '500', requestId: randomUUID() }
    const { instructions } = await client.call(ENDPOINTS.openRecharge, input)
    if (instructions?.kind !== 'crypto') throw new Error('the recharge is not paid in USDT')
    return instructions.address
  }
  const [first, , third] = [await open(), await open(), await open()]
  chain.pay({ to: first, units: 200_000_000n })
  chain.mine(20)
  chain.pay({ to: third, units: 1_500_000n })
  await server.context.jobs.plan()
  await server.database.advanceClock(5_000)
  await server.context.jobs.drain()

  const list = (input: object = {}) => finance.client.call(ENDPOINTS.trc20List, input)
  const all = await list()
  expect(all).toMatchObject({
    contract: PLAYED_CONTRACT,
    derived: 3,
    watch: { block: chain.head() },
    next: null,
  })
  expect(all.items).toMatchObject([
    { index: 2, address: third, received: '0.000000', credited: '0.00', waiting: 1, lost: 0 },
    { index: 0, address: first, received: '200.000000', credited: '500.00', waiting: 0, lost: 0 },
  ])
  const page = await list({ limit: 1 })
  expect(page.items.map(({ index }) => index)).toEqual([2])
  expect((await list({ limit: 1, cursor: page.next! })).items.map(({ index }) => index)).toEqual([0])
  expect((await list({ lost: true })).items).toEqual([])

  chain.reorganise(22)
  await server.database.advanceClock(60_000)
  await server.context.jobs.drain()
  expect((await list({ lost: true })).items).toMatchObject([{ index: 0, received: '200.000000', lost: 1 }])
  const { items } = await finance.client.call(ENDPOINTS.statusShow, {})
  expect(items.find(({ name }) => name === 'trc20-lost')).toMatchObject({ count: 1 })
})

test('a late transfer above the highest recharge is credited when one operator asks for it and another approves', async () => {
  const { client, memberId } = await makeMember(server)
  const opening = { method: 'trc20', amount: '500', requestId: randomUUID() }
  const { id, number, instructions } = await client.call(ENDPOINTS.openRecharge, opening)
  if (instructions?.kind !== 'crypto') throw new Error('the recharge is not paid in USDT')
  await server.database.advanceClock(31 * MINUTE_MS)
  const [mina, omar] = [await makeOperator(server, ['finance']), await makeOperator(server, ['finance'])]
  const transactions = [1, 2].map(() => chain.pay({ to: instructions.address, units: 60_000_000_000n }))
  chain.mine(20)
  await server.context.jobs.plan()
  await server.context.jobs.drain()
  const transfers = transactions.map((transaction) => `${transaction}:0`)

  const heldNow = () => mina.client.call(ENDPOINTS.trc20Held, {})
  const { items } = await heldNow()
  expect(items.map(({ transfer }) => transfer).toSorted()).toEqual(transfers.toSorted())
  expect(items[0]).toMatchObject({
    recharge: number,
    member: memberId,
    units: '60000.000000',
    rate: '2.50',
    amount: '150000.00',
    lost: false,
  })
  const page = await mina.client.call(ENDPOINTS.trc20Held, { limit: 1 })
  const rest = await mina.client.call(ENDPOINTS.trc20Held, { limit: 1, cursor: page.next! })
  expect([...page.items, ...rest.items]).toEqual(items)
  const { items: stalled } = await mina.client.call(ENDPOINTS.statusShow, {})
  expect(stalled.find(({ name }) => name === 'trc20-held')).toMatchObject({ count: 2 })

  const change = () => ({ reason: 'the member asked', requestId: randomUUID() })
  const [credited, dismissed] = transfers as [string, string]
  const asked = [
    await mina.client.call(ENDPOINTS.trc20Credit, { transfer: credited, ...change() }),
    await mina.client.call(ENDPOINTS.trc20Dismiss, { transfer: dismissed, ...change() }),
  ]
  expect(asked.map(({ state }) => state)).toEqual(['requested', 'requested'])
  const { outlook } = await omar.client.call(ENDPOINTS.approvalShow, { id: asked[0]!.approval!.id })
  expect(outlook).toMatchObject({ money: { 'the wallet gets': '150000.00' }, refused: null })
  expect(outlook!.facts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['rate', 'account', 'recharges', 'net position', 'play-through']),
  )
  const stateNow = () => client.call(ENDPOINTS.rechargeStatus, { id })
  expect(await stateNow()).toMatchObject({ credited: null, held: '300000.00' })
  await omar.client.call(ENDPOINTS.approvalApprove, { id: asked[0]!.approval!.id })
  expect(await stateNow()).toMatchObject({ status: 'success', credited: '150000.00', held: '150000.00' })
  await omar.client.call(ENDPOINTS.approvalApprove, { id: asked[1]!.approval!.id })
  expect((await heldNow()).items).toEqual([])
  const end = await stateNow()
  expect(end).toMatchObject({ credited: '150000.00' })
  expect(end.held).toBeUndefined()
  const audited = await server.db.query<{ action: string }>(
    `select action from audit where subject = $1 order by at, audit_id`,
    [`recharge:${number}`],
  )
  expect(audited.map(({ action }) => action)).toEqual(['usdt.credit', 'usdt.dismiss'])
  const refused = mina.client.call(ENDPOINTS.trc20Credit, { transfer: dismissed, ...change() })
  await expect(refused).rejects.toMatchObject({ code: 'NOT_PENDING' })
  const decisions = operatorChecks.find(({ title }) => title.includes('about a late transfer in USDT'))!
  expect(await planted(server.owner, [decisions], 'select 1')).toEqual([])
  const forged = `update approval set state = 'rejected' where action = 'usdt.credit'`
  expect(await planted(server.owner, [decisions], forged)).toEqual([decisions.title])
})
