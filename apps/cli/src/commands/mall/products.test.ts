import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { FUNDED, loggedIn, refuse, testDesk } from '../../operate.fixture.ts'

const SHOWN = {
  code: 'KETTLE',
  title: 'Kettle',
  category: 'home',
  mode: 'goods',
  state: 'active',
  unfunded: false,
  sharePrice: '2.00',
  shares: 40,
  pictures: 2,
  issued: 1,
  issue: { number: 'KETTLE-0001', status: 'selling', sold: 3 },
  art: 'cooker',
  tile: 'rose',
  demo: false,
  createdAt: 0,
  revision: 4,
  terms: {
    marketPrice: '60.00',
    sharePrice: '2.00',
    shares: 40,
    maxPerMember: 0,
    maxIssues: 0,
    minVip: 0,
    recyclePercent: 80,
    timesCounted: 'all',
    grade: 'beacon',
    plainAcknowledged: false,
    saleDays: 30,
    maxSubsidy: '0.00',
    tiers: null,
  },
  allShares: { cost: '80.00', worth: '63.55' },
  texts: [{ language: 'en-us', title: 'Kettle', description: '**Boils**', synonyms: ['pot'] }],
  images: ['a', 'b'].map((digit) => ({ name: digit.repeat(32), width: 640, height: 480 })),
}
const REQUESTED = {
  ...FUNDED,
  approval: { ...FUNDED.approval, action: 'product.terms', params: { code: 'KETTLE' } },
}

const desk = async () => {
  const made = await loggedIn(testDesk())
  made.answers['/operator/productshow'] = () => SHOWN
  made.answers['/operator/productimages'] = ({ images }) => ({
    ...SHOWN,
    images: (images as string[]).map((name) => ({ name, width: 1, height: 1 })),
  })
  return made
}

test('a product is shown with its terms, texts and pictures', async () => {
  const { out } = await (await desk()).run('product', 'show', 'KETTLE')
  for (const text of [
    'KETTLE, revision 4',
    'KETTLE-0001, selling, 3 sold',
    '**Boils**',
    '640 × 480',
    'beacon, times all',
    'costs 80.00, brings at most 63.55',
  ])
    expect(out).toContain(text)
  expect(out).not.toContain('gains up to')
})

test('a product whose shares bring more than they cost is shown with the gain', async () => {
  const made = await desk()
  made.answers['/operator/productshow'] = () => ({ ...SHOWN, allShares: { cost: '80.00', worth: '83.55' } })
  const { out } = await made.run('product', 'show', 'KETTLE')
  expect(out).toContain('A member who buys every share of an issue gains up to 3.55')
})

test('a portrait that nobody drew is named with the way out, and help lists those that can be chosen', async () => {
  const made = await desk()
  made.answers['/operator/productshow'] = () => ({ ...SHOWN, art: 'nonsense' })
  const { out, notes } = await made.run('product', 'show', 'KETTLE')
  expect(out).toContain('nonsense on rose (not drawn)')
  expect(notes).toContain('The app has no portrait nonsense: members see a wrapped prize.')
  for (const command of ['create', 'edit']) {
    const help = await made.run('help', 'product', command)
    for (const name of ['bicycle', 'prize', 'watch']) expect(help.out).toContain(name)
  }
})

test('other terms are requested for the revision that the server has', async () => {
  const made = await desk()
  made.answers['/operator/productterms'] = () => REQUESTED
  const { status } = await made.run(
    ...'product terms KETTLE --share-price 3 --max-per-member 10 --plain-acknowledged --reason dearer-metal'.split(
      ' ',
    ),
  )
  expect([status, made.heard.at(-1)!.input]).toEqual([
    0,
    {
      code: 'KETTLE',
      revision: 4,
      sharePrice: '3',
      maxPerMember: 10,
      plainAcknowledged: true,
      reason: 'dearer-metal',
      requestId: expect.any(String),
    },
  ])
})

