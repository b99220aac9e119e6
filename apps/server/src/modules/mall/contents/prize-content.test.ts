/** An issue shows what it opened with, while it sells and after it was drawn; a change concerns the issues that open later. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { mediaPath } from '@fairlot/contract/media/media-path'
import { contentHash } from '@fairlot/fairness/content'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMember, type TestMember } from '../../../testing/factories.ts'
import { makePicture, sendProductPicture } from '../../../testing/made/pictures.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { mallChecks } from '../mall.checks.ts'
import { productChecks } from '../products/product.checks.ts'
import { checkContents, contentChecks } from './prize-content.checks.ts'

let server: TestServer
let member: TestMember
let editor: TestOperator

beforeAll(async () => {
  server = await testServer()
  await server.context.jobs.plan()
  member = await makeMember(server, { balance: '1000.00' })
  editor = await makeOperator(server, ['content'])
  await server.context.mall.createCategory({
    category: 'test',
    position: 1,
    tile: 'sea',
    titles: { 'en-us': 'Test' },
  })
})
afterAll(async () => {
  expect(await failing(server.db, [...mallChecks, ...productChecks])).toEqual([])
  expect(await checkContents(server.db)).toMatchObject({ breaches: 0 })
  await server.close()
})

const product = (code: string, title: string) =>
  server.context.mall.createProduct({
    code,
    category: 'test',
    art: 'phone',
    tile: 'sea',
    texts: {
      'en-us': { title, description: 'A **phone**.' },
      'bn-bd': { title: 'ফোন', description: '' },
    },
    marketPrice: 50_000n,
    sharePrice: 10_000n,
    shares: 5,
    grade: 'salt',
  })
const open = async (code: string) => (await server.context.mall.openIssue(code))!.number
const rename = (code: string, title: string, description: string, language: OfferedLanguage = 'en-us') =>
  editor.client.call(ENDPOINTS.productText, { code, language, title, description })
const picture = async (shade: number) =>
  (await sendProductPicture(server.url, editor.client, await makePicture({ width: 900, height: 600, shade })))
    .name
const gallery = (code: string, images: string[]) =>
  editor.client.call(ENDPOINTS.productImages, { code, ...(images.length > 0 && { images }) })
const detail = (issue: string) => member.client.call(ENDPOINTS.goodsDetail, { issue })
const buy = (issue: string, quantity: number) =>
  member.client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })
const status = async (name: string) => (await fetch(server.url + mediaPath(name, 1280))).status

/** Sells the rest and draws. */
async function draw(issue: string): Promise<void> {
  const { card } = await detail(issue)
  await buy(issue, card.shares - card.sold)
  await server.context.mall.draws.runDue()
  await server.database.advanceClock(40_000)
  await server.context.mall.draws.runDue()
}

/** What a member sees of an issue on its page. */
async function shown(issue: string) {
  const { card, text, images, content } = await detail(issue)
  return {
    title: card.product.title,
    art: card.product.art,
    image: card.product.image,
    text,
    images: images.map(({ name }) => name),
    content,
  }
}

/** The titles of an issue everywhere else that a member meets it. */
async function titles(issue: string): Promise<Record<string, string | null>> {
  const { client } = member
  const [code] = issue.split('-') as [string]
  const [winners, ofProduct, orders, issues, notices, home, statement] = await Promise.all([
    client.call(ENDPOINTS.winners, {}),
    client.call(ENDPOINTS.goodsWinners, { product: code }),
    client.call(ENDPOINTS.orderList, {}),
    client.call(ENDPOINTS.orderIssues, {}),
    client.call(ENDPOINTS.notices, {}),
    client.call(ENDPOINTS.home, {}),
    client.call(ENDPOINTS.walletStatement, {}),
  ])
  const calculation = await client.call(ENDPOINTS.calculation, { issue })
  const inCards = (items: { issue: string; product: { title: string } }[]) =>
    items.find((card) => card.issue === issue)?.product.title ?? null
  return {
    calculation: calculation.card.product.title,
    winners: inCards(winners.items),
    'winners of the product': inCards(ofProduct.items),
    orders: inCards(orders.items.map(({ card }) => card)),
    prizes: inCards(issues.items.map(({ card }) => card)),
    notices: notices.items.find((notice) => notice.issue === issue)?.title ?? null,
    home: home.winners.find((winner) => winner.issue === issue)?.title ?? null,
    statement: statement.items.find((line) => line.issue === issue)?.title ?? null,
  }
}

