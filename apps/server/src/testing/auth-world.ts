/** Everybody who may stand before an endpoint, and what each of them sends. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import { ROLES } from '@fairlot/contract/operator-roles'
import { COLUMNS, type Column } from './auth-table.ts'
import { operatorCookieHeader, testClient, type RawCall } from './client.ts'
import { makeMember, SOME_PASSWORD, somePhone, type TestMember } from './factories.ts'
import { paidMembers, sellIssue } from './fuzz-world.ts'
import { goodInputs } from './good-inputs.ts'
import { authenticatorCode } from './operator-client.ts'
import { makeDesk, makeNewcomer, makeOperator, type TestOperator } from './operators.ts'
import { testServer, type TestServer } from './server.ts'

const REASON = 'asked for by a test'

/** What one member has and no other may reach. */
type Things = { order: string; recharge: string; session: string }

/** Somebody with a session, living or not, and the things that they ask for. */
type Who = { column: Column; asks: Things; member?: TestMember; operator?: TestOperator }

export type AuthWorld = {
  server: TestServer
  issue: string
  drawn: string
  /** a second owner, whose requests wait for others */
  asker: TestOperator
  /** has a password */
  known: TestMember
  /** for endpoints that tell nobody apart by what they do to them */
  standing: Who[]
}

export type Trial = { column: Column; call: RawCall }

export async function authWorld(): Promise<AuthWorld> {
  const server = await testServer()
  const issue = await sellIssue(server, 'SALE', 10_000)
  const drawn = await sellIssue(server, 'DRAWN', 2)
  const [buyer] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const { order } = await buyer.client.call(ENDPOINTS.buy, {
    issue: drawn,
    quantity: 2,
    requestId: randomUUID(),
  })
  // the receipt needs a signed state of the log, which is then there for everybody
  await buyer.client.call(ENDPOINTS.fairReceipt, { order })
  await server.context.mall.draws.runDue()
  const asker = await makeOperator(server, ['owner'])
  const known = await makeMember(server, { password: SOME_PASSWORD })
  const world: AuthWorld = { server, issue, drawn, asker, known, standing: [] }
  world.standing = [...(await membersOf(world)), ...(await operatorsOf(world))]
  return world
}

/** A member with money, an order, an open recharge and a session beside the one they use. */
async function memberWithThings({
  server,
  issue,
}: AuthWorld): Promise<{ member: TestMember; things: Things }> {
  const [member] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const { client, memberId } = member
  const { order } = await client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
  const amount = '100.00'
  const input = { method: 'sandbox', amount, requestId: randomUUID() }
  const { id: recharge } = await client.call(ENDPOINTS.openRecharge, input)
  const beside = testClient({ url: server.url, session: await server.context.identity.openSession(memberId) })
  const { items } = await beside.call(ENDPOINTS.sessions, {})
  return { member, things: { order, recharge, session: items.find(({ current }) => current)!.id } }
}

/** The newest SMS code of a phone. */
async function codeOf({ server }: AuthWorld, phone: string): Promise<string> {
  await server.context.jobs.drain()
  const response = await fetch(`${server.url}/sandbox/inbox.json?phone=${encodeURIComponent(phone)}`)
  const { items } = (await response.json()) as { items: { code: string | null }[] }
  const code = items[0]?.code
  if (!code) throw new Error(`no code for ${phone}`)
  return code
}

async function askedCode(world: AuthWorld, phone: string, purpose: 'register' | 'login' | 'reset') {
  await world.server.anonymous().call(ENDPOINTS.phoneCode, { phone, purpose })
  return codeOf(world, phone)
}

async function closingCode(world: AuthWorld, { client, phone }: TestMember): Promise<string> {
  await client.call(ENDPOINTS.sendVerify, { purpose: 'close' })
  return codeOf(world, phone)
}

