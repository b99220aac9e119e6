/** The callers of the authorization matrix, and what each of them sends to each endpoint. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import { ROLES } from '@fairlot/contract/operator-roles'
import { TERMS_VERSION } from '../modules/content/index.ts'
import { COLUMNS, type Column } from './auth-table.ts'
import { operatorCookieHeader, testClient, type RawCall } from './client.ts'
import { makeMember, SOME_PASSWORD, somePhone, type TestMember } from './factories.ts'
import { paidMembers, sellIssue } from './fuzz-world.ts'
import { goodInputs } from './good-inputs.ts'
import { authenticatorCode } from './operator-client.ts'
import { makeOperatorPerRole, makeNewcomer, makeOperator, type TestOperator } from './operators.ts'
import { makePayout, makeWithdrawal } from './payouts.ts'
import { testServer, type TestServer } from './server.ts'

const REASON = 'requested by a test'

/** Ids of one member's data that no other member may read. */
type OwnData = { order: string; recharge: string; payout: string; withdrawal: string; session: string }

/** One column of the matrix: a caller, with or without an active session, and the data that it requests. */
type Caller = { column: Column; data: OwnData; member?: TestMember; operator?: TestOperator }

export type AuthWorld = {
  server: TestServer
  issue: string
  drawn: string
  /** a second owner, who makes the requests that others decide */
  requester: TestOperator
  /** a member with a password */
  known: TestMember
  /** callers for endpoints that neither end nor change their session */
  reusable: Caller[]
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
  // the receipt makes a checkpoint, which other calls need
  await buyer.client.call(ENDPOINTS.fairReceipt, { order })
  await server.context.mall.draws.runDue()
  const requester = await makeOperator(server, ['owner'])
  const known = await makeMember(server, { password: SOME_PASSWORD })
  const world: AuthWorld = { server, issue, drawn, requester, known, reusable: [] }
  world.reusable = [...(await membersOf(world)), ...(await operatorsOf(world))]
  return world
}

/** A member with money, an order, an open recharge and a second session. */
async function memberWithData({ server, issue }: AuthWorld): Promise<{ member: TestMember; data: OwnData }> {
  const [member] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const { client, memberId } = member
  const { order } = await client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
  const amount = '100.00'
  const input = { method: 'sandbox', amount, requestId: randomUUID() }
  const { id: recharge } = await client.call(ENDPOINTS.openRecharge, input)
  const place = { db: server.db, wallet: server.context.wallet }
  const payout = await makePayout(place, memberId)
  const withdrawal = await makeWithdrawal(place, memberId, { accountId: payout, amount: 10_000n })
  const second = testClient({ url: server.url, session: await server.context.identity.openSession(memberId) })
  const { items } = await second.call(ENDPOINTS.sessions, {})
  return {
    member,
    data: { order, recharge, payout, withdrawal, session: items.find(({ current }) => current)!.id },
  }
}

/** The number of a withdrawal that waits. */
async function someWithdrawal({ server }: AuthWorld): Promise<string> {
  const [member] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const place = { db: server.db, wallet: server.context.wallet }
  const accountId = await makePayout(place, member.memberId)
  const id = await makeWithdrawal(place, member.memberId, { accountId, amount: 10_000n })
  return (await member.client.call(ENDPOINTS.withdrawStatus, { id })).number
}

