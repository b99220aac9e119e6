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

const FIND = statement('find', 'select amount from ledger where (book, ref, kind) = ($1, $2, $3)')
const WRITE = statement(
  'write',
  `insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, business_now())`,
)

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
 * Moves money once.
 * @returns true when this call moved it, false when an earlier call did
 * @throws Refusal INSUFFICIENT_BALANCE when an account would fall below its floor
 */
export async function transfer(tx: Tx, { ref, kind, from, to, amount }: Transfer): Promise<boolean> {
  if (amount <= 0n) throw new RangeError('a transfer moves more than nothing')
  const sides = [side(from, -1n), side(to, 1n)].toSorted(lockOrder)
  for (const { of, key } of sides) {
    const locked = await tx.query(of.lock, [key])
    if (locked.length === 0) throw new Error(`the book ${of.name} has no row ${key}`)
  }
  const earlier: (bigint | undefined)[] = []
  for (const { key } of sides) {
    const [row] = await tx.query<{ amount: bigint }>(FIND, [key, ref, kind])
    earlier.push(row?.amount)
  }
  if (earlier.some((known) => known !== undefined)) {
    if (earlier.some((known) => known !== amount))
      throw new Error(`transfer ${kind} ${ref} repeats with another amount`)
    return false
  }
  for (const one of sides) await post(tx, one, ref, kind, amount)
  return true
}

async function post(tx: Tx, { of, key, sign }: Side, ref: string, kind: string, amount: bigint) {
  const [moved] = await tx.query<{ line: number | null; balance: bigint | null }>(of.move, [
    key,
    sign * amount,
  ])
  if (!moved) throw new Refusal('INSUFFICIENT_BALANCE')
  const [debit, credit] = sign === 1n ? ['clearing', of.account] : [of.account, 'clearing']
  await tx.query(WRITE, [key, ref, kind, debit, credit, amount, moved.line, moved.balance])
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
  const one = side(end, change < 0n ? -1n : 1n)
  await tx.query(one.of.lock, [one.key])
  await post(tx, one, ref, kind, change < 0n ? -change : change)
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
