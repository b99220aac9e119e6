/** The callers of the authorization matrix, and the data of each. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { ROLES } from '@fairlot/contract/operator-roles'
import type { Column } from './auth-table.ts'
import { testClient } from '../client.ts'
import { makeMember, SOME_PASSWORD, type TestMember } from '../factories.ts'
import { paidMembers, sellIssue } from '../fuzz-world.ts'
import { SOME_ADDRESS } from './some-values.ts'
import { makeOperatorPerRole, makeNewcomer, makeOperator, type TestOperator } from '../operators.ts'
import { postReview, received, someReview } from '../../modules/mall/reviews/reviews.fixture.ts'
import { openSomeEvent } from '../made/events.ts'
import { sellUnits } from '../made/finance.ts'
import { makePayout, makeWithdrawal } from '../made/payouts.ts'
import { finishRound, lastingRound, startGames } from '../made/rounds.ts'
import { testServer, type TestServer } from '../server.ts'

/** Ids of one member's data that no other member may read. */
type OwnData = {
  order: string
  /** of a product that has arrived; it waits for a moderator */
  review: string
  seat: string
  /** a finance order that waits for maturity */
  unit: string
  address: string
  recharge: string
  payout: string
  withdrawal: string
  session: string
}

/** One column of the matrix: a caller, with or without an active session, and the data that it requests. */
export type Caller = { column: Column; data: OwnData; member?: TestMember; operator?: TestOperator }

export type AuthWorld = {
  server: TestServer
  /** the period of a round of `lucky-5m` with a result */
  decided: string
  issue: string
  drawn: string
  /** a second owner, who makes the requests that others decide */
  requester: TestOperator
  /** a published review, and the number of its order */
  published: { id: string; number: string }
  /** a member with a password */
  known: TestMember
  /** callers for endpoints that neither end nor change their session */
  reusable: Caller[]
}

export async function authWorld(): Promise<AuthWorld> {
  const server = await testServer()
  await startGames(server)
  const decided = await lastingRound(server)
  await finishRound(server, decided)
  const issue = await sellIssue(server, 'SALE', 10_000)
  const drawn = await sellIssue(server, 'DRAWN', 2)
  const [buyer] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const { order } = await buyer.client.call(ENDPOINTS.buy, {
    issue: drawn,
    quantity: 2,
    requestId: randomUUID(),
  })
  // the receipt makes a checkpoint, which other calls need
  await buyer.client.call(ENDPOINTS.fairReceipt, { order })
  await server.context.mall.draws.runDue()
  await sellUnits(server, 'F7')
  await openSomeEvent(server)
  const requester = await makeOperator(server, ['owner'])
  const posted = await someReview(server)
  await requester.client.call(ENDPOINTS.reviewPublish, { number: posted.number })
  const published = { id: posted.review.id, number: posted.number }
  const known = await makeMember(server, { password: SOME_PASSWORD })
  const world: AuthWorld = {
    server,
    decided: decided.period,
    issue,
    drawn,
    requester,
    published,
    known,
    reusable: [],
  }
  world.reusable = [...(await membersOf(world)), ...(await operatorsOf(world))]
  return world
}

let lobbies = 0

/** A member with money, an order, the first seat of a Double PK, an open recharge and a second session. */
async function memberWithData({ server, issue }: AuthWorld): Promise<{ member: TestMember; data: OwnData }> {
  const [member] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const { client, memberId } = member
  const { order } = await client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
  const { review } = await postReview(server, await received(server, member))
  const lobby = await sellIssue(server, `PK${++lobbies}`, 2, 'pk')
  const seat = await client.call(ENDPOINTS.buy, { issue: lobby, quantity: 1, requestId: randomUUID() })
  const unit = await client.call(ENDPOINTS.financeBuy, { code: 'F7', units: 1, requestId: randomUUID() })
  const amount = '100.00'
  const input = { method: 'sandbox', amount, requestId: randomUUID() }
  const { id: recharge } = await client.call(ENDPOINTS.openRecharge, input)
  const address = randomUUID()
  await client.call(ENDPOINTS.addressSave, { id: address, ...SOME_ADDRESS, isDefault: true })
  const place = { db: server.db, wallet: server.context.wallet }
  const payout = await makePayout(place, memberId)
  const withdrawal = await makeWithdrawal(place, memberId, { accountId: payout, amount: 10_000n })
  const second = testClient({ url: server.url, session: await server.context.identity.openSession(memberId) })
  const { items } = await second.call(ENDPOINTS.sessions, {})
  return {
    member,
    data: {
      order,
      review: review.id,
      seat: seat.order,
      unit: unit.order.id,
      address,
      recharge,
      payout,
      withdrawal,
      session: items.find(({ current }) => current)!.id,
    },
  }
}

/** The newest SMS code of a phone. */
export async function codeOf({ server }: AuthWorld, phone: string): Promise<string> {
  await server.context.jobs.drain()
  const response = await fetch(`${server.url}/sandbox/inbox.json?phone=${encodeURIComponent(phone)}`)
  const { items } = (await response.json()) as { items: { code: string | null }[] }
  const code = items[0]?.code
  if (!code) throw new Error(`no code for ${phone}`)
  return code
}

export async function closingCode(world: AuthWorld, { client, phone }: TestMember): Promise<string> {
  await client.call(ENDPOINTS.sendVerify, { purpose: 'close' })
  return codeOf(world, phone)
}

export async function membersOf(world: AuthWorld): Promise<Caller[]> {
  const { server } = world
  const [own, excluded, closing] = [
    await memberWithData(world),
    await memberWithData(world),
    await memberWithData(world),
  ]
  await excluded.member.client.call(ENDPOINTS.selfExclude, { duration: '6m' })
  const code = await closingCode(world, closing.member)
  await closing.member.client.call(ENDPOINTS.closeAccount, { code })
  const expired = await makeMember(server)
  await server.owner.query(
    `update session set created_at = now() - interval '31 days', expires_at = now() - interval '1 second'
     where member_id = $1`,
    [expired.memberId],
  )
  const [other] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const { data } = own
  return [
    { column: 'anonymous', data },
    { column: 'expired', data, member: expired },
    { column: 'own', data, member: own.member },
    { column: 'other', data, member: other },
    { column: 'excluded', data: excluded.data, member: excluded.member },
    { column: 'closing', data: closing.data, member: closing.member },
  ]
}

export async function operatorsOf({ server }: AuthWorld): Promise<Caller[]> {
  const idle = await makeOperator(server, ['owner'])
  await server.owner.query(
    `update operator_session set created_at = now() - interval '1 hour', seen_at = now() - interval '16 minutes'
     where operator_id = $1`,
    [idle.operatorId],
  )
  const data = {
    order: randomUUID(),
    review: randomUUID(),
    seat: randomUUID(),
    unit: randomUUID(),
    address: randomUUID(),
    recharge: randomUUID(),
    payout: randomUUID(),
    withdrawal: randomUUID(),
    session: randomUUID(),
  }
  const operators = await makeOperatorPerRole(server)
  return [
    { column: 'newcomer', data, operator: await makeNewcomer(server) },
    { column: 'idle', data, operator: idle },
    ...ROLES.map((role) => ({ column: role, data, operator: operators[role] })),
  ]
}
