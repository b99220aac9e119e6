import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { testClient } from '../../../testing/client.ts'
import { DEMO_CATEGORIES, DEMO_PRODUCTS } from '../../../demo/catalogue.ts'
import { buyOverHttp, sellingProduct, servedMall, type ServedMall } from '../mall.fixture.ts'
import { findProducts, type Found } from './find-products.ts'
import { indexProducts } from './index-products.ts'

let world: ServedMall
const clients = new Map<OfferedLanguage, ReturnType<typeof testClient>>()

/** The catalogue of the demo world, whose texts are in every language. */
beforeAll(async () => {
  world = await servedMall()
  for (const category of DEMO_CATEGORIES) await world.mall.createCategory(category)
  for (const product of DEMO_PRODUCTS) {
    await world.mall.createProduct({ ...product, grade: 'beacon', timesCounted: 'all' })
    await world.mall.openIssue(product.code)
  }
})
afterAll(() => world.close())

function client(language: OfferedLanguage) {
  const known = clients.get(language) ?? testClient({ url: world.url, language })
  clients.set(language, known)
  return known
}
async function found(
  search: string,
  language: OfferedLanguage = 'en-us',
  more: Input<Endpoints['goodsList']> = {},
) {
  const { items } = await client(language).call(ENDPOINTS.goodsList, { search, limit: 100, ...more })
  return items.map(({ product }) => product.code)
}
const codesOf = ({ products }: Found): string[] => products.map(({ code }) => code)
const understood = async (search: string, language: OfferedLanguage = 'en-us') =>
  (await client(language).call(ENDPOINTS.goodsFilters, { search })).search

