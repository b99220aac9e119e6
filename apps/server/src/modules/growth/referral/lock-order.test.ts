/** Recharges, exits and rebates take their locks in one order (docs/LEDGER.md). */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember, type TestMember } from '../../../testing/factories.ts'
import { breachesOf, defectsOf } from '../../../testing/fuzz-world.ts'
import { sellUnits } from '../../../testing/made/finance.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { takeNotice } from '../../wallet/recharge/credits.ts'
import { openRecharge } from '../../wallet/index.ts'
import { lockTeams } from './rebates/rebates.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
  await sellUnits(server, 'F7')
})
afterAll(() => server?.close())

/** Opens a recharge. @returns what tells the server that it is paid */
async function paid({ memberId }: TestMember): Promise<() => Promise<string>> {
  const { wallet, db } = server.context
  const input = { method: 'sandbox', amount: '150.00', requestId: randomUUID() }
  const { recharge_id } = await openRecharge(wallet.recharges, memberId, input)
  const [payment] = await db.query<{ id: string }>(
    'select payment_id as id from provider_payment where recharge_id = $1',
    [recharge_id],
  )
  const notice = { type: 'succeeded' as const, amount: 1_500_000n, currency: 'VND', body: '{}' }
  return () =>
    takeNotice(
      wallet.recharges,
      { name: 'sandbox' },
      { ...notice, eventId: randomUUID(), paymentId: payment!.id },
    )
}

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

async function untilOneWaits(): Promise<void> {
  for (let looks = 0; (await server.db.query(WAITING)).length === 0; looks++) {
    if (looks === 5_000) throw new Error('no transaction waits for a lock')
  }
}

test('a recharge that waits for the sums of a team holds neither a relation nor the cash account', async () => {
  const inviter = await makeMember(server)
  const friend = await makeMember(server, { inviterId: inviter.memberId })
  const pay = await paid(friend)
  let credit: Promise<string> | undefined
  // as the count of rebates: first the sums, then the relations
  await server.owner.tx(async (tx) => {
    await lockTeams(tx, [inviter.memberId])
    credit = pay()
    await untilOneWaits()
    await tx.query(`select from house_account where name = 'cash' for update nowait`)
    const relation = 'select 1 as one from team_member where friend_id = $1 for update nowait'
    expect(await tx.query(relation, [friend.memberId])).toHaveLength(1)
  })
  expect(await credit).toBe('credited')
})

test('recharges, exits and rebates side by side cause no deadlock', async () => {
  const inviters = [await makeMember(server), await makeMember(server)]
  const friends: TestMember[] = []
  for (let n = 0; n < 12; n++) {
    const inviterId = inviters[n % 2]!.memberId
    friends.push(await makeMember(server, { inviterId, balance: '1000.00' }))
  }
  const { jobs, growth, db } = server.context
  const rebates = async () => {
    await db.tx((tx) => growth.referral.wake(tx))
    await jobs.drain()
  }
  for (let round = 0; round < 3; round++) {
    const orders = []
    for (const { client } of friends) {
      const input = { code: 'F7', units: 1, requestId: randomUUID() }
      orders.push((await client.call(ENDPOINTS.financeBuy, input)).order.id)
    }
    const credits = await Promise.all(friends.map(paid))
    const [outcomes] = await Promise.all([
      Promise.all(credits.map((credit) => credit())),
      Promise.all(
        orders.map((id, n) =>
          friends[n]!.client.call(ENDPOINTS.financeExit, { id, requestId: randomUUID() }),
        ),
      ),
      rebates(),
    ])
    expect(new Set(outcomes)).toEqual(new Set(['credited']))
  }
  await rebates()
  expect(server.retried.filter((state) => state === '40P01')).toEqual([])
  // money and notices of this test come from no payment company, which INV-14 says
  expect((await breachesOf(server)).filter((breach) => !breach.startsWith('INV-14'))).toEqual([])
  expect(defectsOf(server)).toEqual([])
})
