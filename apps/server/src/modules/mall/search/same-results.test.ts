/** What a search finds in a catalogue that it reads completely: compared with a scan of all products and issues. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { createTestCategories, servedMall, type ServedMall } from '../mall.fixture.ts'
import { findProducts } from './find-products.ts'
import { indexEndedIssue } from './index-products.queries.ts'
import { indexProducts } from './index-products.ts'
import { weak } from './terms.ts'
import { understand } from './understand.ts'

const PRODUCTS = 90
const WORDS = [
  'drum',
  'drums',
  'flute',
  'harp',
  'harps',
  'horn',
  'lyre',
  'oboe',
  'tuba',
  'viola',
  '鼓',
  '长笛',
]

let world: ServedMall
beforeAll(async () => {
  world = await servedMall()
  await createTestCategories(world)
})
afterAll(() => world.close())

const word = fc.constantFrom(...WORDS)
const product = fc.record({
  title: fc.array(word, { minLength: 1, maxLength: 3 }),
  synonym: fc.option(word),
  description: fc.array(word, { maxLength: 2 }),
  category: fc.constantFrom('home', 'phones'),
  minVip: fc.constantFrom(0, 0, 0, 1),
  issues: fc.integer({ min: 0, max: 3 }),
  newest: fc.constantFrom('selling', 'selling', 'scheduled', 'expired'),
  sold: fc.integer({ min: 0, max: 9 }),
  price: fc.constantFrom(1, 2, 3),
})
type Made = typeof product extends fc.Arbitrary<infer T> ? T : never

async function make(products: readonly Made[]): Promise<void> {
  const rows = products.map((made, n) => ({
    ...made,
    code: `Q${n}`,
    title: made.title.join(' '),
    synonyms: made.synonym === null ? [] : [made.synonym],
    description: made.description.join(' '),
  }))
  await world.owner.tx(async (tx) => {
    const json = JSON.stringify(rows)
    const columns = `code text, title text, synonyms jsonb, description text, category text, "minVip" int, issues int, newest text, sold int, price int`
    await tx.query(
      `insert into product (code, category, mode, art, tile, market_price, share_price, shares, issued, min_vip, grade, plain_acknowledged, created_at)
       select code, category, 'goods', 'phone', 'sea', 100000, price * 10000, 10, issues, "minVip", 'plain', true, business_now()
       from jsonb_to_recordset($1) as made(${columns})`,
      [json],
    )
    await tx.query(
      `insert into product_text (code, language, title, description, synonyms)
       select code, 'en-us', title, description, array(select jsonb_array_elements_text(synonyms))
       from jsonb_to_recordset($1) as made(${columns})`,
      [json],
    )
    await tx.query(
      `insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent, max_per_member,
         min_vip, times_counted, grade, utc_offset, closes_at, created_at)
       select md5(code || n)::uuid, code, n, code || '-000' || n, 'goods', 10, price * 10000, 100000, 80, 0, "minVip", 'all', 'plain', 0,
         business_now() + interval '30 days', business_now()
       from jsonb_to_recordset($1) as made(${columns}), generate_series(1, issues) n`,
      [json],
    )
    await tx.query(
      `insert into product_issue (code, sequence, issue_id) select code, sequence, issue_id from issue_terms where code like 'Q%'`,
    )
    await tx.query(
      `insert into issue (issue_id, shares, price, utc_offset, status, sold, opened_at, closes_ms)
       select issue_id, shares, terms.price, 0, case when sequence = issues then newest else 'expired' end,
         case when sequence = issues and newest = 'selling' then sold else 0 end,
         case when sequence < issues or newest <> 'scheduled' then business_now() end,
         floor(extract(epoch from closes_at) * 1000)
       from issue_terms terms join jsonb_to_recordset($1) as made(${columns}) using (code)`,
      [json],
    )
    await indexProducts(
      tx,
      rows.map(({ code }) => code),
    )
  })
}

async function clear(): Promise<void> {
  await world.owner.tx(async (tx) => {
    for (const table of ['product_search', 'product_text', 'product_issue'])
      await tx.query(`delete from ${table}`)
    await tx.query('delete from issue')
    await tx.query('delete from issue_terms')
    await tx.query('delete from product')
    await tx.query('delete from search_word')
  })
}

/** The formula that ranks products, over every product, and the newest issue of each. */
const SCAN = `
  select s.code, sum(
      case when terms[1:title_end] && strong then 8 when terms[title_end + 1:named_end] && strong then 6
        when terms[named_end + 1:kind_end] && every_term then 3 when terms && every_term then 1 else 0 end
      + case when terms && exact then 1 else 0 end)::int as rank, bool_and(terms && every_term) as has_all
  from product_search s
  cross join lateral (
    select array(select jsonb_array_elements_text(said -> 'strong')) as strong,
      array(select jsonb_array_elements_text(said -> 'exact')) as exact,
      array(select jsonb_array_elements_text(said -> 'terms')) as every_term
    from jsonb_array_elements($1::jsonb) said) groups
  group by s.code having bool_or(terms && every_term)`