describe('in English', () => {
  test.each([
    ['Phone', 'PHONE'],
    ['fridge', 'FRIDGE'],
    ['telephone', 'PHONE'],
    ['phnoe', 'PHONE'],
    ['watch gps', 'WATCH'],
    ['gps watch', 'WATCH'],
    ['telephnoe', 'PHONE'],
    ['refrigiratr', 'FRIDGE'],
    ['hedphones', 'AUDIO'],
    ['head phones', 'AUDIO'],
    ['phones', 'PHONE'],
    ['ricecooker', 'COOKER'],
    ['256gb', 'PHONE'],
    ['motor bike', 'SCOOT'],
    ['scoot', 'SCOOT'],
  ])('«%s» finds %s first', async (text, code) => {
    expect((await found(text))[0]).toBe(code)
  })

  test.each([
    ['手表', 'WATCH'],
    ['ঘড়ি', 'WATCH'],
    ['फ़ोन', 'PHONE'],
    ['هاتف', 'PHONE'],
  ])('«%s», in the script of another language, finds %s first', async (text, code) => {
    expect((await found(text))[0]).toBe(code)
  })

  test('ranks title before synonym before category before description', async () => {
    const texts = (title: string, description: string, synonyms: string[] = []) => ({
      'en-us': { title, description, synonyms },
    })
    await world.mall.createCategory({
      category: 'zither',
      position: 9,
      tile: 'sea',
      titles: { 'en-us': 'Zithers' },
    })
    await sellingProduct(world, { code: 'R4', category: 'home', texts: texts('Stand', 'Holds a zither.') })
    await sellingProduct(world, { code: 'R3', category: 'zither', texts: texts('Strings', '') })
    await sellingProduct(world, { code: 'R2', category: 'home', texts: texts('Harp', '', ['Zither']) })
    await sellingProduct(world, { code: 'R1', category: 'home', texts: texts('A zither', '') })
    expect(await found('zither')).toEqual(['R1', 'R2', 'R3', 'R4'])
    expect(await found('zither', 'en-us', { category: 'home' })).toEqual(['R1', 'R2', 'R4'])
    expect(await found('zither', 'en-us', { sort: 'newest' })).toEqual(['R1', 'R2', 'R3', 'R4'])
  })

  test('pages through the results without gaps or duplicates', async () => {
    const call = (cursor: { cursor?: string }) =>
      client('en-us').call(ENDPOINTS.goodsList, { search: 'zither', limit: 1, ...cursor })
    const first = await call({})
    const second = await call({ cursor: first.next! })
    expect([...first.items, ...second.items].map(({ product }) => product.code)).toEqual(['R1', 'R2'])
  })

  test('says what it corrected, and takes the words as typed on request', async () => {
    expect(await understood('telephnoe')).toMatchObject({ text: 'telephone', corrected: true, unknown: [] })
    expect(await understood('Phones')).toMatchObject({ text: 'phones', corrected: false })
    expect(await found('telephnoe', 'en-us', { exact: true })).toEqual([])
    expect(await found('telephone', 'en-us', { exact: true })).toEqual(['PHONE'])
  })

  test('leaves out words that no product has, and finds some of the words when none has all', async () => {
    expect(await understood('qqqqqq phone')).toMatchObject({
      text: 'phone',
      unknown: ['qqqqqq'],
      some: false,
    })
    expect(await found('qqqqqq')).toEqual([])
    expect(await found('!?')).toEqual([])
    expect(await understood('scooter laptop')).toMatchObject({ some: true })
    expect((await found('scooter laptop')).toSorted()).toEqual(['LAPTOP', 'SCOOT'])
    expect(await understood('dien thoia', 'vi-vn')).toMatchObject({ text: 'dien thoại', corrected: true })
  })

  test('names of models do not hide the other words with the same beginning', async () => {
    const titles = [...Array.from({ length: 20 }, (_, n) => `Vioflex ${n}`), 'Violin', 'Viola']
    await world.owner.query(
      `insert into product (code, category, mode, art, tile, market_price, share_price, shares, grade, plain_acknowledged, created_at)
       select 'VIO' || n, 'home', 'goods', 'phone', 'sea', 10000, 10000, 2, 'plain', true, business_now()
       from generate_series(1, $1::int) n`,
      [titles.length],
    )
    await world.owner.query(
      `insert into product_text (code, language, title, description)
       select 'VIO' || n, 'en-us', title, '' from unnest($1::text[]) with ordinality as said(title, n)`,
      [titles],
    )
    const codes = titles.map((_, n) => `VIO${n + 1}`)
    await world.owner.tx((tx) => indexProducts(tx, codes))
    const options = { language: 'en-us', defaultLanguage: 'en-us' } as const
    const all = await findProducts(world.db, 'vio', options)
    expect(codesOf(all).toSorted()).toEqual(codes.toSorted())
    expect(codesOf(await findProducts(world.db, 'vioflex 7', options))).toContain('VIO8')
  })

  test('keeps the 60 best when more than 100 products match, and says that there are more', async () => {
    await world.owner.query(
      `insert into product (code, category, mode, art, tile, market_price, share_price, shares, grade, plain_acknowledged, created_at)
       select 'KAZ' || n, 'home', 'goods', 'phone', 'sea', 10000, 10000, 2, 'plain', true, business_now()
       from generate_series(1, 240) n`,
    )
    await world.owner.query(
      `insert into product_text (code, language, title, description)
       select 'KAZ' || n, 'en-us', case when n % 2 = 0 then 'Kazoo' else 'Whistle' end,
         case when n % 2 = 1 then 'As loud as a kazoo.' else '' end from generate_series(1, 240) n`,
    )
    const codes = Array.from({ length: 240 }, (_, n) => `KAZ${n + 1}`)
    await world.owner.tx((tx) => indexProducts(tx, codes))
    const kazoos = await findProducts(world.db, 'kazoo', { language: 'en-us', defaultLanguage: 'en-us' })
    expect(kazoos.more).toBe(true)
    expect(kazoos.products).toHaveLength(60)
    expect(codesOf(kazoos).every((code) => Number(code.slice(3)) % 2 === 0)).toBe(true)
  })

  test('finds two frequent words together, also where no title of a sample has both', async () => {
    const options = { language: 'en-us', defaultLanguage: 'en-us' } as const
    const both = await findProducts(world.db, 'kazoo whistle', options)
    expect(both).toMatchObject({ more: true, understood: { some: false } })
    expect(codesOf(both).every((code) => Number(code.slice(3)) % 2 === 1)).toBe(true)

    await world.owner.query(
      `insert into product (code, category, mode, art, tile, market_price, share_price, shares, grade, plain_acknowledged, created_at)
       values ('KAZOTH', 'home', 'goods', 'phone', 'sea', 10000, 10000, 2, 'plain', true, business_now())`,
    )
    await world.owner.query(
      `insert into product_text (code, language, title, description) values ('KAZOTH', 'en-us', 'Kazoo with a whistle', '')`,
    )
    await world.owner.tx((tx) => indexProducts(tx, ['KAZOTH']))
    expect(codesOf(await findProducts(world.db, 'kazoo whistle', options))[0]).toBe('KAZOTH')
  })

  test('of two frequent words that no product has together offers products with one, until one product has both', async () => {
    const options = { language: 'en-us', defaultLanguage: 'en-us' } as const
    const titles = Array.from({ length: 1_800 }, (_, n) => (n % 2 === 0 ? 'Ocarina' : 'Bagpipe'))
    const codes = titles.map((_, n) => `OB${n}`)
    await world.owner.tx(async (tx) => {
      await tx.query(
        `insert into product (code, category, mode, art, tile, market_price, share_price, shares, issued, grade, plain_acknowledged, created_at)
         select code, 'home', 'goods', 'phone', 'sea', 10000, 10000, 2, 1, 'plain', true, business_now() from unnest($1::text[]) code`,
        [codes],
      )
      await tx.query(
        `insert into product_text (code, language, title, description)
         select code, 'en-us', title, '' from unnest($1::text[], $2::text[]) as said(code, title)`,
        [codes, titles],
      )
      await tx.query(
        `insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent, max_per_member,
           min_vip, times_counted, grade, utc_offset, closes_at, created_at)
         select gen_random_uuid(), code, 1, code || '-0001', 'goods', 2, 10000, 20000, 80, 0, 0, 'all', 'plain', 0,
           business_now() + interval '30 days', business_now() from unnest($1::text[]) code`,
        [codes],
      )
      await tx.query(
        `insert into product_issue (code, sequence, issue_id)
         select code, sequence, issue_id from issue_terms where code = any($1::text[])`,
        [codes],
      )
      await tx.query(
        `insert into issue (issue_id, shares, price, utc_offset, status, opened_at, closes_ms)
         select issue_id, shares, price, 0, 'selling', business_now(), floor(extract(epoch from closes_at) * 1000)
         from issue_terms where code = any($1::text[])`,
        [codes],
      )
    })
    await world.owner.tx((tx) => indexProducts(tx, codes))
    const ocarinas = await findProducts(world.db, 'ocarina', options)
    expect(ocarinas).toMatchObject({ more: true, understood: { some: false } })
    expect(codesOf(ocarinas).map((code) => Number(code.slice(2)) % 2)).toEqual(Array(60).fill(0))

    const offered = await findProducts(world.db, 'ocarina bagpipe', options)
    expect(offered).toMatchObject({ more: true, understood: { some: true } })
    expect(offered.products).toHaveLength(60)

    // of the slots that the sample leaves out
    const [late] = await world.owner.query<{ code: string }>(
      `select code from product_search where code = any($1::text[]) and slot = 2 order by code limit 1`,
      [codes],
    )
    await world.owner.query(`update product_text set title = 'Ocarina and bagpipe' where code = $1`, [
      late!.code,
    ])
    await world.owner.tx((tx) => indexProducts(tx, [late!.code]))
    const both = await findProducts(world.db, 'ocarina bagpipe', options)
    expect(both).toMatchObject({ more: false, understood: { some: false } })
    expect(codesOf(both)).toEqual([late!.code])
  })

  test('finds issues by number, by its beginning, and by the code of the product', async () => {
    expect(await found('phone-0001')).toEqual(['PHONE'])
    expect(await found('PHONE-')).toEqual(['PHONE'])
    expect(await found('PHONE-0002')).toEqual([])
  })
})

