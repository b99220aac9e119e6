/** The reading side of the mall: lists of issues, one issue with its orders, and the draw calculation. */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { MallZone } from '@fairlot/contract/kinds/issue-kinds'
import { formatMoney } from '@fairlot/contract/money/money'
import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { memberTag } from '@fairlot/fairness/tag'
import { cursorTime, decodeCursor, encodeCursor, pageOf } from '../../../platform/cursor.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import type { TagKeys } from '../../fair/index.ts'
import type { Card, CardOptions, Cards, Viewer } from './cards.ts'
import {
  readCategories,
  readDrawn,
  readFeatured,
  readSelling,
  readZones,
  type Sort,
} from './catalogue.queries.ts'
import { countChoices, filterOf, foundBy } from './filters.ts'
import { suggest } from '../search/suggest.ts'
import { readDetail } from './issue-page.queries.ts'
import { participantsPage } from './participants.ts'
import { readUnansweredPrize } from './unanswered-prize.queries.ts'
import { readDrawState } from '../draws/draw-state.queries.ts'
import { createMemberTagger, readOrderPage } from '../draws/draw-orders.ts'
import { vouchingOf } from '../witnessed/witness-view.ts'
import { backOf } from '../favour/back.ts'
import type { IssueTerms, TermsReader } from '../issues/issue-terms.ts'
import { cashPrizes } from '../issues/tiers.ts'

export type CatalogueOptions = CardOptions & {
  cards: Cards
  terms: TermsReader
  tagKeys: TagKeys
  settings: Values
}

type ListInput = ParsedInput<Endpoints['goodsList']>
type ListOutput = Output<Endpoints['goodsList']>

/** The issues on the home page. */
export type Featured = {
  drawingNext: Card | null
  almostFull: Card[]
  justOpened: Card[]
  justDrawn: Card[]
  /** the latest draws, newest first */
  drawn: Card[]
  /** the viewer's newest prize that is not answered */
  prize: Output<Endpoints['home']>['prize']
}

export type Catalogue = {
  list(viewer: Viewer, input: ListInput): Promise<ListOutput>
  /** The choices of the mall's filters, with counts. */
  filters(
    viewer: Viewer,
    input: ParsedInput<Endpoints['goodsFilters']>,
  ): Promise<Output<Endpoints['goodsFilters']>>
  /** Suggestions for a text while a member types it. */
  suggest(
    viewer: Viewer,
    input: ParsedInput<Endpoints['goodsSuggest']>,
  ): Promise<Output<Endpoints['goodsSuggest']>>
  /** @param issue issue number. @throws Refusal NO_SUCH_DATA */
  detail(viewer: Viewer, issue: string): Promise<Output<Endpoints['goodsDetail']>>
  /** @throws Refusal NO_SUCH_DATA */
  history(
    viewer: Viewer,
    input: ParsedInput<Endpoints['goodsHistory']>,
  ): Promise<Output<Endpoints['goodsHistory']>>
  /** @throws Refusal NO_SUCH_DATA, NOT_SEALED */
  calculation(
    viewer: Viewer,
    input: ParsedInput<Endpoints['calculation']>,
  ): Promise<Output<Endpoints['calculation']>>
  featured(viewer: Viewer): Promise<Featured>
  /** The zones that have products. `goods` is one in every mall. */
  zones(): Promise<MallZone[]>
  categories(language: Viewer['language']): Promise<{ id: string; title: string; tile: string }[]>
}

/** Issues of each list of the home page, and drawn issues for its list of winners. */
const FEATURED_ISSUES = 6
const FEATURED_DRAWS = 12

const sellingKey = z.tuple([
  z.enum(['relevance', 'closing', 'newest', 'price']),
  z.string().check(z.regex(/^-?\d{1,18}$/)),
  z.uuid(),
])
const drawnKey = z.tuple([z.literal('drawn'), cursorTime, z.uuid()])
const seqKey = z.tuple([z.int().check(z.minimum(0), z.maximum(2_147_483_647))])

