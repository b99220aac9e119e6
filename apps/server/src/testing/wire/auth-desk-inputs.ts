/** What operators send to each endpoint in the authorization matrix. */
import { randomBytes, randomUUID } from 'node:crypto'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import { fundAndPublish } from '../../modules/home/fund-house.ts'
import { someAddress, win } from '../../modules/mall/delivery/delivery.fixture.ts'
import { someReview } from '../../modules/mall/reviews/reviews.fixture.ts'
import { makeMember, SOME_PASSWORD, type TestMember } from '../factories.ts'
import { paidMembers } from '../fuzz-world.ts'
import { makeCheck } from '../made/identity-checks.ts'
import { makePayout, makeWithdrawal } from '../made/payouts.ts'
import { makePicture, sendPicture } from '../made/pictures.ts'
import { shareDevice } from '../made/relation-flags.ts'
import { timeOf } from '../made/rounds.ts'
import { makeStuckRefund } from '../made/stuck-refunds.ts'
import { makeReceiving, openTransfer, packed, statementOf } from '../made/transfers.ts'
import { authenticatorCode } from '../operator-client.ts'
import { makeOperator, type TestOperator } from '../operators.ts'
import type { TestServer } from '../server.ts'
import type { AuthWorld } from './auth-world.ts'
import { change, REASON, type MakeInput } from './make-input.ts'

/** The number of a withdrawal that waits. */
async function someWithdrawal({ server }: AuthWorld): Promise<string> {
  const [member] = (await paidMembers(server, 1, '100.00')) as [TestMember]
  const place = { db: server.db, wallet: server.context.wallet }
  const accountId = await makePayout(place, member.memberId)
  const id = await makeWithdrawal(place, member.memberId, { accountId, amount: 10_000n })
  return (await member.client.call(ENDPOINTS.withdrawStatus, { id })).number
}

/** The number of an order with a product to send, on its way, or in dispute. */
async function someParcel({ server, requester }: AuthWorld, state?: 'sent' | 'disputed'): Promise<string> {
  const winner = await win(server, 2)
  const { client, order } = winner
  await client.call(ENDPOINTS.orderAddress, { order, address: await someAddress(winner) })
  const number = `${winner.issue}-1`
  if (state === undefined) return number
  await requester.client.call(ENDPOINTS.deliveryShip, { number, carrier: 'DHL', tracking: 'JD014' })
  if (state === 'disputed') await client.call(ENDPOINTS.orderDispute, { order, text: REASON })
  return number
}

/** The number of an identity check that waits. */
async function someCheck({ server }: AuthWorld): Promise<string> {
  return (await makeCheck(server, await makeMember(server))).number
}

/** The number of a withdrawal that is approved. */
async function someApproved(world: AuthWorld): Promise<string> {
  const number = await someWithdrawal(world)
  await world.requester.client.call(ENDPOINTS.withdrawalApprove, { number })
  return number
}

const placeOf = ({ db, context: { wallet } }: TestServer) => ({ db, wallet })

/** A recharge by transfer. @param over the time to pay is over, and the member sent a slip */
async function someTransfer({ server }: AuthWorld, over = false): Promise<{ number: string }> {
  const member = await makeMember(server)
  const opened = await openTransfer(member, await makeReceiving(placeOf(server)))
  if (!over) return opened
  const { id: slip } = await sendPicture(server.url, member.client, await makePicture(), 'slip')
  await member.client.call(ENDPOINTS.rechargeProof, { id: opened.id, slip })
  await server.owner.query(
    `update recharge set expires_at = created_at + interval '1 millisecond' where recharge_id = $1`,
    [opened.id],
  )
  return opened
}

/** The id of a statement whose line is too large for one operator. */
async function someLargeImport(world: AuthWorld): Promise<string> {
  const account = await makeReceiving(placeOf(world.server))
  const { reference } = await openTransfer(await makeMember(world.server), account)
  const { id } = await world.requester.client.call(ENDPOINTS.statementImport, {
    account,
    name: 'november.csv',
    content: packed(statementOf([{ amount: '5000.00', text: reference }])),
    requestId: randomUUID(),
  })
  return id
}

