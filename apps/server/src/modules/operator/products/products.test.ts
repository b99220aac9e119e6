/** Operators and products: what two of them decide, what one changes, and what members then see. */
import { randomUUID } from 'node:crypto'
import type { Input } from '@fairlot/contract/define'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { mediaPath } from '@fairlot/contract/media/media-path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import { checkProductTexts, productChecks } from '../../mall/index.ts'
import { testClient } from '../../../testing/client.ts'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { HOSTILE_FILES, makePicture, sendProductPicture } from '../../../testing/made/pictures.ts'
import { planted } from '../../../testing/planted.ts'
import { codeOf, refused } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
let owner: TestOperator
let finance: TestOperator
let content: TestOperator

beforeAll(async () => {
  server = await testServer()
  await server.context.jobs.plan()
  owner = await makeOperator(server, ['owner'])
  finance = await makeOperator(server, ['finance'])
  content = await makeOperator(server, ['content'])
  await save({
    category: 'kitchen',
    position: 3,
    tile: 'rose',
    titles: [{ language: 'en-us', title: 'Kitchen' }],
  })
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  expect(await checkProductTexts(server.db)).toMatchObject({ breaches: 0 })
  await server.close()
})

const reason = 'for the spring'
const save = (input: Input<typeof ENDPOINTS.categorySave>) =>
  content.client.call(ENDPOINTS.categorySave, input)
const approve = (id: string) => owner.client.call(ENDPOINTS.approvalApprove, { id })
const show = (code: string) => content.client.call(ENDPOINTS.productShow, { code })
const detail = (issue: string, language: OfferedLanguage = 'en-us') =>
  testClient({ url: server.url, language }).call(ENDPOINTS.goodsDetail, { issue })
const act = (code: string, verb: 'pause' | 'resume' | 'end') =>
  content.client.call(ENDPOINTS.productAct, { code, act: verb, reason })
const open = (code: string, opensAt?: number) =>
  content.client.call(ENDPOINTS.productOpen, { code, ...(opensAt !== undefined && { opensAt }) })
const audited = async (code: string) =>
  (
    await server.db.query<{ action: string }>(
      `select action from audit where subject = $1 order by audit_id`,
      [`product:${code}`],
    )
  ).map(({ action }) => action)

const fields = (code: string) => ({
  code,
  category: 'kitchen',
  art: 'cooker' as const,
  tile: 'rose' as const,
  title: 'Rice cooker',
  description: 'Cooks for **six**.',
  marketPrice: '100.00',
  sharePrice: '2.00',
  shares: 60,
  grade: 'salt' as const,
})
const request = (code: string, more: object = {}) =>
  finance.client.call(ENDPOINTS.productCreate, { ...fields(code), ...more, reason, requestId: randomUUID() })

/** A product that two operators have created. */
async function made(code: string, more: object = {}): Promise<string> {
  const { approval } = await request(code, more)
  await approve(approval!.id)
  return code
}
/** Requests other terms and approves them. */
async function retermed(code: string, terms: object): Promise<void> {
  const { revision } = await show(code)
  const asked = await finance.client.call(ENDPOINTS.productTerms, {
    code,
    revision,
    ...terms,
    reason,
    requestId: randomUUID(),
  })
  await approve(asked.approval!.id)
}

