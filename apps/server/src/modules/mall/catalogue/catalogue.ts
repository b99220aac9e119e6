/** Reading the mall: lists of issues, one issue, who took part in it, its calculation. */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { memberTag } from '@fairlot/fairness/tag'
import { cursorTime, decodeCursor, pageOf } from '../../../platform/cursor.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { TagKeys } from '../../fair/index.ts'
import type { Card, CardOptions, Cards, Viewer } from './cards.ts'
import { categories, drawn, featured, selling, type Filter } from './catalogue.queries.ts'
import { detailOf, historyOf } from './issue-page.queries.ts'
import { drawState } from '../draws/proof.ts'
import { pageOfRows, tagsOf } from '../draws/draw-orders.ts'
import type { IssueTerms, TermsReader } from '../issues/issue-terms.ts'

export type CatalogueOptions = CardOptions & { cards: Cards; terms: TermsReader; tagKeys: TagKeys }

type ListInput = ParsedInput<Endpoints['goodsList']>
type ListOutput = Output<Endpoints['goodsList']>

/** What the home page shows of the mall. */
export type Featured = {
  drawingNext: Card | null
  almostFull: Card[]
  justOpened: Card[]
  justDrawn: Card[]
  /** the last draws, newest first */
  drawn: Card[]
}

export type Catalogue = {
  list(viewer: Viewer, input: ListInput): Promise<ListOutput>
  detail(viewer: Viewer, issue: string): Promise<Output<Endpoints['goodsDetail']>>
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
  categories(language: Viewer['language']): Promise<{ id: string; title: string; tile: string }[]>
}

const PER_PLACE = 6
const WINNERS = 12

const sellingKey = z.tuple([
  z.enum(['closing', 'newest', 'price']),
  z.string().check(z.regex(/^-?\d{1,18}$/)),
  z.uuid(),
])
const drawnKey = z.tuple([z.literal('drawn'), cursorTime, z.uuid()])
const seqKey = z.tuple([z.int().check(z.minimum(0), z.maximum(2_147_483_647))])

export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { db, cards, terms, names, tagKeys } = options

  async function termsOf(issue: string): Promise<IssueTerms> {
    const found = await terms.byNumber(issue)
    if (!found) throw new Refusal('NO_SUCH_DATA')
    return found
  }

  async function cardOf(issueId: string, viewer: Viewer): Promise<Card> {
    const [card] = await cards.byIds([issueId], viewer)
    if (!card) throw new Refusal('NO_SUCH_DATA')
    return card
  }

  return {
    async list(viewer, input) {
      const page = await listPage(options, viewer, input)
      return { items: await cards.byIds(page.items, viewer), next: page.next }
    },

    async detail(viewer, issue) {
      const found = await termsOf(issue)
      const [card, detail] = await Promise.all([
        cardOf(found.issueId, viewer),
        detailOf(db, found, viewer, options.defaultLanguage),
      ])
      const { timesCounted, grade, utcOffset, commitment, chain, delay, maxPerMember, recyclePercent } = found
      return {
        card,
        description: detail.description,
        timesCounted,
        grade,
        utcOffsetMinutes: utcOffset,
        commitment,
        chain,
        delay,
        maxPerMember,
        recyclePercent,
        mine: detail.mine,
        selling: detail.selling === issue ? null : detail.selling,
        serverTime: detail.nowMs,
      }
    },

    async history(viewer, { issue, cursor, limit }) {
      const { issueId } = await termsOf(issue)
      const [before] = decodeCursor(cursor, seqKey) ?? [null]
      const page = pageOf(await historyOf(db, issueId, before, limit + 1), limit, ({ seq }) => [seq])
      const nameOf = await names(page.items.map(({ member }) => member))
      return {
        items: page.items.map(({ member, ms, ...row }) => ({
          ...row,
          name: nameOf.get(member)?.publicName ?? '',
          at: Number(ms),
          mine: member === viewer.memberId,
        })),
        next: page.next,
      }
    },

    async calculation(viewer, { issue, cursor, limit }) {
      const found = await termsOf(issue)
      const { issueId, timesCounted, grade, utcOffset, shares } = found
      const [after] = decodeCursor(cursor, seqKey) ?? [0]
      const state = await drawState(db, issueId)
      if (state.digest === null || state.orders === null) throw new Refusal('NOT_SEALED')
      const tagKey = tagKeys.of(issue)
      const [card, rows] = await Promise.all([
        cardOf(issueId, viewer),
        pageOfRows(db, issueId, tagsOf(tagKey), utcOffset, { after, limit: limit + 1 }),
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
        tag: viewer.memberId && memberTag(tagKey, viewer.memberId),
        rows: pageOf(rows, limit, ({ seq }) => [seq]),
      }
    },

    async featured(viewer) {
      const rows = await featured(db, PER_PLACE, WINNERS)
      const found = await cards.mapByIds(
        rows.map(({ issueId }) => issueId),
        viewer,
      )
      const at = (place: (typeof rows)[number]['place']) =>
        rows.flatMap((row) => (row.place === place ? (found.get(row.issueId) ?? []) : []))
      const last = at('drawn')
      return {
        drawingNext: at('drawing')[0] ?? null,
        almostFull: at('almostFull'),
        justOpened: at('justOpened'),
        justDrawn: last.slice(0, PER_PLACE),
        drawn: last,
      }
    },

    categories: (language) => categories(db, language, options.defaultLanguage),
  }
}

/** Ids of one page. Drawn issues always come newest first: nothing about them closes any more. */
async function listPage(
  { db, defaultLanguage }: CatalogueOptions,
  { language }: Viewer,
  input: ListInput,
): Promise<{ items: string[]; next: string | null }> {
  const { cursor, limit, sort, status } = input
  const filter: Filter = {
    category: input.category ?? null,
    mode: input.mode,
    search: input.search?.trim() || null,
    language,
    defaultLanguage,
  }
  if (status === 'drawn') {
    const before = decodeCursor(cursor, drawnKey)
    const from = before && { drawnMs: before[1], issueId: before[2] }
    const page = pageOf(await drawn(db, filter, from, limit + 1), limit, (row) => [
      'drawn',
      Number(row.drawnMs),
      row.issueId,
    ])
    return { items: page.items.map(({ issueId }) => issueId), next: page.next }
  }
  const after = decodeCursor(cursor, sellingKey)
  // a cursor of another order starts that order anew
  const from = after?.[0] === sort ? { key: BigInt(after[1]), issueId: after[2] } : null
  const page = pageOf(await selling(db, sort, filter, from, limit + 1), limit, (row) => [
    sort,
    String(row.key),
    row.issueId,
  ])
  return { items: page.items.map(({ issueId }) => issueId), next: page.next }
}

/** E mod N: 0 in grade plain, null before the draw. */
function entropyRemainder(code: number | null, entropy: string | null, shares: number): number | null {
  if (code === null) return null
  return entropy === null ? 0 : Number(bigEndian(fromHex(entropy, 32)) % BigInt(shares))
}
