/** Every route of the app: path, search parameters, screen. `paths.ts` has the links. */
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { ORDER_TAB_NAMES } from '@fairlot/contract/order-life'
import type { PayoutKind } from '@fairlot/contract/payout-life'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import type { walletStatement } from '@fairlot/contract/endpoints/wallet'
import type { Input } from './api/api.ts'
import {
  AMOUNT,
  INSIDE,
  ISSUE,
  maybe,
  MONTH,
  needed,
  oneOf,
  RANGES,
  searchShape,
  SIZES,
  UUID,
  wholeNumber,
} from './router/search-shape.ts'
import { screen } from './router/screen.tsx'
import { Shell } from './shell/shell.tsx'
import { NotFound } from './shell/not-found.tsx'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })
const root = () => rootRoute

const ofIssue = searchShape({ issue: needed(ISSUE) })
const shares = wholeNumber(1, 100_000)
/** The contract's kinds of statement lines. A missing or wrong one does not compile. */
const FUNDING_KINDS: Record<NonNullable<Input<typeof walletStatement>['kind']>, true> = {
  recharge: true,
  purchase: true,
  release: true,
  refund: true,
  withdrawal: true,
  withdrawal_back: true,
  piggy_in: true,
  piggy_out: true,
  closing: true,
}
const fundingKinds = Object.keys(FUNDING_KINDS) as (keyof typeof FUNDING_KINDS)[]
/** The contract's kinds of payout accounts, likewise. */
const PAYOUT_KINDS: Record<PayoutKind, true> = {
  bank: true,
  upi: true,
  ewallet: true,
  trc20: true,
  pix: true,
}
const payoutKinds = Object.keys(PAYOUT_KINDS) as PayoutKind[]
/** The rule texts, in the order in which they are offered. */
const RULE_KEYS: Record<RuleKey, true> = { draw: true, play: true, terms: true, privacy: true }
export const ruleKeys = Object.keys(RULE_KEYS) as RuleKey[]

/** The messages of the rail beside every page of the account. */
const RAIL = ['account', 'setting'] as const
const ORDERS = [...RAIL, 'order'] as const
const PROTECTION = [...RAIL, 'limits', 'break', 'closing', 'guard'] as const

const homeScreen = screen(() => import('./screens/home/home.tsx'), {
  messages: ['home', 'mall'],
  first: true,
})
const homeRoute = createRoute({ getParentRoute: root, path: '/', ...homeScreen })
const homeAliasRoute = createRoute({ getParentRoute: root, path: '/pages/home/home', ...homeScreen })

const mallRoute = createRoute({
  getParentRoute: root,
  path: '/pages/mall/mall',
  ...screen(() => import('./screens/mall/mall.tsx'), { messages: ['mall'] }),
  validateSearch: searchShape({
    category: maybe(/^.{1,30}$/),
    mode: oneOf(['goods', 'cash', 'pk', 'vip']),
    sort: oneOf(['closing', 'newest', 'price']),
    status: oneOf(['selling', 'drawn']),
    search: maybe(/^.{1,60}$/),
    price: maybe(RANGES),
    size: maybe(SIZES),
    mine: oneOf(['1']),
  }),
})

const goodsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/goods',
  ...screen(() => import('./screens/goods/goods.tsx'), { messages: ['goods', 'guard', 'draw'] }),
  // `buy` opens the buy sheet with that many shares, so that a link opens it and the back button closes it.
  validateSearch: searchShape({ issue: needed(ISSUE), buy: shares }),
})

const confirmRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/comfirm',
  ...screen(() => import('./screens/goods/purchase/confirm.tsx'), {
    messages: ['confirm', 'goods', 'guard'],
    member: true,
  }),
  validateSearch: searchShape({ issue: needed(ISSUE), shares: shares }),
})

const calculationRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/calculation',
  ...screen(() => import('./screens/calculation/calculation.tsx'), { messages: ['calculation', 'goods'] }),
  validateSearch: ofIssue,
})

