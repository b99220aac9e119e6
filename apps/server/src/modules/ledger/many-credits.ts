/** Many payments at once from one row of a book into wallets: one statement for each side. */
import type { Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { array, uuids } from './arrays.ts'
import type { Book } from './books.ts'
import type { Moved } from './many-transfers.ts'

const PAY = `
  with items as (
    select member_id, ref, amount from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as item(member_id, ref, amount)),
  wallets as materialized (
    select w.member_id, w.balance, w.lines from wallet w where w.member_id in (select member_id from items)),
  credited as (
    update wallet w set balance = w.balance + m.amount, lines = w.lines + m.lines
    from (select member_id, sum(amount)::bigint as amount, count(*)::int as lines from items group by member_id) m
    where w.member_id = m.member_id)
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
  select i.member_id, i.ref, $4, 'clearing', 'wallet', i.amount, w.lines + i.n, w.balance + i.total, business_now()
  from (
    select *, row_number() over own as n, sum(amount) over own as total
    from items window own as (partition by member_id order by ref rows unbounded preceding)) i
  join wallets w using (member_id) returning 1 as one`

const LINES = (account: string) => `
  insert into ledger (book, ref, kind, debit, credit, amount, at)
  select $1, ref, $2, '${account}', 'clearing', amount, business_now() from unnest($3::uuid[], $4::bigint[]) as item(ref, amount)`

/**
 * One side of many transfers: amounts leave a row of a book, which the caller has locked.
 * @throws Refusal INSUFFICIENT_BALANCE when the book would fall below its floor; a database error when one was moved before
 */
export async function takeFromBook(
  tx: Tx,
  {
    kind,
    from: { book, key },
    items,
  }: { kind: string; from: { book: Book; key: string }; items: readonly Moved[] },
): Promise<void> {
  const refs = uuids(items.map(({ ref }) => ref))
  const amounts = array(items.map(({ amount }) => amount))
  const total = items.reduce((sum, { amount }) => sum + amount, 0n)
  const [moved] = await tx.query(book.move, [key, -total])
  if (!moved) throw new Refusal('INSUFFICIENT_BALANCE')
  await tx.query(LINES(book.account), [key, kind, refs, amounts])
}

/**
 * Pays amounts from a row of a book to wallets. The caller has locked the wallets, and then the row.
 * @throws Refusal INSUFFICIENT_BALANCE when the book would fall below its floor; Error when a member has no wallet; a database error when
 *   one was paid before
 */
export async function payToWallets(
  tx: Tx,
  {
    kind,
    from,
    items,
  }: { kind: string; from: { book: Book; key: string }; items: readonly (Moved & { member: string })[] },
): Promise<void> {
  if (items.length === 0) return
  await takeFromBook(tx, { kind, from, items })
  const refs = uuids(items.map(({ ref }) => ref))
  const amounts = array(items.map(({ amount }) => amount))
  const paid = await tx.query(PAY, [uuids(items.map(({ member }) => member)), refs, amounts, kind])
  if (paid.length !== items.length) throw new Error('a member who is paid has no wallet')
}
