/** Routes of a member's account: orders, addresses, statement, identity, limits. */
import { createRoute } from '@tanstack/react-router'
import type { OrderTab } from '@fairlot/contract/life/order-life'
import { INSIDE, maybe, MONTH, needed, oneOf, searchShape, UUID } from '../router/search-shape.ts'
import { screen } from '../router/screen.tsx'
import { root, RAIL } from './root-route.ts'

/** A kind of statement lines; the statement knows which exist. */
const KIND = /^[a-z_]{1,30}$/

/** The contract's tabs of the order list: its life cycles stay out of the first load. A missing or wrong one does not compile. */
const ORDER_TABS: Record<OrderTab, true> = {
  all: true,
  awaiting: true,
  pending: true,
  to_receive: true,
  received: true,
  completed: true,
}

const orderTabs = Object.keys(ORDER_TABS) as OrderTab[]

const ORDERS = [...RAIL, 'order', 'prize', 'tiers'] as const

const ADDRESSES = [...RAIL, 'address'] as const

const PROTECTION = [...RAIL, 'limits', 'break', 'closing', 'guard'] as const

const vouchersRoute = createRoute({
  getParentRoute: root,
  path: '/pages/order/discount',
  ...screen(() => import('../screens/vouchers/vouchers.tsx'), {
    messages: [...RAIL, 'voucher'],
    member: true,
  }),
  validateSearch: searchShape({ which: oneOf(['ended']) }),
})

const orderRecordRoute = createRoute({
  getParentRoute: root,
  path: '/pages/order/record',
  ...screen(() => import('../screens/order/order-list.tsx'), { messages: ORDERS, member: true }),
  validateSearch: searchShape({ tab: oneOf(orderTabs), order: maybe(UUID), address: maybe(UUID) }),
})

const orderDetailRoute = createRoute({
  getParentRoute: root,
  path: '/pages/order/detail',
  ...screen(() => import('../screens/order/order-detail.tsx'), { messages: ORDERS, member: true }),
  validateSearch: searchShape({ order: needed(UUID), address: maybe(UUID) }),
})

const addressesRoute = createRoute({
  getParentRoute: root,
  path: '/pages/address/address',
  ...screen(() => import('../screens/address/addresses.tsx'), { messages: ADDRESSES, member: true }),
})

const addressFormRoute = createRoute({
  getParentRoute: root,
  path: '/pages/address/add',
  ...screen(() => import('../screens/address/address-form.tsx'), { messages: ADDRESSES, member: true }),
  validateSearch: searchShape({ id: maybe(UUID), next: maybe(INSIDE) }),
})

const accountRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/account',
  ...screen(() => import('../screens/account/account.tsx'), {
    messages: [...ORDERS, 'guard', 'vip'],
    member: true,
  }),
  validateSearch: searchShape({ tab: oneOf(orderTabs), order: maybe(UUID), address: maybe(UUID) }),
})

const fundingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/funding',
  ...screen(() => import('../screens/account/statement/wallet-statement.tsx'), {
    messages: [...RAIL, 'statement', 'recharge'],
    member: true,
  }),
  validateSearch: searchShape({
    kind: maybe(KIND),
    month: maybe(MONTH),
    search: maybe(/^.{1,80}$/),
  }),
})

const positionRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/position',
  ...screen(() => import('../screens/account/position/net-position.tsx'), {
    messages: [...RAIL, 'position'],
    member: true,
  }),
})

// An addition to the specification: the identity check, in steps.
const identityRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/identity',
  ...screen(() => import('../screens/identity/identity.tsx'), {
    messages: [...RAIL, 'identity', 'upload'],
    member: true,
  }),
  validateSearch: searchShape({ step: oneOf(['document', 'pictures', 'yourself']), next: maybe(INSIDE) }),
})

// An addition to the specification: what the member was told about issues.
const noticesRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/notices',
  ...screen(() => import('../screens/notices/notices.tsx'), { messages: [...RAIL, 'notices'], member: true }),
})

const closingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/close',
  ...screen(() => import('../screens/account/closing/close-account.tsx'), {
    messages: [...PROTECTION, 'auth', 'back'],
    member: true,
  }),
})

// The page after closing needs no session, because the account and its session are gone.
const closedRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/closed',
  ...screen(() => import('../screens/account/closing/account-closed.tsx'), { messages: ['closing'] }),
})

const dataCopyRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/data',
  ...screen(() => import('../screens/account/copy/data-copy.tsx'), {
    messages: [...RAIL, 'copy', 'auth'],
    member: true,
  }),
})

const settingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/setting',
  ...screen(() => import('../screens/account/settings/settings.tsx'), { messages: RAIL }),
  validateSearch: searchShape({ entry: oneOf(['language', 'theme', 'sessions']) }),
})

const limitsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/limits',
  ...screen(() => import('../screens/limits/limits.tsx'), { messages: PROTECTION, member: true }),
  validateSearch: searchShape({ kind: oneOf(['deposit', 'spend', 'loss', 'time']) }),
})

const breakRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/break',
  ...screen(() => import('../screens/break/break.tsx'), { messages: PROTECTION, member: true }),
  validateSearch: searchShape({ kind: oneOf(['break', 'self_exclusion']) }),
})

export const ACCOUNT_ROUTES = [
  vouchersRoute,
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
] as const
