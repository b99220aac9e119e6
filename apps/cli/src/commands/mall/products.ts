/** Products: list, show, create, terms, texts, portrait, pause, resume, end, open an issue. Categories. */
import { randomUUID } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { PORTRAITS } from '@fairlot/contract/kinds/product-kinds'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { calling, PAGE, pageOf, REASON, type Command, type Given, type Option } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { clean, facts, localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { textOf } from '../../text-file.ts'
import { printNext } from '../staff/approvals.ts'
import { printChange } from '../staff/changes.ts'
import { CODE, FROM_NEXT_ISSUE, noteNextIssue, PRODUCT_GROUP } from './product-parts.ts'

type Shown = Output<Endpoints['productShow']>

const option = (name: string, value: string, about: string): Option => ({ name, value, about })
const required = (name: string, value: string, about: string): Option => ({
  name,
  value,
  about,
  required: true,
})

const CATEGORY = 'name of a category, such as home'
const ART = 'name of the drawn portrait, which products without pictures show'
const FILE = option(
  'file',
  'path',
  'Markdown file with the description: paragraphs, headings, lists, *emphasis*, **strong**',
)

/** The options of the terms that a product need not name. */
const TERMS: readonly Option[] = [
  option('max-per-member', 'shares', 'maximum shares per member; 0: no maximum'),
  option('max-issues', 'number', 'maximum number of issues; 0: no maximum'),
  option('min-vip', 'level', 'lowest VIP level that can buy'),
  option('recycle-percent', 'percent', 'of the market price, paid for recycling the prize'),
  option('times-counted', 'rule', 'which order times the draw counts'),
  option('grade', 'grade', 'where the randomness of the draw comes from'),
  { name: 'plain-acknowledged', about: 'confirms that a draw of grade plain can be influenced' },
  option('sale-days', 'days', 'days after which an issue that is not sold out is refunded'),
  option('max-subsidy', 'amount', 'maximum that the house adds to the sales of one issue'),
  option('tiers', 'tiers', 'prizes of cash by distance from the winning code, such as 0-0=500,1-4=50'),
]

const numberIn = (given: Given, name: string): { value: number } | null => {
  const text = given.maybe(name)
  return text === undefined ? null : { value: Number(text) }
}

/** `0-0=500,1-4=50`. @throws Problem for another form */
function tiersIn(text: string) {
  return text.split(',').map((tier) => {
    const [, from, to, prize] = /^(\d{1,6})-(\d{1,6})=([\d.]{1,15})$/.exec(tier.trim()) ?? []
    if (from === undefined || to === undefined || prize === undefined)
      throw new Problem(`${tier} is not a tier. Example: --tiers 0-0=500,1-4=50`)
    return { from: Number(from), to: Number(to), prize }
  })
}

/** The terms that the options name. The server refuses a text that is not a number. */
function termsIn(given: Given) {
  const wholes = {
    shares: 'shares',
    maxPerMember: 'max-per-member',
    maxIssues: 'max-issues',
    minVip: 'min-vip',
    recyclePercent: 'recycle-percent',
    saleDays: 'sale-days',
  } as const
  const texts = {
    marketPrice: 'market-price',
    sharePrice: 'share-price',
    timesCounted: 'times-counted',
    grade: 'grade',
    maxSubsidy: 'max-subsidy',
  } as const
  const pairs = [
    ...Object.entries(wholes).flatMap(([field, name]) => {
      const number = numberIn(given, name)
      return number === null ? [] : [[field, number.value]]
    }),
    ...Object.entries(texts).flatMap(([field, name]) => {
      const text = given.maybe(name)
      return text === undefined ? [] : [[field, text]]
    }),
    ...(given.maybe('tiers') === undefined ? [] : [['tiers', tiersIn(given.text('tiers'))]]),
    ...(given.has('plain-acknowledged') ? [['plainAcknowledged', true]] : []),
  ]
  return Object.fromEntries(pairs) as Record<string, never>
}

const stateOf = ({ state, unfunded }: Pick<Shown, 'state' | 'unfunded'>) =>
  unfunded ? 'paused (not covered)' : state

const list = calling({
  name: 'products',
  aliases: ['product list'],
  group: PRODUCT_GROUP,
  about: 'List the products with their newest issues',
  endpoint: 'productList',
  options: [
    option('state', 'state', 'only products in this state'),
    option('category', 'category', 'only products of this category'),
    ...PAGE,
  ],
  input: (given) => ({ ...pageOf(given), state: given.maybe('state'), category: given.maybe('category') }),
  async print({ items, next }, desk) {
    const { label, plain } = await desk.money()
    desk.table(
      [
        'code',
        'category',
        'mode',
        'state',
        { title: `share (${label})`, right: true },
        { title: 'pictures', right: true },
        'newest issue',
        { title: 'title', wraps: true },
      ],
      items.map((row) => [
        row.code,
        row.category,
        row.mode,
        stateOf(row),
        plain(row.sharePrice),
        String(row.pictures),
        row.issue === null ? '' : `${row.issue.number} ${row.issue.status} ${row.issue.sold}/${row.shares}`,
        clean(row.title),
      ]),
      'No results.',
    )
    printNext(next, desk)
  },
})

const isDrawn = ({ art }: Shown) => PORTRAITS.some((name) => name === art)

function printShown(shown: Shown, desk: Desk) {
  const { terms, allShares } = shown
  desk.lines(
    facts([
      ['product', `${shown.code}, revision ${shown.revision}`],
      ['state', stateOf(shown)],
      ['category', shown.category],
      ['portrait', `${shown.art} on ${shown.tile}${isDrawn(shown) ? '' : ' (not drawn)'}`],
      ['market price', terms.marketPrice],
      ['shares', `${terms.shares} of ${terms.sharePrice}`],
      ['per member', terms.maxPerMember === 0 ? 'no maximum' : `at most ${terms.maxPerMember}`],
      ['issues', `${shown.issued} of ${terms.maxIssues === 0 ? 'any number' : terms.maxIssues}`],
      [
        'newest issue',
        shown.issue && `${shown.issue.number}, ${shown.issue.status}, ${shown.issue.sold} sold`,
      ],
      ['minimum VIP', String(terms.minVip)],
      ['recycling', `${terms.recyclePercent} %`],
      ['draw', `${terms.grade}, times ${terms.timesCounted}`],
      ['sale', `${terms.saleDays} days`],
      ['subsidy', `at most ${terms.maxSubsidy}`],
      ['every share', `costs ${allShares.cost}, brings at most ${allShares.worth}`],
      ['tiers', terms.tiers && terms.tiers.map(({ from, to, prize }) => `${from}-${to}=${prize}`).join(', ')],
      ['created', localTime(shown.createdAt)],
    ]),
  )
  if (!isDrawn(shown))
    desk.note(
      `The app has no portrait ${shown.art}: members see a wrapped prize. Choose another: ${desk.hint(`product edit ${shown.code} --art …`)}`,
    )
  const gain = parseMoney(allShares.worth) - parseMoney(allShares.cost)
  if (gain > 0n)
    desk.out(
      `A member who buys every share of an issue gains up to ${formatMoney(gain)}: market price, rebates and refunds are more than the sales.`,
    )
  desk.out('')
  for (const { language, title, synonyms, description } of shown.texts) {
    desk.lines(
      facts([
        ['language', language],
        ['title', title],
        ['synonyms', synonyms.join(', ') || null],
        ['description', description],
      ]),
    )
    desk.out('')
  }
  desk.table(
    [{ title: 'picture', right: true }, 'name', 'size'],
    shown.images.map(({ name, width, height }, at) => [String(at + 1), name, `${width} × ${height}`]),
    'No pictures: members see the drawn portrait.',
  )
}

function printChanged(shown: Shown, desk: Desk) {
  printShown(shown, desk)
  noteNextIssue(shown, desk)
}

const show = calling({
  name: 'product show',
  group: PRODUCT_GROUP,
  about: 'Show terms, texts and pictures of a product',
  endpoint: 'productShow',
  parameters: [CODE],
  input: (given) => ({ code: given.text('code') }),
  print: printShown,
})

const create = calling({
  name: 'product create',
  group: PRODUCT_GROUP,
  about: 'Request a new product; another operator must approve it',
  details:
    'Title and description are in English. Then: product text for other languages, image add, product open.',
  endpoint: 'productCreate',
  fields: { description: 'file' },
  parameters: [{ name: 'code', about: '1 to 12 capital letters and digits, such as PHONE' }],
  options: [
    required('category', 'category', CATEGORY),
    option('mode', 'mode', 'how its issues are sold (default: goods)'),
    required('art', 'name', ART),
    required('tile', 'colour', 'background colour of the portrait'),
    required('title', 'text', 'title in English'),
    { ...FILE, required: true },
    option('market-price', 'amount', 'what the prize is worth; cash has tiers instead'),
    required('share-price', 'amount', 'price of one share'),
    required('shares', 'number', 'shares of an issue'),
    ...TERMS,
    REASON,
  ],
  input: (given) => ({
    code: given.text('code'),
    category: given.text('category'),
    mode: given.maybe('mode'),
    art: given.text('art'),
    tile: given.text('tile'),
    title: given.text('title'),
    description: textOf(given.text('file')),
    ...termsIn(given),
    sharePrice: given.text('share-price'),
    shares: Number(given.text('shares')),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) => printChange(change, desk, 'The product is created.'),
})

const terms = calling({
  name: 'product terms',
  group: PRODUCT_GROUP,
  about: "Request new terms for a product's next issues; another operator must approve them",
  details: 'An issue that is on sale or scheduled keeps its terms.',
  endpoint: 'productTerms',
  parameters: [CODE],
  options: [
    option('market-price', 'amount', 'what the prize is worth'),
    option('share-price', 'amount', 'price of one share'),
    option('shares', 'number', 'shares of an issue'),
    ...TERMS,
    REASON,
  ],
  async input(given, desk) {
    const { revision } = await desk.call('productShow', { code: given.text('code') })
    return {
      code: given.text('code'),
      revision,
      ...termsIn(given),
      reason: given.text('reason'),
      requestId: randomUUID(),
    }
  },
  print: (change, desk) => printChange(change, desk, 'The next issue has these terms.'),
})

const edit = calling({
  name: 'product edit',
  group: PRODUCT_GROUP,
  about: 'Change category and drawn portrait of a product',
  details: `Category and colour hold at once. ${FROM_NEXT_ISSUE}`,
  endpoint: 'productEdit',
  parameters: [CODE],
  options: [
    option('category', 'category', CATEGORY),
    option('art', 'name', ART),
    option('tile', 'colour', 'background colour of the portrait'),
  ],
  input: (given) => ({
    code: given.text('code'),
    category: given.maybe('category'),
    art: given.maybe('art'),
    tile: given.maybe('tile'),
  }),
  print: printChanged,
})

const text = calling({
  name: 'product text',
  group: PRODUCT_GROUP,
  about: 'Set title, description and synonyms of a product in one language',
  details: FROM_NEXT_ISSUE,
  endpoint: 'productText',
  fields: { description: 'file' },
  parameters: [CODE, { name: 'language', about: 'language of the text' }],
  options: [
    required('title', 'text', 'title'),
    { ...FILE, required: true },
    option('synonyms', 'word,word', 'other names that members search for (default: unchanged)'),
  ],
  input: (given) => ({
    code: given.text('code'),
    language: given.text('language'),
    title: given.text('title'),
    description: textOf(given.text('file')),
    synonyms: given
      .maybe('synonyms')
      ?.split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  }),
  print: printChanged,
})

const act = (verb: 'pause' | 'resume' | 'end', about: string): Command =>
  calling({
    name: `product ${verb}`,
    group: PRODUCT_GROUP,
    about,
    details: 'An issue that is on sale runs to its end.',
    endpoint: 'productAct',
    parameters: [CODE],
    options: [REASON],
    input: (given) => ({ code: given.text('code'), act: verb, reason: given.text('reason') }),
    print: (shown, desk) => desk.out(`${shown.code} is ${stateOf(shown)}.`),
  })

const open = calling({
  name: 'product open',
  group: PRODUCT_GROUP,
  about: 'Open the next issue of a product, now or at a time',
  endpoint: 'productOpen',
  fields: { opensAt: 'at' },
  parameters: [CODE],
  options: [option('at', 'time', 'such as 2026-12-01T08:00:00Z (default: now)')],
  input(given) {
    const at = given.maybe('at')
    const opensAt = at === undefined ? undefined : Date.parse(at)
    if (opensAt !== undefined && Number.isNaN(opensAt))
      throw new Problem(`${at} is not a time. Example: 2026-12-01T08:00:00Z`)
    return { code: given.text('code'), opensAt }
  },
  print({ issue }, desk) {
    if (issue) desk.out(`${issue.number} is ${issue.status === 'selling' ? 'on sale' : issue.status}.`)
  },
})

export const PRODUCTS: readonly Command[] = [
  list,
  show,
  create,
  terms,
  edit,
  text,
  act('pause', 'Stop new issues of a product until it is resumed'),
  act('resume', 'Resume the issues of a paused product'),
  act('end', 'Stop new issues of a product for good; nobody can undo it'),
  open,
]