describe('a new product', () => {
  test('exists when a second operator has approved it, and has an issue when one opens it', async () => {
    const { state, approval } = await request('POT')
    expect([state, approval!.params['sharePrice'], approval!.params['title']]).toEqual([
      'requested',
      '2.00',
      'Rice cooker',
    ])
    expect(await codeOf(show('POT'))).toBe('NO_SUCH_DATA')
    expect(await codeOf(finance.client.call(ENDPOINTS.approvalApprove, { id: approval!.id }))).toBe(
      'OWN_REQUEST',
    )
    await approve(approval!.id)
    expect(await show('POT')).toMatchObject({ state: 'active', issued: 0, issue: null, revision: 1 })
    expect((await open('POT')).issue).toEqual({ number: 'POT-0001', status: 'selling', sold: 0 })
    expect((await refused(open('POT'))).failure.message).toContain('an issue of it is on sale or scheduled')
    expect((await detail('POT-0001')).text).toEqual([
      { kind: 'paragraph', text: [{ text: 'Cooks for ' }, { text: 'six', strong: true }, { text: '.' }] },
    ])
    expect(await audited('POT')).toEqual(['product.create', 'product.open'])
  })

  test('shows the approver every term, also the defaults, what an issue costs, and the gain of a ring', async () => {
    const looked = async (more: object) => {
      const { approval } = await request('VASE', more)
      const { outlook } = await owner.client.call(ENDPOINTS.approvalShow, { id: approval!.id })
      await finance.client.call(ENDPOINTS.approvalWithdraw, { id: approval!.id })
      return outlook!
    }
    const outlook = await looked({ maxPerMember: 20 })
    expect(outlook).toMatchObject({
      effect: {
        code: 'VASE',
        mode: 'goods',
        title: 'Rice cooker',
        recyclePercent: '80',
        grade: 'salt',
        saleDays: '30',
        maxSubsidy: '0.00',
        timesCounted: 'all',
        minVip: '0',
        maxIssues: '0',
        maxPerMember: '20',
      },
      before: {},
      money: {
        'full sales': '120.00',
        'recycling pays': '80.00',
        'highest rebates': '2.40',
        'highest refunds': '2.95',
        'costs at most': '105.35',
        'subsidy needed': '0.00',
        'house keeps at least': '14.65',
        'house keeps without rebates and refunds': '20.00',
      },
      refused: null,
    })
    expect(outlook.facts).toEqual([
      expect.objectContaining({ name: 'every share', warns: false }),
      { name: 'market price', value: '20.00 less than every share costs', warns: false },
    ])
    // everything that the house pays in money is covered, and yet three members who buy all shares win
    const { facts, money } = await looked({ marketPrice: '140.00', maxPerMember: 20 })
    expect(facts.map(({ name, warns }) => [name, warns])).toEqual([
      ['every share', true],
      ['market price', true],
    ])
    expect(facts[0]!.value).toContain('a ring of 3 members can buy all for 120.00')
    expect(facts[0]!.value).toContain('a gain of up to 25.35')
    expect(money['house keeps at least']).toBe('-25.35')
    const subsidised = await looked({
      marketPrice: '149.00',
      maxSubsidy: '5.00',
      maxPerMember: 5,
      maxIssues: 4,
    })
    expect(subsidised.money).toMatchObject({
      'subsidy needed': '4.55',
      'subsidy of all issues': 'at most 20.00',
    })
    expect(subsidised.facts).toContainEqual({
      name: 'subsidy',
      value: 'each issue takes 4.55 from the account subsidy, which has 0.00',
      warns: true,
    })
  })

  test('has a portrait that somebody drew; a request from before and a product with another stay readable', async () => {
    const art = 'nonsense' as 'prize'
    expect((await refused(request('EARS', { art }))).failure.fields).toHaveProperty('art')
    await made('EARS')
    const look = content.client.call(ENDPOINTS.productEdit, { code: 'EARS', art })
    expect((await refused(look)).failure.fields).toHaveProperty('art')
    // as an older release stored them
    await server.owner.query(`update product set art = 'nonsense' where code = 'EARS'`)
    const { approval } = await request('EYES')
    const { id } = approval!
    await server.owner.query(`alter table approval disable trigger user`)
    await server.owner.query(
      `update approval set params = jsonb_set(params, '{art}', '"nonsense"') where approval_id = $1`,
      [id],
    )
    await server.owner.query(`alter table approval enable trigger user`)
    expect(await owner.client.call(ENDPOINTS.approvalShow, { id })).toMatchObject({
      params: { art: 'nonsense' },
      outlook: { effect: { art: 'nonsense' }, refused: 'INPUT_INVALID' },
    })
    expect((await refused(approve(id))).failure.fields).toHaveProperty('art')
    expect(await show('EARS')).toMatchObject({ art: 'nonsense' })
    await open('EARS')
    expect((await detail('EARS-0001')).card.product.art).toBe('nonsense')
    await content.client.call(ENDPOINTS.productEdit, { code: 'EARS', tile: 'sun' })
    const mended = await content.client.call(ENDPOINTS.productEdit, { code: 'EARS', art: 'headphones' })
    expect(mended.art).toBe('headphones')
    await finance.client.call(ENDPOINTS.approvalWithdraw, { id })
  })

  const GRADES = { grade: 'plain', plainAcknowledged: true }
  const TIERS = [
    { from: 0, to: 0, prize: '10.00' },
    { from: 1, to: 2, prize: '12.00' },
  ]
  const cash = (tiers: readonly object[], more: object = {}) => ({
    mode: 'cash',
    marketPrice: undefined,
    tiers,
    ...more,
  })
  test.each([
    ['a code that is taken', { code: 'POT' }, { code: 'This name is already taken.' }],
    [
      'a category that does not exist',
      { category: 'nowhere' },
      { category: 'If there is no such data! What you asked for does not exist.' },
    ],
    [
      'a plain draw that nobody has acknowledged',
      { grade: 'plain' },
      { plainAcknowledged: 'Please confirm that a draw of grade plain can be influenced.' },
    ],
    [
      'a plain draw of cash',
      cash(TIERS.slice(0, 1), GRADES),
      { grade: 'Only goods can have the grade plain: with it, the last buyer could choose the winner.' },
    ],
    [
      'a witnessed draw without a witness',
      { grade: 'witnessed' },
      { grade: 'No witness is configured (WITNESSES).' },
    ],
    [
      'more recycling than its sales cover',
      { marketPrice: '900.00' },
      {
        recyclePercent:
          'The prizes of an issue cost 720.00, but all its shares bring only 120.00. With rebates and refunds it needs a subsidy of 605.35, and at most 0.00 is allowed.',
      },
    ],
    [
      'rebates and refunds that its sales do not cover',
      { marketPrice: '149.00', maxSubsidy: '4.00', maxPerMember: 5 },
      {
        recyclePercent:
          'Prizes, rebates and refunds of an issue may cost 124.55, but all its shares bring only 120.00. It needs a subsidy of 4.55, and at most 4.00 is allowed.',
      },
    ],
    [
      'a subsidy without a maximum per member',
      { maxSubsidy: '5.00' },
      { maxPerMember: 'A product with a subsidy needs a maximum of shares per member.' },
    ],
    [
      'a maximum above its shares',
      { maxPerMember: 61 },
      { maxPerMember: 'This is more than the shares of an issue.' },
    ],
    [
      'an odd Double PK',
      { mode: 'pk', shares: 61 },
      {
        shares: 'A Double PK needs an even number of shares, because each of its two seats is half of them.',
      },
    ],
    [
      'a maximum of a Double PK that is no seat',
      { mode: 'pk', maxPerMember: 20 },
      { maxPerMember: 'A seat of a Double PK is half of all shares.' },
    ],
    [
      'a prize above the one before it',
      cash(TIERS),
      {
        'tiers.1.prize':
          'A prize is at least the price of a share, and at most the prize of the tier before it.',
      },
    ],
    ['tiers of goods', { tiers: TIERS }, { tiers: 'Only products with cash prizes have tiers.' }],
    [
      'a market price of cash',
      cash(TIERS, { marketPrice: '20.00' }),
      { marketPrice: 'Products with cash prizes have tiers instead of a market price and recycling.' },
    ],
  ])('is refused with %s, and the field says why', async (_, more, why) => {
    const { code, failure } = await refused(request('BAD', more))
    expect([code, failure.fields]).toEqual(['INPUT_INVALID', why])
  })

  test('is refused with HTML in its description, and the line is named', async () => {
    const { code, failure } = await refused(
      request('BAD', { description: '\n# Pot\n\nCooks.\n<script>alert(1)</script>' }),
    )
    const message = 'This text cannot have HTML (line 5).'
    expect([code, failure.message, failure.fields]).toEqual([
      'TEXT_NOT_ALLOWED',
      message,
      { description: message },
    ])
  })
})

