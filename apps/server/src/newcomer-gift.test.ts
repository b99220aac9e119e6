/** The newcomer's gift after a first top-up that a payment company reports and that is played through, and what the statement says of rewards. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fundHouse } from './modules/ledger/index.ts'
import { openRecharge } from './modules/wallet/index.ts'
import { makeMember, type TestMember } from './testing/factories.ts'
import { leaveWithHouse } from './testing/left-with-house.ts'
import { testServer, type TestServer } from './testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await server.db.tx((tx) =>
    fundHouse(tx, { account: 'marketing', amount: 10_000_000n, reference: 'newcomers' }),
  )
})
afterAll(() => server.close())

/** Opens a top-up; the sandbox company reports what the member chose. */
async function topUp(member: TestMember, choice: 'pay' | 'decline'): Promise<void> {
  const { wallet, jobs, db } = server.context
  const input = { method: 'sandbox', amount: '100.00', requestId: randomUUID() }
  const { recharge_id } = await openRecharge(wallet.recharges, member.memberId, input)
  const [payment] = await db.query<{ payment_id: string }>(
    'select payment_id from provider_payment where recharge_id = $1',
    [recharge_id],
  )
  await wallet.company?.choose(payment!.payment_id, choice)
  await jobs.drain()
}

test('the second voucher of a newcomer comes when the first top-up is played through, once, and not after one that failed', async () => {
  const member = await makeMember(server)
  const { client } = member
  await server.db.query(
    `insert into device_seen (member_id, device_hash, first_at) select $1, sha256('phone'), business_now()`,
    [member.memberId],
  )
  const gift = async () =>
    (await client.call(ENDPOINTS.taskList, {})).gifts.find(({ claim }) => claim === 'gift_recharge')
  const claim = (requestId = randomUUID()) =>
    client.call(ENDPOINTS.taskClaim, { claim: 'gift_recharge', requestId })
  expect(await gift()).toMatchObject({ state: 'open', amount: '3.00', minSpend: '30.00' })
  await expect(claim()).rejects.toMatchObject({ code: 'TASK_OPEN' })
  await topUp(member, 'decline')
  await expect(claim()).rejects.toMatchObject({ code: 'TASK_OPEN' })
  await topUp(member, 'pay')
  await expect(claim()).rejects.toMatchObject({ code: 'TASK_OPEN' })
  await leaveWithHouse(server, member.memberId)
  expect(await gift()).toMatchObject({ state: 'ready' })
  const requestId = randomUUID()
  const [first, again] = [await claim(requestId), await claim(requestId)]
  expect(first).toMatchObject({ claim: 'gift_recharge', amount: '0.00', balance: '100.00' })
  expect(again).toEqual(first)
  expect(first.voucher).not.toBeNull()
  await expect(claim()).rejects.toMatchObject({ code: 'TASK_CLAIMED' })
  expect(await gift()).toMatchObject({ state: 'claimed' })
  const { items } = await client.call(ENDPOINTS.vouchers, {})
  expect(items).toMatchObject([{ id: first.voucher, amount: '3.00', minSpend: '30.00' }])
  await topUp(member, 'pay')
  await expect(claim()).rejects.toMatchObject({ code: 'TASK_CLAIMED' })
})

test('the statement and its file say which task a reward was for, in the language of the call', async () => {
  const { client, memberId } = await makeMember(server)
  await leaveWithHouse(server, memberId)
  await client.call(ENDPOINTS.taskCheckIn, { requestId: randomUUID() })
  await client.call(ENDPOINTS.userShare, { shared: true })
  await client.call(ENDPOINTS.taskClaim, { claim: 'share', requestId: randomUUID() })
  const { items } = await client.call(ENDPOINTS.walletStatement, {})
  expect(items).toMatchObject([
    { kind: 'task', title: 'Share your link', detail: 'share' },
    { kind: 'task', title: 'Daily check-in', detail: 'check_in' },
  ])
  const { url } = await client.call(ENDPOINTS.statementFile, {})
  const [, shared, entered] = (await (await fetch(new URL(url, server.url))).text()).trim().split('\r\n')
  expect(shared).toContain(',Task reward,Share your link,,,')
  expect(entered).toContain(',Task reward,Daily check-in,,,')
})