async function scanned(text: string): Promise<{ code: string; rank: number }[]> {
  const { groups } = await understand(world.db, text, { languages: ['en-us'], exact: false })
  if (groups.length === 0) return []
  const said = groups.map(({ terms, exact }) => ({
    terms: [...terms, ...terms.map(weak)],
    strong: terms,
    exact: terms.slice(0, exact),
  }))
  const rows = await world.db.query<{ code: string; rank: number; has_all: boolean }>(SCAN, [
    JSON.stringify(said),
  ])
  const all = rows.filter(({ has_all: hasAll }) => hasAll)
  return all.length > 0 ? all : rows
}

const LIST = `
  select terms.number, found.rank, terms.min_vip > 0 as vip, product.category
  from unnest($1::text[], $2::int[]) as found(code, rank)
  cross join lateral (
    select issue_id from product_issue where product_issue.code = found.code order by sequence desc limit 1) newest
  join issue using (issue_id) join issue_terms terms using (issue_id) join product on product.code = found.code
  where issue.status = 'selling'
  order by found.rank desc, ((issue.shares - issue.sold)::bigint * 1000000) / issue.shares, issue_id`

test(
  'finds, ranks, lists and counts what a scan of the whole catalogue does',
  { timeout: 300_000 },
  async () => {
    const search = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(
        fc.array(product, { minLength: 1, maxLength: PRODUCTS }),
        fc.array(search, { minLength: 6, maxLength: 6 }),
        async (products, searches) => {
          await clear()
          await make(products)
          // which of them have ended changes the place where they are found only
          await indexEndedIssue(
            world.db,
            (
              await world.db.query<{ id: string }>(
                `select coalesce(max(issue_id::text), '00000000-0000-0000-0000-000000000000') as id from issue where status = 'expired'`,
              )
            )[0]!.id,
          )
          for (const text of searches) {
            const expected = await scanned(text)
            const found = await findProducts(world.db, text, { language: 'en-us', defaultLanguage: 'en-us' })
            const byCode = (rows: readonly { code: string; rank: number }[]) =>
              rows.map(({ code, rank }) => `${code} ${rank}`).toSorted()
            expect(byCode(found.products)).toEqual(byCode(expected))
            expect(found.more).toBe(false)
            const rows = await world.db.query<{ number: string; vip: boolean; category: string }>(LIST, [
              expected.map(({ code }) => code),
              expected.map(({ rank }) => rank),
            ])
            const goods = rows.filter(({ vip }) => !vip)
            const numbersOf = (items: readonly { issue: string }[]) => items.map(({ issue }) => issue)
            const listed = await world.anonymous.call(ENDPOINTS.goodsList, { search: text, limit: 100 })
            expect(numbersOf(listed.items)).toEqual(goods.map(({ number }) => number))
            const home = await world.anonymous.call(ENDPOINTS.goodsList, {
              search: text,
              limit: 100,
              category: 'home',
            })
            expect(numbersOf(home.items)).toEqual(
              goods.flatMap(({ number, category }) => (category === 'home' ? [number] : [])),
            )
            const suggested = await world.anonymous.call(ENDPOINTS.goodsSuggest, { search: text })
            expect(numbersOf(suggested.items)).toEqual(rows.slice(0, 5).map(({ number }) => number))
            expect(suggested.selling).toBe(rows.length)
            const counted = await world.anonymous.call(ENDPOINTS.goodsFilters, { search: text })
            expect(counted.total).toBe(goods.length)
            expect(counted.search?.zones.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
            expect(counted.categories.find(({ id }) => id === 'home')?.count).toBe(
              goods.filter(({ category }) => category === 'home').length,
            )
          }
        },
      ),
      { numRuns: 12 },
    )
  },
)
