/** One valid input of every endpoint, which the wire tests change field by field. */
import { randomUUID } from 'node:crypto'
import type { EndpointName } from '@fairlot/contract/endpoints'
import { TERMS_VERSION } from '../../modules/content/index.ts'
import { deskInputs, staffInputs } from './desk-inputs.ts'
import { eventInputs, growthInputs, taskInputs } from './growth-inputs.ts'
import { deliveryInputs, productInputs, reviewInputs } from './mall-inputs.ts'
import { financeDeskInputs, financeInputs, gameInputs } from './play-inputs.ts'
import { code, device, page, password, phone, reason, SOME_ADDRESS, type Inputs } from './some-values.ts'

type GuardName =
  | 'limits'
  | 'limitSave'
  | 'limitConfirm'
  | 'limitCancel'
  | 'selfExclude'
  | 'netPosition'
  | 'netMonths'
  | 'realityCheck'
  | 'closeState'
  | 'closeAccount'
  | 'closeKeep'

function guardInputs(): Inputs<GuardName> {
  const limit = { kind: 'spend', period: 'day' } as const
  return {
    limits: {},
    limitSave: { ...limit, cap: '100.00' },
    limitConfirm: limit,
    limitCancel: limit,
    selfExclude: { duration: '24h' },
    netPosition: {},
    netMonths: {},
    realityCheck: {},
    closeState: {},
    closeAccount: { code },
    closeKeep: {},
  }
}

/** Every filter of the mall. */
const choice: Inputs<'goodsFilters'>['goodsFilters'] = {
  category: 'trial',
  mode: 'goods',
  search: 'x',
  prices: [{ above: '0', upTo: '5.00' }],
  sizes: [{ above: 100, upTo: null }],
  mine: true,
  exact: true,
  favourites: true,
}

/** The compiler refuses a missing endpoint. Ids are random, so they name no existing object. */
export function goodInputs({ issue, drawn }: { issue: string; drawn: string }): Inputs<EndpointName> {
  return {
    register: { phone, code, password, invitationCode: 'AB12', terms: TERMS_VERSION, adult: true, device },
    inviter: { code: 'K7P2XQ' },
    phoneCode: { phone, purpose: 'login' },
    sendVerify: { purpose: 'recharge' },
    login: { account: phone, password, device },
    loginByCode: { phone, code, device },
    resetPassword: { phone, code, password },
    logout: {},
    sessions: {},
    sessionEnd: { id: randomUUID() },
    system: {},
    home: {},
    kinds: {},
    rechargeAmounts: {},
    account: {},
    rule: { key: 'draw' },
    agree: { terms: TERMS_VERSION },
    announcements: {},
    streamTicket: { topics: ['home', 'balance', `issue:${issue}`] },
    rechargeMethods: {},
    openRecharge: { method: 'sandbox', amount: '100.00', requestId: randomUUID() },
    rechargeStatus: { id: randomUUID() },
    rechargeProof: { id: randomUUID(), reference: 'TX 4711' },
    rechargeLog: page,
    walletStatement: { ...page, kind: 'purchase', month: '2026-01', search: 'phone' },
    statementMonths: page,
    memberFile: { code },
    statementFile: { kind: 'purchase', month: '2026-01', search: 'phone' },
    payoutList: {},
    payoutSave: { kind: 'upi', number: 'asha@okbank', holder: 'Asha Rao', code, requestId: randomUUID() },
    payoutFirst: { id: randomUUID() },
    payoutDelete: { id: randomUUID(), code },
    identityState: {},
    identitySubmit: {
      document: 'passport',
      name: 'Asha Rao',
      birthDate: '1990-05-03',
      documentNumber: 'K1234567',
      validUntil: '2040-05-03',
      pictures: (['front', 'address', 'selfie'] as const).map((slot) => ({ slot, upload: randomUUID() })),
      requestId: randomUUID(),
    },
    identityAgain: { pictures: [{ slot: 'front', upload: randomUUID() }], requestId: randomUUID() },
    piggyState: {},
    piggyTransfer: { direction: 'in', amount: '1.00', lock: '24h', requestId: randomUUID() },
    walletOutcome: { of: 'piggy', requestId: randomUUID() },
    withdrawInfo: { amount: '100.00' },
    sendWithdrawCode: {},
    withdraw: { amount: '100.00', account: randomUUID(), code, requestId: randomUUID() },
    withdrawReturn: { id: randomUUID(), requestId: randomUUID() },
    withdrawStatus: { id: randomUUID() },
    withdrawLog: page,
    rechargeReturns: { id: randomUUID() },
    rechargeReturn: { id: randomUUID(), amount: '100.00', code, requestId: randomUUID() },
    goodsList: { ...page, category: 'trial', mode: 'goods', search: 'x', sort: 'price', status: 'selling' },
    goodsFilters: choice,
    goodsSuggest: { search: 'x', exact: true },
    favourite: { product: issue.split('-')[0]!, on: true },
    remind: { issue, kind: 'drawn', on: true },
    notices: page,
    noticesRead: { until: 1_790_000_000_000 },
    goodsDetail: { issue },
    goodsHistory: { ...page, issue },
    goodsWinners: { ...page, product: issue.split('-')[0]! },
    winners: page,
    goodsTalk: { ...page, product: issue.split('-')[0]! },
    winnerPosts: page,
    reviewPost: {
      order: randomUUID(),
      title: 'Tea',
      content: 'Green tea',
      pictures: [randomUUID()],
      named: true,
      requestId: randomUUID(),
    },
    reviewMine: page,
    reviewDelete: { review: randomUUID() },
    reviewReport: { review: randomUUID(), reason: 'offensive' },
    calculation: { ...page, issue: drawn },
    proof: { issue: drawn },
    confirmOrder: { issue, quantity: 1 },
    buy: { issue, quantity: 1, requestId: randomUUID() },
    vouchers: page,
    orderList: { ...page, tab: 'all' },
    orderIssues: { ...page, tab: 'all' },
    leaveSeat: { order: randomUUID() },
    orderDetail: { order: randomUUID() },
    orderAddress: { order: randomUUID(), address: randomUUID() },
    orderRecycle: { order: randomUUID(), amount: '80.00', requestId: randomUUID() },
    orderReceive: { order: randomUUID() },
    orderDispute: { order: randomUUID(), text: reason },
    addressList: {},
    addressSave: { id: randomUUID(), ...SOME_ADDRESS, isDefault: true },
    addressDelete: { id: randomUUID() },
    fairAbout: {},
    fairLog: { limit: 5, sort: 'oldest', from: 0 },
    fairCheckpoint: { size: 0 },
    fairConsistency: { from: 0, to: 0 },
    fairReceipt: { order: randomUUID() },
    fairSolvency: page,
    fairInclusion: { day: '2026-11-22' },
    ...guardInputs(),
    ...gameInputs(),
    ...financeInputs(),
    ...taskInputs(),
    ...eventInputs(),
    ...growthInputs(),
    ...staffInputs(),
    ...deskInputs(),
    ...productInputs(issue.split('-')[0]!),
    ...financeDeskInputs(),
    ...deliveryInputs(),
    ...reviewInputs(`${drawn}-1`),
  }
}
