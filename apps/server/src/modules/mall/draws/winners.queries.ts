/** Reads the ids of drawn issues for lists of winners. */
import { MS, type Executor } from '../../../platform/db.ts'

/** Reads the index of draws backwards, from its end or from the cursor. */
const ALL = {
  name: 'winners.all',
  text: `select issue_id as "issueId", ${MS('drawn_at')} as "drawnMs"
    from issue_draw
    where (drawn_at, issue_id) <
      (coalesce($1::timestamptz, 'infinity'), coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    order by drawn_at desc, issue_id desc limit $3`,
}

/** All draws, newest first, before a position. */
export function readDraws(
  db: Executor,
  before: { drawnMs: number; issueId: string } | null,
  limit: number,
): Promise<{ issueId: string; drawnMs: bigint }[]> {
  return db.query(ALL, [before && new Date(before.drawnMs), before?.issueId ?? null, limit])
}

/** A product's issues are nearly always drawn in the order of their numbers, so the list is sorted by number. */
const OF_PRODUCT = {
  name: 'winners.product',
  text: `select numbered.issue_id as "issueId", numbered.sequence
    from product_issue numbered
    where numbered.code = $1 and numbered.sequence < coalesce($2::int, 2147483647)
      and exists (select 1 from issue_draw draw where draw.issue_id = numbered.issue_id)
    order by numbered.sequence desc limit $3`,
}

/** Drawn issues of a product, by descending number, below `before`. */
export function readDrawsOfProduct(
  db: Executor,
  product: string,
  before: number | null,
  limit: number,
): Promise<{ issueId: string; sequence: number }[]> {
  return db.query(OF_PRODUCT, [product, before, limit])
}

const PRODUCT = { name: 'winners.known', text: 'select 1 from product where code = $1' }

export async function isProduct(db: Executor, code: string): Promise<boolean> {
  return (await db.query(PRODUCT, [code])).length > 0
}