export function createCatalogue(options: CatalogueOptions): Catalogue {
  return {
    async list(viewer, input) {
      const page = await readListPage(options, viewer, input)
      return { items: await options.cards.byIds(page.items, viewer), next: page.next }
    },
    filters: (viewer, input) => countChoices(options, viewer, input),
    suggest: (viewer, input) => suggest(options, viewer, input),
    detail: (viewer, issue) => showDetail(options, viewer, issue),
    history: (viewer, input) => showHistory(options, viewer, input),
    calculation: (viewer, input) => showCalculation(options, viewer, input),
    featured: (viewer) => showFeatured(options, viewer),
    zones: () => readZones(options.db),
    categories: (language) => readCategories(options.db, language, options.defaultLanguage),
  }
}

async function termsOf({ terms }: CatalogueOptions, issue: string): Promise<IssueTerms> {
  const found = await terms.byNumber(issue)
  if (!found) throw new Refusal('NO_SUCH_DATA')
  return found
}

async function cardOf({ cards }: CatalogueOptions, issueId: string, viewer: Viewer): Promise<Card> {
  const [card] = await cards.byIds([issueId], viewer)
  if (!card) throw new Refusal('NO_SUCH_DATA')
  return card
}

async function showDetail(
  options: CatalogueOptions,
  ...[viewer, issue]: Parameters<Catalogue['detail']>
): ReturnType<Catalogue['detail']> {
  const found = await termsOf(options, issue)
  const [card, detail] = await Promise.all([
    cardOf(options, found.issueId, viewer),
    readDetail(options.db, found, viewer, options.defaultLanguage),
  ])
  const { timesCounted, grade, utcOffset, commitment, chain, delay, maxPerMember, recyclePercent } = found
  const vouched = await vouchingOf(options.db, found, card)
  return {
    card,
    text: detail.text,
    textLanguage: detail.textLanguage,
    images: detail.images,
    content: detail.content,
    timesCounted,
    grade,
    utcOffsetMinutes: utcOffset,
    commitment,
    chain,
    delay,
    ...vouched,
    back:
      vouched.vouching?.favour === true && viewer.memberId !== null
        ? await backOf(options.db, found.issueId, viewer.memberId)
        : null,
    maxPerMember,
    recyclePercent,
    money: moneyOf(found),
    mine: detail.mine,
    selling: detail.selling === issue ? null : detail.selling,
    favourite: detail.favourite,
    reminders: detail.reminders,
    serverTime: detail.nowMs,
  }
}

/** Where the money of all shares goes: the figures of the opening check, which the terms keep. */
function moneyOf({
  price,
  shares,
  prizeValue,
  tiers,
  rebates,
  refunds,
}: IssueTerms): Output<Endpoints['goodsDetail']>['money'] {
  const sales = price * BigInt(shares)
  const prize = tiers ? cashPrizes(shares, tiers).amount : prizeValue
  const left = sales - prize - rebates - refunds
  return {
    sales: formatMoney(sales),
    prize: formatMoney(prize),
    rebates: formatMoney(rebates),
    refunds: formatMoney(refunds),
    house: formatMoney(left > 0n ? left : 0n),
    subsidy: formatMoney(left < 0n ? -left : 0n),
  }
}

async function showHistory(
  options: CatalogueOptions,
  ...[viewer, { issue, cursor, limit }]: Parameters<Catalogue['history']>
): ReturnType<Catalogue['history']> {
  const { issueId } = await termsOf(options, issue)
  const { db, names } = options
  return participantsPage({ db, names, issueId, memberId: viewer.memberId }, cursor, limit)
}

