/** What each caller of the authorization matrix sends to each endpoint; operators' calls in `auth-desk-inputs.ts`. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import { TERMS_VERSION } from '../../modules/content/index.ts'
import { SOME_REVIEW } from '../../modules/mall/reviews/reviews.fixture.ts'
import { makeMember, SOME_PASSWORD, somePhone, type TestMember } from '../factories.ts'
import { lastingRound } from '../made/rounds.ts'
import { operatorMakers } from './auth-desk-inputs.ts'
import { closingCode, codeOf, type AuthWorld, type Caller, type OwnKind } from './auth-world.ts'
import { goodInputs } from './good-inputs.ts'
import { own, REASON, type MakeInput } from './make-input.ts'

async function requestCode(world: AuthWorld, phone: string, purpose: 'register' | 'login' | 'reset') {
  await world.server.anonymous().call(ENDPOINTS.phoneCode, { phone, purpose })
  return codeOf(world, phone)
}

/** The member of a caller with an active session. */
const activeMember = ({ column, member }: Caller): TestMember | undefined =>
  column === 'expired' ? undefined : member

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
  sessionEnd: own(['session'], ({ session }) => ({ id: session })),
  streamTicket: (_, { member, column }) => ({
    topics: member && column !== 'expired' ? ['home', 'balance'] : ['home'],
  }),
  rechargeStatus: own(['recharge'], ({ recharge }) => ({ id: recharge })),
  rechargeReturns: own(['recharge'], ({ recharge }) => ({ id: recharge })),
  rechargeReturn: own(['recharge'], ({ recharge }) => ({
    id: recharge,
    amount: '1.00',
    code: '123456',
    requestId: randomUUID(),
  })),
  rechargeProof: own(['recharge'], ({ recharge }) => ({ id: recharge, reference: 'TX 4711' })),
  payoutFirst: own(['payout'], ({ payout }) => ({ id: payout })),
  payoutDelete: own(['payout'], ({ payout }) => ({ id: payout, code: '123456' })),
  withdrawReturn: own(['withdrawal'], ({ withdrawal }) => ({ id: withdrawal, requestId: randomUUID() })),
  withdrawStatus: own(['withdrawal'], ({ withdrawal }) => ({ id: withdrawal })),
  async gameBet(world) {
    const { period } = await lastingRound(world.server)
    return { ...goodInputs(world).gameBet, game: 'lucky-5m', period }
  },
  gameProof: ({ decided }) => ({ game: 'lucky-5m', period: decided }),
  financeOrder: own(['unit'], ({ unit }) => ({ id: unit })),
  financeExit: own(['unit'], ({ unit }) => ({ id: unit, requestId: randomUUID() })),
  leaveSeat: own(['seat'], ({ seat }) => ({ order: seat })),
  addressDelete: own(['address'], ({ address }) => ({ id: address })),
  orderAddress: own(['order', 'address'], ({ order, address }) => ({ order, address })),
  orderRecycle: own(['order'], ({ order }) => ({ order, amount: '80.00', requestId: randomUUID() })),
  orderReceive: own(['order'], ({ order }) => ({ order })),
  orderDispute: own(['order'], ({ order }) => ({ order, text: REASON })),
  reviewPost: own(['order'], ({ order }) => ({
    order,
    ...SOME_REVIEW,
    pictures: [randomUUID()],
    requestId: randomUUID(),
  })),
  reviewDelete: own(['review'], ({ review }) => ({ review })),
  reviewReport: ({ published }) => ({ review: published.id, reason: 'offensive' }),
  orderDetail: own(['order'], ({ order }) => ({ order })),
  fairReceipt: own(['order'], ({ order }) => ({ order })),
  fairInclusion: () => ({}),
  fairCheckpoint: () => ({}),
  limitConfirm: requestIncrease,
  limitCancel: requestIncrease,
  selfExclude: () => ({ duration: '5y' }),
  async closeAccount(world, caller) {
    const member = caller.column === 'closing' ? undefined : activeMember(caller)
    return { code: member ? await closingCode(world, member) : '123456' }
  },
} satisfies { [N in EndpointName]?: MakeInput }

const MAKERS: { [N in EndpointName]?: MakeInput } = { ...memberMakers, ...operatorMakers }

/** The kinds of own data that the input of an endpoint names. */
export const kindsOf = (name: EndpointName): readonly OwnKind[] => MAKERS[name]?.kinds ?? []

export function inputOf(world: AuthWorld, name: EndpointName, caller: Caller): object | Promise<object> {
  const make = MAKERS[name]
  if (make) return make(world, caller)
  // the cursor of the good inputs does not come from a list
  return Object.fromEntries(Object.entries(goodInputs(world)[name]).filter(([field]) => field !== 'cursor'))
}
