/** Every route of the app: its path, its search parameters, its screen. Links are written in `paths.ts`. */
import { createRootRoute, createRoute } from '@tanstack/react-router'
import { id, issueNumber } from '@fairlot/contract/schemas'
import { ORDER_TAB_NAMES } from '@fairlot/contract/order-life'
import { FUNDING_KINDS } from '@fairlot/contract/endpoints/wallet'
import * as z from 'zod/mini'
import { screen } from './router/screen.tsx'
import { Shell } from './shell/shell.tsx'
import { NotFound } from './shell/not-found.tsx'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })
const root = () => rootRoute

/** A place inside the app to go on to: a path, never another host. */
const inside = z.optional(z.string().check(z.regex(/^\/(?!\/)/), z.maxLength(300)))
const ofIssue = z.object({ issue: issueNumber })
const shares = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))
/** A filter in the address; a value that does not exist counts as none. */
const filter = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.catch(z.optional(z.enum(values)), undefined)

const homeScreen = screen(() => import('./screens/home/home.tsx'), { messages: ['home', 'mall'] })
const homeRoute = createRoute({ getParentRoute: root, path: '/', ...homeScreen })
const homeAliasRoute = createRoute({ getParentRoute: root, path: '/pages/home/home', ...homeScreen })

const mallRoute = createRoute({
  getParentRoute: root,
  path: '/pages/mall/mall',
  ...screen(() => import('./screens/mall/mall.tsx'), { messages: ['mall'] }),
  validateSearch: z.object({
    category: z.optional(z.string().check(z.maxLength(30))),
    mode: filter(['goods', 'cash', 'pk', 'vip']),
    sort: filter(['closing', 'newest', 'price']),
    status: filter(['selling', 'drawn']),
    search: z.optional(z.string().check(z.maxLength(60))),
  }),
})

const goodsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/goods',
  ...screen(() => import('./screens/goods/goods.tsx'), { messages: ['goods'] }),
  // `buy` opens the buy sheet with that many shares: a link, and what the back button closes.
  validateSearch: z.object({ issue: issueNumber, buy: z.catch(z.optional(shares), undefined) }),
})

const confirmRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/comfirm',
  ...screen(() => import('./screens/goods/comfirm.tsx'), { messages: ['confirm', 'goods'], member: true }),
  validateSearch: z.object({ issue: issueNumber, shares: z.optional(shares) }),
})

const calculationRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/calculation',
  ...screen(() => import('./screens/goods/calculation.tsx'), { messages: ['calculation'] }),
  validateSearch: ofIssue,
})

const successRoute = createRoute({
  getParentRoute: root,
  path: '/pages/success/index',
  ...screen(() => import('./screens/success/index.tsx'), { messages: ['success'], member: true }),
  validateSearch: z.object({ order: id }),
})

const orderRecordRoute = createRoute({
  getParentRoute: root,
  path: '/pages/order/record',
  ...screen(() => import('./screens/order/record.tsx'), { messages: ['order'], member: true }),
  validateSearch: z.object({ tab: filter(ORDER_TAB_NAMES) }),
})

const orderDetailRoute = createRoute({
  getParentRoute: root,
  path: '/pages/order/detail',
  ...screen(() => import('./screens/order/detail.tsx'), { messages: ['order'], member: true }),
  validateSearch: z.object({ order: id }),
})

const accountRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/account',
  ...screen(() => import('./screens/account/account.tsx'), { messages: ['account'], member: true }),
})

const fundingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/funding',
  ...screen(() => import('./screens/account/funding.tsx'), { messages: ['funding'], member: true }),
  validateSearch: z.object({
    kind: filter(FUNDING_KINDS),
    month: z.catch(z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))), undefined),
  }),
})

const settingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/account/setting',
  ...screen(() => import('./screens/account/setting.tsx'), { messages: ['setting'] }),
})

const rechargeRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/recharge',
  ...screen(() => import('./screens/payment/recharge.tsx'), { messages: ['recharge'], member: true }),
  validateSearch: z.object({
    amount: z.catch(z.optional(z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/))), undefined),
    next: inside,
  }),
})

const payformRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payform/payform',
  ...screen(() => import('./screens/payform/payform.tsx'), { messages: ['recharge'], member: true }),
  validateSearch: z.object({ id, next: inside }),
})

const loginRoute = createRoute({
  getParentRoute: root,
  path: '/pages/login/login',
  ...screen(() => import('./screens/login/login.tsx'), { messages: ['auth'] }),
  validateSearch: z.object({ next: inside, mode: filter(['code', 'password', 'reset']) }),
})

const registerRoute = createRoute({
  getParentRoute: root,
  path: '/pages/login/regist',
  ...screen(() => import('./screens/login/regist.tsx'), { messages: ['auth'] }),
  validateSearch: z.object({
    next: inside,
    code: z.catch(z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{1,12}$/))), undefined),
  }),
})

const landingRoute = createRoute({
  getParentRoute: root,
  path: '/pages/index/index',
  ...screen(() => import('./screens/index/index.tsx'), { messages: ['landing'] }),
})

const pages = [
  homeRoute,
  homeAliasRoute,
  mallRoute,
  goodsRoute,
  confirmRoute,
  calculationRoute,
  successRoute,
  orderRecordRoute,
  orderDetailRoute,
  accountRoute,
  fundingRoute,
  settingRoute,
  rechargeRoute,
  payformRoute,
  loginRoute,
  registerRoute,
  landingRoute,
] as const

/** The sheet of all components is part of development and of tests, never of the product. */
const kitPages =
  import.meta.env.MODE === 'production'
    ? []
    : [
        createRoute({
          getParentRoute: root,
          path: '/pages/kit',
          ...screen(() => import('./kit/kit.tsx'), { messages: [] }),
        }),
      ]

export const routeTree = rootRoute.addChildren([...pages, ...kitPages])
