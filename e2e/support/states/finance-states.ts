/** Finance products: the list, one product with its purchase, own orders. Terms and sums are made, so that every state is there. */
import type { Page } from 'playwright-core'
import { answers, answerWith, at, DIALOG, press, refused, silent, type Data, type State } from './state.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 90
const LIST = '#/pages/finance/flist'
const PRODUCT = '#/pages/finance/fdetail?code=SEASON'
const ORDERS = '#/pages/finance/order'
const ORDER_ID = '018f0000-0000-7000-8000-0000000000f1'
const OPEN_ORDER = `${ORDERS}?order=${ORDER_ID}`

const product = (more: Data = {}): Data => ({
  code: 'SEASON',
  name: 'Season plan',
  sale: 'selling',
  unitPrice: '100.00',
  minUnits: 1,
  maxUnits: 200,
  units: 2000,
  left: 1240,
  termHours: 720,
  termUnit: 'days',
  dailyRatePpm: 400,
  payout: 'at_maturity',
  needsTrc20: false,
  earlyExit: true,
  saleFrom: Date.now() - 40 * DAY_MS,
  saleUntil: Date.now() + 20 * DAY_MS,
  members: 57,
  openOrders: 81,
  principal: '76000.00',
  custody: '76000.00',
  reserve: '1500.00',
  liability: '912.00',
  rebates: '240.00',
  paid: '310.40',
  covered: 490,
  version: 12,
  ...more,
})

const products = (): Data[] => [
  product(),
  product({
    code: 'WEEK',
    name: 'Week plan',
    termHours: 168,
    dailyRatePpm: 250,
    units: 500,
    left: 31,
    minUnits: 5,
  }),
  product({
    code: 'DAY',
    name: 'Day and a half',
    termHours: 36,
    termUnit: 'hours',
    dailyRatePpm: 150,
    covered: 0,
  }),
  product({
    code: 'NEXT',
    name: 'Monsoon plan',
    sale: 'upcoming',
    termHours: 2160,
    dailyRatePpm: 450,
    left: 2000,
    saleFrom: Date.now() + 5 * HOUR_MS,
  }),
  product({ code: 'FULL', name: 'Harvest plan', sale: 'sold_out', left: 0 }),
  product({ code: 'PAST', name: 'Spring plan', sale: 'ended', left: 800 }),
]

/** 90 days of a reserve that is funded twice, and of interest that is owed for more and more units. */
const days = (count = DAYS): Data[] =>
  Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.now() - (count - index) * DAY_MS).toISOString().slice(0, 10)
    const owed = 40 + index * 9.5 + (index % 7) * 6
    return {
      day,
      reserve: index < count / 2 ? '700.00' : '1500.00',
      liability: Math.min(owed, index < count / 2 ? 560 : 912).toFixed(2),
      custody: '76000.00',
      principal: '76000.00',
    }
  })

const FUNDING =
  'The house pays this interest from a part of its fees of the mall, which it moves into the reserve before units are sold.'

/** The balance of the demo member depends on draws. */
const RICH = answers('/index/useraccount', (data) => Object.assign(data, { balance: '40000.00' }))

const detail =
  (more: Data = {}, rest: Data = {}) =>
  async (page: Page) => {
    await RICH(page)
    await answerWith('/finance/detail', {
      now: Date.now(),
      on: true,
      product: product(more),
      funding: FUNDING,
      days: days(),
      own: { units: 12, available: 188, balance: '40000.00' },
      ...rest,
    })(page, 'en-us')
  }

const order = (more: Data = {}): Data => {
  const boughtAt = Date.now() - 12 * DAY_MS - 5 * HOUR_MS
  return {
    id: ORDER_ID,
    code: 'SEASON',
    name: 'Season plan',
    status: 'waiting',
    units: 12,
    unitPrice: '100.00',
    principal: '1200.00',
    interest: '14.40',
    accrued: '5.76',
    paid: '0.00',
    forfeited: '0.00',
    termHours: 720,
    termUnit: 'days',
    dailyRatePpm: 400,
    payout: 'at_maturity',
    boughtAt,
    maturesAt: boughtAt + 30 * DAY_MS,
    nextAt: boughtAt + 13 * DAY_MS,
    endedAt: null,
    mayExit: true,
    ...more,
  }
}
const week = (more: Data = {}): Data =>
  order({
    id: '018f0000-0000-7000-8000-0000000000f2',
    code: 'WEEK',
    name: 'Week plan',
    units: 5,
    principal: '500.00',
    interest: '0.875',
    accrued: '0.25',
    termHours: 168,
    dailyRatePpm: 250,
    boughtAt: Date.now() - 2 * DAY_MS - HOUR_MS,
    maturesAt: Date.now() + 5 * DAY_MS - HOUR_MS,
    nextAt: Date.now() + DAY_MS - HOUR_MS,
    ...more,
  })

