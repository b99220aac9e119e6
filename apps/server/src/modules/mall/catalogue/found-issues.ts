/** All issues of the products that a search found, in SQL. */
import type { FoundProduct } from '../search/find-products.ts'

/** A search reads at most this many of the newest issues of each product that it found. */
const PER_PRODUCT = 1_000

/** The products that a search found. @param first parameter of `issuesValues` */
export const foundFrom = (first: number) =>
  `unnest($${first}::text[], $${first + 1}::uuid[], $${first + 2}::int[]) as found(code, newest, sequence)`

/** The ids of the issues of a row of `foundFrom`, the newest first, which the search knows. Earlier ones are read when there are some. */
export const ISSUES_OF_FOUND = `(
  select found.newest as issue_id
  union all (
    select issue_id from product_issue
    where found.sequence > 1 and product_issue.code = found.code and product_issue.sequence < found.sequence
    order by sequence desc limit ${PER_PRODUCT - 1})) numbered`

export function issuesValues(products: readonly FoundProduct[]): unknown[] {
  return [
    products.map(({ code }) => code),
    products.map(({ issueId }) => issueId),
    products.map(({ sequence }) => sequence),
  ]
}
