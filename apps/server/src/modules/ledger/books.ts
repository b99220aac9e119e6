/**
 * Books: who holds money. A book is one row of a table; it has one account beside clearing, and the row has its balance.
 * The ledger itself knows wallets and the house's accounts. A selling module registers the book of what it sells with
 * `defineBook` and hands it to the ledger's functions, which know no other table of it.
 */
import type { Statement } from '../../platform/db.ts'
import { isLockable, rankOf } from '../../platform/lock-order.ts'

export type BookDefinition = {
  /** name in messages and statement names */
  name: string
  /** table of the rows, its uuid key, and the bigint column with the balance */
  table: string
  key: string
  balance: string
  /** name of the account in ledger lines */
  account: string
  /** place in the order of locks; by default that of the table */
  rank?: number
  /** column with the lowest balance that the account may have; without it the floor is zero */
  floor?: string
  /** column that counts the account's lines; each line then carries its number and the balance after it */
  lines?: string
}

export type Book = BookDefinition & {
  readonly rank: number
  /** locks the row $1 */
  readonly lock: Statement
  /** locks the rows of the ids $1, in key order */
  readonly lockMany: Statement
  /** adds $2 to the balance of row $1 unless it falls below the floor; answers line and balance, null without lines */
  readonly move: Statement
}

const IDENTIFIER = /^[a-z][a-z_]*$/

/**
 * Registers a book.
 * @throws RangeError when a name is no plain SQL identifier, or the table has no place in the order of locks
 */
export function defineBook(definition: BookDefinition): Book {
  const { name, table, key, balance, account, floor, lines } = definition
  for (const word of [name, table, key, balance, account, floor ?? table, lines ?? table]) {
    if (!IDENTIFIER.test(word)) throw new RangeError(`not a plain identifier: ${word}`)
  }
  if (account === 'clearing') throw new RangeError('clearing is an account of every book')
  const rank = definition.rank ?? (isLockable(table) ? rankOf(table) : undefined)
  if (rank === undefined) throw new RangeError(`${table} has no place in the order of locks`)
  const counted = lines === undefined ? '' : `, ${lines} = ${lines} + 1`
  const answer =
    lines === undefined
      ? 'null::int as line, null::bigint as balance'
      : `${lines} as line, ${balance} as balance`
  return {
    ...definition,
    rank,
    lock: { name: `book.${name}.lock`, text: `select 1 from ${table} where ${key} = $1 for update` },
    lockMany: {
      name: `book.${name}.lock_many`,
      text: `select count(*) from (
    select 1 from ${table} where ${key} = any($1::uuid[]) order by ${key} for update) locked`,
    },
    move: {
      name: `book.${name}.move`,
      text: `update ${table} set ${balance} = ${balance} + $2${counted}
       where ${key} = $1 and ${balance} + $2 >= ${floor ?? '0'} returning ${answer}`,
    },
  }
}

/** What a member owns and can spend. Every line carries its number and the balance after it. */
export const WALLETS = defineBook({
  name: 'wallet',
  table: 'wallet',
  key: 'member_id',
  balance: 'balance',
  account: 'wallet',
  lines: 'lines',
})

/** The accounts of the house. */
export const HOUSE = defineBook({
  name: 'house',
  table: 'house_account',
  key: 'book',
  balance: 'balance',
  account: 'account',
  floor: 'lowest',
})

/** Sorts books into the one lock order: by rank, then by name, then by key. */
export function lockOrder(a: { of: Book; key: string }, b: { of: Book; key: string }): number {
  if (a.of.rank !== b.of.rank) return a.of.rank - b.of.rank
  if (a.of.name !== b.of.name) return a.of.name < b.of.name ? -1 : 1
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}