/** The id of a line of a statement that waits. */
async function someLine(world: AuthWorld): Promise<string> {
  const account = await makeReceiving(placeOf(world.server))
  const { client } = world.requester
  await client.call(ENDPOINTS.statementImport, {
    account,
    name: 'november.csv',
    content: packed(statementOf([{ amount: '50.00', text: 'rent' }])),
    requestId: randomUUID(),
  })
  const { items } = await client.call(ENDPOINTS.statementLines, { account })
  return items[0]!.id
}

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

export const operatorMakers = {
  operatorLogin: () => ({
    name: `nobody-${randomUUID().slice(0, 8)}`,
    password: SOME_PASSWORD,
    code: '123456',
  }),
  async operatorSetup({ server }, { column, operator }) {
    const password = `a marrow of ${randomUUID()}`
    if (column !== 'newcomer') return { password, code: '123456' }
    const { secret } = await operator!.client.call(ENDPOINTS.operatorSetupBegin, {})
    return { password, code: authenticatorCode(secret, await timeOf(server)) }
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
  // the house of this world has earned nothing
  housePayout: ({ requester }) => ({
    account: 'fees',
    to: requester.name,
    amount: '900000000.00',
    reference: randomUUID(),
    ...change(),
  }),
  houseBook: () => ({
    kind: 'tax',
    account: 'fees',
    amount: '900000000.00',
    reference: randomUUID(),
    ...change(),
  }),
  houseChargeback: () => ({
    number: 'R0199ABCDEF01',
    amount: '1.00',
    reference: randomUUID(),
    ...change(),
  }),
  memberCredit: ({ known }) => ({
    id: known.memberId,
    amount: '900000000.00',
    account: 'fees',
    why: 'goodwill',
    ...change(),
  }),
  memberReverse: ({ known }) => ({ id: known.memberId, credit: randomUUID(), amount: '1.00', ...change() }),
  memberCorrections: ({ known }) => ({ id: known.memberId }),
  relationDecide: async ({ server }) => {
    const { memberId: member } = await makeMember(server)
    const { memberId: friend } = await makeMember(server, { inviterId: member })
    await shareDevice(server.db, [member, friend])
    return { member, friend, signal: 'device', decision: 'confirm', ...change() }
  },
  voucherGrant: async ({ server, known }) => {
    await fundAndPublish(
      { db: server.db, writer: server.context.fair.writer },
      { account: 'marketing', amount: 100_000n, reference: randomUUID() },
    )
    return { members: [known.memberId], amount: '1.00', minSpend: '5.00', days: 30, ...change() }
  },
  voucherList: ({ known }) => ({ member: known.memberId }),
  receivingAdd: () => ({
    code: `bank-${randomBytes(4).toString('hex')}`,
    kind: 'bank',
    label: 'Test Bank',
    lines: { holder: 'Fairlot', bank: 'Test Bank', number: '000011112222' },
    ...change(),
  }),
  receivingDisable: async ({ server }) => ({ code: await makeReceiving(placeOf(server)), ...change() }),
  rechargeShow: async (world) => ({ number: (await someTransfer(world)).number }),
  rechargeReveal: async (world) => ({ number: (await someTransfer(world)).number, reason: REASON }),
  rechargeSlip: async (world) => ({ number: (await someTransfer(world, true)).number, reason: REASON }),
  rechargeFail: async (world) => ({ number: (await someTransfer(world, true)).number, reason: REASON }),
  statementImport: async ({ server }) => ({
    account: await makeReceiving(placeOf(server)),
    name: 'november.csv',
    content: packed(statementOf([{ amount: '500.00', text: 'rent' }])),
    requestId: randomUUID(),
  }),
  statementConfirm: async (world) => ({ statement: await someLargeImport(world), requestId: randomUUID() }),
  statementLines: () => ({}),
  statementAdd: async ({ server }) => ({
    account: await makeReceiving(placeOf(server)),
    bookedOn: '2026-11-20',
    amount: '500.00',
    text: 'cash at the counter',
    transaction: randomUUID(),
    ...change(),
  }),
  statementMatch: async (world) => {
    const { number } = await someTransfer(world)
    return { line: await someLine(world), number, ...change() }
  },
  statementDismiss: async (world) => ({ line: await someLine(world), ...change() }),
  deliveryShow: async (world) => ({ number: await someParcel(world) }),
  deliveryReveal: async (world) => ({ number: await someParcel(world), reason: REASON }),
  async deliveryPick(world) {
    // a list of another caller would have it
    await someParcel(world)
    const requestId = randomUUID()
    await world.requester.client.call(ENDPOINTS.deliveryPick, { requestId })
    return { requestId }
  },
  deliveryRelease: async (world) => ({ number: await someParcel(world), reason: REASON }),
  deliveryShip: async (world) => ({ number: await someParcel(world), carrier: 'DHL', tracking: 'JD014' }),
  deliveryProof: async (world) => ({ number: await someParcel(world, 'sent') }),
  deliveryAnswer: async (world) => ({
    number: await someParcel(world, 'disputed'),
    answer: 'stands',
    note: REASON,
  }),
  deliverySettle: async (world) => ({
    number: await someParcel(world, 'disputed'),
    note: REASON,
    ...change(),
  }),
  reviewShow: ({ published: { number } }) => ({ number }),
  reviewPicture: ({ published: { number } }) => ({ number, position: 1 }),
  reviewPublish: async ({ server }) => ({ number: (await someReview(server)).number }),
  reviewRefuse: async ({ server }) => ({ number: (await someReview(server)).number, reason: 'unrelated' }),
  async reviewHide({ server, requester }) {
    const { number } = await someReview(server)
    await requester.client.call(ENDPOINTS.reviewPublish, { number })
    return { number, reason: 'unrelated' }
  },
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
  refundPaid: async (world) => ({
    number: (await makeStuckRefund(world.server, world.requester)).number,
    reference: randomUUID(),
    ...change(),
  }),
  refundFailed: async (world) => ({
    number: (await makeStuckRefund(world.server, world.requester)).number,
    note: REASON,
    ...change(),
  }),
  identityShow: async (world) => ({ number: await someCheck(world) }),
  identityPicture: async (world) => ({ number: await someCheck(world), slot: 'front' }),
  identityApprove: async (world) => ({ number: await someCheck(world) }),
  identityRefuse: async (world) => ({ number: await someCheck(world), reason: 'unreadable', note: REASON }),
  identityAskAgain: async (world) => ({ number: await someCheck(world), slots: ['front'], note: REASON }),
  memberFind: ({ known }) => ({ query: known.phone }),
  memberShow: ({ known }) => ({ id: known.memberId }),
  memberOrders: ({ known }) => ({ id: known.memberId }),
  memberMoney: ({ known }) => ({ id: known.memberId }),
  memberLogins: ({ known }) => ({ id: known.memberId }),
  memberMessages: ({ known }) => ({ id: known.memberId }),
  memberTeam: ({ known }) => ({ id: known.memberId }),
  orderShow: ({ drawn }) => ({ number: `${drawn}-1` }),
  issueOrders: ({ drawn }) => ({ issue: drawn }),
  memberFreeze: async ({ server }) => ({
    ...change(),
    id: (await makeMember(server)).memberId,
    hours: 24,
    cause: 'other',
  }),
  memberUnfreeze: async ({ server, requester }) => {
    const { memberId: id } = await makeMember(server)
    await requester.client.call(ENDPOINTS.memberFreeze, { ...change(), id, hours: 24, cause: 'other' })
    return { id, reason: REASON }
  },
  memberSignOut: async ({ server }) => ({ id: (await makeMember(server)).memberId, reason: REASON }),
  memberUnlock: ({ known }) => ({ id: known.memberId, reason: REASON }),
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
