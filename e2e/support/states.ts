/** The main states of every screen, and the way to each. */
import { NOTICE_KINDS } from '@fairlot/contract/kinds/issue-kinds'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import type { Page } from 'playwright-core'
import { FAIR_STATES } from './states/fair-states.ts'
import { QUORUM_STATES } from './states/quorum-states.ts'
import { FINANCE_STATES } from './states/finance-states.ts'
import { GAME_STATES } from './states/game-states.ts'
import { EVENT_STATES } from './states/event-states.ts'
import { GROWTH_STATES } from './states/growth-states.ts'
import { GUARD_STATES } from './states/guard-states.ts'
import { RECHARGE_STATES } from './states/recharge-states.ts'
import { IDENTITY_STATES } from './states/identity-states.ts'
import { PRIZE_STATES } from './states/prize-states.ts'
import { GOODS_STATES } from './states/goods-states.ts'
import { REVIEW_STATES } from './states/review-states.ts'
import { PK_STATES } from './states/pk-states.ts'
import { VOUCHER_STATES } from './states/voucher-states.ts'
import {
  answers,
  at,
  BUYING,
  DIALOG,
  goods,
  inCard,
  press,
  refused,
  silent,
  submit,
  VERIFIED,
  type Data,
  type Places,
  type State,
} from './states/state.ts'
import { WALLET_STATES } from './states/wallet-states.ts'

const SHARES_LEFT = 'COOKER-0003'
const DRAWN = 'PHONE-0001'
const PLAIN = 'FRIDGE-0001'
const CASH = 'CASH-0003'
const CASH_DRAWN = 'CASH-0001'

const cardIn =
  (status: string, more: Data = {}) =>
  (card: Data) =>
    Object.assign(card, { status }, more)
const waiting = (seconds: number) => (card: Data) => {
  const now = Date.now()
  cardIn('sold_out', {
    sold: card['shares'],
    soldOutAt: now,
    drawAt: now + seconds * 1_000,
    attempt: 1,
    drawnAt: null,
    winner: null,
  })(card)
}
/** The draw is random, so a drawn issue is shown as if the member's first code had won, or another member's code. */
function wonIssue(data: Data): void {
  const { card, mine } = data as { card: Data; mine: { first: number }[] }
  card['winner'] = { code: mine[0]!.first, name: 'Nabila ***', quantity: card['mine'], mine: true }
}
/** Forty codes of the member: more than the board has rows. */
function manyCodes(data: Data): void {
  const { card } = data as { card: Data }
  waiting(27)(card)
  Object.assign(card, { mine: 40 })
  Object.assign(data, { mine: [{ order: 'a', first: 1_000_001, quantity: 40, at: Date.now() }] })
}
function lostIssue(data: Data): void {
  const { card, mine } = data as {
    card: Data & { shares: number }
    mine: { first: number; quantity: number }[]
  }
  const isMine = (code: number) =>
    mine.some(({ first, quantity }) => first <= code && code < first + quantity)
  const codes = Array.from({ length: card.shares }, (_, nth) => FIRST_CODE + nth)
  const code = codes.find((one) => !isMine(one))
  card['winner'] = { code, name: 'Nabila ***', quantity: 3, mine: false }
}
const inOrder = (status: string, change: (card: Data) => void) => (data: Data) => {
  const order = data['order'] as Data
  order['status'] = status
  change(order['card'] as Data)
}
/** Changes one value of a proof. */
function forged(data: Data): void {
  const [first] = data['rows'] as { ms: number }[]
  first!.ms -= 1
}
/** Home of a member whose prize waits for an answer: the newest draw, as if the member had won it. */
function wonHome(data: Data): void {
  const [card] = data['justDrawn'] as [Data & { winner: Data }]
  Object.assign(card.winner, { mine: true })
  const { issue, prizeValue, winner } = card
  data['prize'] = {
    order: '00000000-0000-4000-8000-000000000000',
    card,
    code: winner['code'],
    value: prizeValue,
  }
  for (const row of data['winners'] as Data[]) row['mine'] = row['issue'] === issue
}
/** Two wins of the member that wait for a choice, and an issue whose draw is near, at the start of the list. */
function wonOrders(data: Data): void {
  const [won, other, near] = data['items'] as { status: string; card: Data; items: { first: number }[] }[]
  for (const group of [won!, other!]) {
    group.status = 'won'
    cardIn('drawn', {
      drawnAt: Date.now(),
      winner: { code: group.items[0]!.first, name: 'Nabila ***', quantity: 1, mine: true },
    })(group.card)
  }
  waiting(101)(near!.card)
  near!.status = 'awaiting_draw'
}
/** Opens the first card of a phone, or the second entry of the list. */
const openFirst = async (page: Page) => {
  const entries = page.locator('[data-entry]')
  if ((await entries.count()) > 1) await entries.nth(1).click()
  else await page.locator('main li a:visible').first().click()
}