test('an issue keeps its texts, pictures and portrait while it sells and after it was drawn, and the next one has the new ones', async () => {
  await product('NOVA', 'Nova X Pro')
  const [front, back, toy] = [await picture(40), await picture(120), await picture(200)]
  await gallery('NOVA', [front, back])
  const issue = await open('NOVA')
  await member.client.call(ENDPOINTS.remind, { issue, kind: 'drawn', on: true })
  const promised = await shown(issue)
  expect(promised).toMatchObject({
    title: 'Nova X Pro',
    art: 'phone',
    image: front,
    images: [front, back],
    content: expect.stringMatching(/^[0-9a-f]{64}$/),
  })

  await buy(issue, 2)
  await rename('NOVA', 'Toy phone for dolls', 'Plastic.')
  await rename('NOVA', 'খেলনা', 'প্লাস্টিক।', 'bn-bd')
  await rename('NOVA', 'لعبة', '', 'ar-sa')
  await gallery('NOVA', [toy, back])
  await editor.client.call(ENDPOINTS.productEdit, { code: 'NOVA', art: 'laptop' })
  expect(await shown(issue)).toEqual(promised)
  expect(await Promise.all([front, back, toy].map(status))).toEqual([200, 200, 200])
  const list = await member.client.call(ENDPOINTS.goodsList, {})
  expect(list.items.map(({ product: { title, image } }) => [title, image])).toEqual([['Nova X Pro', front]])

  await draw(issue)
  await gallery('NOVA', [toy])
  expect(await shown(issue)).toEqual(promised)
  expect(new Set(Object.values(await titles(issue)))).toEqual(new Set(['Nova X Pro']))
  expect(await Promise.all([front, back].map(status))).toEqual([200, 200])

  const found = async (search: string) =>
    (await member.client.call(ENDPOINTS.walletStatement, { search })).items.map((line) => line.issue)
  // the title that the statement shows, and the one that the product has now
  expect(await found('nova x')).toContain(issue)
  expect(await found('toy phone')).toContain(issue)

  const next = `NOVA-0002`
  expect(await shown(next)).toMatchObject({
    title: 'Toy phone for dolls',
    art: 'laptop',
    image: toy,
    text: [{ kind: 'paragraph', text: [{ text: 'Plastic.' }] }],
  })
  expect((await shown(next)).content).not.toBe(promised.content)
})

test('a scheduled issue shows what its product has, and keeps what it opens with', async () => {
  await product('LATE', 'A phone')
  const now = await server.db.query<{ ms: number }>(
    `select (extract(epoch from business_now()) * 1000)::float8 as ms`,
  )
  const { issue } = await editor.client.call(ENDPOINTS.productOpen, {
    code: 'LATE',
    opensAt: Math.ceil(now[0]!.ms) + 30_000,
  })
  expect(await shown(issue!.number)).toMatchObject({ title: 'A phone', content: null })
  await rename('LATE', 'A better phone', 'New.')
  expect(await shown(issue!.number)).toMatchObject({ title: 'A better phone', content: null })
  await server.database.advanceClock(40_000)
  await server.context.mall.draws.runDue()
  await rename('LATE', 'Another phone', 'Old.')
  const opened = await shown(issue!.number)
  expect(opened).toMatchObject({ title: 'A better phone', content: expect.any(String) })
})

