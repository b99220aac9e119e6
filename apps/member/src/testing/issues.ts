/** An issue on sale for component tests. */
import type { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import type { Output } from '../api/api.ts'

type Issue = Output<typeof goodsDetail>
type Card = Issue['card']

export const ISSUE = 'M1-0001'

export const cardWith = (more: Partial<Card> = {}): Card => ({
  issue: ISSUE,
  product: {
    code: 'M1',
    title: 'A phone',
    category: 'phones',
    art: 'phone',
    tile: 'sea',
    image: null,
    demo: false,
  },
  mode: 'goods',
  status: 'selling',
  badge: 'beacon',
  price: '25.00',
  prizeValue: '2000.00',
  tiers: [],
  shares: 100,
  sold: 40,
  participants: 12,
  mine: 0,
  lost: false,
  unwitnessed: false,
  beaconDead: false,
  openedAt: 1,
  closesAt: Date.now() + 86_400_000,
  soldOutAt: null,
  drawAt: null,
  attempt: 0,
  awaitsWitness: false,
  drawnAt: null,
  winner: null,
  minVip: 0,
  seats: null,
  ...more,
})

export const issueWith = (card: Partial<Card> = {}, more: Partial<Issue> = {}): Issue => ({
  card: cardWith(card),
  text: [{ kind: 'paragraph', text: [{ text: 'A description' }] }],
  textLanguage: 'en-us',
  images: [],
  content: 'ef'.repeat(32),
  timesCounted: 'all',
  grade: 'beacon',
  utcOffsetMinutes: 0,
  commitment: 'ab'.repeat(32),
  chain: 'cd'.repeat(32),
  delay: 30,
  witnesses: null,
  back: null,
  maxPerMember: 20,
  recyclePercent: 80,
  money: {
    sales: '2500.00',
    prize: '2000.00',
    rebates: '50.00',
    refunds: '61.875',
    house: '388.125',
    subsidy: '0.00',
  },
  mine: [],
  selling: null,
  favourite: false,
  reminders: [],
  serverTime: Date.now(),
  ...more,
})