const counted = (items: Data[], counts: Data) => ({ items, next: null, counts, principal: '1700.00' })
const COUNTS = { waiting: 2, completed: 3, exited: 1 }

/** The list of orders and the one that is open. */
const own =
  (open: Data, items: Data[] = [open, week()], accruals = 12) =>
  async (page: Page) => {
    await answerWith('/finance/orders', counted(items, COUNTS))(page, 'en-us')
    await answerWith('/finance/order', {
      now: Date.now(),
      order: open,
      accruals: Array.from({ length: accruals }, (_, index) => ({
        step: index + 1,
        amount: '0.48',
        at: (open['boughtAt'] as number) + (index + 1) * DAY_MS,
        paid: false,
      })),
    })(page, 'en-us')
  }

const ended = (status: string, more: Data = {}) =>
  order({ status, endedAt: Date.now() - DAY_MS, nextAt: null, mayExit: false, ...more })

/** Asks for the confirmation: the button is in the bar of a phone, on the ticket of a wide window. */
const buy = press('#buy-units')
const FAULT = { shows: 'main [aria-invalid=true]' }
async function typed(page: Page, units: string): Promise<void> {
  await page.locator('#finance input').first().fill(units)
  await buy(page)
}

export const FINANCE_STATES: State[] = [
  at('finance', 'nobody', LIST, {
    before: answerWith('/finance/list', { now: Date.now(), on: true, items: products() }),
  }),
  at('finance-empty', 'member', LIST, {
    before: answerWith('/finance/list', { now: Date.now(), on: true, items: [] }),
  }),
  at('finance-off', 'member', LIST, {
    before: answerWith('/finance/list', { now: Date.now(), on: false, items: products().slice(0, 2) }),
  }),
  at('finance-failed', 'nobody', LIST, { before: refused('/finance/list') }),
  at('finance-loading', 'nobody', LIST, { before: silent('/finance/list'), busy: true }),
  at('finance-product', 'member', PRODUCT, { before: detail() }),
  at('finance-product-nobody', 'nobody', PRODUCT, { before: detail({}, { own: null }) }),
  at('finance-product-wrong', 'member', '#/pages/finance/fdetail?code=WRONG', {
    // what is typed stays in the tab, by product
    before: detail({ code: 'WRONG', needsTrc20: true }),
    act: (page) => typed(page, '250'),
    ...FAULT,
  }),
  at('finance-product-confirm', 'member', PRODUCT, { before: detail(), act: buy, ...DIALOG }),
  at('finance-product-soon', 'member', PRODUCT, {
    before: detail({ sale: 'upcoming', left: 2000, saleFrom: Date.now() + 5 * HOUR_MS }, { days: [] }),
  }),
  at('finance-product-reserve', 'newcomer', PRODUCT, {
    before: detail({ covered: 0, reserve: '912.00', payout: 'daily', earlyExit: false }, { days: days(1) }),
  }),
  at('finance-product-sold-out', 'newcomer', PRODUCT, { before: detail({ sale: 'sold_out', left: 0 }) }),
  at('finance-product-unknown', 'nobody', '#/pages/finance/fdetail?code=NONE'),
  at('finance-product-failed', 'nobody', PRODUCT, { before: refused('/finance/detail') }),
  at('finance-product-loading', 'nobody', PRODUCT, { before: silent('/finance/detail'), busy: true }),
  at('finance-orders', 'member', ORDERS, { before: own(order()) }),
  at('finance-orders-empty', 'newcomer', ORDERS, {
    before: answerWith('/finance/orders', counted([], { waiting: 0, completed: 0, exited: 0 })),
  }),
  at('finance-orders-failed', 'member', ORDERS, { before: refused('/finance/orders') }),
  at('finance-order', 'member', OPEN_ORDER, { before: own(order()) }),
  at('finance-order-bought', 'member', `${OPEN_ORDER}&bought=1`, {
    before: own(order({ accrued: '0.00', boughtAt: Date.now() - HOUR_MS }), undefined, 0),
  }),
  at('finance-order-exit', 'member', OPEN_ORDER, {
    before: own(order()),
    act: press('main button[aria-haspopup=dialog]'),
    shows: '[role=alertdialog]',
  }),
  at('finance-order-completed', 'member', `${OPEN_ORDER}&status=completed`, {
    before: own(ended('completed', { accrued: '14.40', paid: '14.40' }), [ended('completed')], 30),
  }),
  at('finance-order-exited', 'member', `${OPEN_ORDER}&status=exited`, {
    before: own(ended('exited', { forfeited: '5.76' }), [ended('exited')]),
  }),
]
