/** The states of a prize and of the address book. The draw is random, so an order that has not won is shown as if it had. */
import { randomUUID } from 'node:crypto'
import { answers, answerWith, at, press, refused, silent, submit, type Data, type State } from './state.ts'

const DAY_MS = 86_400_000
const ADDRESSES = '#/pages/address/address'
const FORM = '#/pages/address/add'
const ASKS = { shows: '[role=alertdialog]' }
const DIALOG = { shows: '[role=dialog]' }

const address = (more: Data): Data => ({
  id: randomUUID(),
  name: 'Nusrat Jahan',
  phone: '+8801711000042',
  country: 'BD',
  zip: '1205',
  province: 'Dhaka Division',
  city: 'Dhaka',
  subdistrict: 'Dhanmondi',
  street: 'House 14, Road 7',
  details: '4th floor, ring twice',
  isDefault: false,
  ...more,
})
const HOME = address({ isDefault: true })
const BOOK = [
  HOME,
  address({
    name: 'নুসরাত জাহান (অফিস)',
    street: 'টাওয়ার 3, গুলশান অ্যাভিনিউ, লেভেল 12, পশ্চিম পাশের লিফট',
    subdistrict: 'গুলশান',
    details: '',
  }),
]
const book = (items: readonly Data[] = BOOK) => answerWith('/user/addresslist', { items, maximum: 20 })

const SENT_TO = {
  name: 'Nusrat Jahan',
  phone: '+8801711000042',
  lines: ['House 14, Road 7, 4th floor', 'Dhanmondi, Dhaka 1205', 'Dhaka Division', 'Bangladesh'],
}
const parcel = (more: Data = {}): Data => ({
  carrier: 'Pathao Courier',
  tracking: 'PTH 8841 2207 315',
  url: 'https://carrier.example/track/PTH88412207315',
  shippedAt: Date.now() - 9 * DAY_MS,
  deliveredAt: null,
  ...more,
})
const way = (...states: [state: string, days: number, note?: string][]): Data[] =>
  states.map(([state, days, note = null]) => ({ state, at: Date.now() - days * DAY_MS, note }))
const SHIPPED = [
  ['won', 29],
  ['address_confirmed', 28],
  ['in_delivery', 9],
] as const satisfies [string, number][]

/** The member's order with a prize in a state. */
const prize = (status: string, more: Data = {}) =>
  answers('/order/detail', (data) => {
    const order = data['order'] as Data
    const card = order['card'] as Data
    const value = Number(card['prizeValue'])
    order['status'] = status
    data['code'] = order['first']
    data['timeline'] = (data['timeline'] as Data[]).filter(({ state }) => state !== 'not_won')
    data['prize'] = {
      status,
      address: status === 'won' || status === 'recycled' ? null : SENT_TO,
      addressFixed: status !== 'won',
      shipment: null,
      timeline: way(['won', 2]),
      recycleAmount: (value * 0.8).toFixed(2),
      recycleUntil: status === 'won' ? Date.now() + 178 * DAY_MS : null,
      receiveBy: null,
      completeBy: null,
      disputeNote: null,
      canReview: false,
      review: null,
      ...more,
    }
  })
const order: State['hash'] = ({ orders }) => `#/pages/order/detail?order=${orders.not_won}`

/** A prize that waits for a choice, with addresses to choose from. */
const choice =
  (items?: readonly Data[]): NonNullable<State['before']> =>
  async (page, language) => {
    await prize('won')(page)
    await book(items)(page, language)
  }
const travels = prize('in_delivery', {
  shipment: parcel(),
  receiveBy: Date.now() + 66 * DAY_MS,
  timeline: way(...SHIPPED),
})