const draw = (issue: string) => `#/pages/goods/draw?issue=${issue}`
const calculation = (issue: string) => `#/pages/goods/calculation?issue=${issue}`
const order =
  (which: keyof Places['orders']): State['hash'] =>
  ({ orders }) =>
    `#/pages/order/detail?order=${orders[which]}`
const payform =
  (which: keyof Places['recharges']): State['hash'] =>
  ({ recharges }) =>
    `#/pages/payform/payform?id=${recharges[which]}`

/** What a notice of a kind is about. */
function noticeSubject(kind: (typeof NOTICE_KINDS)[number]): Data {
  const none = { issue: null, event: null, amount: null, level: null, title: null, art: null, tile: null }
  if (kind === 'event_won') return { ...none, event: 'EV-0001', title: 'Share the pool', amount: '5000' }
  if (kind === 'vip_level') return { ...none, level: 2 }
  return { ...none, issue: DRAWN, title: 'Nova X Pro, 256 GB', art: 'phone', tile: 'sea' }
}

/** One notice of each kind. */
function noticed(data: Data): void {
  const kinds = NOTICE_KINDS
  data['items'] = kinds.map((kind, place) => ({
    id: `018f0000-0000-7000-8000-00000000000${place}`,
    kind,
    ...noticeSubject(kind),
    order: null,
    at: Date.now() - place * 3_600_000,
    read: place > 1,
  }))
  data['unread'] = 2
}

const BROWSING: State[] = [
  at('landing', 'nobody', '#/pages/index/index'),
  at('home', 'nobody', '#/'),
  at('home-failed', 'nobody', '#/', { before: refused('/index/index') }),
  at('home-loading', 'nobody', '#/', { before: silent('/index/index'), busy: true }),
  at('mall', 'nobody', '#/pages/mall/mall'),
  at('mall-drawn', 'nobody', '#/pages/mall/mall?status=drawn'),
  at('mall-nothing-found', 'nobody', '#/pages/mall/mall?search=zzzz'),
  at('mall-corrected', 'nobody', '#/pages/mall/mall?search=telephnoe'),
  at('mall-elsewhere', 'nobody', '#/pages/mall/mall?search=fridge&category=audio'),
  at('mall-nothing-saved', 'member', '#/pages/mall/mall?saved=1'),
  at('mall-cash', 'nobody', '#/pages/mall/mall?mode=cash'),
  at('mall-no-vip', 'nobody', '#/pages/mall/mall?mode=vip'),
  at('mall-filtered', 'nobody', '#/pages/mall/mall?price=5-20,20-&size=100-1000'),
  at('mall-filtered-out', 'nobody', '#/pages/mall/mall?price=20-&size=0-100'),
  at('mall-failed', 'nobody', '#/pages/mall/mall', { before: refused('/goods/list') }),
  at('goods', 'nobody', goods(SHARES_LEFT)),
  at('goods-drawn', 'nobody', goods(DRAWN)),
  at('goods-cash', 'nobody', goods(CASH)),
  at('calculation-cash', 'nobody', calculation(CASH_DRAWN)),
  at('draw', 'nobody', draw(DRAWN)),
  at('draw-unknown', 'nobody', draw('NONE-0001')),
  at('goods-unknown', 'nobody', goods('NONE-0001')),
  at('goods-loading', 'nobody', goods(SHARES_LEFT), { before: silent('/goods/detail'), busy: true }),
  at('goods-expired', 'nobody', goods(SHARES_LEFT), {
    before: answers('/goods/detail', inCard(cardIn('expired'))),
  }),
  at('calculation', 'nobody', calculation(DRAWN), VERIFIED),
  at('calculation-plain', 'nobody', calculation(PLAIN), VERIFIED),
  at('calculation-refuted', 'nobody', calculation(DRAWN), {
    before: answers('/goods/proof', forged),
    shows: 'main .bg-bad-soft',
  }),
  at('calculation-before', 'nobody', calculation(SHARES_LEFT)),
  at('calculation-unknown', 'nobody', calculation('NONE-0001')),
  at('winners', 'nobody', '#/pages/winner/winner'),
  at('winners-failed', 'nobody', '#/pages/winner/winner', { before: refused('/index/winners') }),
  at('rule-draw', 'nobody', '#/pages/richtext/rule?key=draw'),
  at('rule-terms', 'nobody', '#/pages/richtext/rule?key=terms'),
  at('fair', 'nobody', '#/pages/fair/fair'),
  at('unknown-page', 'nobody', '#/pages/nowhere/nowhere'),
]

