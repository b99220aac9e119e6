/** The issues of the products that a search found, in SQL. */
import type { MallZone } from '@fairlot/contract/kinds/issue-kinds'
import type { FoundProduct } from '../search/find-products.ts'

type Numbered = FoundProduct & { issueId: string; zone: MallZone }

/** Products that never had an issue are in no list. */
export const newestOnes = (found: readonly FoundProduct[]): Numbered[] =>
  found.filter((product): product is Numbered => product.issueId !== null)

/** An array of ids, codes or numbers, which have nothing to escape: the driver would look for it in each value. */
export const literal = (values: readonly (string | number)[]): string =>
  values.length === 0 ? '{}' : `{"${values.join('","')}"}`

/**
 * The newest issues of the products that a search found: only their state is read. `offset 0` keeps the order of the reads: a
 * plan for any parameters takes the conditions of filters that are not set for rare, and would begin with a scan of all issues.
 *
 * @param first parameter of `newestValues`
 * @param more further columns of `found`
 */
export const newestOf = (first: number, more?: string) => `
  (select *, array_position($${first}::uuid[], issue_id) as nth from issue where issue_id = any($${first}::uuid[]) offset 0) issue
  cross join lateral (select ($${first + 1}::int[])[issue.nth] as rank,
    ($${first + 2}::text[])[issue.nth] as code${more === undefined ? '' : `, ${more}`}) found`

/** The values of `newestOf`. Codes are only compared with the products that the viewer saved. */
export function newestValues(products: readonly Numbered[], viewer: string | null): unknown[] {
  return [
    literal(products.map(({ issueId }) => issueId)),
    literal(products.map(({ rank }) => rank)),
    viewer === null ? '{}' : literal(products.map(({ code }) => code)),
  ]
}

/** Whether an issue has the number, or beginning of a number, that was searched for. @param issueId SQL expression */
export const numberedLike = (number: string, issueId: string) => `(${number}::text is null or exists (
    select from issue_terms numbered where numbered.issue_id = ${issueId} and starts_with(numbered.number, ${number})))`

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

/** The values of `foundFrom`. */
export function issuesValues(found: readonly FoundProduct[]): unknown[] {
  const products = newestOnes(found)
  return [
    literal(products.map(({ code }) => code)),
    literal(products.map(({ issueId }) => issueId)),
    literal(products.map(({ sequence }) => sequence)),
  ]
}