// An addition to the specification: the draw on the whole screen, and the page of a loss.
const drawRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/draw',
  ...screen(() => import('./screens/draw/draw.tsx'), { messages: ['draw', 'goods'] }),
  validateSearch: ofIssue,
})

const successRoute = createRoute({
  getParentRoute: root,
  path: '/pages/success/index',
  ...screen(() => import('./screens/success/success.tsx'), { messages: ['success'], member: true }),
  validateSearch: searchShape({ order: needed(UUID) }),
})

const orderRecordRoute = createRoute({
  getParentRoute: root,
  path: '/pages/order/record',
  ...screen(() => import('./screens/order/order-list.tsx'), { messages: ORDERS, member: true }),
  validateSearch: searchShape({ tab: oneOf(ORDER_TAB_NAMES), order: maybe(UUID) }),
})

const orderDetailRoute = createRoute({
  getParentRoute: root,
  path: '/pages/order/detail',
  ...screen(() => import('./screens/order/order-detail.tsx'), { messages: ORDERS, member: true }),
  validateSearch: searchShape({ order: needed(UUID) }),
})

const accountRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/account',
  ...screen(() => import('./screens/account/account.tsx'), {
    messages: [...ORDERS, 'guard'],
    member: true,
  }),
  validateSearch: searchShape({ tab: oneOf(ORDER_TAB_NAMES), order: maybe(UUID) }),
})

const fundingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/funding',
  ...screen(() => import('./screens/account/statement/wallet-statement.tsx'), {
    messages: [...RAIL, 'statement'],
    member: true,
  }),
  validateSearch: searchShape({
    kind: oneOf(fundingKinds),
    month: maybe(MONTH),
  }),
})

const positionRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/position',
  ...screen(() => import('./screens/account/position/net-position.tsx'), {
    messages: [...RAIL, 'position'],
    member: true,
  }),
})

const closingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/close',
  ...screen(() => import('./screens/account/closing/close-account.tsx'), {
    messages: [...PROTECTION, 'auth'],
    member: true,
  }),
})

// The page after closing needs no session, because the account and its session are gone.
const closedRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/closed',
  ...screen(() => import('./screens/account/closing/account-closed.tsx'), { messages: ['closing'] }),
})

const settingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/setting',
  ...screen(() => import('./screens/account/settings/settings.tsx'), { messages: RAIL }),
  validateSearch: searchShape({ entry: oneOf(['language', 'theme', 'sessions']) }),
})

const limitsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/limits',
  ...screen(() => import('./screens/limits/limits.tsx'), { messages: PROTECTION, member: true }),
  validateSearch: searchShape({ kind: oneOf(['deposit', 'spend', 'loss', 'time']) }),
})

const breakRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/break',
  ...screen(() => import('./screens/break/break.tsx'), { messages: PROTECTION, member: true }),
  validateSearch: searchShape({ kind: oneOf(['break', 'self_exclusion']) }),
})

const rechargeRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/recharge',
  ...screen(() => import('./screens/recharge/recharge.tsx'), {
    messages: [...RAIL, 'recharge', 'guard'],
    member: true,
  }),
  validateSearch: searchShape({
    amount: maybe(AMOUNT),
    need: maybe(AMOUNT),
    next: maybe(INSIDE),
  }),
})

const payformRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payform/payform',
  ...screen(() => import('./screens/recharge/status/recharge-status.tsx'), {
    messages: [...RAIL, 'recharge'],
    member: true,
  }),
  validateSearch: searchShape({ id: needed(UUID), next: maybe(INSIDE) }),
})

// The two names of the specification lead to one page: amount, account and quote are on it.
const withdrawPage = screen(() => import('./screens/withdraw/withdraw.tsx'), {
  messages: [...RAIL, 'withdraw', 'payout', 'auth'],
  member: true,
})
const withdrawRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/withdraw',
  ...withdrawPage,
})
const cashOutRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/cashOut',
  ...withdrawPage,
})

const payoutsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/payment',
  ...screen(() => import('./screens/payout/payouts.tsx'), {
    messages: [...RAIL, 'payout', 'auth'],
    member: true,
  }),
})

const payoutFormRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/add',
  ...screen(() => import('./screens/payout/payout-form.tsx'), {
    messages: [...RAIL, 'payout', 'auth'],
    member: true,
  }),
  // `id`: the account that the new one replaces
  validateSearch: searchShape({ kind: oneOf(payoutKinds), id: maybe(UUID), next: maybe(INSIDE) }),
})

const recordListRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/recordlist',
  ...screen(() => import('./screens/withdraw/records/record-list.tsx'), {
    messages: [...RAIL, 'withdraw', 'payout', 'recharge'],
    member: true,
  }),
  validateSearch: searchShape({ kind: oneOf(['withdrawals', 'recharges']) }),
})

const withdrawalsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/cashrecord',
  ...screen(() => import('./screens/withdraw/records/withdrawals.tsx'), {
    messages: [...RAIL, 'withdraw', 'payout'],
    member: true,
  }),
  validateSearch: searchShape({ id: maybe(UUID) }),
})

const piggyRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/transfer',
  ...screen(() => import('./screens/piggy/piggy.tsx'), { messages: [...RAIL, 'piggy'], member: true }),
})

const loginRoute = createRoute({
  getParentRoute: root,
  path: '/pages/login/login',
  ...screen(() => import('./screens/login/login.tsx'), { messages: ['auth'] }),
  validateSearch: searchShape({ next: maybe(INSIDE), mode: oneOf(['code', 'password', 'reset']) }),
})

const registerRoute = createRoute({
  getParentRoute: root,
  path: '/pages/login/regist',
  ...screen(() => import('./screens/login/register.tsx'), { messages: ['auth'] }),
  validateSearch: searchShape({
    next: maybe(INSIDE),
    code: maybe(/^[A-Za-z0-9]{1,12}$/),
  }),
})

const landingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/index/index',
  ...screen(() => import('./screens/landing/landing.tsx'), { messages: ['landing'] }),
})

const winnerRoute = createRoute({
  getParentRoute: root,
  path: '/pages/winner/winner',
  ...screen(() => import('./screens/winner/winner.tsx'), { messages: ['winner'] }),
})

const ruleRoute = createRoute({
  getParentRoute: root,
  path: '/pages/richtext/rule',
  ...screen(() => import('./screens/rules/rule.tsx'), { messages: ['rule'] }),
  validateSearch: searchShape({ key: oneOf(ruleKeys) }),
})

// An addition to the specification: how draws are made and checked, in plain words.
const fairRoute = createRoute({
  getParentRoute: root,
  path: '/pages/fair/fair',
  ...screen(() => import('./screens/fair/fair.tsx'), { messages: ['fair', 'goods', 'evidence'] }),
})

const pages = [
  homeRoute,
  homeAliasRoute,
  mallRoute,
  goodsRoute,
  confirmRoute,
  calculationRoute,
  drawRoute,
  successRoute,
  orderRecordRoute,
  orderDetailRoute,
  accountRoute,
  fundingRoute,
  positionRoute,
  closingRoute,
  closedRoute,
  settingRoute,
  limitsRoute,
  breakRoute,
  rechargeRoute,
  payformRoute,
  withdrawRoute,
  cashOutRoute,
  payoutsRoute,
  payoutFormRoute,
  recordListRoute,
  withdrawalsRoute,
  piggyRoute,
  loginRoute,
  registerRoute,
  landingRoute,
  winnerRoute,
  ruleRoute,
  fairRoute,
] as const

/** The component sheet and the formula check exist only in development and tests. */
const kitPages =
  import.meta.env.MODE === 'production'
    ? []
    : [
        createRoute({
          getParentRoute: root,
          path: '/pages/kit',
          ...screen(() => import('./kit/kit.tsx'), { messages: [] }),
        }),
        createRoute({
          getParentRoute: root,
          path: '/pages/vectors',
          ...screen(() => import('./kit/vectors.tsx'), { messages: [] }),
        }),
      ]

export const routeTree = rootRoute.addChildren([...pages, ...kitPages])