const COMING_IN: State[] = [
  at('login-code', 'nobody', '#/pages/login/login'),
  at('login-password', 'nobody', '#/pages/login/login?mode=password'),
  at('login-reset', 'nobody', '#/pages/login/login?mode=reset'),
  at('login-wrong', 'nobody', '#/pages/login/login?mode=password', { act: submit }),
  at('register', 'nobody', '#/pages/login/regist'),
  at('register-wrong', 'nobody', '#/pages/login/regist', { act: submit }),
  at('register-terms', 'nobody', '#/pages/login/regist', {
    act: press('main label button, main p button'),
    ...DIALOG,
  }),
  at('setting-anonymous', 'nobody', '#/pages/account/setting'),
]

const MEMBERS: State[] = [
  at('landing-member', 'member', '#/pages/index/index'),
  at('home-member', 'member', '#/'),
  at('home-won', 'member', '#/', { before: answers('/index/index', wonHome), shows: '.ticket-gold' }),
  at('goods-member', 'member', goods('PHONE-0002')),
  at('goods-buy', 'member', `${goods('PHONE-0002')}&buy=3`, BUYING),
  at('goods-countdown', 'member', goods('PHONE-0002'), {
    before: answers('/goods/detail', inCard(waiting(27))),
  }),
  at('goods-late', 'member', goods('PHONE-0002'), { before: answers('/goods/detail', inCard(waiting(-30))) }),
  at('goods-won-picture', 'member', goods(DRAWN), {
    before: answers('/goods/detail', wonIssue),
    act: press('.share-picture button'),
    shows: '[role=dialog] img[src^=blob]',
  }),
  at('goods-won', 'member', goods(DRAWN), { before: answers('/goods/detail', wonIssue), shows: '.win-sun' }),
  at('goods-cash-buy', 'member', `${goods(CASH)}&buy=4`, BUYING),
  at('goods-cash-won', 'member', goods(CASH_DRAWN), {
    before: answers('/goods/detail', wonIssue),
    shows: 'section.bg-gold',
  }),
  at('draw-cash-won', 'member', draw(CASH_DRAWN), {
    before: answers('/goods/detail', wonIssue),
    shows: '.text-win',
  }),
  at('confirm-cash', 'member', `#/pages/goods/comfirm?issue=${CASH}&shares=4`),
  at('draw-before', 'member', draw('PHONE-0002'), {
    before: answers('/goods/detail', inCard(waiting(27))),
    shows: '[role=timer]',
  }),
  at('draw-many', 'member', draw('PHONE-0002'), {
    before: answers('/goods/detail', manyCodes),
    shows: '[role=timer]',
  }),
  at('draw-won', 'member', draw(DRAWN), {
    before: answers('/goods/detail', wonIssue),
    shows: '.code-row.bg-gold',
  }),
  at('draw-lost', 'member', draw(DRAWN), {
    before: answers('/goods/detail', lostIssue),
    shows: '.ticket-facts [role=img]',
  }),
  at('confirm', 'member', '#/pages/goods/comfirm?issue=PHONE-0002&shares=2'),
  at('success', 'member', ({ orders }) => `#/pages/success/index?order=${orders.awaiting_draw}`),
  at('orders', 'member', '#/pages/order/record'),
  at('orders-won', 'member', '#/pages/order/record', { before: answers('/order/issues', wonOrders) }),
  at('orders-pending', 'member', '#/pages/order/record?tab=pending'),
  at('orders-opened', 'member', '#/pages/order/record', { act: openFirst }),
  at('setting-sessions', 'member', '#/pages/account/setting?entry=sessions'),
  at('order-selling', 'member', order('awaiting_draw')),
  at('order-countdown', 'member', order('awaiting_draw'), {
    before: answers('/order/detail', inOrder('awaiting_draw', waiting(21))),
  }),
  at('order-not-won', 'member', order('not_won')),
  at('order-refunded', 'member', order('awaiting_draw'), {
    before: answers('/order/detail', inOrder('refunded', cardIn('refunded'))),
  }),
  at('order-unknown', 'member', '#/pages/order/detail?order=00000000-0000-4000-8000-000000000000'),
  at('calculation-member', 'member', calculation(DRAWN), VERIFIED),
  at('account', 'member', '#/pages/account/account'),
  at('account-log-out', 'member', '#/pages/account/account', {
    // from 1024 px in the rail
    act: press(':is(main li:last-child > button, aside button):visible'),
    shows: '[role=alertdialog], [role=dialog]',
  }),
  at('notices-none', 'member', '#/pages/account/notices'),
  at('notices', 'member', '#/pages/account/notices', { before: answers('/user/notices', noticed) }),
  at('notices-failed', 'member', '#/pages/account/notices', { before: refused('/user/notices') }),
  at('funding', 'member', '#/pages/account/funding'),
  at('funding-failed', 'member', '#/pages/account/funding', { before: refused('/user/fundinglog') }),
  at('funding-search', 'member', '#/pages/account/funding?search=phone'),
  at('funding-none', 'member', '#/pages/account/funding?kind=refund&search=nothing'),
  at('funding-kinds', 'member', '#/pages/account/funding', {
    act: press('h2 ~ button:visible, dl + div button:visible'),
    shows: '[role=dialog]',
  }),
  at('data', 'member', '#/pages/account/data'),
  at('setting', 'member', '#/pages/account/setting'),
]

