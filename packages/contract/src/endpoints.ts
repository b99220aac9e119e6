/** Every endpoint by name. Server routes, client, API document and tests all start from this table. */
import type { EndpointDefinition } from './define.ts'
import * as fair from './endpoints/fair.ts'
import * as content from './endpoints/content.ts'
import * as home from './endpoints/home.ts'
import * as identity from './endpoints/identity.ts'
import * as mall from './endpoints/mall.ts'
import * as stream from './endpoints/stream.ts'
import * as wallet from './endpoints/wallet.ts'

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
  price: home.price,
  account: home.account,
  rule: content.rule,
  streamTicket: stream.streamTicket,
  rechargeMethods: wallet.rechargeMethods,
  openRecharge: wallet.openRecharge,
  rechargeStatus: wallet.rechargeStatus,
  rechargeLog: wallet.rechargeLog,
  fundingLog: wallet.fundingLog,
  goodsList: mall.list,
  goodsDetail: mall.detail,
  goodsHistory: mall.history,
  goodsWinners: mall.goodsWinners,
  winners: mall.winners,
  calculation: mall.calculation,
  proof: mall.proof,
  confirmOrder: mall.confirm,
  buy: mall.buy,
  orderList: mall.orderList,
  orderDetail: mall.orderDetail,
  fairAbout: fair.about,
  fairLog: fair.log,
  fairCheckpoint: fair.checkpoint,
  fairConsistency: fair.consistency,
  fairReceipt: fair.receipt,
} as const satisfies Record<string, EndpointDefinition>

export type Endpoints = typeof ENDPOINTS
export type EndpointName = keyof Endpoints
