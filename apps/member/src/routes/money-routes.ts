/** Routes of the money: recharges, withdrawals, payout accounts, piggy bank. */
import { createRoute } from '@tanstack/react-router'
import type { PayoutKind } from '@fairlot/contract/life/payout-life'
import { AMOUNT, INSIDE, maybe, needed, oneOf, searchShape, UUID } from '../router/search-shape.ts'
import { screen } from '../router/screen.tsx'
import { root, RAIL } from './root-route.ts'

const METHOD = /^[a-z0-9-]{1,30}$/

/** What every way to a recharge passes on. */
const ofRecharge = { amount: maybe(AMOUNT), need: maybe(AMOUNT), next: maybe(INSIDE) }

/** The contract's kinds of payout accounts. A missing or wrong one does not compile. */
const PAYOUT_KINDS: Record<PayoutKind, true> = {
  bank: true,
  upi: true,
  ewallet: true,
  trc20: true,
  pix: true,
}

const payoutKinds = Object.keys(PAYOUT_KINDS) as PayoutKind[]

const rechargeRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/recharge',
  ...screen(() => import('../screens/recharge/recharge.tsx'), {
    messages: [...RAIL, 'recharge', 'guard', 'auth'],
    member: true,
  }),
  validateSearch: searchShape({ ...ofRecharge, method: maybe(METHOD) }),
})

const chooseWayRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/chooseway',
  ...screen(() => import('../screens/chooseway/choose-way.tsx'), {
    messages: [...RAIL, 'recharge', 'payout'],
    member: true,
  }),
  validateSearch: searchShape({ type: oneOf(['1', '2', '3']), ...ofRecharge }),
})

// Without `id`, the form for USDT.
const usdtRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/nrecharge',
  ...screen(() => import('../screens/recharge/usdt/usdt.tsx'), {
    messages: [...RAIL, 'recharge', 'transfer', 'upload', 'guard', 'auth'],
    member: true,
  }),
  validateSearch: searchShape({ ...ofRecharge, id: maybe(UUID) }),
})

const payformRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payform/payform',
  ...screen(() => import('../screens/recharge/status/payform.tsx'), {
    messages: [...RAIL, 'recharge', 'transfer', 'upload', 'back', 'auth'],
    member: true,
  }),
  validateSearch: searchShape({ id: needed(UUID), next: maybe(INSIDE) }),
})

// The two names of the specification lead to one page: amount, account and quote are on it.
const withdrawPage = screen(() => import('../screens/withdraw/withdraw.tsx'), {
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
  ...screen(() => import('../screens/payout/payouts.tsx'), {
    messages: [...RAIL, 'payout', 'auth'],
    member: true,
  }),
})

const payoutFormRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/add',
  ...screen(() => import('../screens/payout/payout-form.tsx'), {
    messages: [...RAIL, 'payout', 'auth'],
    member: true,
  }),
  // `id`: the account that the new one replaces
  validateSearch: searchShape({ kind: oneOf(payoutKinds), id: maybe(UUID), next: maybe(INSIDE) }),
})

const recordListRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/recordlist',
  ...screen(() => import('../screens/records/record-list.tsx'), {
    messages: [...RAIL, 'records', 'withdraw', 'payout', 'recharge'],
    member: true,
  }),
  validateSearch: searchShape({ kind: oneOf(['withdrawals', 'recharges']) }),
})

const rechargesRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/payrecord',
  ...screen(() => import('../screens/recharge/records/recharges.tsx'), {
    messages: [...RAIL, 'records', 'recharge', 'transfer', 'upload', 'back', 'auth'],
    member: true,
  }),
  validateSearch: searchShape({ id: maybe(UUID) }),
})

const withdrawalsRoute = createRoute({
  getParentRoute: root,
  path: '/pages/payment/cashrecord',
  ...screen(() => import('../screens/withdraw/records/withdrawals.tsx'), {
    messages: [...RAIL, 'withdraw', 'payout'],
    member: true,
  }),
  validateSearch: searchShape({ id: maybe(UUID) }),
})

const piggyRoute = createRoute({
  getParentRoute: root,
  path: '/pages/game/transfer',
  ...screen(() => import('../screens/piggy/piggy.tsx'), { messages: [...RAIL, 'piggy'], member: true }),
})

export const MONEY_ROUTES = [
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
] as const
