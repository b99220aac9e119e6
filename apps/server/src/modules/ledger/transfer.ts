/**
 * Single transfers between books, for movements outside the hot path: recharges, earnings of a draw, house funding. Each side
 * is one line in its own book against `clearing`, both in the caller's transaction, exactly once per (book, ref, kind).
 */
import type { HouseAccount } from '@fairlot/contract/kinds/house-accounts'
import type { Statement, Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { HOUSE, lockOrder, WALLETS, type Book } from './books.ts'

export const HOUSE_BOOKS = {
  /** money at payment companies and banks; an asset, so its balance is negative */
  cash: '00000000-0000-8000-8000-000000000001',
  /** earnings of draws */
  sales: '00000000-0000-8000-8000-000000000002',
  /** pays winnings of games */
  bankroll: '00000000-0000-8000-8000-000000000003',
  /** pays vouchers, rebates and rewards */
  marketing: '00000000-0000-8000-8000-000000000004',
  /** pays what an issue owes beyond its sales */
  subsidy: '00000000-0000-8000-8000-000000000005',
  /** earnings of fees of withdrawals */
  fees: '00000000-0000-8000-8000-000000000006',
  /** set aside for vouchers that members can still use */
  vouchers: '00000000-0000-8000-8000-000000000007',
  /** pays members when the witnesses of a draw did not sign in time */
  guarantee: '00000000-0000-8000-8000-000000000008',
} as const satisfies Record<HouseAccount, string>

/** One side of a transfer: a member's wallet, an account of the house, or a row of a seller's book. */
export type TransferEnd = { member: string } | { house: HouseAccount } | { book: Book; key: string }

export type Transfer = {
  /** what the money moves for: recharge id, issue id */
  ref: string
  /** name of the posting; docs/LEDGER.md describes each */
  kind: string
  from: TransferEnd
  to: TransferEnd
  /** minor units, above zero */
  amount: bigint
}

function statement(name: string, text: string): Statement {
  return { name: `transfer.${name}`, text }
}

type Side = { of: Book; key: string; sign: 1n | -1n }

function side(end: TransferEnd, sign: 1n | -1n): Side {
  if ('member' in end) return { of: WALLETS, key: end.member, sign }
  if ('house' in end) return { of: HOUSE, key: HOUSE_BOOKS[end.house], sign }
  return { of: end.book, key: end.key, sign }
}

/**
 * Moves money once, in two statements: the second one begins when both rows are locked, so it sees what was committed before.
 * @returns true when this call moved it, false when an earlier call did
 * @throws Refusal INSUFFICIENT_BALANCE when an account would fall below its floor; nothing has moved then
 */
export async function transfer(tx: Tx, { ref, kind, from, to, amount }: Transfer): Promise<boolean> {
  if (amount <= 0n) throw new RangeError('a transfer moves more than nothing')
  const [one, two] = [side(from, -1n), side(to, 1n)].toSorted(lockOrder) as [Side, Side]
  if (one.key === two.key) throw new RangeError('a transfer has two ends')
  const { lock, move } = between(one.of, two.of)
  const [held] = await tx.query<{ one: boolean; two: boolean }>(lock, [one.key, two.key])
  for (const [{ of, key }, found] of [
    [one, held?.one],
    [two, held?.two],
  ] as const)
    if (found !== true) throw new Error(`the book ${of.name} has no row ${key}`)
  const values = [one.key, two.key, ref, kind, amount, one.sign * amount]
  const [result] = await tx.query<MoveResult>(move, values)
  if (!result) throw new Error('a transfer has no answer')
  if (result.earlier > 0) {
    if (result.same !== 2) throw new Error(`transfer ${kind} ${ref} repeats with another amount`)
    return false
  }
  if (!result.able) throw new Refusal('INSUFFICIENT_BALANCE')
  if (areOneRow(one.of, two.of))
    for (const { of, key, sign } of [one, two]) await post(tx, of, [key, ref, kind, amount, sign * amount])
  else if (result.lines !== 2) throw new Error(`transfer ${kind} ${ref} wrote ${result.lines} lines`)
  return true
}

/** `earlier`: lines that are there already, `same`: those of them with this amount; `lines`: what this call wrote */
type MoveResult = { earlier: number; same: number; able: boolean; lines: number }

/** Two books of one table, such as custody and reserve of a finance product. One statement changes a row once. */
const areOneRow = (one: Book, two: Book) => one !== two && one.table === two.table

type Both = { readonly lock: Statement; readonly move: Statement }

const pairs = new Map<string, Both>()

/** The two statements of a transfer between a row of one book and a row of another, or of the same. */
function between(one: Book, two: Book): Both {
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
const moveSide = (book: Book) =>
  statement(
    `${book.name}.side`,
    `
  with moved as (
    update ${book.table} t set ${changed(book, '$5::bigint')} where t.${book.key} = $1 and ${able(book, 't', '$5::bigint')}
    returning ${lineOf(book)})
  insert into ${LEDGER}${posted(book, 'moved', ['$1', '$2', '$3', '$4', '$5::bigint'])} returning 1`,
  )

/** @param values key of the row, ref, kind, amount, and what the row receives; below zero: what it pays */
async function post(tx: Tx, book: Book, values: readonly unknown[]): Promise<void> {
  const written = await tx.query(moveSide(book), values)
  if (written.length === 0) throw new Refusal('INSUFFICIENT_BALANCE')
}

/**
 * One side of a transfer whose other side the caller posts in the same transaction, where the order of locks keeps them apart.
 * @param change minor units that the account receives; below zero: that it pays
 * @throws Refusal INSUFFICIENT_BALANCE when the account would fall below its floor
 */
export async function postSide(
  tx: Tx,
  end: TransferEnd,
  ref: string,
  kind: string,
  change: bigint,
): Promise<void> {
  const { of, key } = side(end, 1n)
  await post(tx, of, [key, ref, kind, change < 0n ? -change : change, change])
}

const HOUSE_LOCK = statement(
  'house.available',
  'select balance - lowest as available from house_account where book = $1 for update',
)

/** The amount that a house account can pay, in minor units. Locks the account until the caller's commit. */
export async function houseAvailable(tx: Tx, account: HouseAccount): Promise<bigint> {
  const [row] = await tx.query<{ available: bigint }>(HOUSE_LOCK, [HOUSE_BOOKS[account]])
  if (!row) throw new Error(`there is no house account ${account}`)
  return row.available
}
