/** The catalogue of the demo world, in every language. Product names are made up. */
import { LANGUAGES, type Language } from '@fairlot/contract/languages'
import { MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import type { NewCategory, NewProduct } from '../modules/mall/index.ts'
import arabic from './texts/ar-sa.json' with { type: 'json' }
import bengali from './texts/bn-bd.json' with { type: 'json' }
import english from './texts/en-us.json' with { type: 'json' }
import hindi from './texts/hi-in.json' with { type: 'json' }
import indonesian from './texts/id-id.json' with { type: 'json' }
import portuguese from './texts/pt-br.json' with { type: 'json' }
import vietnamese from './texts/vi-vn.json' with { type: 'json' }
import chinese from './texts/zh-cn.json' with { type: 'json' }

type Texts = typeof english

const TEXTS: Record<Language, Texts> = {
  'en-us': english,
  'bn-bd': bengali,
  'ar-sa': arabic,
  'zh-cn': chinese,
  'hi-in': hindi,
  'pt-br': portuguese,
  'id-id': indonesian,
  'vi-vn': vietnamese,
}

/** The picked text in every language. */
const everywhere = <T>(pick: (texts: Texts) => T): Partial<Record<Language, T>> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, pick(TEXTS[language])]))
const titles = (category: keyof Texts['categories']) => everywhere((texts) => texts.categories[category])
const texts = (code: keyof Texts['products']) => everywhere((all) => all.products[code])
/** At a table of two seats, a product is found by the words of the game, too. */
const textsAtTable = (code: keyof Texts['products']) =>
  everywhere(({ products, pk }) => ({
    ...products[code],
    synonyms: [...products[code].synonyms, ...pk],
  }))
const units = (amount: number) => BigInt(amount) * MINOR_PER_UNIT
const tier = (from: number, to: number, amount: number) => ({ from, to, prize: units(amount) })

export const DEMO_CATEGORIES: readonly NewCategory[] = [
  { category: 'electronics', position: 1, tile: 'sea', titles: titles('electronics') },
  { category: 'home', position: 2, tile: 'rose', titles: titles('home') },
  { category: 'ride', position: 3, tile: 'rose', titles: titles('ride') },
  { category: 'audio', position: 4, tile: 'iris', titles: titles('audio') },
  { category: 'wearables', position: 5, tile: 'leaf', titles: titles('wearables') },
  { category: 'gold', position: 6, tile: 'sun', titles: titles('gold') },
  { category: 'cash', position: 7, tile: 'sun', titles: titles('cash') },
]

export const DEMO_PRODUCTS: readonly NewProduct[] = [
  {
    code: 'PHONE',
    category: 'electronics',
    art: 'phone',
    tile: 'sea',
    marketPrice: units(28_000),
    sharePrice: units(25),
    shares: 1200,
    texts: texts('PHONE'),
  },
  {
    code: 'SCOOT',
    category: 'ride',
    art: 'scooter',
    tile: 'rose',
    marketPrice: units(88_000),
    sharePrice: units(20),
    shares: 4800,
    texts: texts('SCOOT'),
  },
  {
    code: 'GOLD',
    category: 'gold',
    art: 'gold',
    tile: 'sun',
    marketPrice: units(8_400),
    sharePrice: units(10),
    shares: 900,
    texts: texts('GOLD'),
  },
  {
    code: 'AUDIO',
    category: 'audio',
    art: 'headphones',
    tile: 'iris',
    marketPrice: units(2_200),
    sharePrice: units(5),
    shares: 500,
    texts: texts('AUDIO'),
  },
  {
    code: 'WATCH',
    category: 'wearables',
    art: 'watch',
    tile: 'leaf',
    marketPrice: units(2_900),
    sharePrice: units(5),
    shares: 640,
    texts: texts('WATCH'),
  },
  {
    code: 'COOKER',
    category: 'home',
    art: 'cooker',
    tile: 'rose',
    marketPrice: units(110),
    sharePrice: units(2),
    shares: 60,
    texts: texts('COOKER'),
  },
  {
    code: 'TV',
    category: 'electronics',
    art: 'television',
    tile: 'sun',
    marketPrice: units(10_800),
    sharePrice: units(10),
    shares: 1200,
    texts: texts('TV'),
  },
  {
    code: 'LAPTOP',
    category: 'electronics',
    art: 'laptop',
    tile: 'sea',
    marketPrice: units(36_000),
    sharePrice: units(25),
    shares: 1600,
    texts: texts('LAPTOP'),
  },
  {
    code: 'TABLET',
    category: 'electronics',
    art: 'tablet',
    tile: 'iris',
    marketPrice: units(6_300),
    sharePrice: units(10),
    shares: 700,
    texts: texts('TABLET'),
  },
  {
    code: 'CAMERA',
    category: 'electronics',
    art: 'camera',
    tile: 'leaf',
    marketPrice: units(13_500),
    sharePrice: units(15),
    shares: 1000,
    // its first issue expires before it is sold out, and every order is refunded
    saleDays: 4,
    texts: texts('CAMERA'),
  },
  {
    code: 'BIKE',
    category: 'ride',
    art: 'bicycle',
    tile: 'leaf',
    marketPrice: units(2_100),
    sharePrice: units(5),
    shares: 480,
    grade: 'salt',
    texts: texts('BIKE'),
  },
  {
    code: 'FRIDGE',
    category: 'home',
    art: 'refrigerator',
    tile: 'sea',
    marketPrice: units(6_500),
    sharePrice: units(8),
    shares: 900,
    grade: 'plain',
    timesCounted: 'before-final',
    plainAcknowledged: true,
    texts: texts('FRIDGE'),
  },
  // the zone of members from VIP 1 on
  {
    code: 'CAMERAVIP',
    category: 'electronics',
    art: 'camera',
    tile: 'sun',
    marketPrice: units(13_500),
    sharePrice: units(30),
    shares: 500,
    minVip: 1,
    texts: texts('CAMERA'),
  },
  // the same products at tables of two seats
  {
    code: 'COOKDUO',
    category: 'home',
    mode: 'pk',
    art: 'cooker',
    tile: 'rose',
    marketPrice: units(110),
    sharePrice: units(2),
    shares: 60,
    texts: textsAtTable('COOKER'),
  },
  {
    code: 'AUDIODUO',
    category: 'audio',
    mode: 'pk',
    art: 'headphones',
    tile: 'iris',
    marketPrice: units(2_200),
    sharePrice: units(24),
    shares: 100,
    texts: textsAtTable('AUDIO'),
  },
  {
    code: 'CASH',
    category: 'cash',
    mode: 'cash',
    art: 'cash',
    tile: 'sun',
    // 1, 8, 10, 10 and 10 codes: 1,170 of 1,300
    tiers: [tier(0, 0, 500), tier(1, 4, 25), tier(5, 9, 20), tier(10, 14, 15), tier(15, 19, 12)],
    sharePrice: units(10),
    shares: 130,
    texts: texts('CASH'),
  },
  {
    code: 'CASHBIG',
    category: 'cash',
    mode: 'cash',
    art: 'cash',
    tile: 'iris',
    // 1, 48, 100 and 150 codes: 4,360 of 5,000
    tiers: [tier(0, 0, 1_500), tier(1, 24, 20), tier(25, 74, 10), tier(75, 149, 6)],
    sharePrice: units(5),
    shares: 1000,
    texts: texts('CASHBIG'),
  },
  // no witness could sign the seals of the demo world, whose times are past
].map((product) => ({ grade: 'beacon', ...product, demo: true }) as NewProduct)