export const PRIZE_STATES: readonly State[] = [
  at('prize-won', 'member', order, { before: choice() }),
  at('prize-won-no-address', 'member', order, { before: choice([]) }),
  at('prize-addresses', 'member', order, {
    before: choice(),
    act: press('main [aria-haspopup=dialog]'),
    ...DIALOG,
  }),
  at('prize-cash', 'member', order, {
    before: choice(),
    async act(page) {
      await page.locator('main fieldset input[type=radio]').nth(1).check()
      await press('button.min-h-13.w-full')(page)
    },
    ...ASKS,
  }),
  at('prize-cash-sure', 'member', order, {
    before: choice(),
    async act(page) {
      await page.locator('main fieldset input[type=radio]').nth(1).check()
      await press('button.min-h-13.w-full')(page)
      await page.locator('[role=alertdialog] button').last().click()
      await page.locator('[role=alertdialog] input[type=checkbox]').waitFor()
    },
    ...ASKS,
  }),
  at('prize-confirmed', 'member', order, {
    async before(page, language) {
      await prize('address_confirmed', {
        addressFixed: false,
        timeline: way(['won', 3], ['address_confirmed', 1]),
      })(page)
      await book()(page, language)
    },
  }),
  at('prize-travels', 'member', order, { before: travels }),
  at('prize-problem', 'member', order, {
    before: travels,
    act: press('button.bg-sunken.min-h-13'),
    ...DIALOG,
  }),
  at('prize-late', 'member', order, {
    before: prize('in_delivery', {
      shipment: parcel({ shippedAt: Date.now() - 40 * DAY_MS }),
      receiveBy: Date.now() + 35 * DAY_MS,
      timeline: way(['won', 70], ['address_confirmed', 69], ['in_delivery', 40]),
    }),
  }),
  at('prize-disputed', 'member', order, {
    before: prize('disputed', {
      shipment: parcel({ deliveredAt: Date.now() - DAY_MS }),
      disputeNote: 'The screen is cracked at the upper corner. The box was dented when it came.',
      timeline: way(...SHIPPED, ['disputed', 0.1, 'The screen is cracked at the upper corner.']),
    }),
  }),
  at('prize-answered', 'member', order, {
    before: prize('address_confirmed', {
      timeline: way(
        ...SHIPPED,
        ['disputed', 2, 'The screen is cracked at the upper corner.'],
        ['address_confirmed', 1, 'We are sorry. A new one leaves our store this week.'],
      ),
    }),
  }),
  at('prize-received', 'member', order, {
    before: prize('received', {
      shipment: parcel({ deliveredAt: Date.now() - 2 * DAY_MS }),
      completeBy: Date.now() + 6 * DAY_MS,
      canReview: true,
      timeline: way(...SHIPPED, ['received', 1]),
    }),
  }),
  at('prize-completed', 'member', order, {
    before: prize('completed', {
      address: null,
      shipment: parcel({ deliveredAt: Date.now() - 9 * DAY_MS }),
      timeline: way(...SHIPPED, ['received', 8], ['completed', 1]),
    }),
  }),
  at('prize-recycled', 'member', order, {
    before: prize('recycled', { timeline: way(['won', 2], ['recycled', 1]) }),
  }),
  at('addresses', 'member', ADDRESSES, { before: book() }),
  at('addresses-empty', 'newcomer', ADDRESSES),
  at('addresses-full', 'member', ADDRESSES, {
    before: answerWith('/user/addresslist', { items: BOOK, maximum: 2 }),
  }),
  at('addresses-delete', 'member', ADDRESSES, {
    before: book(),
    act: press('article button[aria-label]'),
    ...ASKS,
  }),
  at('addresses-failed', 'member', ADDRESSES, { before: refused('/user/addresslist') }),
  at('addresses-loading', 'member', ADDRESSES, { before: silent('/user/addresslist'), busy: true }),
  at('address-form', 'newcomer', FORM),
  at('address-form-errors', 'newcomer', FORM, { act: submit, shows: '[aria-invalid=true]' }),
  at('address-change', 'member', `${FORM}?id=${String(HOME['id'])}`, { before: book() }),
]
