/** What counts as played through, across recharges, protection of members, and draws. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { playThrough, waivePlay } from './modules/ledger/index.ts'
import type { TestMember } from './testing/factories.ts'
import { breachesOf, paidMembers, sellIssue } from './testing/fuzz-world.ts'
import { adjust, testServer, type TestServer } from './testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

/** Buys all shares of an issue at 1.00, which is drawn and settled. */
async function play({ client }: TestMember, shares: number): Promise<void> {
  const issue = await sellIssue(server, `PLAY${shares}`, shares)
  await client.call(ENDPOINTS.buy, { issue, quantity: shares, requestId: randomUUID() })
  await server.context.mall.draws.runDue()
}
async function recharge({ client }: TestMember, amount: string): Promise<void> {
  const opened = await client.call(ENDPOINTS.openRecharge, {
    method: 'sandbox',
    amount,
    requestId: randomUUID(),
  })
  const payment = new URL(opened.payUrl ?? '', server.url).searchParams.get('payment') ?? ''
  await server.context.wallet.company!.choose(payment, 'pay')
  await server.context.jobs.drain()
}
const returnable = async ({ client }: TestMember) =>
  (await client.call(ENDPOINTS.rechargeReturns, {})).items.map((item) => item.returnable)

test('money whose play-through was waived and that is then spent does not go back as unplayed', async () => {
  const [member] = (await paidMembers(server, 1, '500.00')) as [TestMember]
  const { memberId } = member
  const left = async () => (await playThrough(server.db, memberId)).left
  await server.owner.tx((tx) => waivePlay(tx, memberId))
  expect([await left(), await returnable(member)]).toEqual([0n, ['500.00']])
  await play(member, 300)
  // other money, which is not to be played through
  await adjust(server.context, { 'wallet.playThroughPercent': '0' })
  await recharge(member, '5000.00')
  await adjust(server.context, { 'wallet.playThroughPercent': '100' })
  expect([await left(), await returnable(member)]).toEqual([0n, ['200.00']])

  // a later recharge is to be played through first, and only what is spent beyond it counts for what was waived
  await recharge(member, '100.00')
  expect([await left(), await returnable(member)]).toEqual([100_0000n, ['100.00', '200.00']])
  await play(member, 60)
  expect([await left(), await returnable(member)]).toEqual([40_0000n, ['100.00', '140.00']])
  await play(member, 240)
  expect([await left(), await returnable(member)]).toEqual([0n, []])
})
