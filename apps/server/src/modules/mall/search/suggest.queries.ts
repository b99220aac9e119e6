/** Reads what suggestions show of the products that a search found, in every zone. */
import type { Executor } from '../../../platform/db.ts'
import { MOST_COUNTED } from '../catalogue/catalogue.queries.ts'
import { newestOf } from '../catalogue/filters.queries.ts'
import type { Found } from './find-products.ts'

const selling = (name: string, numbered: string) => ({
  name,
  text: `
select issue.issue_id as "issueId", product.category
from ${newestOf('$1', '$2')}
where issue.status = 'selling'${numbered}
order by found.rank desc, ((issue.shares - issue.sold)::bigint * 1000000) / issue.shares, issue.issue_id`,
})
const SELLING = selling('suggest.selling', '')
const NUMBERED = selling('suggest.numbered', ' and starts_with(terms.number, $3)')

/** $1 codes, $2 the beginning of an issue number */
const DRAWN = {
  name: 'suggest.drawn',
  text: `
select count(*)::int as issues
from (
  select 1 from unnest($1::text[]) as found(code)
  cross join lateral (
    select issue_id from product_issue where product_issue.code = found.code order by sequence desc limit 1000) numbered
  join issue_draw using (issue_id)
  where $2::text is null or exists (
    select from issue_terms terms where terms.issue_id = numbered.issue_id and starts_with(terms.number, $2))
  limit ${MOST_COUNTED}) draws`,
}

type SellingRow = { issueId: string; category: string }

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
  { codes, ranks, number }: Pick<Found, 'codes' | 'ranks' | 'number'>,
  limit: number,
): Promise<Suggested> {
  if (codes.length === 0) return { best: [], selling: 0, drawn: 0, categories: new Map() }
  const [rows, [drawn]] = await Promise.all([
    number === null
      ? db.query<SellingRow>(SELLING, [codes, ranks])
      : db.query<SellingRow>(NUMBERED, [codes, ranks, number]),
    db.query<{ issues: number }>(DRAWN, [codes, number]),
  ])
  const categories = new Map<string, number>()
  for (const { category } of rows) categories.set(category, (categories.get(category) ?? 0) + 1)
  return {
    best: rows.slice(0, limit).map(({ issueId }) => issueId),
    selling: rows.length,
    drawn: drawn?.issues ?? 0,
    categories,
  }
}
