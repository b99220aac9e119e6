/**
 * Every link of the app. Screens write `<Link {...paths.goods('M1-0001')}>` or `navigate(paths.login())`, and
 * `hrefOf(paths.goods('M1-0001'))` where a link is text.
 */
import { linkOptions } from '@tanstack/react-router'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import type { OrderTab } from '@fairlot/contract/order-life'
import { stringifySearch } from './router/search.ts'

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
  orders: (tab?: OrderTab) => linkOptions({ to: '/pages/order/record', search: { tab } }),
  order: (order: string) => linkOptions({ to: '/pages/order/detail', search: { order } }),
  account: () => linkOptions({ to: '/pages/account/account' }),
  statement: () => linkOptions({ to: '/pages/account/funding' }),
  position: () => linkOptions({ to: '/pages/account/position' }),
  closing: () => linkOptions({ to: '/pages/account/close' }),
  closed: () => linkOptions({ to: '/pages/account/closed' }),
  setting: () => linkOptions({ to: '/pages/account/setting' }),
  limits: () => linkOptions({ to: '/pages/account/limits' }),
  takeBreak: () => linkOptions({ to: '/pages/account/break' }),
  recharge: (options: { amount?: string; next?: string } = {}) =>
    linkOptions({ to: '/pages/payment/recharge', search: options }),
  payform: (id: string, next?: string) => linkOptions({ to: '/pages/payform/payform', search: { id, next } }),
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
