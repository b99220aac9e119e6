/** Valid inputs of operators: staff, approvals, settings, members and money. */
import { randomUUID } from 'node:crypto'
import { packed } from '../made/transfers.ts'
import { code, page, password, phone, reason, type Inputs } from './some-values.ts'

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

export function staffInputs(): Inputs<StaffName> {
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
  | 'housePayout'
  | 'houseBook'
  | 'houseMoves'
  | 'houseChargeback'
  | 'memberCredit'
  | 'memberReverse'
  | 'memberCorrections'
  | 'figures'
  | 'relationFlags'
  | 'relationDecide'
  | 'voucherGrant'
  | 'voucherList'
  | 'reconcileList'
  | 'reconcileShow'
  | 'trc20List'
  | 'trc20Held'
  | 'trc20Credit'
  | 'trc20Dismiss'
  | 'memberFind'
  | 'memberList'
  | 'memberShow'
  | 'memberOrders'
  | 'memberMoney'
  | 'memberLogins'
  | 'memberMessages'
  | 'orderShow'
  | 'issueOrders'
  | 'memberFreeze'
  | 'memberUnfreeze'
  | 'memberSignOut'
  | 'memberUnlock'
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
  | 'drillRecord'
  | 'smsShow'
  | 'smsTest'
  | 'smsConfirm'
  | 'logShow'
  | 'logRecover'
  | 'witnessesRelease'
  | 'beaconDead'
  | 'contentList'
  | 'contentShow'
  | 'contentSet'
  | 'contentPublish'
  | 'contentWithdraw'
  | 'announcementList'
  | 'announcementAdd'
  | 'announcementEnd'
  | 'statusShow'
  | 'clockAccept'

export function deskInputs(): Inputs<DeskName> {
  const id = randomUUID()
  const requestId = randomUUID()
  const name = 'guard.confirmDays'
  const number = 'W000000000000'
  const check = 'C000000000000'
  const recharge = 'R000000000000'
  const days = { from: '2026-11-01', to: '2026-11-22' }
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
    housePayout: { account: 'fees', amount: '100.00', to: 'asha', reference: 'REF 2', reason, requestId },
    houseBook: {
      kind: 'tax',
      account: 'sales',
      direction: 'out',
      amount: '100.00',
      reference: 'REF 3',
      reason,
      requestId,
    },
    houseMoves: { ...page, kind: 'tax' },
    houseChargeback: {
      number: 'R0199ABCDEF01',
      amount: '1.00',
      account: 'sales',
      reference: 'REF 4',
      reason,
      requestId,
    },
    memberCredit: { id, amount: '1.00', account: 'sales', why: 'goodwill', reason, requestId },
    memberReverse: { id, credit: id, amount: '1.00', reason, requestId },
    memberCorrections: { id },
    figures: { from: '2026-11-20', to: '2026-11-27', by: 'product' },
    relationFlags: { ...page, all: true },
    relationDecide: { member: id, friend: id, signal: 'device', decision: 'clear', reason, requestId },
    voucherGrant: { members: [id], amount: '5.00', minSpend: '20.00', days: 30, reason, requestId },
    voucherList: { ...page, member: id },
    reconcileList: { ...page, onlyDifferent: true },
    reconcileShow: { day: '2026-11-22', provider: 'sandbox', direction: 'in' },
    trc20List: { ...page, lost: true },
    trc20Held: page,
    trc20Credit: { transfer: `${'ab'.repeat(32)}:0`, reason, requestId },
    trc20Dismiss: { transfer: `${'ab'.repeat(32)}:0`, reason, requestId },
    memberFind: { query: phone },
    memberList: {
      ...page,
      ...days,
      status: 'active',
      country: 'BD',
      frozen: true,
      flagged: true,
    },
    memberShow: { id },
    memberOrders: { ...page, id, kind: 'shares', open: true },
    memberMoney: { ...page, id, kind: 'purchase', month: '2026-11' },
    memberLogins: { ...page, id },
    memberMessages: { ...page, id },
    orderShow: { number: 'M1-0001-1' },
    issueOrders: { ...page, issue: 'M1-0001', member: id, refused: true },
    memberFreeze: { id, hours: 24, holdMoney: false, cause: 'other', reason, requestId },
    memberUnfreeze: { id, reason },
    memberSignOut: { id, reason },
    memberUnlock: { id, reason },
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
    rechargeList: { ...page, ...days, standing: 'credited', member: id },
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
      overlaps: true,
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
    withdrawalList: { ...page, ...days, stage: 'paid' },
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
    drillRecord: { record: '{}' },
    smsShow: {},
    // no such number: a test that was sent would change what smsConfirm answers
    smsTest: { phone: '+8801000000', requestId },
    smsConfirm: { code: '123456' },
    logShow: {},
    logRecover: { reason, requestId },
    witnessesRelease: { reason, requestId },
    beaconDead: { chain: 'ab'.repeat(32), lastRound: 1, reason, requestId },
    contentList: {},
    contentShow: { key: 'terms', language: 'en-us' },
    contentSet: { key: 'about', language: 'id-id', text: '# Judul\n\nPengantar.\n\n## Bagian\n\nIsi.' },
    contentPublish: { key: 'privacy', from: '2030-01-01', reason, requestId },
    announcementList: {},
    announcementAdd: {
      texts: [{ language: 'en-us', title: 'Closed tonight', text: 'For an hour.' }],
      until: Date.now() + 86_400_000,
      reason,
      requestId,
    },
    announcementEnd: { number: 999, reason },
    contentWithdraw: { key: 'terms', version: 'house-9', reason, requestId },
    statusShow: {},
    clockAccept: { generation: 0, since: 1_790_000_000_000, reason, requestId },
  }
}
