/** Many transfers at once between wallets and an account of the house, or between two of its accounts: one statement for each side. */
import type { HouseAccount } from '@fairlot/contract/kinds/house-accounts'
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { array, uuids } from './arrays.ts'
import { HOUSE, type Book } from './books.ts'
import { takeFromBook } from './many-credits.ts'
import { HOUSE_BOOKS } from './transfer.ts'

/** What moves: `ref` names it, once per kind; `amount` is in minor units, above zero. */
export type Moved = { ref: string; amount: bigint }

const MOVE_HOUSE = {
  name: 'transfers.house',
  text: `
    with items as (select ref, amount from unnest($2::uuid[], $3::bigint[]) as item(ref, amount)),
    moved as (
      update house_account set balance = balance + $4::int * (select coalesce(sum(amount), 0) from items)::bigint
      where book = $1 and balance + $4::int * (select coalesce(sum(amount), 0) from items)::bigint >= floor
      returning book)
    insert into ledger (book, ref, kind, debit, credit, amount, at)
    select book, ref, $5, case when $4 > 0 then 'clearing' else 'account' end, case when $4 > 0 then 'account' else 'clearing' end,
      amount, business_now()
    from moved cross join items returning 1 as one`,
}

/** One account's side. @throws Refusal INSUFFICIENT_BALANCE */
async function moveHouse(tx: Tx, account: HouseAccount, sign: 1 | -1, kind: string, items: readonly Moved[]) {
  const posted = await tx.query(MOVE_HOUSE, [
    HOUSE_BOOKS[account],
    uuids(items.map(({ ref }) => ref)),
    array(items.map(({ amount }) => amount)),
    sign,
    kind,
  ])
  if (posted.length === 0) throw new Refusal('INSUFFICIENT_BALANCE')
}

/**
 * Moves amounts between two accounts of the house.
 * @throws Refusal INSUFFICIENT_BALANCE when the account lacks their sum; a database error when one was moved before
 */
export async function moveWithinHouse(
  tx: Tx,
  { kind, from, to, items }: { kind: string; from: HouseAccount; to: HouseAccount; items: readonly Moved[] },
): Promise<void> {
  if (items.length === 0) return
  await tx.query(HOUSE.lockMany, [uuids([HOUSE_BOOKS[from], HOUSE_BOOKS[to]])])
  await moveHouse(tx, from, -1, kind, items)
  await moveHouse(tx, to, 1, kind, items)
}

/**
 * Moves amounts from a row of a book, which the caller has locked, to an account of the house.
 * @throws Refusal INSUFFICIENT_BALANCE when the book would fall below its floor; a database error when one was moved before
 */
export async function moveToHouse(
  tx: Tx,
  {
    kind,
    from,
    to,
    items,
  }: { kind: string; from: { book: Book; key: string }; to: HouseAccount; items: readonly Moved[] },
): Promise<void> {
  if (items.length === 0) return
  await takeFromBook(tx, { kind, from, items })
  await tx.query(HOUSE.lock, [HOUSE_BOOKS[to]])
  await moveHouse(tx, to, 1, kind, items)
}

const TAKE = `
  with items as (
    select member_id, ref, amount from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as item(member_id, ref, amount)),
  wallets as materialized (
    select w.member_id, w.balance, w.lines from wallet w where w.member_id in (select member_id from items)),
  paid as (
    update wallet w set balance = w.balance - m.amount, lines = w.lines + m.lines
    from (select member_id, sum(amount)::bigint as amount, count(*)::int as lines from items group by member_id) m
    where w.member_id = m.member_id)
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
  select i.member_id, i.ref, $4, 'wallet', 'clearing', i.amount, w.lines + i.n, w.balance - i.total, business_now()
  from (
    select *, row_number() over own as n, sum(amount) over own as total
    from items window own as (partition by member_id order by ref rows unbounded preceding)) i
  join wallets w using (member_id)`

/**
 * Takes amounts from wallets, which the caller has locked and which have them, to an account of the house.
 * @throws a database error when a wallet lacks the amount or one was moved before
 */
export async function takeFromWallets(
  tx: Tx,
  { kind, to, items }: { kind: string; to: HouseAccount; items: readonly (Moved & { member: string })[] },
): Promise<void> {
  if (items.length === 0) return
  await tx.query(TAKE, [
    uuids(items.map(({ member }) => member)),
    uuids(items.map(({ ref }) => ref)),
    array(items.map(({ amount }) => amount)),
    kind,
  ])
  await tx.query(HOUSE.lock, [HOUSE_BOOKS[to]])
  await moveHouse(tx, to, 1, kind, items)
}
