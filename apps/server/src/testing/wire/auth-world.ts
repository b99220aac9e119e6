/** The callers of the authorization matrix, and the data of each. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { ROLES } from '@fairlot/contract/operator/operator-roles'
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

/** Kinds of a member's data that no other member may read. */
export type OwnKind = keyof typeof MAKERS

/** Their ids. Only what an endpoint names is made. */
type OwnData = Partial<Record<OwnKind, string>>

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
  // with one connection, a call that needs a second one while it holds the first would wait for itself
  const server = await testServer({ connections: 1 })
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

type Owner = { world: AuthWorld; member: TestMember }

let lobbies = 0

/** How a member comes to data of each kind. @returns its id */
const MAKERS = {
  async order({ world: { issue }, member }: Owner) {
    const { order } = await member.client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
    return order
  },
  /** of a product that has arrived; it waits for a moderator */
  async review({ world: { server }, member }: Owner) {
    const { review } = await postReview(server, await received(server, member))
    return review.id
  },
  /** the first seat of a Double PK */
  async seat({ world: { server }, member }: Owner) {
    const issue = await sellIssue(server, `PK${++lobbies}`, 2, 'pk')
    const { order } = await member.client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
    return order
  },
  /** a finance order that waits for maturity */
  async unit({ member }: Owner) {
    const input = { code: 'F7', units: 1, requestId: randomUUID() }
    const { order } = await member.client.call(ENDPOINTS.financeBuy, input)
    return order.id
  },
  async address({ member }: Owner) {
    const address = randomUUID()
    await member.client.call(ENDPOINTS.addressSave, { id: address, ...SOME_ADDRESS, isDefault: true })
    return address
  },
  /** an open recharge */
  async recharge({ member }: Owner) {
    const input = { method: 'sandbox', amount: '100.00', requestId: randomUUID() }
    const { id } = await member.client.call(ENDPOINTS.openRecharge, input)
    return id
  },
  payout: ({ world: { server }, member }: Owner) => makePayout(placeOf(server), member.memberId),
  async withdrawal({ world: { server }, member: { memberId } }: Owner) {
    const accountId = await makePayout(placeOf(server), memberId)
    return makeWithdrawal(placeOf(server), memberId, { accountId, amount: 10_000n })
  },
  /** a second session */
  async session({ world: { server }, member: { memberId } }: Owner) {
    const session = await server.context.identity.openSession(memberId)
    const { items } = await testClient({ url: server.url, session }).call(ENDPOINTS.sessions, {})
    return items.find(({ current }) => current)!.id
  },
} satisfies Record<string, (owner: Owner) => Promise<string>>
const KINDS = Object.keys(MAKERS) as OwnKind[]

const placeOf = ({ db, context: { wallet } }: TestServer) => ({ db, wallet })

/** A member with money and data of these kinds. */
async function memberWith(
  world: AuthWorld,
  kinds: readonly OwnKind[],
): Promise<{ member: TestMember; data: OwnData }> {
  const [member] = (await paidMembers(world.server, 1, '100.00')) as [TestMember]
  const data: OwnData = {}
  for (const kind of kinds) data[kind] = await MAKERS[kind]({ world, member })
  return { member, data }
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

/** @param kinds of the data that they have */
export async function membersOf(world: AuthWorld, kinds: readonly OwnKind[] = []): Promise<Caller[]> {
  const { server } = world
  const own = await memberWith(world, kinds)
  const excluded = await memberWith(world, kinds)
  // an account without open matters is closed at once
  const closing = await memberWith(world, [...new Set<OwnKind>(['order', ...kinds])])
  await excluded.member.client.call(ENDPOINTS.selfExclude, { duration: '6m' })
  const code = await closingCode(world, closing.member)
  await closing.member.client.call(ENDPOINTS.closeAccount, { code })
  const expired = await makeMember(server)
  await server.owner.query(
    `update session set created_at = now() - interval '30 days', expires_at = now() - interval '1 second'
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
    `update operator_session set created_at = now() - interval '20 minutes', expires_at = now() + interval '1 hour', seen_at = now() - interval '16 minutes'
     where operator_id = $1`,
    [idle.operatorId],
  )
  const data: OwnData = Object.fromEntries(KINDS.map((kind) => [kind, randomUUID()]))
  const operators = await makeOperatorPerRole(server)
  return [
    { column: 'newcomer', data, operator: await makeNewcomer(server) },
    { column: 'idle', data, operator: idle },
    ...ROLES.map((role) => ({ column: role, data, operator: operators[role] })),
  ]
}