async function showCalculation(
  options: CatalogueOptions,
  ...[viewer, { issue, cursor, limit }]: Parameters<Catalogue['calculation']>
): ReturnType<Catalogue['calculation']> {
  const { db, tagKeys } = options
  const found = await termsOf(options, issue)
  const { issueId, timesCounted, grade, utcOffset, shares } = found
  const [after] = decodeCursor(cursor, seqKey) ?? [0]
  const state = await readDrawState(db, issueId)
  if (state.digest === null || state.orders === null) throw new Refusal('NOT_SEALED')
  const tagKey = tagKeys.of(issue)
  const [card, rows] = await Promise.all([
    cardOf(options, issueId, viewer),
    readOrderPage(db, issueId, createMemberTagger(tagKey), utcOffset, { after, limit: limit + 1 }),
  ])
  return {
    card,
    timesCounted,
    grade,
    utcOffsetMinutes: utcOffset,
    orders: state.orders,
    sum: String(state.sum),
    entropyRemainder: entropyRemainder(state.code, state.entropy, shares),
    remainder: state.code === null ? null : state.code - FIRST_CODE,
    code: state.code,
    entropy: state.entropy,
    digest: state.digest,
    sealedAt: Number(state.sealedMs),
    ...(await vouchingOf(db, found, card)),
    tag: viewer.memberId && memberTag(tagKey, viewer.memberId),
    rows: pageOf(rows, limit, ({ seq }) => [seq]),
  }
}

async function showFeatured({ db, cards }: CatalogueOptions, viewer: Viewer): Promise<Featured> {
  const [rows, prize] = await Promise.all([
    readFeatured(db, FEATURED_ISSUES, FEATURED_DRAWS),
    viewer.memberId === null ? undefined : readUnansweredPrize(db, viewer.memberId),
  ])
  const ids = rows.map(({ issueId }) => issueId)
  const found = await cards.mapByIds(prize ? [...ids, prize.issueId] : ids, viewer)
  const cardsAt = (place: (typeof rows)[number]['place']) =>
    rows.flatMap((row) => (row.place === place ? (found.get(row.issueId) ?? []) : []))
  const drawn = cardsAt('drawn')
  const won = prize && found.get(prize.issueId)
  return {
    drawingNext: cardsAt('drawing')[0] ?? null,
    almostFull: cardsAt('almostFull'),
    justOpened: cardsAt('justOpened'),
    justDrawn: drawn.slice(0, FEATURED_ISSUES),
    drawn,
    prize:
      prize && won
        ? { order: prize.order, card: won, code: prize.code, value: formatMoney(prize.value) }
        : null,
  }
}

/** The issue ids of one page. Drawn issues are always sorted newest first; `sort` applies to issues on sale only. */
async function readListPage(
  options: CatalogueOptions,
  viewer: Viewer,
  input: ListInput,
): Promise<{ items: string[]; next: string | null }> {
  const { db } = options
  const { cursor, limit, status } = input
  const found = await foundBy(options, viewer, input, true)
  const sort = found ? (input.sort ?? 'relevance') : noRelevance(input.sort)
  const filter = filterOf(input, viewer, found)
  if (status === 'drawn') {
    const before = decodeCursor(cursor, drawnKey)
    const from = before && { drawnMs: before[1], issueId: before[2] }
    const { issueIds, next } = await readDrawn(db, filter, from, limit)
    return { items: issueIds, next: next && encodeCursor(['drawn', next.drawnMs, next.issueId]) }
  }
  const after = decodeCursor(cursor, sellingKey)
  // a cursor of another order is ignored: the list starts at its first page
  const from = after?.[0] === sort ? { key: BigInt(after[1]), issueId: after[2] } : null
  const page = pageOf(await readSelling(db, sort, filter, from, limit + 1), limit, (row) => [
    sort,
    String(row.key),
    row.issueId,
  ])
  return { items: page.items.map(({ issueId }) => issueId), next: page.next }
}

/** Without a search all issues are equally relevant. */
const noRelevance = (sort: ListInput['sort']): Sort =>
  sort === undefined || sort === 'relevance' ? 'closing' : sort

/** E mod N; 0 in grade plain, null before the draw. */
function entropyRemainder(code: number | null, entropy: string | null, shares: number): number | null {
  if (code === null) return null
  return entropy === null ? 0 : Number(bigEndian(fromHex(entropy, 32)) % BigInt(shares))
}
