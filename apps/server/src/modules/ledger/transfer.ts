/**
 * Single transfers between books, for movements outside the hot path: recharges, earnings of a draw, house funding. Each side
 * is one line in its own book against `clearing`, both in the caller's transaction, exactly once per (book, ref, kind).
 */
import type { HouseAccount } from '@fairlot/contract/kinds/house-accounts'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { HOUSE, lockOrder, WALLETS, type Book } from './books.ts'
import { areOneRow, between, moveSide } from './transfer.queries.ts'

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

const HOUSE_LOCK = {
  name: 'transfer.house.available',
  text: 'select balance - lowest as available from house_account where book = $1 for update',
}

/** The amount that a house account can pay, in minor units. Locks the account until the caller's commit. */
export async function houseAvailable(tx: Tx, account: HouseAccount): Promise<bigint> {
  const [row] = await tx.query<{ available: bigint }>(HOUSE_LOCK, [HOUSE_BOOKS[account]])
  if (!row) throw new Error(`there is no house account ${account}`)
  return row.available
}
