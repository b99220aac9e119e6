/** One valid input of every endpoint, which the wire tests change field by field. */
import { randomUUID } from 'node:crypto'
import type { Input } from '@fairlot/contract/define'
import type { EndpointName, Endpoints } from '@fairlot/contract/endpoints'
import { TERMS_VERSION } from '../modules/content/index.ts'

type Inputs<Name extends EndpointName> = { [N in Name]: Input<Endpoints[N]> }

const phone = '+8801712345678'
const code = '123456'
const password = 'gH7-marrow-q2'
const page = { cursor: 'WyJ4Il0', limit: 5 }
const reason = 'asked for by a test'

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
  | 'houseFund'
  | 'houseFundings'
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
  | 'goLive'
  | 'logShow'
  | 'logRecover'
  | 'statusShow'
  | 'clockAccept'

function deskInputs(): Inputs<DeskName> {
  const id = randomUUID()
  const requestId = randomUUID()
  const name = 'guard.confirmDays'
  const number = 'W000000000000'
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
    houseFund: { account: 'bankroll', amount: '100.00', reference: 'REF 1', reason, requestId },
    houseFundings: { ...page, account: 'bankroll' },
    memberFind: { query: phone },
    memberShow: { id },
    orderShow: { number: 'M1-0001-1' },
    memberTighten: { id, kind: 'spend', period: 'day', cap: '10.00', reason },
    memberBreak: { id, duration: '24h', reason },
    withdrawalList: { ...page, stage: 'waiting' },
    withdrawalShow: { number },
    withdrawalReveal: { number, reason },
    withdrawalApprove: { number },
    withdrawalReject: { number, reason: 'bank_refused', note: reason, requestId },
    withdrawalExport: { requestId },
    withdrawalPaid: { number, reference: 'REF 1', requestId },
    withdrawalImport: { csv: `${number},paid,REF 1`, requestId },
    goLive: {},
    logShow: {},
    logRecover: { reason, requestId },
    statusShow: {},
    clockAccept: { generation: 0, since: 1_790_000_000_000, reason, requestId },
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
}

/** The compiler refuses a missing endpoint. Ids are random, so they name no existing object. */
export function goodInputs({ issue, drawn }: { issue: string; drawn: string }): Inputs<EndpointName> {
  return {
    register: { phone, code, password, invitationCode: 'AB12', terms: TERMS_VERSION, adult: true },
    phoneCode: { phone, purpose: 'login' },
    sendVerify: { purpose: 'recharge' },
    login: { account: phone, password },
    loginByCode: { phone, code },
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
    rechargeLog: page,
    walletStatement: { ...page, kind: 'purchase', month: '2026-01' },
    payoutList: {},
    payoutSave: { kind: 'upi', number: 'asha@okbank', holder: 'Asha Rao', code, requestId: randomUUID() },
    payoutFirst: { id: randomUUID() },
    payoutDelete: { id: randomUUID(), code },
    piggyState: {},
    piggyTransfer: { direction: 'in', amount: '1.00', lock: '24h', requestId: randomUUID() },
    withdrawInfo: { amount: '100.00' },
    sendWithdrawCode: {},
    withdraw: { amount: '100.00', account: randomUUID(), code, requestId: randomUUID() },
    withdrawReturn: { id: randomUUID(), requestId: randomUUID() },
    withdrawStatus: { id: randomUUID() },
    withdrawLog: page,
    goodsList: { ...page, category: 'trial', mode: 'goods', search: 'x', sort: 'price', status: 'selling' },
    goodsFilters: choice,
    goodsDetail: { issue },
    goodsHistory: { ...page, issue },
    goodsWinners: { ...page, product: issue.split('-')[0]! },
    winners: page,
    calculation: { ...page, issue: drawn },
    proof: { issue: drawn },
    confirmOrder: { issue, quantity: 1 },
    buy: { issue, quantity: 1, requestId: randomUUID() },
    orderList: { ...page, tab: 'all' },
    orderIssues: { ...page, tab: 'all' },
    orderDetail: { order: randomUUID() },
    fairAbout: {},
    fairLog: { limit: 5, sort: 'oldest', from: 0 },
    fairCheckpoint: { size: 0 },
    fairConsistency: { from: 0, to: 0 },
    fairReceipt: { order: randomUUID() },
    ...guardInputs(),
    ...staffInputs(),
    ...deskInputs(),
  }
}