describe('terms', () => {
  test('change for the next issue, while the open one keeps its own', async () => {
    const code = await made('PAN')
    await open(code)
    await retermed(code, { sharePrice: '3.00', shares: 50, saleDays: 7 })
    expect((await detail('PAN-0001')).card).toMatchObject({ price: '2.00', shares: 60 })
    expect(await show(code)).toMatchObject({
      revision: 2,
      terms: { sharePrice: '3.00', shares: 50, saleDays: 7 },
    })
    expect(await audited(code)).toEqual(['product.create', 'product.open', 'product.terms'])
    const [row] = await server.db.query<{ before: object; after: object }>(
      `select before, after from audit where subject = 'product:PAN' and action = 'product.terms'`,
    )
    expect(row).toMatchObject({ before: { sharePrice: '2.00' }, after: { sharePrice: '3.00' } })
  })

  test('are not changed for a product that changed after the request', async () => {
    const code = await made('WOK')
    const ask = (revision: number) =>
      finance.client.call(ENDPOINTS.productTerms, {
        code,
        revision,
        shares: 70,
        reason,
        requestId: randomUUID(),
      })
    expect(await codeOf(ask(7))).toBe('CHANGED_MEANWHILE')
    const { approval } = await ask(1)
    const look = async () => (await owner.client.call(ENDPOINTS.approvalShow, { id: approval!.id })).outlook!
    const { effect, before, facts, refused: none } = await look()
    expect([effect['shares'], before['shares'], effect['sharePrice'], none]).toEqual([
      '70',
      '60',
      '2.00',
      null,
    ])
    expect(facts).toContainEqual({
      name: 'house keeps at least',
      value: '14.65 now, 33.75 then',
      warns: false,
    })
    await content.client.call(ENDPOINTS.productEdit, { code, tile: 'sun' })
    expect((await look()).refused).toBe('CHANGED_MEANWHILE')
    expect(await codeOf(approve(approval!.id))).toBe('CHANGED_MEANWHILE')
    expect((await show(code)).terms.shares).toBe(60)
  })

  test('of cash have tiers, whose first prize is the value of the product', async () => {
    const { marketPrice: _, ...cash } = { ...fields('COIN'), mode: 'cash' as const }
    const tiers = [
      { from: 0, to: 0, prize: '40.00' },
      { from: 1, to: 4, prize: '4.00' },
    ]
    const { approval } = await finance.client.call(ENDPOINTS.productCreate, {
      ...cash,
      tiers,
      reason,
      requestId: randomUUID(),
    })
    expect(approval!.params['tiers']).toBe('0-0=40.00, 1-4=4.00')
    await approve(approval!.id)
    expect((await show('COIN')).terms).toMatchObject({ marketPrice: '40.00', recyclePercent: 0, tiers })
    await retermed('COIN', { tiers: [{ from: 0, to: 0, prize: '60.00' }] })
    expect((await show('COIN')).terms).toMatchObject({ marketPrice: '60.00', tiers: [{ prize: '60.00' }] })
    const ask = (terms: object) =>
      refused(
        finance.client.call(ENDPOINTS.productTerms, {
          code: 'COIN',
          revision: 2,
          ...terms,
          reason,
          requestId: randomUUID(),
        }),
      )
    for (const [terms, field] of [
      [{ tiers: [{ from: 0, to: 0, prize: '1.00' }] }, 'tiers.0.prize'],
      [{ tiers: [{ from: 0, to: 30, prize: '3.00' }] }, 'tiers.0.to'],
      [{ tiers: [{ from: 0, to: 0, prize: '900.00' }] }, 'tiers'],
      [{ marketPrice: '70.00' }, 'marketPrice'],
    ] as const)
      expect(Object.keys((await ask(terms)).failure.fields ?? {})).toContain(field)
  })

  test('that no issue could pay are refused, and so is a change of nothing', async () => {
    const code = await made('LID')
    const ask = (terms: object) =>
      refused(
        finance.client.call(ENDPOINTS.productTerms, {
          code,
          revision: 1,
          ...terms,
          reason,
          requestId: randomUUID(),
        }),
      )
    expect((await ask({ marketPrice: '500.00' })).failure.fields).toHaveProperty('recyclePercent')
    expect((await ask({ grade: 'plain' })).failure.fields).toHaveProperty('plainAcknowledged')
    expect((await ask({ grade: 'witnessed' })).failure.fields).toHaveProperty('grade')
    expect((await ask({ shares: 60 })).code).toBe('INPUT_INVALID')
  })
})

