/** Reads what suggestions show of the products that a search found, in every zone. */
import type { Executor } from '../../../platform/db.ts'
import { MOST_COUNTED } from '../catalogue/catalogue.queries.ts'
import {
  foundFrom,
  ISSUES_OF_FOUND,
  issuesValues,
  newestOf,
  newestOnes,
  newestValues,
  numberedLike,
} from '../catalogue/found-issues.ts'
import type { Found } from './find-products.ts'

const SELLING = {
  name: 'suggest.selling',
  text: `
select issue.issue_id as "issueId", nth
from ${newestOf(2)}
where issue.status = 'selling' and ${numberedLike('$1', 'issue.issue_id')}
order by found.rank desc, ((issue.shares - issue.sold)::bigint * 1000000) / issue.shares, issue.issue_id`,
}

/** $1 the beginning of an issue number */
const DRAWN = {
  name: 'suggest.drawn',
  text: `
select count(*)::int as issues
from (
  select 1 from ${foundFrom(2)} cross join lateral ${ISSUES_OF_FOUND}
  join issue_draw using (issue_id)
  where ${numberedLike('$1', 'numbered.issue_id')}
  limit ${MOST_COUNTED}) draws`,
}

/** `nth`: place among the found products that have an issue, from 1 */
type SellingRow = { issueId: string; nth: number }

export type Suggested = {
  /** issue ids, the best match first */
  best: string[]
  selling: number
  drawn: number
  /** issues on sale by category */
  categories: ReadonlyMap<string, number>
}

export async function readSuggestions(
  db: Executor,
  { products, number }: Pick<Found, 'products' | 'number'>,
  limit: number,
): Promise<Suggested> {
  if (products.length === 0) return { best: [], selling: 0, drawn: 0, categories: new Map() }
  const numbered = newestOnes(products)
  const [rows, [drawn]] = await Promise.all([
    db.query<SellingRow>(SELLING, [number, ...newestValues(numbered, null)]),
    db.query<{ issues: number }>(DRAWN, [number, ...issuesValues(products)]),
  ])
  const categories = new Map<string, number>()
  for (const { nth } of rows) {
    const { category } = numbered[nth - 1]!
    categories.set(category, (categories.get(category) ?? 0) + 1)
  }
  return {
    best: rows.slice(0, limit).map(({ issueId }) => issueId),
    selling: rows.length,
    drawn: drawn?.issues ?? 0,
    categories,
  }
}