const NEWCOMERS: State[] = [
  at('confirm-short', 'newcomer', '#/pages/goods/comfirm?issue=PHONE-0002&shares=20'),
  at('goods-buy-short', 'newcomer', `${goods('PHONE-0002')}&buy=20`, BUYING),
  at('orders-empty', 'newcomer', '#/pages/order/record'),
  at('account-empty', 'newcomer', '#/pages/account/account'),
  at('funding-empty', 'newcomer', '#/pages/account/funding?kind=purchase'),
  at('recharge', 'newcomer', '#/pages/payment/recharge'),
  at('payform-processing', 'newcomer', payform('processing')),
  at('payform-success', 'newcomer', payform('success')),
  at('payform-back', 'newcomer', payform('success'), { act: press('.goes-back button'), ...DIALOG }),
  at('payform-failed', 'newcomer', payform('failed')),
]

export const STATES: readonly State[] = [
  ...BROWSING,
  ...COMING_IN,
  ...MEMBERS,
  ...GUARD_STATES,
  ...NEWCOMERS,
  ...FAIR_STATES,
  ...QUORUM_STATES,
  ...GOODS_STATES,
  ...PK_STATES,
  ...VOUCHER_STATES,
  ...FINANCE_STATES,
  ...GAME_STATES,
  ...RECHARGE_STATES,
  ...WALLET_STATES,
  ...IDENTITY_STATES,
  ...PRIZE_STATES,
  ...REVIEW_STATES,
  ...GROWTH_STATES,
  ...EVENT_STATES,
]