async function membersOf(world: AuthWorld): Promise<Who[]> {
  const { server } = world
  const [own, excluded, closing] = [
    await memberWithThings(world),
    await memberWithThings(world),
    await memberWithThings(world),
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
  const asks = own.things
  return [
    { column: 'nobody', asks },
    { column: 'expired', asks, member: expired },
    { column: 'own', asks, member: own.member },
    { column: 'other', asks, member: other },
    { column: 'excluded', asks: excluded.things, member: excluded.member },
    { column: 'closing', asks: closing.things, member: closing.member },
  ]
}

async function operatorsOf({ server }: AuthWorld): Promise<Who[]> {
  const idle = await makeOperator(server, ['owner'])
  await server.owner.query(
    `update operator_session set created_at = now() - interval '1 hour', seen_at = now() - interval '16 minutes'
     where operator_id = $1`,
    [idle.operatorId],
  )
  const asks = { order: randomUUID(), recharge: randomUUID(), session: randomUUID() }
  const desk = await makeDesk(server)
  return [
    { column: 'newcomer', asks, operator: await makeNewcomer(server) },
    { column: 'idle', asks, operator: idle },
    ...ROLES.map((role) => ({ column: role, asks, operator: desk[role] })),
  ]
}

/**
 * Everybody's calls of one endpoint. Whose session a call could end or use up is new; so is what it could change.
 * @returns in the order of the columns; of one column several, where there are several ways to try
 */
export async function trialsOf(world: AuthWorld, name: EndpointName): Promise<Trial[]> {
  const { auth, path } = ENDPOINTS[name]
  const isDesk = auth === 'operator'
  const [members, operators] = [world.standing.slice(0, 6), world.standing.slice(6)]
  const everybody = [
    ...(auth === 'anyone' || isDesk ? members : await membersOf(world)),
    ...(isDesk ? await operatorsOf(world) : operators),
  ]
  if (everybody.some(({ column }, n) => column !== COLUMNS[n])) throw new Error('the columns are mixed up')
  const trials: Trial[] = []
  for (const who of everybody) {
    for (const way of waysOf(who, isDesk)) {
      trials.push({ column: who.column, call: { path, param: await inputOf(world, name, who), ...way } })
    }
  }
  return trials
}

type Way = Pick<RawCall, 'session' | 'operator' | 'cookie'>

/** How somebody may try: with the session as it is meant, or in place of one of the other kind. */
function waysOf({ member, operator }: Who, isDesk: boolean): Way[] {
  if (member)
    return isDesk
      ? [{ session: member.session }, { operator: member.session }]
      : [{ session: member.session }]
  if (!operator) return [{}]
  if (isDesk) return [{ operator: operator.session }]
  const cookie = operatorCookieHeader(operator.session.token)
  return [{ cookie }, { session: operator.session, cookie }]
}

type MakeInput = (world: AuthWorld, who: Who) => object | Promise<object>

const living = ({ column, member }: Who): TestMember | undefined =>
  column === 'expired' ? undefined : member

const change = () => ({ reason: REASON, requestId: randomUUID() })

async function someOperator({ server }: AuthWorld) {
  return (await makeOperator(server, ['support'])).operatorId
}

/** A request of the second owner's that waits. */
async function pending({ asker }: AuthWorld, by: TestOperator = asker): Promise<{ id: string }> {
  const requestId = randomUUID()
  const input = {
    account: 'bankroll',
    amount: '1.00',
    reference: requestId,
    reason: REASON,
    requestId,
  } as const
  const { approval } = await by.client.call(ENDPOINTS.houseFund, input)
  return { id: approval!.id }
}

/** The member has a limit of a day and has asked for a looser one. */
async function askedLooser(_: AuthWorld, who: Who) {
  const limit = { kind: 'spend', period: 'day' } as const
  const client = living(who)?.client
  if (client) {
    await client.call(ENDPOINTS.limitSave, { ...limit, cap: '100.00' })
    await client.call(ENDPOINTS.limitSave, { ...limit, cap: '200.00' })
  }
  return limit
}

const memberMakers = {
  async register(world) {
    const phone = somePhone()
    const code = await askedCode(world, phone, 'register')
    return { phone, code, password: SOME_PASSWORD, terms: '1', adult: true }
  },
  phoneCode: () => ({ phone: somePhone(), purpose: 'login' }),
  login: ({ known }) => ({ account: known.phone, password: SOME_PASSWORD }),
  async loginByCode(world) {
    const { phone } = await makeMember(world.server)
    return { phone, code: await askedCode(world, phone, 'login') }
  },
  async resetPassword(world) {
    const { phone } = await makeMember(world.server)
    return { phone, code: await askedCode(world, phone, 'reset'), password: SOME_PASSWORD }
  },
  sessionEnd: (_, { asks }) => ({ id: asks.session }),
  streamTicket: (_, { member, column }) => ({
    topics: member && column !== 'expired' ? ['home', 'balance'] : ['home'],
  }),
  rechargeStatus: (_, { asks }) => ({ id: asks.recharge }),
  orderDetail: (_, { asks }) => ({ order: asks.order }),
  fairReceipt: (_, { asks }) => ({ order: asks.order }),
  fairCheckpoint: () => ({}),
  limitConfirm: askedLooser,
  limitCancel: askedLooser,
  selfExclude: () => ({ duration: '5y' }),
  async closeAccount(world, who) {
    const member = who.column === 'closing' ? undefined : living(who)
    return { code: member ? await closingCode(world, member) : '123456' }
  },
} satisfies { [N in EndpointName]?: MakeInput }

const operatorMakers = {
  operatorLogin: () => ({
    name: `nobody-${randomUUID().slice(0, 8)}`,
    password: SOME_PASSWORD,
    code: '123456',
  }),
  async operatorSetup(_, { column, operator }) {
    const password = `a marrow of ${randomUUID()}`
    if (column !== 'newcomer') return { password, code: '123456' }
    const { secret } = await operator!.client.call(ENDPOINTS.operatorSetupBegin, {})
    return { password, code: authenticatorCode(secret, Date.now()) }
  },
  async operatorSessionEnd({ server }, { operator }) {
    const [row] = await server.owner.query<{ session_id: string }>(
      'select session_id from operator_session where operator_id = $1',
      [operator?.operatorId ?? null],
    )
    return { id: row?.session_id ?? randomUUID() }
  },
  staffCreate: () => ({
    name: `new-${randomUUID().slice(0, 8)}`,
    fullName: 'Asha Rao',
    roles: ['support'],
    ...change(),
  }),
  staffRoles: async (world) => ({ id: await someOperator(world), roles: ['content'], ...change() }),
  staffReset: async (world) => ({ id: await someOperator(world), ...change() }),
  staffDisable: async (world) => ({ id: await someOperator(world), reason: REASON }),
  async staffEnable(world) {
    const id = await someOperator(world)
    await world.asker.client.call(ENDPOINTS.staffDisable, { id, reason: REASON })
    return { id, ...change() }
  },
  approvalShow: (world) => pending(world),
  approvalApprove: (world) => pending(world),
  approvalReject: async (world) => ({ ...(await pending(world)), note: REASON }),
  // one's own, where one may ask
  approvalWithdraw: (world, { column, operator }) =>
    pending(world, column === 'owner' || column === 'finance' ? operator : undefined),
  async settingSave({ server }) {
    const name = 'guard.confirmDays'
    const [row] = await server.owner.query<{ version: number }>(
      'select version from setting where name = $1',
      [name],
    )
    const version = row?.version ?? 0
    return { name, value: String(8 + version), version, ...change() }
  },
  houseFund: () => ({ account: 'bankroll', amount: '1.00', reference: randomUUID(), ...change() }),
  memberFind: ({ known }) => ({ query: known.phone }),
  memberShow: ({ known }) => ({ id: known.memberId }),
  memberTighten: async ({ server }) => ({
    id: (await makeMember(server)).memberId,
    kind: 'spend',
    period: 'day',
    cap: '10.00',
    reason: REASON,
  }),
  memberBreak: async ({ server }) => ({
    id: (await makeMember(server)).memberId,
    duration: '24h',
    reason: REASON,
  }),
} satisfies { [N in EndpointName]?: MakeInput }

const MAKERS: { [N in EndpointName]?: MakeInput } = { ...memberMakers, ...operatorMakers }

function inputOf(world: AuthWorld, name: EndpointName, who: Who): object | Promise<object> {
  const make = MAKERS[name]
  if (make) return make(world, who)
  // the cursor of the good inputs is one that no list has made
  return Object.fromEntries(Object.entries(goodInputs(world)[name]).filter(([field]) => field !== 'cursor'))
}
