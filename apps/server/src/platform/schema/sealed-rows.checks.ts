/**
 * Sealed values of rows: each opens in its own row. A value that was exchanged with that of another row, or damaged, does not, because
 * its row is part of what the encryption protects.
 */
import type { Executor } from '../db.ts'

/** Members of one page. */
const PAGE = 200
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Reads the rows of a statement, the members of a page at a time.
 * @param rows SQL of rows with `member_id`: those that keep a value
 * @param isSound whether the row says what its value says; it throws when the value does not open
 */
export async function countUnsound<Row extends { member_id: string }>(
  db: Executor,
  rows: string,
  isSound: (row: Row) => boolean,
): Promise<{ checked: number; unsound: number }> {
  const text = `
    with page as materialized (
      select distinct member_id from (${rows}) kept where member_id > $1 order by member_id limit ${PAGE})
    select kept.* from (${rows}) kept join page using (member_id) order by member_id`
  let [checked, unsound, after] = [0, 0, FIRST]
  for (;;) {
    const page = await db.query<Row>(text, [after])
    const last = page.at(-1)
    if (!last) return { checked, unsound }
    checked += page.length
    unsound += page.filter((row) => !opens(row, isSound)).length
    after = last.member_id
  }
}

function opens<Row>(row: Row, isSound: (row: Row) => boolean): boolean {
  try {
    return isSound(row)
  } catch {
    return false
  }
}