describe('in every language', () => {
  test.each<[OfferedLanguage, string, string]>([
    ['bn-bd', 'ফোন', 'PHONE'],
    ['bn-bd', 'মোবইল', 'PHONE'],
    ['bn-bd', 'ফ্রিজ', 'FRIDGE'],
    ['bn-bd', 'phone', 'PHONE'],
    ['hi-in', 'फ़ोन', 'PHONE'],
    ['hi-in', 'फोन', 'PHONE'],
    ['hi-in', 'मोबाइल', 'PHONE'],
    ['hi-in', 'मोबाल', 'PHONE'],
    ['hi-in', 'फ्रिज', 'FRIDGE'],
    ['ar-sa', 'هاتف', 'PHONE'],
    ['ar-sa', 'الهاتف', 'PHONE'],
    ['ar-sa', 'جوال', 'PHONE'],
    ['ar-sa', 'ثلاجه', 'FRIDGE'],
    ['ar-sa', 'ثلاحة', 'FRIDGE'],
    ['zh-cn', '手机', 'PHONE'],
    ['zh-cn', '智能手机', 'PHONE'],
    ['zh-cn', '智能手几', 'PHONE'],
    ['zh-cn', '手机电话', 'PHONE'],
    ['zh-cn', '新款手机', 'PHONE'],
    ['zh-cn', '冰箱', 'FRIDGE'],
    ['zh-cn', '电饭堡', 'COOKER'],
    ['pt-br', 'geladeira', 'FRIDGE'],
    ['pt-br', 'geladera', 'FRIDGE'],
    ['pt-br', 'relógio gps', 'WATCH'],
    ['pt-br', 'relogio', 'WATCH'],
    ['id-id', 'kulkas', 'FRIDGE'],
    ['id-id', 'kulaks', 'FRIDGE'],
    ['id-id', 'ponsel', 'PHONE'],
    ['vi-vn', 'điện thoại', 'PHONE'],
    ['vi-vn', 'dien thoai', 'PHONE'],
    ['vi-vn', 'tủ lạnh', 'FRIDGE'],
    ['vi-vn', 'dien thoia', 'PHONE'],
  ])('%s «%s» finds %s first', async (language, text, code) => {
    expect((await found(text, language))[0]).toBe(code)
  })
})

