/** Every route of the app: path, search parameters, screen. `paths.ts` has the links. */
import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { OrderTab } from '@fairlot/contract/order-life'
import type { PayoutKind } from '@fairlot/contract/payout-life'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import type { walletStatement } from '@fairlot/contract/endpoints/wallet'
import type { Input } from './api/api.ts'
import {
  AMOUNT,
  GAME_NAMES,
  INSIDE,
  ISSUE,
  maybe,
  MONTH,
  needed,
  oneOf,
  PRODUCT,
  PERIOD,
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

const METHOD = /^[a-z0-9-]{1,30}$/
/** What every way to a recharge passes on. */
const ofRecharge = { amount: maybe(AMOUNT), need: maybe(AMOUNT), next: maybe(INSIDE) }
const ofIssue = searchShape({ issue: needed(ISSUE) })
const shares = wholeNumber(1, 100_000)
/** The contract's kinds of statement lines. A missing or wrong one does not compile. */
const FUNDING_KINDS: Record<NonNullable<Input<typeof walletStatement>['kind']>, true> = {
  recharge: true,
  purchase: true,
  release: true,
  voucher: true,
  voucher_back: true,
  refund: true,
  prize: true,
  event_prize: true,
  recycle: true,
  interest: true,
  rebate: true,
  vip_refund: true,
  task: true,
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
/** The contract's tabs of the order list, likewise: its life cycles stay out of the first load. */
const ORDER_TABS: Record<OrderTab, true> = {
  all: true,
  awaiting: true,
  pending: true,
  to_receive: true,
  received: true,
  completed: true,
}
const orderTabs = Object.keys(ORDER_TABS) as OrderTab[]
/** The rule texts, in the order in which they are offered. */
const RULE_KEYS: Record<RuleKey, true> = {
  draw: true,
  play: true,
  vip: true,
  invitation: true,
  event: true,
  terms: true,
  privacy: true,
}
export const ruleKeys = Object.keys(RULE_KEYS) as RuleKey[]

/** The messages of the rail beside every page of the account. */
const RAIL = ['account', 'setting'] as const
const ORDERS = [...RAIL, 'order', 'prize', 'tiers'] as const
const ADDRESSES = [...RAIL, 'address'] as const
const CONFIRM = ['confirm', 'goods', 'guard', 'tiers', 'voucher'] as const
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
  ...screen(() => import('./screens/mall/mall.tsx'), { messages: ['mall', 'search'] }),
  validateSearch: searchShape({
    category: maybe(/^.{1,30}$/),
    mode: oneOf(['goods', 'cash', 'pk', 'vip']),
    sort: oneOf(['relevance', 'closing', 'newest', 'price']),
    status: oneOf(['selling', 'drawn']),
    search: maybe(/^.{1,60}$/),
    exact: oneOf(['1']),
    price: maybe(RANGES),
    size: maybe(SIZES),
    mine: oneOf(['1']),
    saved: oneOf(['1']),
  }),
})

const goodsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/goods',
  ...screen(() => import('./screens/goods/goods.tsx'), {
    messages: ['goods', 'guard', 'draw', 'tiers', 'notices', 'review'],
  }),
  // `buy` opens the buy sheet with that many shares, so that a link opens it and the back button closes it.
  validateSearch: searchShape({ issue: needed(ISSUE), buy: shares }),
})

const confirmRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/comfirm',
  ...screen(() => import('./screens/goods/purchase/confirm.tsx'), {
    messages: CONFIRM,
    member: true,
  }),
  validateSearch: searchShape({ issue: needed(ISSUE), shares: shares }),
})

const vipConfirmRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/fconfirm',
  ...screen(() => import('./screens/goods/purchase/vip-confirm.tsx'), { messages: CONFIRM, member: true }),
  validateSearch: searchShape({ issue: needed(ISSUE), shares: shares }),
})

const vouchersRoute = createRoute({
  getParentRoute: root,
  path: '/pages/order/discount',
  ...screen(() => import('./screens/vouchers/vouchers.tsx'), {
    messages: [...RAIL, 'voucher'],
    member: true,
  }),
  validateSearch: searchShape({ which: oneOf(['ended']) }),
})

const calculationRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/calculation',
  ...screen(() => import('./screens/calculation/calculation.tsx'), {
    messages: ['calculation', 'goods', 'tiers'],
  }),
  validateSearch: ofIssue,
})

