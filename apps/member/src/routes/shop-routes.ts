/** Routes of the mall: issues, buying, draws, winners and reviews. */
import { createRoute } from '@tanstack/react-router'
import {
  ISSUE,
  maybe,
  needed,
  oneOf,
  PRODUCT,
  RANGES,
  searchShape,
  SIZES,
  UUID,
  wholeNumber,
} from '../router/search-shape.ts'
import { screen } from '../router/screen.tsx'
import { root, RAIL } from './root-route.ts'

const ofIssue = searchShape({ issue: needed(ISSUE) })

const shares = wholeNumber(1, 100_000)

const CONFIRM = ['confirm', 'goods', 'guard', 'tiers', 'voucher'] as const

const homeScreen = screen(() => import('../screens/home/home.tsx'), {
  messages: ['home', 'mall'],
  first: true,
})

const homeRoute = createRoute({ getParentRoute: root, path: '/', ...homeScreen })

const homeAliasRoute = createRoute({ getParentRoute: root, path: '/pages/home/home', ...homeScreen })

const mallRoute = createRoute({
  getParentRoute: root,
  path: '/pages/mall/mall',
  ...screen(() => import('../screens/mall/mall.tsx'), { messages: ['mall', 'search'] }),
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
  ...screen(() => import('../screens/goods/goods.tsx'), {
    messages: ['goods', 'guard', 'draw', 'tiers', 'notices', 'review', 'voucher'],
  }),
  // `buy` opens the buy sheet with that many shares, so that a link opens it and the back button closes it.
  validateSearch: searchShape({ issue: needed(ISSUE), buy: shares }),
})

const confirmRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/comfirm',
  ...screen(() => import('../screens/goods/purchase/confirm.tsx'), {
    messages: CONFIRM,
    member: true,
  }),
  validateSearch: searchShape({ issue: needed(ISSUE), shares: shares }),
})

const vipConfirmRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/fconfirm',
  ...screen(() => import('../screens/goods/purchase/vip-confirm.tsx'), { messages: CONFIRM, member: true }),
  validateSearch: searchShape({ issue: needed(ISSUE), shares: shares }),
})

const calculationRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/calculation',
  ...screen(() => import('../screens/calculation/calculation.tsx'), {
    messages: ['calculation', 'goods', 'tiers'],
  }),
  validateSearch: ofIssue,
})

// An addition to the specification: the draw on the whole screen, and the page of a loss.
const drawRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/draw',
  ...screen(() => import('../screens/draw/draw.tsx'), { messages: ['draw', 'goods', 'tiers', 'pk'] }),
  validateSearch: ofIssue,
})

const successRoute = createRoute({
  getParentRoute: root,
  path: '/pages/success/index',
  ...screen(() => import('../screens/success/success.tsx'), { messages: ['success'], member: true }),
  validateSearch: searchShape({ order: needed(UUID) }),
})

const winnerRoute = createRoute({
  getParentRoute: root,
  path: '/pages/winner/winner',
  ...screen(() => import('../screens/winner/winner.tsx'), { messages: ['winner', 'tiers', 'review'] }),
  validateSearch: searchShape({ view: oneOf(['reviews']) }),
})

const myReviewsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/winner/myShare',
  ...screen(() => import('../screens/review/my-reviews.tsx'), {
    messages: [...RAIL, 'review'],
    member: true,
  }),
})

const writeReviewRoute = createRoute({
  getParentRoute: root,
  path: '/pages/bask/index',
  ...screen(() => import('../screens/review/write-review.tsx'), {
    messages: ['review', 'upload'],
    member: true,
  }),
  validateSearch: searchShape({ order: needed(UUID) }),
})

const talkRoute = createRoute({
  getParentRoute: root,
  path: '/pages/goods/talk',
  ...screen(() => import('../screens/review/talk.tsx'), { messages: ['review'] }),
  validateSearch: searchShape({ product: needed(PRODUCT) }),
})

export const SHOP_ROUTES = [
  homeRoute,
  homeAliasRoute,
  mallRoute,
  goodsRoute,
  confirmRoute,
  vipConfirmRoute,
  calculationRoute,
  drawRoute,
  successRoute,
  winnerRoute,
  myReviewsRoute,
  writeReviewRoute,
  talkRoute,
] as const
