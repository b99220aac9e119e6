import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember } from '../../../../testing/factories.ts'
import { paidMembers } from '../../../../testing/fuzz-world.ts'
import { testServer, type TestServer } from '../../../../testing/server.ts'
import { joinTeams, qualifiedFriends } from './relations.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('a friend qualifies by a recharge that is played through; what is waived is not played', async () => {
  const { db, growth } = server.context
  const inviter = (await makeMember(server)).memberId
  const [{ memberId: friend } = { memberId: '' }] = await paidMembers(server, 1, '100.00')
  await server.owner.query('update member set inviter_id = $2 where member_id = $1', [friend, inviter])
  await db.tx((tx) => joinTeams(tx, { memberId: friend, inviterId: inviter }))
  const qualified = async () => {
    await db.tx((tx) => growth.referral.credited(tx, friend))
    return qualifiedFriends(db, inviter)
  }
  expect(await qualified()).toBe(0)
  await server.owner.query('update play_through set waived = required where member_id = $1', [friend])
  expect(await qualified()).toBe(0)
  await server.owner.query('update play_through set waived = 0, played = required where member_id = $1', [
    friend,
  ])
  expect(await qualified()).toBe(1)
})
