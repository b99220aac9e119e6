/** The main states of every screen, and the way to each. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { codeMessage } from '@fairlot/contract/messages'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { DEMO_LOGINS } from '@fairlot/server/demo/people'
import { testClient } from '@fairlot/server/testing/client'
import type { TestMember } from '@fairlot/server/testing/factories'
import type { Page } from 'playwright-core'
import type { Backstage } from './backstage.ts'
import { atCashier } from './cashier.ts'
import { FAIR_STATES } from './fair-states.ts'
import { answers, at, inCard, VERIFIED, type Data, type Places, type State } from './state.ts'

const HOUR_MS = 3_600_000
const SHARES_LEFT = 'COOKER-0003'
const DRAWN = 'PHONE-0001'
const PLAIN = 'FRIDGE-0001'

const refused =
  (path: string, code: 'UNAVAILABLE' | 'REALITY_CHECK' = 'UNAVAILABLE') =>
  (page: Page, language: OfferedLanguage) =>
    page.route(`**/api${path}`, (route) =>
      route.fulfill({ json: { flag: 1000, data: { code, message: codeMessage(language, code) } } }),
    )

/** Leaves the calls of an endpoint without an answer. */
const silent = (path: string) => (page: Page) => page.route(`**/api${path}`, () => undefined)

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
/** The draw is random, so a drawn issue is shown as if the member's first code had won. */
function wonIssue(data: Data): void {
  const { card, mine } = data as { card: Data; mine: { first: number }[] }
  card['winner'] = { code: mine[0]!.first, name: 'Nabila ***', quantity: card['mine'], mine: true }
}
const inOrder = (status: string, change: (card: Data) => void) => (data: Data) => {
  const order = data['order'] as Data
  order['status'] = status
  change(order['card'] as Data)
}
/** The draw is random, so an order that has not won is shown as if its first code had won. */
function won(data: Data): void {
  const { order: lost, timeline } = data as { order: Data; timeline: Data[] }
  lost['status'] = 'won'
  data['code'] = lost['first']
  for (const entry of timeline) if (entry['state'] === 'not_won') entry['state'] = 'won'
}
/** Changes one value of a proof. */
function forged(data: Data): void {
  const [first] = data['rows'] as { ms: number }[]
  first!.ms -= 1
}
/** Limits of every kind: with room, used up, with a pending increase, with an increase that can be confirmed. */
function limited(data: Data): void {
  const now = Date.now()
  const wish = (cap: string | null, hours: number) => ({
    cap,
    confirmFrom: now + hours * HOUR_MS,
    confirmUntil: now + (hours + 168) * HOUR_MS,
  })
  const set: Record<string, Data> = {
    'deposit week': { cap: '500.00', used: '120.00' },
    'spend day': { cap: '50.00', used: '38.00', pendingIncrease: wish('100.00', 20) },
    'spend month': { cap: '1000.00', used: '1000.00', pendingIncrease: wish(null, -1) },
    'loss month': { cap: '200.00', used: '-12.50' },
    'time day': { cap: '90', used: '47' },
  }
  for (const limit of data['limits'] as Data[])
    Object.assign(limit, set[`${String(limit['kind'])} ${String(limit['period'])}`])
}
function stopped(data: Data): void {
  const now = Date.now()
  data['exclusion'] = { kind: 'self_exclusion', since: now - HOUR_MS, until: now + 8_760 * HOUR_MS }
}
const onBreak = answers('/index/useraccount', (data) => {
  data['excludedUntil'] = Date.now() + 168 * HOUR_MS
})
/** Refuses a purchase by a limit of the member. */
const overLimit = (page: Page, language: OfferedLanguage) =>
  page.route('**/api/order/buy', (route) =>
    route.fulfill({
      json: {
        flag: 1000,
        data: {
          code: 'SPEND_LIMIT',
          message: codeMessage(language, 'SPEND_LIMIT', { left: '₫2.00' }),
        },
      },
    }),
  )
/** Answers of the net position after half an hour of use. */
const position = (net: string) =>
  answers('/user/netposition', (data) => {
    const day = { deposited: '200.00', spent: '132.50', returned: '12.00', result: '-120.50' }
    Object.assign(data['day'] as Data, day)
    Object.assign(data, { net, activeSince: Date.now() - 34 * 60_000 })
  })
const closing = (more: Data, waitsFor: Data) =>
  answers('/user/closestate', (data) => {
    Object.assign(data, { requestedAt: data['requestedAt'] ?? Date.now() - HOUR_MS, ...more })
    Object.assign(data['waitsFor'] as Data, waitsFor)
  })
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
const unpaid = answers('/user/rechargelog', (data) => {
  data['items'] = []
})
const DIALOG = { shows: '[role=dialog]' }
/** The main action of the purchase, to pay or to top up first: in the sheet of a phone, on the ticket of a wide window. */
const PAY = ':is([role=dialog], .goods-held) :is(button, a).bg-gold'
const BUYING = { shows: PAY }
const press = (selector: string) => (page: Page) => page.locator(selector).first().click()
const submit = press('main form button[type=submit]')

/** Opens the orders of the first card, or the second entry of the list. */
const openFirst = async (page: Page) => {
  const entries = page.locator('[data-entry]')
  if ((await entries.count()) > 1) await entries.nth(1).click()
  else await page.locator('main [aria-expanded=false]').first().click()
}

const goods = (issue: string) => `#/pages/goods/goods?issue=${issue}`
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