describe('texts', () => {
  test('fall back to another language, which the answer names', async () => {
    const code = await made('CUP')
    // an issue that has not opened shows what its product has now
    await open(code, Date.now() + HOUR_MS)
    const set = (language: OfferedLanguage, title: string, description: string) =>
      content.client.call(ENDPOINTS.productText, { code, language, title, description })
    expect((await detail('CUP-0001', 'bn-bd')).textLanguage).toBe('en-us')
    await set('bn-bd', 'কাপ', '')
    const titled = await detail('CUP-0001', 'bn-bd')
    expect([titled.card.product.title, titled.textLanguage]).toEqual(['কাপ', 'en-us'])
    await set('bn-bd', 'কাপ', '- লাল\n- নীল')
    expect(await detail('CUP-0001', 'bn-bd')).toMatchObject({
      textLanguage: 'bn-bd',
      text: [{ kind: 'list', ordered: false, items: [[{ text: 'লাল' }], [{ text: 'নীল' }]] }],
    })
    expect((await detail('CUP-0001', 'ar-sa')).textLanguage).toBe('en-us')
    await set('en-us', 'Cup', '')
    await set('bn-bd', 'কাপ', '')
    expect(await detail('CUP-0001', 'bn-bd')).toMatchObject({ text: [], textLanguage: null })
    expect(await codeOf(set('en-us', 'Cup', '[buy](https://evil.example)'))).toBe('TEXT_NOT_ALLOWED')
    expect((await audited(code)).filter((action) => action === 'product.text')).toHaveLength(4)
  })

  test('whose formatted text is not what their Markdown makes are found by the doctor', async () => {
    const code = await made('MUG')
    const plant = `update product_text set content = '[{"kind":"paragraph","text":[{"text":"Free money"}]}]' where code = 'MUG'`
    let found: object = {}
    await planted(server.db, [], async (tx) => {
      await tx.query(plant)
      found = await checkProductTexts(tx)
    })
    expect(found).toEqual({ breaches: 1, figure: `${code} in en-us` })
  })
})

