/** One valid input of every endpoint, which the wire tests change field by field. */
import { randomUUID } from 'node:crypto'
import type { Input } from '@fairlot/contract/define'
import type { EndpointName, Endpoints } from '@fairlot/contract/endpoints'
import { TERMS_VERSION } from '../../modules/content/index.ts'
import { packed } from '../made/transfers.ts'

type Inputs<Name extends EndpointName> = { [N in Name]: Input<Endpoints[N]> }

const phone = '+8801712345678'
const code = '123456'
const device = 'ab'.repeat(16)
const password = 'gH7-marrow-q2'
const page = { cursor: 'WyJ4Il0', limit: 5 }
const reason = 'asked for by a test'

/** A delivery address. */
export const SOME_ADDRESS = {
  name: 'Asha Rao',
  phone,
  country: 'BD',
  zip: '1212',
  province: 'Dhaka',
  city: 'Dhaka',
  subdistrict: 'Gulshan',
  street: 'House 12, Road 5',
  details: 'third floor',
}

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

type FinanceName =
  | 'financeList'
  | 'financeDetail'
  | 'financeBuy'
  | 'financeOrders'
  | 'financeOrder'
  | 'financeExit'

function financeInputs(): Inputs<FinanceName> {
  return {
    financeList: {},
    financeDetail: { code: 'F7' },
    financeBuy: { code: 'F7', units: 1, requestId: randomUUID() },
    financeOrders: { ...page, status: 'waiting' },
    financeOrder: { id: randomUUID() },
    financeExit: { id: randomUUID(), requestId: randomUUID() },
  }
}

type TaskName = 'taskList' | 'taskClaim' | 'taskCheckIn' | 'taskMember'

const taskInputs = (): Inputs<TaskName> => ({
  taskList: {},
  taskClaim: { claim: 'share', requestId: randomUUID() },
  taskCheckIn: { requestId: randomUUID() },
  taskMember: {},
})

type EventName = 'prizeDetail' | 'prizeJoin' | 'prizeProof'
type EventDeskName = 'eventList' | 'eventShow' | 'eventCheck' | 'eventOpen'

/** The first event of a world. */
const EVENT = 'P1-0001'

function eventInputs(): Inputs<EventName | EventDeskName> {
  const requestId = randomUUID()
  const event: Inputs<'eventCheck'>['eventCheck'] = {
    titles: [{ language: 'en-us', title: 'Share the pool' }],
    pool: '0.10',
    winners: 3,
    friends: 3,
    topUp: '100.00',
    opensAt: Date.UTC(2100, 0, 1),
    deadline: Date.UTC(2100, 1, 1),
    grade: 'beacon',
  }
  return {
    prizeDetail: { event: EVENT },
    prizeJoin: { event: EVENT, requestId },
    prizeProof: { event: EVENT },
    eventList: {},
    eventShow: { event: EVENT },
    eventCheck: event,
    eventOpen: { ...event, reason, requestId },
  }
}

type GrowthName =
  | 'userShare'
  | 'userInviteList'
  | 'teamDetail'
  | 'teamSummary'
  | 'teamBonus'
  | 'userRebateList'
  | 'userInviteTop'

function growthInputs(): Inputs<GrowthName> {
  return {
    userShare: { shared: true },
    userInviteList: { ...page, state: 'qualified' },
    teamDetail: { ...page, level: 2 },
    teamSummary: {},
    teamBonus: {},
    userRebateList: { ...page, kind: 'shares', state: 'paid' },
    userInviteTop: { period: 'month' },
  }
}

type GameName =
  | 'gameList'
  | 'gameRound'
  | 'gameBet'
  | 'gameOrders'
  | 'gameHistory'
  | 'gameTrend'
  | 'gameProof'
  | 'gameWeb'
  | 'operatorGames'
  | 'gameExposure'