// An addition to the specification: the draw on the whole screen, and the page of a loss.
const drawRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/draw',
  ...screen(() => import('./screens/draw/draw.tsx'), { messages: ['draw', 'goods', 'tiers'] }),
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
  validateSearch: searchShape({ tab: oneOf(orderTabs), order: maybe(UUID), address: maybe(UUID) }),
})

const orderDetailRoute = createRoute({
  getParentRoute: root,
  path: '/pages/order/detail',
  ...screen(() => import('./screens/order/order-detail.tsx'), { messages: ORDERS, member: true }),
  validateSearch: searchShape({ order: needed(UUID), address: maybe(UUID) }),
})

const addressesRoute = createRoute({
  getParentRoute: root,
  path: '/pages/address/address',
  ...screen(() => import('./screens/address/addresses.tsx'), { messages: ADDRESSES, member: true }),
})

const addressFormRoute = createRoute({
  getParentRoute: root,
  path: '/pages/address/add',
  ...screen(() => import('./screens/address/address-form.tsx'), { messages: ADDRESSES, member: true }),
  validateSearch: searchShape({ id: maybe(UUID), next: maybe(INSIDE) }),
})

const accountRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/account',
  ...screen(() => import('./screens/account/account.tsx'), {
    messages: [...ORDERS, 'guard', 'vip'],
    member: true,
  }),
  validateSearch: searchShape({ tab: oneOf(orderTabs), order: maybe(UUID), address: maybe(UUID) }),
})

const fundingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/funding',
  ...screen(() => import('./screens/account/statement/wallet-statement.tsx'), {
    messages: [...RAIL, 'statement', 'recharge'],
    member: true,
  }),
  validateSearch: searchShape({
    kind: oneOf(fundingKinds),
    month: maybe(MONTH),
    search: maybe(/^.{1,80}$/),
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

// An addition to the specification: the identity check, in steps.
const identityRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/identity',
  ...screen(() => import('./screens/identity/identity.tsx'), {
    messages: [...RAIL, 'identity', 'upload'],
    member: true,
  }),
  validateSearch: searchShape({ step: oneOf(['document', 'pictures', 'yourself']), next: maybe(INSIDE) }),
})

// An addition to the specification: what the member was told about issues.
const noticesRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/notices',
  ...screen(() => import('./screens/notices/notices.tsx'), { messages: [...RAIL, 'notices'], member: true }),
})

const closingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/close',
  ...screen(() => import('./screens/account/closing/close-account.tsx'), {
    messages: [...PROTECTION, 'auth', 'back'],
    member: true,
  }),
})

// The page after closing needs no session, because the account and its session are gone.
const closedRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/closed',
  ...screen(() => import('./screens/account/closing/account-closed.tsx'), { messages: ['closing'] }),
})

const dataCopyRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/data',
  ...screen(() => import('./screens/account/copy/data-copy.tsx'), {
    messages: [...RAIL, 'copy', 'auth'],
    member: true,
  }),
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
    messages: [...RAIL, 'recharge', 'guard', 'auth'],
    member: true,
  }),
  validateSearch: searchShape({ ...ofRecharge, method: maybe(METHOD) }),
})

const chooseWayRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/chooseway',
  ...screen(() => import('./screens/chooseway/choose-way.tsx'), {
    messages: [...RAIL, 'recharge', 'payout'],
    member: true,
  }),
  validateSearch: searchShape({ type: oneOf(['1', '2', '3']), ...ofRecharge }),
})

// Without `id`, the form for USDT.
const usdtRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/nrecharge',
  ...screen(() => import('./screens/recharge/usdt/usdt.tsx'), {
    messages: [...RAIL, 'recharge', 'transfer', 'upload', 'guard', 'auth'],
    member: true,
  }),
  validateSearch: searchShape({ ...ofRecharge, id: maybe(UUID) }),
})

const payformRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payform/payform',
  ...screen(() => import('./screens/recharge/status/payform.tsx'), {
    messages: [...RAIL, 'recharge', 'transfer', 'upload', 'back', 'auth'],
    member: true,
  }),
  validateSearch: searchShape({ id: needed(UUID), next: maybe(INSIDE) }),
})

