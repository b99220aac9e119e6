/**
 * Single transfers between books, for everything that is not on the hot path: recharges, what a draw earns,
 * later fees and payouts. Each side is one line in its own book against `clearing`, both in the caller's
 * transaction, exactly once per (book, ref, kind).
 */
import type { Executor, Statement, Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'

export const HOUSE_BOOKS = {
  /** money at payment companies and banks; an asset, so its balance is negative */
  cash: '00000000-0000-8000-8000-000000000001',
  /** what sales have earned */
  sales: '00000000-0000-8000-8000-000000000002',
  /** pays what games win */
  bankroll: '00000000-0000-8000-8000-000000000003',
  /** pays vouchers, rebates and rewards */
  marketing: '00000000-0000-8000-8000-000000000004',
  /** pays what the sales of an issue do not cover */
  subsidy: '00000000-0000-8000-8000-000000000005',
} as const
export type HouseAccount = keyof typeof HOUSE_BOOKS

export type TransferEnd = { member: string } | { issue: string } | { house: HouseAccount }

/** Names of postings between books; docs/LEDGER.md describes each. */
export type TransferKind = 'recharge' | 'draw' | 'funding' | 'subsidy' | 'refund' | 'closing'

export type Transfer = {
  /** what the money moves for: recharge id, issue id */
  ref: string
  kind: TransferKind
  from: TransferEnd
  to: TransferEnd
  /** minor units, above zero */
  amount: bigint
}

/** Locked everywhere in this order: wallets, issues, house accounts. */
const BOOKS = {
  member: {
    rank: 0,
    account: 'wallet',
    lock: statement('wallet', 'select 1 from wallet where member_id = $1 for update'),
    move: statement(
      'wallet.move',
      `update wallet set balance = balance + $2, lines = lines + 1
       where member_id = $1 and balance + $2 >= 0 returning lines as line, balance`,
    ),
  },
  issue: {
    rank: 1,
    account: 'pool',
    lock: statement('issue', 'select 1 from issue where issue_id = $1 for update'),
    move: statement(
      'issue.move',
      `update issue set pool = pool + $2 where issue_id = $1 and pool + $2 >= 0
       returning null::int as line, null::bigint as balance`,
    ),
  },
  house: {
    rank: 2,
    account: 'account',
    lock: statement('house', 'select 1 from house_account where book = $1 for update'),
    move: statement(
      'house.move',
      `update house_account set balance = balance + $2 where book = $1 and balance + $2 >= floor
       returning null::int as line, null::bigint as balance`,
    ),
  },
} as const

const FIND = statement('find', 'select amount from ledger where (book, ref, kind) = ($1, $2, $3)')
const WRITE = statement(
  'write',
  `insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, business_now())`,
)

function statement(name: string, text: string): Statement {
  return { name: `transfer.${name}`, text }
}

type Side = { book: string; sign: 1n | -1n; of: (typeof BOOKS)[keyof typeof BOOKS] }

function side(end: TransferEnd, sign: 1n | -1n): Side {
  if ('member' in end) return { book: end.member, sign, of: BOOKS.member }
  if ('issue' in end) return { book: end.issue, sign, of: BOOKS.issue }
  return { book: HOUSE_BOOKS[end.house], sign, of: BOOKS.house }
}

/**
 * Moves money once. Answers true when this call moved it, false when it had been moved before.
 * @throws Refusal INSUFFICIENT_BALANCE when an account would fall below its floor
 */
export async function transfer(tx: Tx, { ref, kind, from, to, amount }: Transfer): Promise<boolean> {
  if (amount <= 0n) throw new RangeError('a transfer moves more than nothing')
  const sides = [side(from, -1n), side(to, 1n)].toSorted(
    (a, b) => a.of.rank - b.of.rank || (a.book < b.book ? -1 : 1),
  )
  for (const { of, book } of sides) {
    const locked = await tx.query(of.lock, [book])
    if (locked.length === 0) throw new Error(`no ${of.account} of book ${book}`)
  }
  const earlier: (bigint | undefined)[] = []
  for (const { book } of sides) {
    const [row] = await tx.query<{ amount: bigint }>(FIND, [book, ref, kind])
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

async function post(tx: Tx, { book, sign, of }: Side, ref: string, kind: TransferKind, amount: bigint) {
  const [moved] = await tx.query<{ line: number | null; balance: bigint | null }>(of.move, [
    book,
    sign * amount,
  ])
  if (!moved) throw new Refusal('INSUFFICIENT_BALANCE')
  const [debit, credit] = sign === 1n ? ['clearing', of.account] : [of.account, 'clearing']
  await tx.query(WRITE, [book, ref, kind, debit, credit, amount, moved.line, moved.balance])
}

/** Gives a member an empty wallet; a second call changes nothing. */
export async function openWallet(tx: Tx, memberId: string): Promise<void> {
  await tx.query('insert into wallet (member_id) values ($1) on conflict do nothing', [memberId])
}

const HOUSE_LOCK = statement(
  'house.available',
  'select balance - floor as available from house_account where book = $1 for update',
)

/** What a house account can pay, in minor units. Locks it: nobody else takes of it before the caller's commit. */
export async function houseAvailable(tx: Tx, account: HouseAccount): Promise<bigint> {
  const [row] = await tx.query<{ available: bigint }>(HOUSE_LOCK, [HOUSE_BOOKS[account]])
  if (!row) throw new Error(`there is no house account ${account}`)
  return row.available
}

const BALANCES = statement('balances', 'select balance, open_orders from wallet where member_id = $1')

/** A member's balance in minor units and the number of orders that wait for their draw. */
export async function balances(
  db: Executor,
  memberId: string,
): Promise<{ balance: bigint; openOrders: number }> {
  const [row] = await db.query<{ balance: bigint; open_orders: number }>(BALANCES, [memberId])
  return { balance: row?.balance ?? 0n, openOrders: row?.open_orders ?? 0 }
}
