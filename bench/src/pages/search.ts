/**
 * `npm run bench -- --search [--products=100000]`: searches in a catalogue of 100 products and in one of 100,000, each on its own
 * database behind its own server process, in turns over HTTP. The issues on sale, prices and sizes have the same shape; the large
 * catalogue has more words and more products for each of them, as a large shop does.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createClient, type Client } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { indexProducts } from '@fairlot/server/modules/mall/search/index-products'
import { createDb, type Db } from '@fairlot/server/platform/db'
import { median, quantile } from '../load.ts'
import { startScratch, type Scratch } from '../scratch.ts'
import type { ServerOrder } from '../server.process.ts'

const FEW = 100
const CALLS = 100
const WARM_UP = 20
const INDEXED_AT_ONCE = 500
export const GROWTH_GOAL = 1.5

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

const CASES: readonly { name: string; search: string; language?: OfferedLanguage }[] = [
  { name: 'a brand', search: brandOf(3) },
  { name: 'a brand and a type', search: `${brandOf(3)} camera` },
  { name: 'a type (a tenth of the products)', search: 'camera' },
  { name: 'a type and a material', search: 'wooden telephone' },
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

async function fill(owner: Db, count: number): Promise<void> {
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
       select md5(code)::uuid, code, 1, code || '-0001', 'goods', 100, 10000, 1000000, 80, 0, 0, 'all', 'plain', 0,
         business_now() + interval '30 days', business_now() from product`,
    )
    await tx.query(
      'insert into product_issue (code, sequence, issue_id) select code, 1, issue_id from issue_terms',
    )
    await tx.query(
      `insert into issue (issue_id, shares, price, utc_offset, status, opened_at, closes_ms)
       select issue_id, shares, price, 0, 'selling', business_now(), floor(extract(epoch from closes_at) * 1000) from issue_terms`,
    )
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

type Side = {
  count: number
  clients: Map<string, Client>
  times: Map<string, number[]>
  stop(): Promise<void>
}

function clientOf(url: string, language: OfferedLanguage): Client {
  return createClient({
    send: async (path, body) =>
      (
        await fetch(url + path, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).json(),
    session: () => null,
    language: () => language,
    now: () => Date.now(),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  })
}

async function serve({
  appUrl,
  deployment,
  secrets,
}: Scratch): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(new URL('../server.process.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send({ side: 'ours', appUrl, deployment, secrets } satisfies ServerOrder)
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, url: `http://127.0.0.1:${message.port}` }
}

async function startSide(count: number, say: (line: string) => void): Promise<Side> {
  const scratch = await startScratch()
  const owner = createDb(scratch.ownerUrl, { max: 1 })
  const began = performance.now()
  await fill(owner, count)
  const [size] = await owner.query<{ words: number; mb: number }>(
    `select (select count(*)::int from search_word) as words,
       ((pg_total_relation_size('product_search') + pg_total_relation_size('search_word')) / 1000000)::int as mb`,
  )
  await owner.close()
  const seconds = ((performance.now() - began) / 1_000).toFixed(0)
  say(`${count} products: ${size?.words} words, ${size?.mb} MB of index; written and indexed in ${seconds} s`)
  const { child, url } = await serve(scratch)
  const languages: OfferedLanguage[] = ['en-us', 'zh-cn', 'bn-bd']
  return {
    count,
    clients: new Map(languages.map((language) => [language, clientOf(url, language)])),
    times: new Map(),
    async stop() {
      child.kill()
      await scratch.stop()
    },
  }
}

/** A call of both sides in turns, many times. */
async function measure(sides: readonly Side[], name: string, call: (side: Side) => Promise<unknown>) {
  for (const side of sides) for (let i = 0; i < WARM_UP; i++) await call(side)
  for (let i = 0; i < CALLS; i++)
    for (const side of sides) {
      const began = performance.now()
      await call(side)
      side.times.set(name, [...(side.times.get(name) ?? []), performance.now() - began])
    }
}

const ms = (value: number) => value.toFixed(2).padStart(9)

function report(sides: readonly Side[], name: string): { line: string; ratio: number } {
  const [few, many] = sides.map(({ times }) => times.get(name) ?? [])
  const ratio = median(many ?? []) / median(few ?? [])
  const values = [
    median(few ?? []),
    median(many ?? []),
    ratio,
    quantile(few ?? [], 0.95),
    quantile(many ?? [], 0.95),
  ]
  return { line: `${name.padEnd(44)}${values.map(ms).join('')}`, ratio }
}

const PAGE = 20

/** The cards of the first page on a side. */
async function countOn({ clients }: Side, search: string, language: OfferedLanguage): Promise<number> {
  const { items } = await clients.get(language)!.call(ENDPOINTS.goodsList, { search, limit: PAGE })
  return items.length
}

/** Measures and reports lists, counts and suggestions. */
export async function measureSearch(products: number, say: (line: string) => void): Promise<void> {
  const sides: Side[] = []
  try {
    for (const count of [FEW, products]) sides.push(await startSide(count, say))
    const heads = [FEW, products, 'ratio', 'p95', 'p95'].map((head) => String(head).padStart(9)).join('')
    say(`${'milliseconds of a call'.padEnd(44)}${heads}`)
    const ratios: number[] = []
    for (const { name, search, language = 'en-us' } of CASES) {
      // both pages have as many cards: what grows is the catalogue
      const limit = Math.max(1, await countOn(sides[0]!, search, language))
      const kinds = {
        list: ENDPOINTS.goodsList,
        suggestions: ENDPOINTS.goodsSuggest,
        counts: ENDPOINTS.goodsFilters,
      }
      for (const [kind, endpoint] of Object.entries(kinds)) {
        const title = `${name}: ${kind}`
        const input = kind === 'list' ? { search, limit } : { search }
        await measure(sides, title, ({ clients }) => clients.get(language)!.call(endpoint, input))
        const { line, ratio } = report(sides, title)
        ratios.push(ratio)
        say(line)
      }
    }
    const worst = Math.max(...ratios)
    say(
      `growth: median ${median(ratios).toFixed(2)}, highest ${worst.toFixed(2)}; goal ≤ ${GROWTH_GOAL}: ${worst <= GROWTH_GOAL ? 'met' : 'missed'}`,
    )
  } finally {
    for (const side of sides.toReversed()) await side.stop()
  }
}
