/** The statements of transfers, for each two books that move money between each other. */
import type { Statement } from '../../platform/db.ts'
import type { Book } from './books.ts'

function statement(name: string, text: string): Statement {
  return { name: `transfer.${name}`, text }
}

/** Two books of one table, such as custody and reserve of a finance product. One statement changes a row once. */
export const areOneRow = (one: Book, two: Book) => one !== two && one.table === two.table

type Both = { readonly lock: Statement; readonly move: Statement }

const pairs = new Map<string, Both>()

/** The two statements of a transfer between a row of one book and a row of another, or of the same. */
export function between(one: Book, two: Book): Both {
  const name = `${one.name}.${two.name}`
  const known = pairs.get(name)
  if (known) return known
  const made = {
    lock: statement(`${name}.lock`, lockBoth(one, two)),
    move: statement(`${name}.move`, moveBoth(one, two)),
  }
  pairs.set(name, made)
  return made
}

/** The second row is locked when the first one is: its query asks whether the first one was found. */
const lockBoth = (one: Book, two: Book) => `
  with one as materialized (select 1 from ${one.table} where ${one.key} = $1 for update),
  two as materialized (select 1 from ${two.table} where ${two.key} = $2 and exists (select from one) for update)
  select exists (select from one) as one, exists (select from two) as two`

/** Whether a row may receive an amount; below zero: pay it. */
const able = ({ balance, floor }: Book, row: string, change: string) =>
  `${row}.${balance} + ${change} >= ${floor === undefined ? '0' : `${row}.${floor}`}`

const changed = ({ balance, lines }: Book, change: string) =>
  `${balance} = t.${balance} + ${change}${lines === undefined ? '' : `, ${lines} = t.${lines} + 1`}`

const lineOf = ({ balance, lines }: Book) =>
  lines === undefined
    ? 'null::int as line, null::bigint as balance'
    : `t.${lines} as line, t.${balance} as balance`

/** The line of a side that the row of `moved` describes. */
const posted = ({ account }: Book, moved: string, [key, ref, kind, amount, change]: readonly string[]) => `
    select ${key}::uuid, ${ref}::uuid, ${kind}::text, case when ${change} > 0 then 'clearing' else '${account}' end,
      case when ${change} > 0 then '${account}' else 'clearing' end, ${amount}::bigint, ${moved}.line, ${moved}.balance, business_now()
    from ${moved}`

const LEDGER = 'ledger (book, ref, kind, debit, credit, amount, line, balance, at)'
/** What the first row receives, and the second one. */
const [FIRST, SECOND] = ['$6::bigint', '(-$6::bigint)']

const linesOf = (one: Book, two: Book) => `
  one as (
    update ${one.table} t set ${changed(one, FIRST)} where t.${one.key} = $1 and exists (select from able) returning ${lineOf(one)}),
  two as (
    update ${two.table} t set ${changed(two, SECOND)} where t.${two.key} = $2 and exists (select from able) returning ${lineOf(two)}),
  lines as (
    insert into ${LEDGER}${posted(one, 'one', ['$1', '$3', '$4', '$5', FIRST])}
    union all${posted(two, 'two', ['$2', '$3', '$4', '$5', SECOND])} returning 1)`

/** Whether both sides can move, and, unless they are one row, their moves and lines. */
const moveBoth = (one: Book, two: Book) => `
  with earlier as materialized (
    select amount from ledger where book in ($1, $2) and ref = $3 and kind = $4),
  able as materialized (
    select from ${one.table} a, ${two.table} b
    where a.${one.key} = $1 and b.${two.key} = $2 and ${able(one, 'a', FIRST)} and ${able(two, 'b', SECOND)}
      and not exists (select from earlier)),
  ${areOneRow(one, two) ? 'lines as (select where false)' : linesOf(one, two)}
  select (select count(*)::int from earlier) as earlier, (select count(*)::int from earlier where amount = $5) as same,
    exists (select from able) as able, (select count(*)::int from lines) as lines`

/** Moves one row, unless it falls below its floor, and writes its line. */
export const moveSide = (book: Book) =>
  statement(
    `${book.name}.side`,
    `
  with moved as (
    update ${book.table} t set ${changed(book, '$5::bigint')} where t.${book.key} = $1 and ${able(book, 't', '$5::bigint')}
    returning ${lineOf(book)})
  insert into ${LEDGER}${posted(book, 'moved', ['$1', '$2', '$3', '$4', '$5::bigint'])} returning 1`,
  )