const BROWSING: State[] = [
  at('landing', 'nobody', '#/pages/index/index'),
  at('home', 'nobody', '#/'),
  at('home-failed', 'nobody', '#/', { before: refused('/index/index') }),
  at('home-loading', 'nobody', '#/', { before: silent('/index/index'), busy: true }),
  at('mall', 'nobody', '#/pages/mall/mall'),
  at('mall-drawn', 'nobody', '#/pages/mall/mall?status=drawn'),
  at('mall-nothing-found', 'nobody', '#/pages/mall/mall?search=zzzz'),
  at('mall-no-cash', 'nobody', '#/pages/mall/mall?mode=cash'),
  at('mall-filtered', 'nobody', '#/pages/mall/mall?price=5-20,20-&size=100-1000'),
  at('mall-filtered-out', 'nobody', '#/pages/mall/mall?price=20-&size=0-100'),
  at('mall-failed', 'nobody', '#/pages/mall/mall', { before: refused('/goods/list') }),
  at('goods', 'nobody', goods(SHARES_LEFT)),
  at('goods-drawn', 'nobody', goods(DRAWN)),
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
  at('goods-won', 'member', goods(DRAWN), { before: answers('/goods/detail', wonIssue), shows: '.win-sun' }),
  at('draw-before', 'member', draw('PHONE-0002'), {
    before: answers('/goods/detail', inCard(waiting(27))),
    shows: '[role=timer]',
  }),
  at('draw-won', 'member', draw(DRAWN), {
    before: answers('/goods/detail', wonIssue),
    shows: '.code-row.bg-gold',
  }),
  at('draw-lost', 'member', draw(DRAWN), { shows: '.ticket-facts [role=img]' }),
  at('confirm', 'member', '#/pages/goods/comfirm?issue=PHONE-0002&shares=2'),
  at('success', 'member', ({ orders }) => `#/pages/success/index?order=${orders.awaiting_draw}`),
  at('orders', 'member', '#/pages/order/record'),
  at('orders-pending', 'member', '#/pages/order/record?tab=pending'),
  at('orders-opened', 'member', '#/pages/order/record', { act: openFirst }),
  at('setting-sessions', 'member', '#/pages/account/setting?entry=sessions'),
  at('order-selling', 'member', order('awaiting_draw')),
  at('order-countdown', 'member', order('awaiting_draw'), {
    before: answers('/order/detail', inOrder('awaiting_draw', waiting(21))),
  }),
  at('order-won', 'member', order('not_won'), { before: answers('/order/detail', won) }),
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
  at('funding', 'member', '#/pages/account/funding'),
  at('funding-failed', 'member', '#/pages/account/funding', { before: refused('/user/fundinglog') }),
  at('setting', 'member', '#/pages/account/setting'),
]

const PROTECTED: State[] = [
  at('limits', 'member', '#/pages/account/limits'),
  at('limits-set', 'member', '#/pages/account/limits', { before: answers('/user/limits', limited) }),
  at('limits-sheet', 'member', '#/pages/account/limits', {
    before: answers('/user/limits', limited),
    act: press('main ul button'),
    // from 768 px the form stands beside the list
    shows: '[role=dialog], main form',
  }),
  at('limits-failed', 'member', '#/pages/account/limits', { before: refused('/user/limits') }),
  at('break', 'member', '#/pages/account/break'),
  at('break-ask', 'member', '#/pages/account/break?kind=self_exclusion', {
    act: async (page) => {
      await page.locator('#break-exclusion ~ fieldset label').nth(1).click()
      await page.locator('section[aria-labelledby=break-exclusion] button').click()
    },
    shows: '[role=alertdialog]',
  }),
  at('break-stopped', 'member', '#/pages/account/break', { before: answers('/user/limits', stopped) }),
  at('account-on-break', 'member', '#/pages/account/account', { before: onBreak }),
  at('goods-on-break', 'member', goods('PHONE-0002'), { before: onBreak }),
  at('goods-buy-on-break', 'member', `${goods('PHONE-0002')}&buy=3`, { before: onBreak, ...BUYING }),
  at('recharge-on-break', 'member', '#/pages/payment/recharge', { before: onBreak }),
  at('goods-over-limit', 'member', `${goods('PHONE-0002')}&buy=1`, {
    before: overLimit,
    act: async (page) => {
      await page.locator(PAY).first().click()
    },
    shows: '[role=dialog] [role=status] a, main [role=status] a',
  }),
  at('confirm-on-break', 'member', '#/pages/goods/comfirm?issue=PHONE-0002&shares=2', { before: onBreak }),
]