// The two names of the specification lead to one page: amount, account and quote are on it.
const withdrawPage = screen(() => import('./screens/withdraw/withdraw.tsx'), {
  messages: [...RAIL, 'withdraw', 'payout', 'auth'],
  member: true,
})
const entered = searchShape({ amount: maybe(AMOUNT), account: maybe(UUID) })
const withdrawRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/withdraw',
  ...withdrawPage,
  validateSearch: entered,
})
const cashOutRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/cashOut',
  ...withdrawPage,
  validateSearch: entered,
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
  ...screen(() => import('./screens/records/record-list.tsx'), {
    messages: [...RAIL, 'records', 'withdraw', 'payout', 'recharge'],
    member: true,
  }),
  validateSearch: searchShape({ kind: oneOf(['withdrawals', 'recharges']) }),
})

const rechargesRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/payrecord',
  ...screen(() => import('./screens/recharge/records/recharges.tsx'), {
    messages: [...RAIL, 'records', 'recharge', 'transfer', 'upload', 'back', 'auth'],
    member: true,
  }),
  validateSearch: searchShape({ id: maybe(UUID) }),
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

const GAMES = ['game', 'guard'] as const
const BET_STATUSES = ['wait', 'win', 'lose', 'void'] as const
const ofGame = { game: oneOf(GAME_NAMES) }

// Invest & play: finance products and games.
const gamesRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/index',
  ...screen(() => import('./screens/game/hub/hub.tsx'), { messages: [...GAMES, 'finance'] }),
})

const luckyRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/game',
  ...screen(() => import('./screens/game/play/lucky.tsx'), { messages: GAMES }),
  validateSearch: searchShape(ofGame),
})

const kingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/gameK',
  ...screen(() => import('./screens/game/play/king.tsx'), { messages: GAMES }),
})

const betsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/order',
  ...screen(() => import('./screens/game/records/bets.tsx'), { messages: GAMES, member: true }),
  validateSearch: searchShape({ ...ofGame, status: oneOf(BET_STATUSES) }),
})

const roundsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/history',
  ...screen(() => import('./screens/game/records/rounds.tsx'), { messages: GAMES }),
  validateSearch: searchShape(ofGame),
})

// An addition to the specification: the trend of the last 100 rounds, as a page.
const trendRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/trend',
  ...screen(() => import('./screens/game/trend/trend.tsx'), { messages: GAMES }),
  validateSearch: searchShape(ofGame),
})

// An addition to the specification: one round, checked on this device.
const roundRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/round',
  ...screen(() => import('./screens/game/round/round.tsx'), {
    messages: [...GAMES, 'round', 'calculation', 'goods'],
  }),
  validateSearch: searchShape({ ...ofGame, period: needed(PERIOD) }),
})

const gamewebRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/gameweb',
  ...screen(() => import('./screens/game/web/gameweb.tsx'), { messages: GAMES, member: true }),
})

const financeRoute = createRoute({
  getParentRoute: root,
  path: '/pages/finance/flist',
  ...screen(() => import('./screens/finance/list/flist.tsx'), { messages: ['finance'] }),
})

const financeProductRoute = createRoute({
  getParentRoute: root,
  path: '/pages/finance/fdetail',
  ...screen(() => import('./screens/finance/detail/fdetail.tsx'), { messages: ['finance', 'guard'] }),
  validateSearch: searchShape({ code: needed(PRODUCT) }),
})

const financeOrdersRoute = createRoute({
  getParentRoute: root,
  path: '/pages/finance/order',
  ...screen(() => import('./screens/finance/orders/finance-orders.tsx'), {
    messages: [...RAIL, 'finance'],
    member: true,
  }),
  validateSearch: searchShape({
    status: oneOf(['waiting', 'completed', 'exited']),
    order: maybe(UUID),
    bought: oneOf(['1']),
  }),
})

const taskRoute = createRoute({
  getParentRoute: root,
  path: '/pages/task/task',
  ...screen(() => import('./screens/task/hub/task.tsx'), {
    messages: ['task', 'team', 'vip', 'invite', 'event', 'guard'],
    member: true,
  }),
})

const vipRoute = createRoute({
  getParentRoute: root,
  path: '/pages/task/member',
  ...screen(() => import('./screens/task/vip/member.tsx'), { messages: [...RAIL, 'vip'], member: true }),
})

