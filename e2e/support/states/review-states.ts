/** The states of reviews. What is published comes from the demo world; the member's own ones are made up. */
import { randomUUID } from 'node:crypto'
import { answers, answerWith, at, press, refused, silent, type Data, type State } from './state.ts'

const DAY_MS = 86_400_000
const MINE = '#/pages/winner/myShare'
const TALK = '#/pages/goods/talk?product=AUDIO'
const POSTS = '#/pages/winner/winner?view=reviews'
const DIALOG = { shows: '[role=dialog]' }
const ASKS = { shows: '[role=alertdialog]' }

/** The member's order, as if its product had arrived. */
const arrived = (more: Data = {}) =>
  answers('/order/detail', (data) => {
    const order = data['order'] as Data
    order['status'] = 'received'
    data['prize'] = {
      status: 'received',
      address: null,
      addressFixed: true,
      shipment: null,
      timeline: [
        { state: 'won', at: Date.now() - 29 * DAY_MS, note: null },
        { state: 'received', at: Date.now(), note: null },
      ],
      recycleAmount: '80.00',
      recycleUntil: null,
      receiveBy: null,
      completeBy: Date.now() + 7 * DAY_MS,
      disputeNote: null,
      canReview: true,
      review: null,
      ...more,
    }
  })
const form: State['hash'] = ({ orders }) => `#/pages/bask/index?order=${orders.not_won}`
const order: State['hash'] = ({ orders }) => `#/pages/order/detail?order=${orders.not_won}`

const own = (more: Data): Data => ({
  id: randomUUID(),
  order: randomUUID(),
  issue: 'WATCH-0001',
  product: {
    code: 'WATCH',
    title: 'Pulse GPS watch',
    category: 'wearables',
    art: 'watch',
    tile: 'leaf',
    image: null,
    demo: true,
  },
  title: 'Smaller than I thought, runs for days',
  content:
    'It came after five weeks, well packed. The strap is a bit stiff, the screen is bright outside.\nBattery: six days with GPS twice.',
  pictures: [],
  sent: 3,
  named: true,
  state: 'waiting',
  reason: null,
  note: null,
  postedAt: Date.now() - 2 * DAY_MS,
  publishedAt: null,
  ...more,
})
const OWN = [
  own({}),
  own({ state: 'published', publishedAt: Date.now(), named: false, title: 'ছোট, কিন্তু দারুণ' }),
  own({ state: 'refused', reason: 'advertising', note: 'The text names a shop and its phone number.' }),
  own({ state: 'hidden', reason: 'personal_data', publishedAt: Date.now() }),
]
const mine = (items: readonly Data[]) => answerWith('/bask/mine', { items, next: null })

export const REVIEW_STATES: readonly State[] = [
  at('order-to-review', 'member', order, { before: arrived() }),
  at('review-write', 'member', form, { before: arrived() }),
  at('review-write-missing', 'member', form, {
    before: arrived(),
    act: press('button[type=submit]'),
    shows: '[role=alert] p',
  }),
  at('review-write-posted', 'member', form, { before: arrived({ canReview: false, review: 'waiting' }) }),
  at('review-write-failed', 'member', form, { before: refused('/order/detail') }),
  at('review-write-loading', 'member', form, { before: silent('/order/detail'), busy: true }),
  at('my-reviews', 'member', MINE, { before: mine(OWN) }),
  at('my-reviews-empty', 'member', MINE, { before: mine([]) }),
  at('my-reviews-delete', 'member', MINE, {
    before: mine(OWN),
    act: press('[role=article] button.bg-sunken'),
    ...ASKS,
  }),
  at('my-reviews-failed', 'member', MINE, { before: refused('/bask/mine') }),
  at('my-reviews-loading', 'member', MINE, { before: silent('/bask/mine'), busy: true }),
  at('talk', 'nobody', TALK, { shows: '[role=article]' }),
  at('talk-empty', 'nobody', '#/pages/goods/talk?product=GOLD'),
  at('talk-failed', 'nobody', TALK, { before: refused('/goods/talk') }),
  at('talk-loading', 'nobody', TALK, { before: silent('/goods/talk'), busy: true }),
  at('winners-reviews', 'nobody', POSTS, { shows: '[role=article]' }),
  at('winners-reviews-picture', 'nobody', POSTS, { act: press('[role=article] ul button'), ...DIALOG }),
  at('winners-reviews-report', 'newcomer', POSTS, { act: press('[role=article] button.size-10'), ...DIALOG }),
]
