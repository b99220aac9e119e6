/** Lists of winners: of all drawn issues, or of one product's. Winners are shown with their public names. */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { cursorTime, decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Card, Cards, Viewer } from '../catalogue/cards.ts'
import { isProduct, readDraws, readDrawsOfProduct } from './winners.queries.ts'

type Page = Output<Endpoints['winners']>

export type Winners = {
  /** Winners of all draws, newest first. */
  all(viewer: Viewer, input: ParsedInput<Endpoints['winners']>): Promise<Page>
  /** Winners of a product's issues, newest first. @throws Refusal NO_SUCH_DATA */
  ofProduct(viewer: Viewer, input: ParsedInput<Endpoints['goodsWinners']>): Promise<Page>
}

const drawnKey = z.tuple([cursorTime, z.uuid()])
const sequenceKey = z.tuple([z.int().check(z.minimum(0), z.maximum(2_147_483_647))])

export function createWinners({ db, cards }: { db: Executor; cards: Cards }): Winners {
  async function showPage(viewer: Viewer, page: { items: { issueId: string }[]; next: string | null }) {
    const found = await cards.byIds(
      page.items.map(({ issueId }) => issueId),
      viewer,
    )
    return { items: found.flatMap(winnerOf), next: page.next }
  }
  return {
    async all(viewer, { cursor, limit }) {
      const key = decodeCursor(cursor, drawnKey)
      const rows = await readDraws(db, key && { drawnMs: key[0], issueId: key[1] }, limit + 1)
      return showPage(
        viewer,
        pageOf(rows, limit, ({ drawnMs, issueId }) => [Number(drawnMs), issueId]),
      )
    },
    async ofProduct(viewer, { product, cursor, limit }) {
      const [before] = decodeCursor(cursor, sequenceKey) ?? [null]
      const rows = await readDrawsOfProduct(db, product, before, limit + 1)
      if (rows.length === 0 && !(await isProduct(db, product))) throw new Refusal('NO_SUCH_DATA')
      return showPage(
        viewer,
        pageOf(rows, limit, ({ sequence }) => [sequence]),
      )
    },
  }
}

/** The wire form of a drawn issue's winner; empty for an issue that is not drawn. */
function winnerOf({ issue, product, mode, badge, price, prizeValue, tiers, shares, winner, drawnAt }: Card) {
  if (!winner || drawnAt === null) return []
  return [{ issue, product, mode, badge, price, prizeValue, tiers, shares, drawnAt, ...winner }]
}