const invitationRoute = createRoute({
  getParentRoute: root,
  path: '/pages/invitation/invitation',
  ...screen(() => import('./screens/invitation/invitation.tsx'), {
    messages: ['invite', 'team', 'picture'],
    member: true,
  }),
})

const friendsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/invitation/idetail',
  ...screen(() => import('./screens/invitation/friends.tsx'), {
    messages: [...RAIL, 'invite'],
    member: true,
  }),
  validateSearch: searchShape({ state: oneOf(['registered', 'recharged', 'qualified']) }),
})

const TEAM = [...RAIL, 'team', 'invite'] as const
const teamRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/team',
  ...screen(() => import('./screens/account/team/team.tsx'), { messages: TEAM, member: true }),
})

const teamDetailRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/teamDetail',
  ...screen(() => import('./screens/account/team/team-detail.tsx'), { messages: TEAM, member: true }),
  validateSearch: searchShape({ level: oneOf(['1', '2']) }),
})

const bonusRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/bonus',
  ...screen(() => import('./screens/account/team/bonus.tsx'), { messages: TEAM, member: true }),
  validateSearch: searchShape({ state: oneOf(['pending', 'queued', 'held', 'paid', 'void']) }),
})

const prizeRoute = createRoute({
  getParentRoute: root,
  path: '/pages/prize/prize',
  ...screen(() => import('./screens/prize/prize.tsx'), {
    messages: ['event', 'guard', 'round', 'calculation', 'goods'],
  }),
  validateSearch: searchShape({ event: maybe(ISSUE) }),
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
  ...screen(() => import('./screens/winner/winner.tsx'), { messages: ['winner', 'tiers', 'review'] }),
  validateSearch: searchShape({ view: oneOf(['reviews']) }),
})

const myReviewsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/winner/myShare',
  ...screen(() => import('./screens/review/my-reviews.tsx'), { messages: [...RAIL, 'review'], member: true }),
})

const writeReviewRoute = createRoute({
  getParentRoute: root,
  path: '/pages/bask/index',
  ...screen(() => import('./screens/review/write-review.tsx'), {
    messages: ['review', 'upload'],
    member: true,
  }),
  validateSearch: searchShape({ order: needed(UUID) }),
})

const talkRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/talk',
  ...screen(() => import('./screens/review/talk.tsx'), { messages: ['review'] }),
  validateSearch: searchShape({ product: needed(PRODUCT) }),
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

// An addition to the specification: what members own and what the house has.
const solvencyRoute = createRoute({
  getParentRoute: root,
  path: '/pages/fair/solvency',
  ...screen(() => import('./screens/solvency/solvency.tsx'), { messages: ['solvency'] }),
  validateSearch: searchShape({ day: maybe(/^\d{4}-\d{2}-\d{2}$/) }),
})

const pages = [
  homeRoute,
  homeAliasRoute,
  mallRoute,
  goodsRoute,
  confirmRoute,
  vipConfirmRoute,
  vouchersRoute,
  calculationRoute,
  drawRoute,
  successRoute,
  orderRecordRoute,
  orderDetailRoute,
  addressesRoute,
  addressFormRoute,
  accountRoute,
  fundingRoute,
  positionRoute,
  identityRoute,
  noticesRoute,
  closingRoute,
  closedRoute,
  dataCopyRoute,
  settingRoute,
  limitsRoute,
  breakRoute,
  rechargeRoute,
  chooseWayRoute,
  usdtRoute,
  payformRoute,
  withdrawRoute,
  cashOutRoute,
  payoutsRoute,
  payoutFormRoute,
  recordListRoute,
  rechargesRoute,
  withdrawalsRoute,
  piggyRoute,
  gamesRoute,
  luckyRoute,
  kingRoute,
  betsRoute,
  roundsRoute,
  trendRoute,
  roundRoute,
  gamewebRoute,
  financeRoute,
  financeProductRoute,
  financeOrdersRoute,
  taskRoute,
  vipRoute,
  invitationRoute,
  friendsRoute,
  teamRoute,
  teamDetailRoute,
  bonusRoute,
  prizeRoute,
  loginRoute,
  registerRoute,
  landingRoute,
  winnerRoute,
  myReviewsRoute,
  writeReviewRoute,
  talkRoute,
  ruleRoute,
  fairRoute,
  solvencyRoute,
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
