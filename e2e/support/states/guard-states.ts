/** States that protect members: limits, breaks, the net position, and closing an account. */
import { codeMessage } from '@fairlot/contract/messages'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Page } from 'playwright-core'
import { answers, at, BUYING, goods, PAY, press, refused, submit, type Data, type State } from './state.ts'

const HOUR_MS = 3_600_000

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
const unpaid = answers('/user/rechargelog', (data) => {
  data['items'] = []
})

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

export const GUARD_STATES: readonly State[] = [...PROTECTED, ...HONEST]