test('a new product takes its description from a file, and a refusal names the options', async () => {
  const made = await desk()
  const file = path.join(made.folder, 'kettle.md')
  writeFileSync(file, '# Kettle')
  made.answers['/operator/productcreate'] = ({ description }) =>
    description === '# Kettle'
      ? refuse({
          code: 'INPUT_INVALID',
          message: 'Check the input.',
          fields: { marketPrice: 'Too much.', 'tiers.1.prize': 'Too little.' },
        })
      : REQUESTED
  const asked =
    'product create KETTLE --category home --art cooker --tile rose --title Kettle --market-price 60'
  const rest = '--share-price 2 --shares 40 --reason spring'
  const { status, notes } = await made.run(...asked.split(' '), ...rest.split(' '), '--file', file)
  expect([status, notes]).toEqual([1, expect.stringContaining('--market-price: Too much.')])
  expect(notes).toContain('--tiers 2 prize: Too little.')
  expect(
    (await made.run('product', 'text', 'KETTLE', 'en-us', '--title', 'x', '--file', '/nowhere.md')).notes,
  ).toContain('cannot be read')
})

test('pictures are sent, removed and moved by their numbers', async () => {
  const made = await desk()
  made.answers['/operator/upload'] = () => ({ name: 'c'.repeat(32), width: 1, height: 1 })
  const images = () => (made.heard.at(-1)!.input['images'] as string[]).map((name) => name[0])
  const file = path.join(made.folder, 'front.jpg')
  writeFileSync(file, 'not a picture, as only the server decides')
  expect((await made.run('image', 'add', 'KETTLE', file)).out).toBe('KETTLE has 3 pictures.')
  expect(images()).toEqual(['a', 'b', 'c'])
  await made.run('image', 'move', 'KETTLE', '1', '2')
  expect(images()).toEqual(['b', 'a'])
  await made.run('image', 'remove', 'KETTLE', '1')
  expect(images()).toEqual(['b'])
  expect((await made.run('image', 'remove', 'KETTLE', '3')).notes).toContain('give a number from 1 to 2')
})

test('a change of what members see says that it holds from the next issue on', async () => {
  const made = await desk()
  const file = path.join(made.folder, 'kettle.md')
  writeFileSync(file, '# Kettle')
  const answers = (shown: object) => {
    for (const call of ['producttext', 'productedit', 'productimages'])
      made.answers[`/operator/${call}`] = () => shown
  }
  const commands = [
    ['product', 'text', 'KETTLE', 'en-us', '--title', 'Kettle', '--file', file],
    ['product', 'edit', 'KETTLE', '--art', 'cooker'],
    ['image', 'move', 'KETTLE', '1', '2'],
  ]
  answers(SHOWN)
  for (const command of commands)
    expect((await made.run(...command)).notes).toContain(
      'KETTLE-0001 keeps what it opened with. The change holds from the next issue on.',
    )
  // an issue that has not opened shows the change
  for (const issue of [null, { ...SHOWN.issue, status: 'scheduled' }]) {
    answers({ ...SHOWN, issue })
    for (const command of commands) expect((await made.run(...command)).notes).not.toContain('next issue')
  }
})

test('a product is opened at a time, paused and ended, with a reason', async () => {
  const made = await desk()
  made.answers['/operator/productopen'] = () => ({ ...SHOWN, issue: { ...SHOWN.issue, status: 'scheduled' } })
  made.answers['/operator/productact'] = () => ({ ...SHOWN, state: 'paused' })
  expect((await made.run('product', 'open', 'KETTLE', '--at', '2026-12-01T08:00:00Z')).out).toBe(
    'KETTLE-0001 is scheduled.',
  )
  expect(made.heard.at(-1)!.input).toEqual({ code: 'KETTLE', opensAt: Date.UTC(2026, 11, 1, 8) })
  expect((await made.run('product', 'open', 'KETTLE', '--at', 'soon')).notes).toContain('soon is not a time')
  expect((await made.run('product', 'pause', 'KETTLE', '--reason', 'out of stock')).out).toBe(
    'KETTLE is paused.',
  )
  expect(made.heard.at(-1)!.input).toEqual({ code: 'KETTLE', act: 'pause', reason: 'out of stock' })
})

test('a category gets its titles one by one', async () => {
  const made = await desk()
  made.answers['/operator/categorysave'] = () => ({
    items: [
      {
        category: 'tea',
        position: 4,
        tile: 'leaf',
        products: 0,
        titles: [{ language: 'en-us', title: 'Tea' }],
      },
    ],
  })
  const { out } = await made.run('category', 'save', 'tea', '--position', '4', '--title', 'Tea')
  expect(out).toContain('en-us: Tea')
  expect(made.heard.at(-1)!.input).toEqual({
    category: 'tea',
    position: 4,
    titles: [{ language: 'en-us', title: 'Tea' }],
  })
})