describe('pictures', () => {
  const send = async (shade = 90) =>
    (
      await sendProductPicture(
        server.url,
        content.client,
        await makePicture({ width: 900, height: 600, shade }),
      )
    ).name
  const set = (code: string, images: string[]) =>
    content.client.call(ENDPOINTS.productImages, { code, ...(images.length > 0 && { images }) })
  const status = async (name: string) => (await fetch(server.url + mediaPath(name, 640))).status

  test('of a product are public in their order, and a removed one is gone', async () => {
    const code = await made('JAR')
    await open(code, Date.now() + HOUR_MS)
    const names = [await send(1), await send(2), await send(3)]
    expect(await status(names[0]!)).toBe(404)
    await set(code, names)
    const { images, card } = await detail('JAR-0001')
    expect(images).toEqual(names.map((name) => ({ name, width: 900, height: 600 })))
    expect(card.product.image).toBe(names[0])
    expect(await Promise.all(names.map(status))).toEqual([200, 200, 200])
    const [first, second, third] = names as [string, string, string]
    await set(code, [third, first])
    expect((await detail('JAR-0001')).images.map(({ name }) => name)).toEqual([third, first])
    expect(await status(second)).toBe(404)
    expect(await codeOf(set(code, [third, second]))).toBe('UPLOAD_GONE')
    expect((await set(code, [])).images).toEqual([])
    expect(await status(first)).toBe(404)
    expect(await audited(code)).toEqual([
      'product.create',
      'product.open',
      'product.images',
      'product.images',
      'product.images',
    ])
  })

  test('belong to one product, once', async () => {
    const [one, other] = [await made('TIN'), await made('BOX')]
    const name = await send()
    await set(one, [name])
    expect(await codeOf(set(other, [name]))).toBe('UPLOAD_GONE')
    expect(await codeOf(set(one, [name, name]))).toBe('INPUT_INVALID')
    expect(await codeOf(set(one, ['0'.repeat(32), name]))).toBe('UPLOAD_GONE')
  })

  test.each(HOSTILE_FILES)('are not made of %s', async (_, file, code) => {
    expect(await codeOf(sendProductPicture(server.url, content.client, file()))).toBe(code)
  })

  test('are taken from the roles that change products only, with the hash that was signed', async () => {
    const picture = await makePicture()
    for (const role of ['finance', 'fulfilment', 'support', 'auditor'] as const) {
      const { client } = await makeOperator(server, [role])
      expect([role, await codeOf(sendProductPicture(server.url, client, picture))]).toEqual([
        role,
        'NOT_PERMITTED',
      ])
    }
    const { client } = await makeOperator(server, ['content'])
    client.token = 'x'.repeat(43)
    expect(await codeOf(sendProductPicture(server.url, client, picture))).toBe('SESSION_ENDED')
  })

  test('that are shown without being published, or published without being shown, are found by the doctor', async () => {
    const code = await made('CAN')
    const name = await send()
    await set(code, [name])
    const [title] = productChecks.map((check) => check.title)
    const plant = (db: typeof server.db, sql: string) => planted(db, productChecks, sql)
    expect(await plant(server.db, `delete from product_image where name = '${name}'`)).toContain(title)
    expect(
      await plant(server.db, `update media set erased_at = business_now() where name = '${name}'`),
    ).toContain(title)
    expect(
      await plant(server.owner, `update media set used_by = 'product:POT' where name = '${name}'`),
    ).toContain(title)
    expect(await plant(server.owner, `update product_image set position = 4 where name = '${name}'`)).toEqual(
      [productChecks[1]!.title],
    )
  })
})

