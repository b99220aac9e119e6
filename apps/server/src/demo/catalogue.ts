/** The catalogue of the demo world, in every language. Product names are made up. */
import { LANGUAGES, type Language } from '@fairlot/contract/languages'
import { MINOR_PER_UNIT } from '@fairlot/contract/money'
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
const units = (amount: number) => BigInt(amount) * MINOR_PER_UNIT

export const DEMO_CATEGORIES: readonly NewCategory[] = [
  { category: 'electronics', position: 1, tile: 'sea', titles: titles('electronics') },
  { category: 'home', position: 2, tile: 'rose', titles: titles('home') },
  { category: 'ride', position: 3, tile: 'rose', titles: titles('ride') },
  { category: 'audio', position: 4, tile: 'iris', titles: titles('audio') },
  { category: 'wearables', position: 5, tile: 'leaf', titles: titles('wearables') },
  { category: 'gold', position: 6, tile: 'sun', titles: titles('gold') },
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
  // no witness could sign the seals of the demo world, whose times are past
].map((product) => ({ grade: 'beacon', ...product, demo: true }) as NewProduct)