describe('what else a search finds', () => {
  test('suggests matches, their categories, and how many are on sale and drawn', async () => {
    const person = await world.person(10_000_000n)
    const issue = await sellingProduct(world, {
      code: 'GONE',
      category: 'audio',
      shares: 2,
      grade: 'salt',
      texts: { 'en-us': { title: 'Small headphones', description: '' } },
    })
    await buyOverHttp(person, issue, 2)
    await world.mall.draws.runDue()
    const answer = await client('en-us').call(ENDPOINTS.goodsSuggest, { search: 'headphnes' })
    expect(answer).toMatchObject({
      text: 'headphones',
      corrected: true,
      selling: answer.items.length,
      drawn: 1,
    })
    expect(answer.items.map(({ issue: number }) => number)).toEqual(
      expect.arrayContaining(['AUDIO-0001', 'GONE-0002']),
    )
    expect(answer.categories[0]).toEqual({
      id: 'audio',
      title: 'Audio',
      tile: 'iris',
      count: answer.items.filter(({ product }) => product.category === 'audio').length,
    })
    expect(await found('small headphones', 'en-us', { status: 'drawn' })).toEqual(['GONE'])
    expect(await understood('small headphones')).toMatchObject({
      drawn: 1,
      zones: [{ zone: 'goods', count: 1 }],
    })
  })

  test('counts the results in the other zones', async () => {
    await sellingProduct(world, {
      code: 'VIPONE',
      category: 'audio',
      minVip: 1,
      texts: { 'en-us': { title: 'Gramophone', description: '' } },
    })
    expect(await found('gramophone')).toEqual([])
    expect(await understood('gramophone')).toMatchObject({ zones: [{ zone: 'vip', count: 1 }] })
    const { modes } = await client('en-us').call(ENDPOINTS.kinds, {})
    expect(modes).toEqual(['goods', 'cash', 'pk', 'vip'])
  })
})

describe('the index', () => {
  const words = async (): Promise<string> =>
    JSON.stringify(await world.db.query('select term, products from search_word order by term'))

  test('counts the products of each word, whatever is indexed again or changed', async () => {
    const counted = `
      select count(*)::int as wrong from search_word full join (
        select substr(term, 1, 2) || ':' || substr(term, 4) as term, count(distinct code)::int as products
        from product_search, unnest(terms) as term where term !~ '^[#@]' group by 1) made using (term)
      where search_word.products is distinct from made.products`
    expect(await world.db.query(counted)).toEqual([{ wrong: 0 }])
    const before = await words()
    const codes = DEMO_PRODUCTS.map(({ code }) => code)
    await Promise.all([codes, codes.toReversed()].map((some) => world.db.tx((tx) => indexProducts(tx, some))))
    expect(await words()).toBe(before)
    await world.owner.query(`update product_text set title = 'Qwertz' where code = 'R1'`)
    await world.db.tx((tx) => indexProducts(tx, ['R1']))
    expect(await found('qwertz')).toEqual(['R1'])
    expect(await found('zither')).toEqual(['R2', 'R3', 'R4'])
    expect(await world.db.query(counted)).toEqual([{ wrong: 0 }])
  })

  test('is made by the job for products without terms and for those of an older version', async () => {
    await world.owner.query(`delete from product_search where code = 'R2'`)
    await world.owner.query(`update product_search set version = 0 where code = 'R3'`)
    await world.owner.query(`update category_text set title = 'Dulcimers' where category = 'zither'`)
    expect(await found('dulcimer')).toEqual([])
    await world.jobs.plan()
    await world.database.advanceClock(60_000)
    await world.jobs.drain()
    expect(await found('dulcimer')).toEqual(['R3'])
    expect(await found('harp')).toEqual(['R2'])
  })
})
