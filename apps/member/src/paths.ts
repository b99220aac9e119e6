/**
 * Every link of the app. Screens write `<Link {...paths.goods('M1-0001')}>` or `navigate(paths.login())`, and
 * `hrefOf(paths.goods('M1-0001'))` where a link is text.
 */
import { linkOptions } from '@tanstack/react-router'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import type { FinanceOrderStatus } from '@fairlot/contract/life/finance-life'
import type { BetStatus, GameId } from '@fairlot/contract/kinds/game-kinds'
import type { FriendState, RebateState } from '@fairlot/contract/life/growth-life'
import type { ExclusionKind, LimitKind } from '@fairlot/contract/kinds/guard-kinds'
import type { OrderTab } from '@fairlot/contract/life/order-life'
import type { PayoutKind } from '@fairlot/contract/life/payout-life'
import { stringifySearch } from './router/search.ts'

/** The entries of the settings on a wide screen. */
export type SettingEntry = 'language' | 'theme' | 'sessions'

/** What the choice of a method is for: to pay an order, to recharge, to add a payout account. */
type WayType = '1' | '2' | '3'

/** What every page of the way in passes on: the amount, what a purchase lacks, the page to return to. */
export type RechargeSearch = {
  amount?: string | undefined
  need?: string | undefined
  next?: string | undefined
}

type MallFilter = {
  category?: string
  mode?: 'goods' | 'cash' | 'pk' | 'vip'
  sort?: 'relevance' | 'closing' | 'newest' | 'price'
  status?: 'selling' | 'drawn'
  search?: string
  /** searches for the words as they are typed */
  exact?: '1'
  /** ranges of share prices and of numbers of shares, such as `5-20,20-` */
  price?: string
  size?: string
  /** only issues in which the member holds shares */
  mine?: '1'
  /** only products that the member saved */
  saved?: '1'
}

