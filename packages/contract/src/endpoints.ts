/** All endpoints by name. Server routes, client, OpenAPI document and tests derive from this table. */
import type { EndpointDefinition } from './define.ts'
import * as fair from './endpoints/fair.ts'
import * as content from './endpoints/content.ts'
import * as guard from './endpoints/guard.ts'
import * as home from './endpoints/home.ts'
import * as identity from './endpoints/identity.ts'
import * as mall from './endpoints/mall.ts'
import * as operatorApprovals from './endpoints/operator/approvals.ts'
import * as operatorAudit from './endpoints/operator/audit.ts'
import * as operatorGoLive from './endpoints/operator/go-live.ts'
import * as operatorHouse from './endpoints/operator/house.ts'
import * as operatorLog from './endpoints/operator/log.ts'
import * as operatorMembers from './endpoints/operator/members.ts'
import * as operatorSession from './endpoints/operator/session.ts'
import * as operatorSettings from './endpoints/operator/settings.ts'
import * as operatorStaff from './endpoints/operator/staff.ts'
import * as payout from './endpoints/payout.ts'
import * as piggy from './endpoints/piggy.ts'
import * as operatorStatus from './endpoints/operator/status.ts'
import * as operatorWithdrawals from './endpoints/operator/withdrawals.ts'
import * as stream from './endpoints/stream.ts'
import * as wallet from './endpoints/wallet.ts'
import * as withdrawal from './endpoints/withdrawal.ts'

export const ENDPOINTS = {
  register: identity.register,
  phoneCode: identity.phoneCode,
  sendVerify: identity.sendVerify,
  login: identity.login,
  loginByCode: identity.loginByCode,
  resetPassword: identity.resetPassword,
  logout: identity.logout,
  sessions: identity.sessions,
  sessionEnd: identity.sessionEnd,
  system: home.system,
  home: home.home,
  kinds: home.kinds,
  rechargeAmounts: home.rechargeAmounts,
  account: home.account,
  rule: content.rule,
  streamTicket: stream.streamTicket,
  rechargeMethods: wallet.rechargeMethods,
  openRecharge: wallet.openRecharge,
  rechargeStatus: wallet.rechargeStatus,
  rechargeLog: wallet.rechargeLog,
  walletStatement: wallet.walletStatement,
  payoutList: payout.payoutList,
  payoutSave: payout.payoutSave,
  payoutFirst: payout.payoutFirst,
  payoutDelete: payout.payoutDelete,
  piggyState: piggy.piggyState,
  piggyTransfer: piggy.piggyTransfer,
  withdrawInfo: withdrawal.withdrawInfo,
  sendWithdrawCode: withdrawal.sendWithdrawCode,
  withdraw: withdrawal.withdraw,
  withdrawReturn: withdrawal.withdrawReturn,
  withdrawStatus: withdrawal.withdrawStatus,
  withdrawLog: withdrawal.withdrawLog,
  goodsList: mall.goodsList,
  goodsFilters: mall.goodsFilters,
  goodsDetail: mall.goodsDetail,
  goodsHistory: mall.goodsHistory,
  goodsWinners: mall.goodsWinners,
  winners: mall.winners,
  calculation: mall.calculation,
  proof: mall.proof,
  confirmOrder: mall.confirmOrder,
  buy: mall.buy,
  orderList: mall.orderList,
  orderIssues: mall.orderIssues,
  orderDetail: mall.orderDetail,
  fairAbout: fair.fairAbout,
  fairLog: fair.fairLog,
  fairCheckpoint: fair.fairCheckpoint,
  fairConsistency: fair.fairConsistency,
  fairReceipt: fair.fairReceipt,
  limits: guard.limits,
  limitSave: guard.limitSave,
  limitConfirm: guard.limitConfirm,
  limitCancel: guard.limitCancel,
  selfExclude: guard.selfExclude,
  netPosition: guard.netPosition,
  netMonths: guard.netMonths,
  realityCheck: guard.realityCheck,
  closeState: guard.closeState,
  closeAccount: guard.closeAccount,
  closeKeep: guard.closeKeep,
  operatorLogin: operatorSession.operatorLogin,
  operatorLogout: operatorSession.operatorLogout,
  operatorMe: operatorSession.operatorMe,
  operatorSetupBegin: operatorSession.operatorSetupBegin,
  operatorSetup: operatorSession.operatorSetup,
  operatorPasswordChange: operatorSession.operatorPasswordChange,
  operatorSessions: operatorSession.operatorSessions,
  operatorSessionEnd: operatorSession.operatorSessionEnd,
  staffList: operatorStaff.staffList,
  staffCreate: operatorStaff.staffCreate,
  staffRoles: operatorStaff.staffRoles,
  staffReset: operatorStaff.staffReset,
  staffDisable: operatorStaff.staffDisable,
  staffEnable: operatorStaff.staffEnable,
  approvalList: operatorApprovals.approvalList,
  approvalShow: operatorApprovals.approvalShow,
  approvalApprove: operatorApprovals.approvalApprove,
  approvalReject: operatorApprovals.approvalReject,
  approvalWithdraw: operatorApprovals.approvalWithdraw,
  auditList: operatorAudit.auditList,
  settingList: operatorSettings.settingList,
  settingShow: operatorSettings.settingShow,
  settingSave: operatorSettings.settingSave,
  moduleList: operatorSettings.moduleList,
  houseList: operatorHouse.houseList,
  houseFund: operatorHouse.houseFund,
  houseFundings: operatorHouse.houseFundings,
  logShow: operatorLog.logShow,
  logRecover: operatorLog.logRecover,
  memberFind: operatorMembers.memberFind,
  memberShow: operatorMembers.memberShow,
  orderShow: operatorMembers.orderShow,
  memberTighten: operatorMembers.memberTighten,
  memberBreak: operatorMembers.memberBreak,
  withdrawalList: operatorWithdrawals.withdrawalList,
  withdrawalShow: operatorWithdrawals.withdrawalShow,
  withdrawalReveal: operatorWithdrawals.withdrawalReveal,
  withdrawalApprove: operatorWithdrawals.withdrawalApprove,
  withdrawalReject: operatorWithdrawals.withdrawalReject,
  withdrawalExport: operatorWithdrawals.withdrawalExport,
  withdrawalPaid: operatorWithdrawals.withdrawalPaid,
  withdrawalImport: operatorWithdrawals.withdrawalImport,
  goLive: operatorGoLive.goLive,
  statusShow: operatorStatus.statusShow,
  clockAccept: operatorStatus.clockAccept,
} as const satisfies Record<string, EndpointDefinition>

export type Endpoints = typeof ENDPOINTS
export type EndpointName = keyof Endpoints