function gameInputs(): Inputs<GameName> {
  const [game, period] = ['lucky-1m', '20260901-0001'] as const
  return {
    gameList: {},
    gameRound: { game },
    gameBet: {
      requestId: randomUUID(),
      game,
      period,
      picks: ['green', '7'],
      contract: '10.00',
      multiple: 2,
    },
    gameOrders: { ...page, game, status: 'win' },
    gameHistory: { ...page, game },
    gameTrend: { game },
    gameProof: { game, period },
    gameWeb: {},
    operatorGames: {},
    gameExposure: { game },
  }
}

type StaffName =
  | 'operatorLogin'
  | 'operatorLogout'
  | 'operatorMe'
  | 'operatorSetupBegin'
  | 'operatorSetup'
  | 'operatorPasswordChange'
  | 'operatorSessions'
  | 'operatorSessionEnd'
  | 'staffList'
  | 'staffCreate'
  | 'staffRoles'
  | 'staffReset'
  | 'staffDisable'
  | 'staffEnable'

function staffInputs(): Inputs<StaffName> {
  const id = randomUUID()
  const requestId = randomUUID()
  return {
    operatorLogin: { name: 'nobody', password, code },
    operatorLogout: {},
    operatorMe: {},
    operatorSetupBegin: {},
    operatorSetup: { password: 'a marrow of seven gourds', code },
    operatorPasswordChange: { current: password, code, password: 'a marrow of seven gourds' },
    operatorSessions: {},
    operatorSessionEnd: { id },
    staffList: {},
    staffCreate: { name: 'asha', fullName: 'Asha Rao', roles: ['support'], reason, requestId },
    staffRoles: { id, roles: ['support'], reason, requestId },
    staffReset: { id, reason, requestId },
    staffDisable: { id, reason },
    staffEnable: { id, reason, requestId },
  }
}

type DeskName =
  | 'approvalList'
  | 'approvalShow'
  | 'approvalApprove'
  | 'approvalReject'
  | 'approvalWithdraw'
  | 'auditList'
  | 'settingList'
  | 'settingShow'
  | 'settingSave'
  | 'moduleList'
  | 'houseList'
  | 'loyaltyState'
  | 'referralState'
  | 'memberTeam'
  | 'houseFund'
  | 'houseFundings'
  | 'relationFlags'
  | 'relationDecide'
  | 'voucherGrant'
  | 'voucherList'
  | 'reconcileList'
  | 'reconcileShow'
  | 'trc20List'
  | 'memberFind'
  | 'memberShow'
  | 'orderShow'
  | 'memberTighten'
  | 'memberBreak'
  | 'withdrawalList'
  | 'withdrawalShow'
  | 'withdrawalReveal'
  | 'withdrawalApprove'
  | 'withdrawalReject'
  | 'withdrawalExport'
  | 'withdrawalPaid'
  | 'withdrawalImport'
  | 'refundPaid'
  | 'refundFailed'
  | 'identityList'
  | 'identityShow'
  | 'identityPicture'
  | 'identityApprove'
  | 'identityRefuse'
  | 'identityAskAgain'
  | 'methodList'
  | 'methodChange'
  | 'receivingList'
  | 'receivingAdd'
  | 'receivingDisable'
  | 'rechargeList'
  | 'rechargeShow'
  | 'rechargeReveal'
  | 'rechargeSlip'
  | 'rechargeFail'
  | 'statementImport'
  | 'statementConfirm'
  | 'statementList'
  | 'statementLines'
  | 'statementAdd'
  | 'statementMatch'
  | 'statementDismiss'
  | 'goLive'
  | 'logShow'
  | 'logRecover'
  | 'statusShow'
  | 'clockAccept'

type ProductName =
  | 'productList'
  | 'productShow'
  | 'productCreate'
  | 'productTerms'
  | 'productEdit'
  | 'productText'
  | 'productImages'
  | 'productAct'
  | 'productOpen'
  | 'categoryList'
  | 'categorySave'