describe('the hash', () => {
  test('is that of the published formula over texts, pictures and portrait', async () => {
    await product('HASH', 'Phone "N"')
    await rename('HASH', 'Téléphone\u2028 😀', 'Line\n\n- one\n- two', 'vi-vn')
    const name = await picture(77)
    await gallery('HASH', [name])
    const file = await fetch(server.url + mediaPath(name, 1280))
    const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())).toString(
      'hex',
    )
    const issue = await open('HASH')
    expect((await shown(issue)).content).toBe(
      contentHash({
        art: 'phone',
        texts: {
          'en-us': { title: 'Phone "N"', description: 'A **phone**.' },
          'bn-bd': { title: 'ফোন', description: '' },
          'vi-vn': { title: 'Téléphone 😀', description: 'Line\n\n- one\n- two' },
        },
        pictures: [sha256],
      }),
    )
  })

  test('is stored once for issues with the same content', async () => {
    await product('TWIN', 'The same phone')
    await product('TWINS', 'The same phone')
    const [one, other] = [await open('TWIN'), await open('TWINS')]
    expect((await shown(one)).content).toBe((await shown(other)).content)
  })
})

test('a picture that an issue opened with can be in the gallery of its product again, and in no other', async () => {
  await product('BACK', 'A phone')
  await product('THIEF', 'A phone')
  const name = await picture(150)
  await gallery('BACK', [name])
  const issue = await open('BACK')
  await gallery('BACK', [])
  expect(await codeOf(gallery('THIEF', [name]))).toBe('UPLOAD_GONE')
  expect((await gallery('BACK', [name])).images.map((image) => image.name)).toEqual([name])
  expect((await shown(issue)).images).toEqual([name])
})

describe('a corruption of a content', () => {
  const KEPT = contentChecks[0]!.title
  const HISTORY = contentChecks[1]!.title
  const PICTURES = productChecks[0]!.title
  let issueId: string
  beforeAll(async () => {
    await product('KEPT', 'A phone to keep')
    await gallery('KEPT', [await picture(222)])
    issueId = (await server.context.mall.openIssue('KEPT'))!.issueId
  })
  const HASH = `(select hash from issue_content where issue_id = $1)`

  test.each([
    ['update content set art = null', 'content'],
    [`update content_text set title = 'A toy'`, 'content_text'],
    [`update content_text set formatted = '[]'`, 'content_text'],
    ['update content_picture set position = position + 1', 'content_picture'],
    ['update issue_content set hash = hash', 'issue_content'],
    ['delete from issue_content', 'issue_content'],
    ['delete from content_text', 'content_text'],
    ['update event_content set hash = hash', 'event_content'],
  ])("is refused to the server's role: %s", async (plant, table) => {
    expect(await planted(server.db, [], plant)).toEqual([`refused: permission denied for table ${table}`])
  })

  test.each([
    [`update content_text set title = 'A toy' where hash = ${HASH} and language = 'en-us'`],
    [`update content_text set description = 'Plastic.' where hash = ${HASH} and language = 'en-us'`],
    [`update content_text set formatted = '[]' where hash = ${HASH} and language = 'en-us'`],
    [`update content set art = 'toy' where hash = ${HASH}`],
    [`delete from content_text where hash = ${HASH} and language = 'bn-bd'`],
    [
      `insert into content_text select hash, 'ar-sa', title, '', '[]' from content_text where hash = ${HASH} and language = 'en-us'`,
    ],
    [`delete from content_picture where hash = ${HASH}`],
    [
      `update media set hashes[3] = hashes[1] where name = (select name from content_picture where hash = ${HASH})`,
    ],
  ])('by the owner of the database is found by its hash: %s', async (plant) => {
    let found: object = {}
    await planted(server.owner, [], async (tx) => {
      await tx.query(plant, [issueId])
      found = await checkContents(tx)
    })
    expect(found).toMatchObject({ breaches: 1, figure: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test.each<[string, string[]]>([
    [
      `update issue_content set hash = (select max(hash) from content where hash <> ${HASH}) where issue_id = $1`,
      [HISTORY],
    ],
    ['delete from issue_content where issue_id = $1', [KEPT, HISTORY]],
    [
      `update media set erased_at = business_now() where name = (select name from content_picture where hash = ${HASH})`,
      [PICTURES],
    ],
  ])('by the owner of the database is found: %s', async (plant, found) => {
    const checks = [...mallChecks, ...productChecks]
    expect(await planted(server.owner, checks, plant, [issueId])).toEqual(found)
  })
})