export const paths = {
  home: () => linkOptions({ to: '/' }),
  mall: (filter: MallFilter = {}) => linkOptions({ to: '/pages/mall/mall', search: filter }),
  /** `buy` opens the buy sheet with that many shares. */
  goods: (issue: string, buy?: number) => linkOptions({ to: '/pages/goods/goods', search: { issue, buy } }),
  confirm: (issue: string, shares?: number) =>
    linkOptions({ to: '/pages/goods/comfirm', search: { issue, shares } }),
  /** the confirmation of an order in the VIP zone */
  vipConfirm: (issue: string, shares?: number) =>
    linkOptions({ to: '/pages/goods/fconfirm', search: { issue, shares } }),
  /** own vouchers; `ended`: those that cannot be used any more */
  vouchers: (which?: 'ended') => linkOptions({ to: '/pages/order/discount', search: { which } }),
  calculation: (issue: string) => linkOptions({ to: '/pages/goods/calculation', search: { issue } }),
  /** the draw of an issue: the wait, the opening digit by digit, the win or the loss */
  draw: (issue: string) => linkOptions({ to: '/pages/goods/draw', search: { issue } }),
  success: (order: string) => linkOptions({ to: '/pages/success/index', search: { order } }),
  /** `order` is open beside the list; on a phone, it is the page. */
  orders: (tab?: OrderTab, order?: string) =>
    linkOptions({ to: '/pages/order/record', search: { tab, order } }),
  order: (order: string) => linkOptions({ to: '/pages/order/detail', search: { order } }),
  /** On a wide screen, the page shows a tab of the orders and one of them. */
  account: (shown: { tab?: OrderTab; order?: string } = {}) =>
    linkOptions({ to: '/pages/account/account', search: shown }),
  statement: () => linkOptions({ to: '/pages/account/funding' }),
  /** `step` is a step of a new check, `next` the page that needs it. */
  identity: (options: { step?: 'document' | 'pictures' | 'yourself'; next?: string } = {}) =>
    linkOptions({ to: '/pages/account/identity', search: options }),
  position: () => linkOptions({ to: '/pages/account/position' }),
  dataCopy: () => linkOptions({ to: '/pages/account/data' }),
  closing: () => linkOptions({ to: '/pages/account/close' }),
  closed: () => linkOptions({ to: '/pages/account/closed' }),
  setting: (entry?: SettingEntry) => linkOptions({ to: '/pages/account/setting', search: { entry } }),
  /** `kind` is open beside the list of a wide screen. */
  limits: (kind?: LimitKind) => linkOptions({ to: '/pages/account/limits', search: { kind } }),
  takeBreak: (kind?: ExclusionKind) => linkOptions({ to: '/pages/account/break', search: { kind } }),
  /** `need` is what a purchase lacks; the smallest recharge may be more. `method` is the one that is chosen at first. */
  recharge: (options: RechargeSearch & { method?: string } = {}) =>
    linkOptions({ to: '/pages/payment/recharge', search: options }),
  /** The choice of a method: to pay an order, to recharge, or to add a payout account. */
  chooseWay: (type: WayType, options: RechargeSearch = {}) =>
    linkOptions({ to: '/pages/payment/chooseway', search: { type, ...options } }),
  /** A recharge in USDT: the form, or the address and exact amount of `id`. */
  usdt: (options: RechargeSearch & { id?: string } = {}) =>
    linkOptions({ to: '/pages/payment/nrecharge', search: options }),
  payform: (id: string, next?: string) => linkOptions({ to: '/pages/payform/payform', search: { id, next } }),
  /** `amount` and `account` are what was entered before another page was needed. */
  withdraw: (entered: { amount?: string; account?: string } = {}) =>
    linkOptions({ to: '/pages/payment/withdraw', search: entered }),
  payouts: () => linkOptions({ to: '/pages/payment/payment' }),
  /** Adds a payout account; `id` is the one that it replaces, `next` the page that asked for an account. */
  payoutForm: (options: { kind?: PayoutKind; id?: string; next?: string } = {}) =>
    linkOptions({ to: '/pages/payment/add', search: options }),
  addresses: () => linkOptions({ to: '/pages/address/address' }),
  /** Adds a delivery address; `id` is the one that it changes, `next` the page that asked for an address and gets its id. */
  addressForm: (options: { id?: string; next?: string } = {}) =>
    linkOptions({ to: '/pages/address/add', search: options }),
  records: (kind?: 'withdrawals' | 'recharges') =>
    linkOptions({ to: '/pages/payment/recordlist', search: { kind } }),
  /** `id` is open beside the list; on a phone, it is the page. */
  recharges: (id?: string) => linkOptions({ to: '/pages/payment/payrecord', search: { id } }),
  withdrawals: (id?: string) => linkOptions({ to: '/pages/payment/cashrecord', search: { id } }),
  piggy: () => linkOptions({ to: '/pages/game/transfer' }),
  games: () => linkOptions({ to: '/pages/game/index' }),
  /** games of other sites */
  gameweb: () => linkOptions({ to: '/pages/game/gameweb' }),
  /** Lucky ball or King, by the game. */
  game: (game: GameId) =>
    game.startsWith('king')
      ? linkOptions({ to: '/pages/game/gameK' })
      : linkOptions({ to: '/pages/game/game', search: { game } }),
  /** the member's own bets */
  bets: (shown: { game?: GameId; status?: BetStatus } = {}) =>
    linkOptions({ to: '/pages/game/order', search: shown }),
  /** all rounds of a game */
  rounds: (game?: GameId) => linkOptions({ to: '/pages/game/history', search: { game } }),
  /** the last 100 rounds of a game */
  trend: (game: GameId) => linkOptions({ to: '/pages/game/trend', search: { game } }),
  /** one round with its check */
  round: (game: GameId, period: string) => linkOptions({ to: '/pages/game/round', search: { game, period } }),
  finance: () => linkOptions({ to: '/pages/finance/flist' }),
  financeProduct: (code: string) => linkOptions({ to: '/pages/finance/fdetail', search: { code } }),
  /** own finance orders; `order` is open beside the list, on a phone it is the page; `bought`: it was bought a moment ago */
  financeOrders: (shown: { status?: FinanceOrderStatus; order?: string; bought?: '1' } = {}) =>
    linkOptions({ to: '/pages/finance/order', search: shown }),
  /** the Team tab: tasks of the day, invitation, team */
  task: () => linkOptions({ to: '/pages/task/task' }),
  /** the VIP levels */
  vip: () => linkOptions({ to: '/pages/task/member' }),
  invitation: () => linkOptions({ to: '/pages/invitation/invitation' }),
  /** invited friends; `state`: those of one state */
  friends: (state?: FriendState) => linkOptions({ to: '/pages/invitation/idetail', search: { state } }),
  team: () => linkOptions({ to: '/pages/account/team' }),
  teamDetail: (level: '1' | '2') => linkOptions({ to: '/pages/account/teamDetail', search: { level } }),
  bonus: (state?: RebateState) => linkOptions({ to: '/pages/account/bonus', search: { state } }),
  /** a prize-share event; the current one without its number */
  prize: (event?: string) => linkOptions({ to: '/pages/prize/prize', search: { event } }),
  login: (options: { next?: string; mode?: 'code' | 'password' | 'reset' } = {}) =>
    linkOptions({ to: '/pages/login/login', search: options }),
  register: (options: { next?: string; code?: string } = {}) =>
    linkOptions({ to: '/pages/login/regist', search: options }),
  landing: () => linkOptions({ to: '/pages/index/index' }),
  notices: () => linkOptions({ to: '/pages/account/notices' }),
  /** `view`: the reviews of winners in place of all winners */
  winners: (options: { view?: 'reviews' } = {}) =>
    linkOptions({ to: '/pages/winner/winner', search: options }),
  myReviews: () => linkOptions({ to: '/pages/winner/myShare' }),
  /** Posting a review of an order. */
  writeReview: (order: string) => linkOptions({ to: '/pages/bask/index', search: { order } }),
  /** The reviews of a product, by its code. */
  talk: (product: string) => linkOptions({ to: '/pages/goods/talk', search: { product } }),
  rule: (key: RuleKey) => linkOptions({ to: '/pages/richtext/rule', search: { key } }),
  fair: () => linkOptions({ to: '/pages/fair/fair' }),
  /** `day`: the statement to check, `2026-11-22`; the newest one without */
  solvency: (options: { day?: string } = {}) => linkOptions({ to: '/pages/fair/solvency', search: options }),
}

/** A link as text, such as `/pages/goods/goods?issue=M1-0001`: for `next`, and after the `#` of an address. */
export const hrefOf = ({ to, search = {} }: { to: string; search?: Record<string, unknown> }): string =>
  to + stringifySearch(search)
