/** The catalogue in which `npm run bench -- --search` searches, and what it searches for. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { indexProducts } from '@fairlot/server/modules/mall/search/index-products'
import type { Db } from '@fairlot/server/platform/db'

const INDEXED_AT_ONCE = 500

/** A product is found by its type and material, by its brand (12 products in a large catalogue), and by its number. */
const TYPES = [
  ['telephone', '电话机', 'টেলিফোন'],
  ['refrigerator', '电冰箱', 'রেফ্রিজারেটর'],
  ['headphones', '头戴耳机', 'হেডফোন'],
  ['bicycle', '自行车', 'সাইকেল'],
  ['camera', '照相机', 'ক্যামেরা'],
  ['notebook', '笔记本', 'নোটবুক'],
  ['television', '电视机', 'টেলিভিশন'],
  ['wristwatch', '手腕表', 'হাতঘড়ি'],
  ['scooter', '踏板车', 'স্কুটার'],
  ['cooker', '电饭煲', 'কুকার'],
] as const
const MATERIALS = [
  'steel',
  'wooden',
  'silver',
  'golden',
  'leather',
  'carbon',
  'ceramic',
  'marble',
  'bamboo',
  'titanium',
]
const SYLLABLES = ['ba', 'do', 'fi', 'ga', 'ku', 'lo', 'mi', 'na', 'pe', 'ro', 'sa', 'tu', 've', 'wi', 'zo']

/** The made-up brand of number n: four syllables. */
function brandOf(n: number): string {
  const at = (place: number) => SYLLABLES[Math.floor(n / SYLLABLES.length ** place) % SYLLABLES.length]
  return `${at(3)}${at(0)}${at(1)}${at(2)}`
}
const PRODUCTS_OF_A_BRAND = 12

export const SEARCHES: readonly {
  name: string
  search: string
  language?: OfferedLanguage
  /** of the list */
  category?: string
}[] = [
  { name: 'a brand', search: brandOf(3) },
  { name: 'a brand and a type', search: `${brandOf(3)} camera` },
  { name: 'a type (a tenth of the products)', search: 'camera' },
  { name: 'a type and a material', search: 'wooden telephone' },
  { name: 'a material in a category', search: 'wooden', category: 'c3' },
  { name: 'two types that no product is', search: 'camera telephone' },
  { name: 'a word of every description', search: 'guarantee' },
  { name: 'three words in another order', search: `telephone golden ${brandOf(2)}` },
  { name: 'a typing error', search: 'telephnoe' },
  { name: 'two typing errors', search: 'refrigiratr' },
  { name: 'a typing error in a brand', search: brandOf(3).slice(0, -1) },
  { name: 'the beginning of a word', search: 'head' },
  { name: 'one letter', search: 'c' },
  { name: 'Chinese', search: '电冰箱', language: 'zh-cn' },
  { name: 'Chinese, a wrong character', search: '电饭堡', language: 'zh-cn' },
  { name: 'Bengali, a typing error', search: 'টেলিফন', language: 'bn-bd' },
  { name: 'an issue number', search: 'S7-0001' },
  { name: 'nothing', search: 'qqqqqqqq' },
]

/** What the issues opened with. The names of these contents are not their hashes, which nothing here computes again. */
const NAMED = `encode(sha256(convert_to(code, 'UTF8')), 'hex')`
const CONTENTS = [
  `insert into content (hash, art) select ${NAMED}, art from product`,
  `insert into content_text (hash, language, title, description, formatted)
   select ${NAMED}, language, title, description, content from product_text`,
  `insert into issue_content (issue_id, hash) select issue_id, ${NAMED} from issue_terms`,
]

export async function fillCatalogue(owner: Db, count: number): Promise<void> {
  await owner.query(
    `insert into category (category, position, tile) select 'c' || n, n, 'sea' from generate_series(0, 9) n`,
  )
  await owner.query(
    `insert into category_text select 'c' || n, 'en-us', 'Category ' || n from generate_series(0, 9) n`,
  )
  await owner.tx(async (tx) => {
    await tx.query('set local statement_timeout = 0')
    await tx.query(
      `insert into product (code, category, mode, art, tile, market_price, share_price, shares, issued, grade, plain_acknowledged, created_at)
       select 'S' || n, 'c' || n % 10, 'goods', 'phone', 'sea', 1000000, 10000, 100, 1, 'plain', true, business_now()
       from generate_series(1, $1::int) n`,
      [count],
    )
    const texts = Array.from({ length: count }, (_, at) => {
      const n = at + 1
      const [english, chinese, bengali] = TYPES[n % TYPES.length]!
      const material = MATERIALS[Math.floor(n / 10) % MATERIALS.length]
      const brand = brandOf(Math.floor(n / PRODUCTS_OF_A_BRAND))
      return {
        code: `S${n}`,
        en: `${brand} ${material} ${english} ${n}`,
        zh: `${brand} ${chinese}`,
        bn: `${brand} ${bengali}`,
      }
    })
    await tx.query(
      `insert into product_text (code, language, title, description)
       select code, language, title, case language when 'en-us' then 'New, in its box, with a guarantee of one year.' else '' end
       from jsonb_to_recordset($1) as text(code text, en text, zh text, bn text)
       cross join lateral (values ('en-us', en), ('zh-cn', zh), ('bn-bd', bn)) as said(language, title)`,
      [JSON.stringify(texts)],
    )
    await tx.query(
      `insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent, max_per_member,
         min_vip, times_counted, grade, utc_offset, closes_at, created_at)
       select overlay(overlay(md5(code) placing '4' from 13) placing '8' from 17)::uuid, code, 1, code || '-0001', 'goods', 100, 10000, 1000000, 80, 0, 0, 'all', 'plain', 0,
         business_now() + interval '30 days', business_now() from product`,
    )
    await tx.query(
      'insert into product_issue (code, sequence, issue_id) select code, 1, issue_id from issue_terms',
    )
    await tx.query(
      `insert into issue (issue_id, shares, price, utc_offset, status, opened_at, closes_ms)
       select issue_id, shares, price, 0, 'selling', business_now(), floor(extract(epoch from closes_at) * 1000) from issue_terms`,
    )
    for (const statement of CONTENTS) await tx.query(statement)
  })
  for (let from = 1; from <= count; from += INDEXED_AT_ONCE) {
    const codes = Array.from(
      { length: Math.min(INDEXED_AT_ONCE, count - from + 1) },
      (_, at) => `S${from + at}`,
    )
    await owner.tx((tx) => indexProducts(tx, codes))
  }
  await owner.query('vacuum analyze')
}
