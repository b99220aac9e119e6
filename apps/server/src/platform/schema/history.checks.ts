/**
 * Histories: tables to which the server's role only appends. Triggers of the owner count the rows of each and add up their
 * hashes in `history_tally`, which the server's role cannot write (migration 0020). So the doctor notices that a row was
 * changed or removed.
 */

/** @param rows what the rows are, in the plural */
export function historyCheck(id: string, table: string, rows: string) {
  return {
    id,
    title: `no row of ${rows} was changed or removed`,
    sql: `
      select (kept.rows <> coalesce(tally.rows, 0) or kept.digest <> coalesce(tally.digest, 0))::int::bigint as breaches,
        kept.rows || ' rows' as figure
      from (select count(*) as rows, coalesce(bit_xor(hashtextextended(h::text, 0)), 0) as digest from ${table} h) kept
      cross join (select sum(rows) as rows, bit_xor(digest) as digest from history_tally where history = '${table}') tally`,
  }
}