describe('a state', () => {
  test('leads to another as the table says', async () => {
    const code = await made('SPOON')
    expect(await codeOf(act(code, 'resume'))).toBe('PRODUCT_STEP')
    expect((await act(code, 'pause')).state).toBe('paused')
    expect(await codeOf(act(code, 'pause'))).toBe('PRODUCT_STEP')
    expect((await refused(open(code))).failure.message).toContain('it is paused or ended')
    expect((await act(code, 'resume')).state).toBe('active')
    await open(code)
    expect((await act(code, 'end')).state).toBe('ended')
    for (const verb of ['pause', 'resume', 'end'] as const)
      expect(await codeOf(act(code, verb))).toBe('PRODUCT_STEP')
    expect((await detail('SPOON-0001')).card.status).toBe('selling')
    expect(await codeOf(act('NOWHERE', 'pause'))).toBe('NO_SUCH_DATA')
  })

  test('without the funds for the next issue says so, and other terms let the product be looked at again', async () => {
    const code = await made('FORK', { marketPrice: '200.00', maxSubsidy: '100.00', maxPerMember: 10 })
    expect((await refused(open(code))).failure.message).toContain('the subsidy account does not cover')
    expect(await show(code)).toMatchObject({
      state: 'paused',
      unfunded: true,
      // 2 % rebates of 120.00, and 2.5 % refunds of all shares but one
      allShares: { cost: '120.00', worth: '205.35' },
    })
    expect((await refused(act(code, 'resume'))).code).toBe('PRODUCT_STEP')
    await retermed(code, { marketPrice: '100.00' })
    expect(await show(code)).toMatchObject({ state: 'active', unfunded: false })
    expect((await open(code)).issue).toMatchObject({ status: 'selling' })
  })

  test('an issue can be scheduled', async () => {
    const code = await made('BOWL')
    const { issue } = await open(code, Date.now() + 3_600_000)
    expect(issue).toMatchObject({ status: 'scheduled' })
  })
})

test('categories are created with an English title and changed part by part', async () => {
  expect(await codeOf(save({ category: 'garden', titles: [{ language: 'bn-bd', title: 'বাগান' }] }))).toBe(
    'INPUT_INVALID',
  )
  await save({ category: 'garden', tile: 'leaf', titles: [{ language: 'en-us', title: 'Garden' }] })
  await save({ category: 'garden', position: 9, titles: [{ language: 'bn-bd', title: 'বাগান' }] })
  const { items } = await save({ category: 'garden', titles: [{ language: 'en-us', title: 'Gardens' }] })
  expect(items.find(({ category }) => category === 'garden')).toEqual({
    category: 'garden',
    position: 9,
    tile: 'leaf',
    products: 0,
    titles: [
      { language: 'en-us', title: 'Gardens' },
      { language: 'bn-bd', title: 'বাগান' },
    ],
  })
})

test('the list is paged by code and filtered by state and category', async () => {
  await made('ZZ')
  await act('ZZ', 'pause')
  const list = (input: object) => finance.client.call(ENDPOINTS.productList, input)
  const first = await list({ limit: 2 })
  expect(first.items).toHaveLength(2)
  const second = await list({ limit: 2, cursor: first.next! })
  expect(second.items[0]!.code > first.items[1]!.code).toBe(true)
  expect((await list({ state: 'paused', limit: 100 })).items.map(({ code }) => code)).toContain('ZZ')
  expect((await list({ category: 'garden' })).items).toEqual([])
})

test('a product is found by the synonyms that an operator sets, and by its category in new words', async () => {
  await made('URN')
  await open('URN')
  const found = async (search: string) =>
    (await testClient({ url: server.url }).call(ENDPOINTS.goodsList, { search })).items.map(
      ({ product }) => product.code,
    )
  expect(await found('samovar')).toEqual([])
  const text = { code: 'URN', language: 'en-us' as const, title: 'Urn', description: '' }
  await content.client.call(ENDPOINTS.productText, { ...text, synonyms: ['samovar', ' samovar '] })
  expect(await found('samovar')).toEqual(['URN'])
  await content.client.call(ENDPOINTS.productText, text)
  expect((await show('URN')).texts[0]!.synonyms).toEqual(['samovar'])
  await save({ category: 'kitchen', titles: [{ language: 'en-us', title: 'Cookhouse' }] })
  await server.database.advanceClock(HOUR_MS)
  await server.context.jobs.drain()
  expect(await found('cookhouse')).toContain('URN')
})