/** The number of a withdrawal that is approved. */
async function someApproved(world: AuthWorld): Promise<string> {
  const number = await someWithdrawal(world)
  await world.requester.client.call(ENDPOINTS.withdrawalApprove, { number })
  return number
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

async function requestCode(world: AuthWorld, phone: string, purpose: 'register' | 'login' | 'reset') {
  await world.server.anonymous().call(ENDPOINTS.phoneCode, { phone, purpose })
  return codeOf(world, phone)
}

async function closingCode(world: AuthWorld, { client, phone }: TestMember): Promise<string> {
  await client.call(ENDPOINTS.sendVerify, { purpose: 'close' })
  return codeOf(world, phone)
}

async function membersOf(world: AuthWorld): Promise<Caller[]> {
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

async function operatorsOf({ server }: AuthWorld): Promise<Caller[]> {
  const idle = await makeOperator(server, ['owner'])
  await server.owner.query(
    `update operator_session set created_at = now() - interval '1 hour', seen_at = now() - interval '16 minutes'
     where operator_id = $1`,
    [idle.operatorId],
  )
  const data = {
    order: randomUUID(),
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

/**
 * The calls of one endpoint by every caller. A call that could end or change its caller's session gets a new caller, and a
 * call that could change data gets new data.
 * @returns in the order of the columns; several calls per column where there are several ways to send the session
 */
export async function trialsOf(world: AuthWorld, name: EndpointName): Promise<Trial[]> {
  const { auth, path } = ENDPOINTS[name]
  const isOperatorCall = auth === 'operator'
  const [members, operators] = [world.reusable.slice(0, 6), world.reusable.slice(6)]
  const callers = [
    ...(auth === 'anyone' || isOperatorCall ? members : await membersOf(world)),
    ...(isOperatorCall ? await operatorsOf(world) : operators),
  ]
  if (callers.some(({ column }, n) => column !== COLUMNS[n]))
    throw new Error('the callers are not in the order of the columns')
  const trials: Trial[] = []
  for (const caller of callers) {
    for (const way of waysOf(caller, isOperatorCall)) {
      trials.push({
        column: caller.column,
        call: { path, param: await inputOf(world, name, caller), ...way },
      })
    }
  }
  return trials
}

type Way = Pick<RawCall, 'session' | 'operator' | 'cookie'>

/** How a caller can send its session: as intended, or in the place of a session of the other kind. */
function waysOf({ member, operator }: Caller, isOperatorCall: boolean): Way[] {
  if (member)
    return isOperatorCall
      ? [{ session: member.session }, { operator: member.session }]
      : [{ session: member.session }]
  if (!operator) return [{}]
  if (isOperatorCall) return [{ operator: operator.session }]
  const cookie = operatorCookieHeader(operator.session.token)
  return [{ cookie }, { session: operator.session, cookie }]
}

type MakeInput = (world: AuthWorld, caller: Caller) => object | Promise<object>

/** The member of a caller with an active session. */
const activeMember = ({ column, member }: Caller): TestMember | undefined =>
  column === 'expired' ? undefined : member

const change = () => ({ reason: REASON, requestId: randomUUID() })

async function someOperator({ server }: AuthWorld) {
  return (await makeOperator(server, ['support'])).operatorId
}

/** Makes a pending approval request. @param by default: the second owner */
async function pending({ requester }: AuthWorld, by: TestOperator = requester): Promise<{ id: string }> {
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

/** Sets a daily limit of the member, and requests a looser one. */
async function requestIncrease(_: AuthWorld, caller: Caller) {
  const limit = { kind: 'spend', period: 'day' } as const
  const client = activeMember(caller)?.client
  if (client) {
    await client.call(ENDPOINTS.limitSave, { ...limit, cap: '100.00' })
    await client.call(ENDPOINTS.limitSave, { ...limit, cap: '200.00' })
  }
  return limit
}

const memberMakers = {
  async register(world) {
    const phone = somePhone()
    const code = await requestCode(world, phone, 'register')
    return { phone, code, password: SOME_PASSWORD, terms: TERMS_VERSION, adult: true }
  },
  phoneCode: () => ({ phone: somePhone(), purpose: 'login' }),
  login: ({ known }) => ({ account: known.phone, password: SOME_PASSWORD }),
  async loginByCode(world) {
    const { phone } = await makeMember(world.server)
    return { phone, code: await requestCode(world, phone, 'login') }
  },
  async resetPassword(world) {
    const { phone } = await makeMember(world.server)
    return { phone, code: await requestCode(world, phone, 'reset'), password: SOME_PASSWORD }
  },
  sessionEnd: (_, { data }) => ({ id: data.session }),
  streamTicket: (_, { member, column }) => ({
    topics: member && column !== 'expired' ? ['home', 'balance'] : ['home'],
  }),
  rechargeStatus: (_, { data }) => ({ id: data.recharge }),
  payoutFirst: (_, { data }) => ({ id: data.payout }),
  payoutDelete: (_, { data }) => ({ id: data.payout, code: '123456' }),
  withdrawReturn: (_, { data }) => ({ id: data.withdrawal, requestId: randomUUID() }),
  withdrawStatus: (_, { data }) => ({ id: data.withdrawal }),
  orderDetail: (_, { data }) => ({ order: data.order }),
  fairReceipt: (_, { data }) => ({ order: data.order }),
  fairCheckpoint: () => ({}),
  limitConfirm: requestIncrease,
  limitCancel: requestIncrease,
  selfExclude: () => ({ duration: '5y' }),
  async closeAccount(world, caller) {
    const member = caller.column === 'closing' ? undefined : activeMember(caller)
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
    await world.requester.client.call(ENDPOINTS.staffDisable, { id, reason: REASON })
    return { id, ...change() }
  },
  approvalShow: (world) => pending(world),
  approvalApprove: (world) => pending(world),
  approvalReject: async (world) => ({ ...(await pending(world)), note: REASON }),
  // an operator can only withdraw an own request
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
  withdrawalShow: async (world) => ({ number: await someWithdrawal(world) }),
  withdrawalReveal: async (world) => ({ number: await someWithdrawal(world), reason: REASON }),
  withdrawalApprove: async (world) => ({ number: await someWithdrawal(world) }),
  withdrawalReject: async (world) => ({
    number: await someWithdrawal(world),
    reason: 'bank_refused',
    note: REASON,
    requestId: randomUUID(),
  }),
  async withdrawalExport(world) {
    // a later export of another caller would hold it
    await someApproved(world)
    const requestId = randomUUID()
    await world.requester.client.call(ENDPOINTS.withdrawalExport, { requestId })
    return { requestId }
  },
  withdrawalPaid: async (world) => ({
    number: await someApproved(world),
    reference: randomUUID(),
    requestId: randomUUID(),
  }),
  memberFind: ({ known }) => ({ query: known.phone }),
  memberShow: ({ known }) => ({ id: known.memberId }),
  orderShow: ({ drawn }) => ({ number: `${drawn}-1` }),
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

function inputOf(world: AuthWorld, name: EndpointName, caller: Caller): object | Promise<object> {
  const make = MAKERS[name]
  if (make) return make(world, caller)
  // the cursor of the good inputs does not come from a list
  return Object.fromEntries(Object.entries(goodInputs(world)[name]).filter(([field]) => field !== 'cursor'))
}