function productInputs(product: string): Inputs<ProductName> {
  const terms = { marketPrice: '10.00', sharePrice: '1.00', shares: 10 }
  const texts = { title: 'Tea', description: '**Green** tea' }
  const requestId = randomUUID()
  const taken = `T${requestId.slice(0, 8).toUpperCase()}`
  const look = { category: 'trial', art: 'prize', tile: 'sun' } as const
  return {
    productList: { ...page, state: 'active', category: 'trial' },
    productShow: { code: product },
    productCreate: { code: taken, ...look, ...texts, ...terms, reason, requestId },
    // a revision that does not exist
    productTerms: { code: product, revision: 999, saleDays: 29, reason, requestId },
    productEdit: { code: product, tile: 'sea' },
    productText: { code: product, language: 'en-us', ...texts },
    // a picture that does not exist
    productImages: { code: product, images: ['0'.repeat(32)] },
    productAct: { code: product, act: 'resume', reason },
    productOpen: { code: product },
    categoryList: {},
    categorySave: { category: 'trial', titles: [{ language: 'en-us', title: 'Trial' }] },
  }
}

type FinanceDeskName =
  | 'financeProducts'
  | 'financeCheck'
  | 'financeSave'
  | 'financeFund'
  | 'financeDefund'
  | 'financeClose'

function financeDeskInputs(): Inputs<FinanceDeskName> {
  const requestId = randomUUID()
  const product: Inputs<FinanceDeskName>['financeCheck'] = {
    code: `N${requestId.slice(0, 8).toUpperCase()}`,
    unitPrice: '100.00',
    minUnits: 1,
    maxUnits: 10,
    units: 100,
    termHours: 720,
    termUnit: 'days',
    dailyRatePpm: 500,
    payout: 'at_maturity',
    needsTrc20: false,
    saleFrom: Date.UTC(2100, 0, 1),
    saleUntil: Date.UTC(2100, 1, 1),
    texts: [{ language: 'en-us', name: 'Trial', funding: 'From sales' }],
  }
  const money = { code: 'F7', reference: `B ${requestId}`, reason, requestId }
  return {
    financeProducts: {},
    financeCheck: product,
    financeSave: { ...product, reason, requestId },
    financeFund: { ...money, amount: '1.00' },
    // more than the reserve has
    financeDefund: { ...money, amount: '999999999.00' },
    financeClose: { code: 'F7', reason },
  }
}

type ReviewName =
  | 'reviewList'
  | 'reviewShow'
  | 'reviewPicture'
  | 'reviewPublish'
  | 'reviewRefuse'
  | 'reviewHide'

function reviewInputs(number: string): Inputs<ReviewName> {
  const decision = { number, reason: 'unrelated', note: reason } as const
  return {
    reviewList: { ...page, list: 'reported' },
    reviewShow: { number },
    reviewPicture: { number, position: 1 },
    reviewPublish: { number },
    reviewRefuse: decision,
    reviewHide: decision,
  }
}

