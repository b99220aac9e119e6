/**
 * What each table contributes to the copy of a member's data. A module describes its tables here; the copy is written page by
 * page along an index, so that its memory does not grow with the history, and no transaction stays open for a slow client.
 */
import type { Executor } from '../db.ts'

export type MemberTable = {
  /** its name in the file */
  readonly name: string
  readonly table: string
  /** the column with the member's id; default `member_id` */
  readonly member?: string
  /** the columns that order a member's rows and tell them apart, with their types; empty: a member has one row at most */
  readonly key: Readonly<Record<string, 'uuid' | 'integer' | 'text' | 'timestamptz' | 'date' | 'bytea'>>
  /** columns as they are stored */
  readonly columns: readonly string[]
  /** columns with amounts in minor units, written as decimals */
  readonly amounts?: readonly string[]
  /** columns that the file leaves out, with the reason */
  readonly without?: Readonly<Record<string, string>>
  /** joins to `t`, and SQL of what they add, by its name in the file */
  readonly joins?: string
  readonly more?: Readonly<Record<string, string>>
  /** SQL of the rows that belong here; default: all of the member */
  readonly where?: string
}

/** SQL of a limit's value in `t`: a limit of time counts minutes, every other one an amount. */
export const limitValue = (column: string): string =>
  `case t.kind when 'time' then t.${column}::text else trim_scale(t.${column}::numeric / 10000)::text end`

const PAGE = 500
const quoted = (name: string) => `t."${name}"`

/** One row as JSON, and its place. */
type Row = { row: string; place: string[] }

function statementOf({
  name,
  table,
  member = 'member_id',
  key,
  columns,
  amounts = [],
  joins = '',
  more = {},
  where = 'true',
}: MemberTable) {
  const values = [
    ...columns.map(quoted),
    ...amounts.map((column) => `trim_scale(${quoted(column)}::numeric / 10000)::text as "${column}"`),
    ...Object.entries(more).map(([as, sql]) => `${sql} as "${as}"`),
  ]
  const keys = Object.entries(key)
  const place = keys.map(([column]) => quoted(column))
  const after = keys.map(([, type], at) => `($2::text[])[${at + 1}]::${type}`)
  const paged = keys.length > 0
  return {
    name: `copy.${name}`,
    text: `
      select (select row_to_json(shown) from (select ${values.join(', ')}) shown)::text as row,
        array[${place.map((column) => `${column}::text`).join(', ')}]::text[] as place
      from ${table} t ${joins}
      where t."${member}" = $1 and (${where})
        and ($2::text[] is null ${paged ? `or (${place.join(', ')}) > (${after.join(', ')})` : ''})
      ${paged ? `order by ${place.join(', ')}` : ''} limit $3`,
  }
}

/** The member's rows of a table as JSON texts, in pages. */
export async function* memberRows(
  db: Executor,
  table: MemberTable,
  memberId: string,
  pageSize = PAGE,
): AsyncGenerator<string[]> {
  const statement = statementOf(table)
  for (let place: string[] | null = null; ;) {
    const rows: Row[] = await db.query<Row>(statement, [memberId, place, pageSize])
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < pageSize || Object.keys(table.key).length === 0) return
    place = rows.at(-1)!.place
  }
}