const CLOSE = '#/pages/account/close'
const POSITION = '#/pages/account/position'
const OFFER = 'section[aria-labelledby=limit-first]'
const ALERT = { shows: '[role=alertdialog]' }
const HONEST: State[] = [
  at('position', 'member', POSITION, { before: position('-71314.8000') }),
  at('position-ahead', 'member', POSITION, { before: position('1250.0050') }),
  at('position-even', 'member', POSITION, { before: position('0.00') }),
  at('position-failed', 'member', POSITION, { before: refused('/user/netposition') }),
  // The question is over the buy sheet, which stays open.
  at('reality-check', 'member', `${goods('PHONE-0002')}&buy=1`, {
    before: async (page, language) => {
      await position('-12.00')(page)
      await refused('/order/buy', 'REALITY_CHECK')(page, language)
    },
    act: press(PAY),
    ...ALERT,
  }),
  at('close', 'member', CLOSE, {
    before: closing({ phoneWait: { hours: 24, exclusion: 'break' } }, { orders: 2, prizes: 1, recharges: 1 }),
  }),
  at('close-real', 'member', CLOSE, { before: closing({ balanceReturns: false }, { balance: '185.20' }) }),
  at('close-wrong', 'member', CLOSE, { act: submit, shows: '[aria-invalid=true]' }),
  at('close-ask', 'member', CLOSE, {
    act: async (page) => {
      await page.locator('[autocomplete=one-time-code]').fill('123456')
      await submit(page)
    },
    ...ALERT,
  }),
  at('close-failed', 'member', CLOSE, { before: refused('/user/closestate') }),
  at('closing', 'member', CLOSE, { before: closing({ status: 'closing' }, { orders: 2 }) }),
  at('closing-soon', 'member', CLOSE, {
    before: closing({ status: 'closing' }, { orders: 0, prizes: 0, recharges: 0 }),
  }),
  at('closed', 'nobody', '#/pages/account/closed'),
  at('recharge-offer', 'newcomer', '#/pages/payment/recharge', { before: unpaid, shows: OFFER }),
  at('recharge-offer-open', 'newcomer', '#/pages/payment/recharge', {
    before: unpaid,
    act: async (page) => {
      await page.locator(`${OFFER} button`).last().click()
      await page.locator(`${OFFER} input`).first().check()
    },
    shows: OFFER,
  }),
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
  at('payform-failed', 'newcomer', payform('failed')),
]

export const STATES: readonly State[] = [
  ...BROWSING,
  ...COMING_IN,
  ...MEMBERS,
  ...PROTECTED,
  ...HONEST,
  ...NEWCOMERS,
  ...FAIR_STATES,
]

async function demoMember({ context, db }: Backstage, url: string): Promise<TestMember> {
  const { phone } = DEMO_LOGINS[0]!
  const [row] = await db.query<{ member_id: string }>('select member_id from member where phone = $1', [
    phone,
  ])
  if (!row) throw new Error('the demo world has no such member')
  const session = await context.identity.openSession(row.member_id)
  return { memberId: row.member_id, phone, session, client: testClient({ url, session }) }
}

async function recharged(url: string, { client }: TestMember, choice: 'pay' | 'decline'): Promise<string> {
  const input = { method: 'sandbox', amount: '100.00', requestId: crypto.randomUUID() }
  const { id, payUrl } = await client.call(ENDPOINTS.openRecharge, input)
  await atCashier(url, payUrl!, choice)
  return id
}

/** Finds and makes the members, orders and recharges that the states show. */
export async function findPlaces(stage: Backstage, url: string): Promise<Places> {
  const [member, newcomer] = [await demoMember(stage, url), await stage.member()]
  const orders: Partial<Places['orders']> = {}
  let cursor: string | undefined
  do {
    const page = await member.client.call(ENDPOINTS.orderList, { limit: 100, ...(cursor && { cursor }) })
    for (const { order: id, status } of page.items) {
      if (status === 'not_won' || status === 'awaiting_draw') orders[status] ??= id
    }
    cursor = page.next ?? undefined
  } while (cursor)
  const { not_won, awaiting_draw } = orders
  if (!not_won || !awaiting_draw) throw new Error('the demo member has too few orders')
  const success = await recharged(url, newcomer, 'pay')
  const failed = await recharged(url, newcomer, 'decline')
  const { id: processing } = await newcomer.client.call(ENDPOINTS.openRecharge, {
    method: 'sandbox',
    amount: '250.00',
    requestId: crypto.randomUUID(),
  })
  return {
    member,
    newcomer,
    orders: { not_won, awaiting_draw },
    recharges: { success, processing, failed },
  }
}
