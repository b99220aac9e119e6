import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember } from '../../../../testing/factories.ts'
import { paidMembers } from '../../../../testing/fuzz-world.ts'
import { testServer, type TestServer } from '../../../../testing/server.ts'
import { friendsByTime } from './team.queries.ts'
import { joinTeams, qualifiedFriends } from './relations.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const MARGIN = 400_000n

/** An inviter, and a friend who topped up 100. */
async function pair() {
  const { db } = server.context
  const inviter = (await makeMember(server)).memberId
  const [{ memberId: friend } = { memberId: '' }] = await paidMembers(server, 1, '100.00')
  await server.owner.query('update member set inviter_id = $2 where member_id = $1', [friend, inviter])
  await db.tx((tx) => joinTeams(tx, { memberId: friend, inviterId: inviter }))
  /** the house keeps so much of the friend's orders */
  const leaves = (kept: bigint) =>
    server.owner.query(
      `insert into member_vip (member_id, spend, kept) values ($1, $2, $2)
       on conflict (member_id) do update set kept = excluded.kept`,
      [friend, kept],
    )
  const qualified = async () => {
    await db.tx((tx) => server.context.growth.referral.credited(tx, friend))
    return qualifiedFriends(db, inviter)
  }
  return { db, inviter, friend, leaves, qualified }
}

test('a friend qualifies with a recharge and with what the house keeps of the orders, not with the play-through alone', async () => {
  const { friend, leaves, qualified } = await pair()
  expect(await qualified()).toBe(0)
  await server.owner.query('update play_through set played = required where member_id = $1', [friend])
  expect(await qualified()).toBe(0)
  await leaves(MARGIN - 1n)
  expect(await qualified()).toBe(0)
  await leaves(MARGIN)
  expect(await qualified()).toBe(1)
})

test('a friend whose recharge went back does not qualify', async () => {
  const { friend, leaves, qualified } = await pair()
  await leaves(MARGIN)
  await server.owner.query('update recharge set returned = credited where member_id = $1', [friend])
  expect(await qualified()).toBe(0)
})

test('what the friend was given counts against it, and the inviter sees the progress', async () => {
  const { db, inviter, friend, leaves, qualified } = await pair()
  await leaves(MARGIN)
  await db.query(
    `insert into check_in (member_id, day, streak, amount, request_id, checked_at)
     select $1, at::date, 1, 1000, gen_random_uuid(), at from business_clock`,
    [friend],
  )
  expect(await qualified()).toBe(0)
  const [row] = await friendsByTime(db, inviter, { level: 1, state: null, place: null, limit: 1 })
  expect(row).toMatchObject({ recharged: true, qualified: false, left: MARGIN - 1_000n })
  await leaves(MARGIN + 1_000n)
  expect(await qualified()).toBe(1)
})