function deskInputs(): Inputs<DeskName> {
  const id = randomUUID()
  const requestId = randomUUID()
  const name = 'guard.confirmDays'
  const number = 'W000000000000'
  const check = 'C000000000000'
  const recharge = 'R000000000000'
  return {
    approvalList: { ...page, state: 'pending' },
    approvalShow: { id },
    approvalApprove: { id },
    approvalReject: { id, note: reason },
    approvalWithdraw: { id },
    auditList: { ...page, operator: id, action: 'staff.create', subject: 'setting:guard.confirmDays' },
    settingList: {},
    settingShow: { name },
    // a version that does not exist
    settingSave: { name, value: '7', version: 999, reason, requestId },
    moduleList: {},
    houseList: {},
    loyaltyState: {},
    referralState: {},
    memberTeam: { id },
    houseFund: { account: 'bankroll', amount: '100.00', reference: 'REF 1', reason, requestId },
    houseFundings: { ...page, account: 'bankroll' },
    relationFlags: { ...page, all: true },
    relationDecide: { member: id, friend: id, signal: 'device', decision: 'clear', reason, requestId },
    voucherGrant: { members: [id], amount: '5.00', minSpend: '20.00', days: 30, reason, requestId },
    voucherList: { ...page, member: id },
    reconcileList: { ...page, onlyDifferent: true },
    reconcileShow: { day: '2026-11-22', provider: 'sandbox', direction: 'in' },
    trc20List: { ...page, lost: true },
    memberFind: { query: phone },
    memberShow: { id },
    orderShow: { number: 'M1-0001-1' },
    memberTighten: { id, kind: 'spend', period: 'day', cap: '10.00', reason },
    memberBreak: { id, duration: '24h', reason },
    methodList: {},
    methodChange: {
      method: 'bank',
      required: 'name',
      optional: 'email',
      delayFrom: 60,
      delayTo: 1440,
      reason,
      requestId,
    },
    receivingList: { all: true },
    receivingAdd: {
      code: 'bank-1',
      kind: 'bank',
      label: 'Test Bank',
      lines: { holder: 'Fairlot', bank: 'Test Bank', number: '000011112222' },
      reason,
      requestId,
    },
    receivingDisable: { code: 'bank-1', reason, requestId },
    rechargeList: page,
    rechargeShow: { number: recharge },
    rechargeReveal: { number: recharge, reason },
    rechargeSlip: { number: recharge, proof: 1, reason },
    rechargeFail: { number: recharge, reason },
    statementImport: {
      account: 'bank-1',
      name: 'november.csv',
      content: packed('Date,Amount\n2026-11-20,500.00\n'),
      decimal: '.',
      dates: 'dmy',
      requestId,
    },
    statementConfirm: { statement: id, requestId },
    statementList: page,
    statementLines: { ...page, account: 'bank-1' },
    statementAdd: {
      account: 'bank-1',
      bookedOn: '2026-11-20',
      amount: '500.00',
      text: 'cash at the counter',
      transaction: 'TX 4711',
      reason,
      requestId,
    },
    statementMatch: { line: id, number: recharge, reason, requestId },
    statementDismiss: { line: id, reason, requestId },
    withdrawalList: { ...page, stage: 'waiting' },
    withdrawalShow: { number },
    withdrawalReveal: { number, reason },
    withdrawalApprove: { number },
    withdrawalReject: { number, reason: 'bank_refused', note: reason, requestId },
    withdrawalExport: { requestId },
    withdrawalPaid: { number, reference: 'REF 1', requestId },
    withdrawalImport: { csv: `${number},paid,REF 1`, requestId },
    refundPaid: { number, reference: 'r1', reason, requestId },
    refundFailed: { number, note: reason, reason, requestId },
    identityList: page,
    identityShow: { number: check },
    identityPicture: { number: check, slot: 'front' },
    identityApprove: { number: check },
    identityRefuse: { number: check, reason: 'unreadable', note: reason },
    identityAskAgain: { number: check, slots: ['front'], note: reason },
    goLive: {},
    logShow: {},
    logRecover: { reason, requestId },
    statusShow: {},
    clockAccept: { generation: 0, since: 1_790_000_000_000, reason, requestId },
  }
}

type DeliveryName =
  | 'deliveryList'
  | 'deliveryShow'
  | 'deliveryReveal'
  | 'deliveryPick'
  | 'deliveryRelease'
  | 'deliveryShip'
  | 'deliveryImport'
  | 'deliveryProof'
  | 'deliveryAnswer'
  | 'deliverySettle'

function deliveryInputs(): Inputs<DeliveryName> {
  const number = 'M1-0001-1'
  const requestId = randomUUID()
  return {
    deliveryList: { ...page, status: 'in_delivery' },
    deliveryShow: { number },
    deliveryReveal: { number, reason },
    deliveryPick: { requestId },
    deliveryRelease: { number, reason },
    deliveryShip: {
      number,
      carrier: 'DHL',
      tracking: 'JD014',
      url: 'https://example.com/JD014',
    },
    deliveryImport: { csv: 'order,carrier,tracking\nM1-0001-1,DHL,JD014' },
    deliveryProof: { number, at: 1_790_000_000_000 },
    deliveryAnswer: { number, answer: 'stands', note: reason },
    deliverySettle: { number, note: reason, reason, requestId },
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
