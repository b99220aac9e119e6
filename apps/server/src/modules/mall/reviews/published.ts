/** The published reviews of a product, and of all products. Authors are shown with their public names, or without one. */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Card, Cards, PublicNames, Viewer } from '../catalogue/cards.ts'
import { countPublished, newestIssue, publishedReviews, type PublishedRow } from './published.queries.ts'
import { publicPictures } from './reviews.ts'

type Review = Output<Endpoints['winnerPosts']>['items'][number]

const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

export function createPublished({ db, cards, names }: { db: Executor; cards: Cards; names: PublicNames }) {
  async function read(
    viewer: Viewer,
    product: string | null,
    { cursor, limit }: ParsedInput<Endpoints['winnerPosts']>,
  ): Promise<{ items: Review[]; next: string | null }> {
    const last = decodeCursor(cursor, CURSOR)
    const before = last ? { micros: last[0], id: last[1] } : null
    const rows = await publishedReviews(db, product, viewer.memberId, before, limit + 1)
    const page = pageOf(rows, limit, (row) => [Number(row.published_micros), row.review_id])
    const found = await cards.mapByIds(
      page.items.map((row) => row.issue_id),
      viewer,
    )
    const named = page.items.flatMap((row) => (row.named ? row.member_id : []))
    const nameOf = await names(named)
    const items = page.items.flatMap((row) => {
      const card = found.get(row.issue_id)
      return card ? reviewView(row, card, viewer, nameOf.get(row.member_id)?.publicName ?? null) : []
    })
    return { items, next: page.next }
  }

  return {
    all: (viewer: Viewer, input: ParsedInput<Endpoints['winnerPosts']>) => read(viewer, null, input),

    /** @throws Refusal NO_SUCH_DATA */
    async ofProduct(
      viewer: Viewer,
      { product, ...input }: ParsedInput<Endpoints['goodsTalk']>,
    ): Promise<Output<Endpoints['goodsTalk']>> {
      const issue = await newestIssue(db, product)
      const [card] = issue === undefined ? [] : await cards.byIds([issue], viewer)
      if (!card) throw new Refusal('NO_SUCH_DATA')
      const [page, total] = await Promise.all([read(viewer, product, input), countPublished(db, product)])
      return { ...page, product: card.product, total }
    },
  }
}

export type Published = ReturnType<typeof createPublished>

/** A review without a name does not name the draw either, because every draw names its winner. */
function reviewView(row: PublishedRow, card: Card, viewer: Viewer, name: string | null): Review {
  const { winner, drawnAt } = card
  return {
    id: row.review_id,
    product: card.product,
    title: row.title,
    content: row.content,
    pictures: publicPictures(row),
    publishedAt: Number(row.published_ms),
    name: row.named ? name : null,
    win:
      row.named && winner && drawnAt !== null
        ? { issue: card.issue, code: winner.code, quantity: winner.quantity, shares: card.shares, drawnAt }
        : null,
    mine: row.member_id === viewer.memberId,
    reported: row.reported,
  }
}
