/** Past winners: of the whole mall, or of one product. Names are public names; everything else is the draw's. */
import * as z from 'zod/mini'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { cursorTime, decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Card, Cards, Viewer } from '../catalogue/cards.ts'

type Page = Output<Endpoints['winners']>

export type Winners = {
  /** Winners of all draws, newest first. */
  all(viewer: Viewer, input: ParsedInput<Endpoints['winners']>): Promise<Page>
  /** Winners of a product's issues, newest first. @throws Refusal NO_SUCH_DATA */
  ofProduct(viewer: Viewer, input: ParsedInput<Endpoints['goodsWinners']>): Promise<Page>
}

/** Walks down the index of draws, from its top or from the position before. */
const ALL = {
  name: 'winners.all',
  text: `select issue_id as "issueId", (extract(epoch from drawn_at) * 1000)::bigint as "drawnMs"
    from issue_draw
    where (drawn_at, issue_id) <
      (coalesce($1::timestamptz, 'infinity'), coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by drawn_at desc, issue_id desc limit $3`,
}
/** Issues of a product draw in the order of their numbers, nearly always: the number is what the list walks down. */
const OF_PRODUCT = {
  name: 'winners.product',
  text: `select n.issue_id as "issueId", n.sequence
    from product_issue n
    where n.code = $1 and n.sequence < coalesce($2::int, 2147483647)
      and exists (select 1 from issue_draw d where d.issue_id = n.issue_id)
    order by n.sequence desc limit $3`,
}
const KNOWN = { name: 'winners.known', text: 'select 1 from product where code = $1' }

const drawnKey = z.tuple([cursorTime, z.uuid()])
const sequenceKey = z.tuple([z.int().check(z.minimum(0), z.maximum(2_147_483_647))])

export function createWinners({ db, cards }: { db: Executor; cards: Cards }): Winners {
  async function shown(viewer: Viewer, page: { items: { issueId: string }[]; next: string | null }) {
    const found = await cards.byIds(
      page.items.map(({ issueId }) => issueId),
      viewer,
    )
    return { items: found.flatMap(winnerOf), next: page.next }
  }
  return {
    async all(viewer, { cursor, limit }) {
      const before = decodeCursor(cursor, drawnKey)
      const rows = await db.query<{ issueId: string; drawnMs: bigint }>(ALL, [
        before && new Date(before[0]),
        before?.[1] ?? null,
        limit + 1,
      ])
      return shown(
        viewer,
        pageOf(rows, limit, ({ drawnMs, issueId }) => [Number(drawnMs), issueId]),
      )
    },
    async ofProduct(viewer, { product, cursor, limit }) {
      const [before] = decodeCursor(cursor, sequenceKey) ?? [null]
      const rows = await db.query<{ issueId: string; sequence: number }>(OF_PRODUCT, [
        product,
        before,
        limit + 1,
      ])
      if (rows.length === 0 && (await db.query(KNOWN, [product])).length === 0)
        throw new Refusal('NO_SUCH_DATA')
      return shown(
        viewer,
        pageOf(rows, limit, ({ sequence }) => [sequence]),
      )
    },
  }
}

function winnerOf({ issue, product, mode, badge, price, prizeValue, shares, winner, drawnAt }: Card) {
  if (!winner || drawnAt === null) return []
  return [{ issue, product, mode, badge, price, prizeValue, shares, drawnAt, ...winner }]
}
