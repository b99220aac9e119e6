/**
 * Every link of the app. Screens write `<Link {...paths.goods('M1-0001')}>` or `navigate(paths.login())`, and
 * `hrefOf(paths.goods('M1-0001'))` where a link is text.
 */
import { linkOptions } from '@tanstack/react-router'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import type { ExclusionKind, LimitKind } from '@fairlot/contract/guard-kinds'
import type { OrderTab } from '@fairlot/contract/order-life'
import type { PayoutKind } from '@fairlot/contract/payout-life'
import { stringifySearch } from './router/search.ts'

/** The entries of the settings on a wide screen. */
export type SettingEntry = 'language' | 'theme' | 'sessions'

type MallFilter = {
  category?: string
  mode?: 'goods' | 'cash' | 'pk' | 'vip'
  sort?: 'closing' | 'newest' | 'price'
  status?: 'selling' | 'drawn'
  search?: string
  /** ranges of share prices and of numbers of shares, such as `5-20,20-` */
  price?: string
  size?: string
  /** only issues in which the member holds shares */
  mine?: '1'
}

export const paths = {
  home: () => linkOptions({ to: '/' }),
  mall: (filter: MallFilter = {}) => linkOptions({ to: '/pages/mall/mall', search: filter }),
  /** `buy` opens the buy sheet with that many shares. */
  goods: (issue: string, buy?: number) => linkOptions({ to: '/pages/goods/goods', search: { issue, buy } }),
  confirm: (issue: string, shares?: number) =>
    linkOptions({ to: '/pages/goods/comfirm', search: { issue, shares } }),
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
  position: () => linkOptions({ to: '/pages/account/position' }),
  closing: () => linkOptions({ to: '/pages/account/close' }),
  closed: () => linkOptions({ to: '/pages/account/closed' }),
  setting: (entry?: SettingEntry) => linkOptions({ to: '/pages/account/setting', search: { entry } }),
  /** `kind` is open beside the list of a wide screen. */
  limits: (kind?: LimitKind) => linkOptions({ to: '/pages/account/limits', search: { kind } }),
  takeBreak: (kind?: ExclusionKind) => linkOptions({ to: '/pages/account/break', search: { kind } }),
  /** `need` is what a purchase lacks; the smallest recharge may be more. */
  recharge: (options: { amount?: string; need?: string; next?: string } = {}) =>
    linkOptions({ to: '/pages/payment/recharge', search: options }),
  payform: (id: string, next?: string) => linkOptions({ to: '/pages/payform/payform', search: { id, next } }),
  withdraw: () => linkOptions({ to: '/pages/payment/withdraw' }),
  payouts: () => linkOptions({ to: '/pages/payment/payment' }),
  /** Adds a payout account; `id` is the one that it replaces, `next` the page that asked for an account. */
  payoutForm: (options: { kind?: PayoutKind; id?: string; next?: string } = {}) =>
    linkOptions({ to: '/pages/payment/add', search: options }),
  records: (kind?: 'withdrawals' | 'recharges') =>
    linkOptions({ to: '/pages/payment/recordlist', search: { kind } }),
  /** `id` is open beside the list; on a phone, it is the page. */
  withdrawals: (id?: string) => linkOptions({ to: '/pages/payment/cashrecord', search: { id } }),
  piggy: () => linkOptions({ to: '/pages/game/transfer' }),
  login: (options: { next?: string; mode?: 'code' | 'password' | 'reset' } = {}) =>
    linkOptions({ to: '/pages/login/login', search: options }),
  register: (options: { next?: string; code?: string } = {}) =>
    linkOptions({ to: '/pages/login/regist', search: options }),
  landing: () => linkOptions({ to: '/pages/index/index' }),
  winners: () => linkOptions({ to: '/pages/winner/winner' }),
  rule: (key: RuleKey) => linkOptions({ to: '/pages/richtext/rule', search: { key } }),
  fair: () => linkOptions({ to: '/pages/fair/fair' }),
}

/** A link as text, such as `/pages/goods/goods?issue=M1-0001`: for `next`, and after the `#` of an address. */
export const hrefOf = ({ to, search = {} }: { to: string; search?: Record<string, unknown> }): string =>
  to + stringifySearch(search)
