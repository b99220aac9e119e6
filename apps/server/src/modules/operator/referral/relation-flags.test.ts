/** One device for two accounts: members log in, the relation is held, and two operators decide. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClient } from '../../../testing/client.ts'
import { makeMember, SOME_PASSWORD, type TestMember } from '../../../testing/factories.ts'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { makePayout } from '../../../testing/made/payouts.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let mina: TestOperator
let omar: TestOperator
let auditor: TestOperator
beforeAll(async () => {
  server = await testServer()
  mina = await makeOperator(server, ['finance'])
  omar = await makeOperator(server, ['owner'])
  auditor = await makeOperator(server, ['auditor'])
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const DEVICE = '0123456789abcdef'.repeat(2)

async function pair(): Promise<{ inviter: TestMember; friend: TestMember }> {
  const inviter = await makeMember(server, { password: SOME_PASSWORD })
  const friend = await makeMember(server, { password: SOME_PASSWORD, inviterId: inviter.memberId })
  return { inviter, friend }
}
async function logIn({ phone }: TestMember, device: string): Promise<void> {
  const input = { account: phone, password: SOME_PASSWORD, device }
  await testClient({ url: server.url }).call(ENDPOINTS.login, input)
  await server.context.jobs.drain()
}
const friendsOf = async ({ client }: TestMember) => (await client.call(ENDPOINTS.userInviteList, {})).items
const decide = (
  who: TestOperator,
  { inviter, friend }: Awaited<ReturnType<typeof pair>>,
  decision: 'clear' | 'confirm',
  more: { signal?: 'device' | 'payout'; requestId?: string } = {},
) =>
  who.client.call(ENDPOINTS.relationDecide, {
    member: inviter.memberId,
    friend: friend.memberId,
    signal: 'device',
    decision,
    reason: 'asked both of them',
    requestId: randomUUID(),
    ...more,
  })
const approve = (who: TestOperator, id: string) => who.client.call(ENDPOINTS.approvalApprove, { id })

test('two log ins with one device hold the relation; the server keeps no id in the clear', async () => {
  const both = await pair()
  await logIn(both.inviter, DEVICE)
  expect(await friendsOf(both.inviter)).toMatchObject([{ held: false, samePerson: false }])
  await logIn(both.friend, DEVICE)
  await logIn(both.friend, DEVICE)
  expect(await friendsOf(both.inviter)).toMatchObject([{ held: true, samePerson: false }])
  const { items } = await auditor.client.call(ENDPOINTS.relationFlags, {})
  expect(items).toMatchObject([
    {
      member: { id: both.inviter.memberId },
      friend: { id: both.friend.memberId },
      other: { id: both.inviter.memberId },
      signal: 'device',
      state: 'open',
      level: 1,
      held: '0.00',
    },
  ])
  expect(items[0]!.friend.name).toContain('*')
  const seen = await server.db.query<{ device_hash: Buffer }>('select device_hash from device_seen')
  expect(seen.map(({ device_hash }) => device_hash.toString('hex'))).not.toContain(DEVICE)

  const requestId = randomUUID()
  expect(await codeOf(decide(auditor, both, 'clear'))).toBe('NOT_PERMITTED')
  const { approval } = await decide(mina, both, 'clear', { requestId })
  expect(await codeOf(approve(mina, approval!.id))).toBe('OWN_REQUEST')
  const { outlook } = await omar.client.call(ENDPOINTS.approvalShow, { id: approval!.id })
  expect(outlook).toMatchObject({
    effect: { standing: 'clear' },
    before: { standing: 'held' },
    money: { 'held rebates': '0.00', 'goes on to be paid': '0.00' },
    refused: null,
  })
  expect(outlook!.facts).toContainEqual({
    name: 'the friend: shared device',
    value: `with 1 other member: ${both.inviter.memberId}`,
    warns: true,
  })
  expect(await friendsOf(both.inviter)).toMatchObject([{ held: true }])
  await Promise.all([approve(omar, approval!.id), approve(omar, approval!.id)])
  expect(await decide(mina, both, 'clear', { requestId })).toMatchObject({ state: 'done' })
  expect(await friendsOf(both.inviter)).toMatchObject([{ held: false, samePerson: false }])
  expect(await codeOf(decide(mina, both, 'confirm'))).toBe('NO_SUCH_DATA')
  expect((await auditor.client.call(ENDPOINTS.relationFlags, {})).items).toEqual([])
  expect((await auditor.client.call(ENDPOINTS.relationFlags, { all: true })).items).toMatchObject([
    { state: 'cleared', reason: 'asked both of them' },
  ])
  await logIn(both.inviter, 'fe'.repeat(16))
  await logIn(both.friend, 'fe'.repeat(16))
  expect(await friendsOf(both.inviter)).toMatchObject([{ held: false }])
})

test('a payout account of two members holds the relation, and a confirmation ends it', async () => {
  const both = await pair()
  const place = { db: server.db, wallet: server.context.wallet }
  await makePayout(place, both.inviter.memberId, 'twins@okbank')
  await makePayout(place, both.friend.memberId, 'twins@okbank')
  await server.context.jobs.drain()
  expect(await friendsOf(both.inviter)).toMatchObject([{ held: true }])
  const [first, second] = await Promise.all([
    decide(mina, both, 'clear', { signal: 'payout' }),
    decide(mina, both, 'confirm', { signal: 'payout' }),
  ])
  await approve(omar, second.approval!.id)
  expect(await codeOf(approve(omar, first.approval!.id))).toBe('NO_SUCH_DATA')
  expect(await friendsOf(both.inviter)).toMatchObject([{ held: false, samePerson: true }])
  const [entry] = await server.db.query<{ after: object }>(
    `select after from audit where action = 'relation.decide' and after ->> 'decision' = 'confirm'`,
  )
  expect(entry!.after).toMatchObject({ standing: 'same_person', signals: ['payout'], amount: '0.00' })
})

test('flags are paged, the oldest first', async () => {
  for (const device of ['aa', 'bb', 'cc']) {
    const both = await pair()
    await logIn(both.inviter, device.repeat(16))
    await logIn(both.friend, device.repeat(16))
  }
  const first = await auditor.client.call(ENDPOINTS.relationFlags, { limit: 2 })
  expect(first.items).toHaveLength(2)
  const rest = await auditor.client.call(ENDPOINTS.relationFlags, { limit: 2, cursor: first.next! })
  expect(rest.items).toHaveLength(1)
  expect(rest.next).toBeNull()
  expect(rest.items[0]!.foundAt).toBeGreaterThanOrEqual(first.items[1]!.foundAt)
})
