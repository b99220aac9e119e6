/**
 * The settlement of purchases: what follows the outcome of an issue, a round or a maturity. One set-based transaction for
 * each chunk writes result and payout, credits wallets, and counts limits and play-through; a purchase is settled exactly once.
 *
 * The seller hands in SQL that selects the outcomes of a chunk from its own rows, and claims the chunk in its own progress
 * row. Wallets are locked before the claim and before the seller's book, so that no subject is held while a wallet is
 * waited for.
 *
 * The statements have no names: PostgreSQL plans them for the tables as they are at that moment.
 */
import type { Db, Tx } from '../../../platform/db.ts'
import type { Book } from '../books.ts'
import { countPrizes, countSettled, undoCount } from '../limits/settled-limits.ts'
import { payToWallets } from '../many-credits.ts'
import type { Moved } from '../many-transfers.ts'
import { countPlayed } from '../play-through.ts'
import { OWN } from './own-part.ts'

/** Purchases in one transaction. */
export const SETTLEMENT_CHUNK = 2_000

export type SettlementChunk = {
  /** kind of the purchases; the chunk fails when one of them is of another kind */
  kind: string
  /** the book that pays, and the key of its row */
  book: Book
  subject: string
  /**
   * Which purchases end in this chunk. `text` selects member_id, purchase_id, amount (what the seller's own row says was
   * paid), and for settled ones result (text) and payout (int8, zero or more), each purchase once; `values` are its
   * parameters. It must select the same rows before and after the locks.
   */
  outcomes: { text: string; values: readonly unknown[] }
  /** how many it must select; 0: there was no purchase, only `claim` and `finish` run */
  count: number
  /** The purchases were not at risk, or `finish` counts what of them was (`countPlay`): nothing of them counts as played here. */
  uncounted?: boolean
  /** Claims the chunk in the seller's progress row; false: another process settled it. */
  claim(tx: Tx): Promise<boolean>
  /** What else the seller writes in the same transaction, after the money. */
  finish?(tx: Tx): Promise<void>
}

/** How a purchase of a mixed chunk ends. `uncounted`: settled, but it does not count as played, because the member has the money back. */
type PurchaseEnd = 'settled' | 'uncounted' | 'refunded'

/** Payments besides what purchases end with: one line `kind` of the subject's book and one of the wallet, by `ref`. */
type Rests = { kind: string; items: readonly (Moved & { member: string })[] }

type MixedChunk = SettlementChunk & {
  /** What is paid besides, to members whose purchases are in the chunk; called after the claim. */
  rests(tx: Tx): Promise<Rests>
}

/** What both statements answer: how many purchases they ended, and what they paid. */
type Ended = { ended: bigint; paid: bigint }

/**
 * Settles a chunk: every purchase gets its result, and its payout goes from the subject's book to the wallet (ledger lines
 * `payout`). Answers whether this call settled it.
 * @throws Error when a purchase of the chunk was not waiting for its outcome or cost another amount, or the book lacks the payouts; nothing is
 *   written then
 */
export function settlePurchases(db: Db, chunk: SettlementChunk): Promise<boolean> {
  return end(db, chunk, SETTLE(chunk.outcomes, chunk.uncounted !== true), 'payout')
}

/**
 * Pays a chunk back: every purchase becomes `refunded`, and its amount goes from the subject's book to the wallet (ledger lines
 * `refund`). Answers whether this call did it.
 * @throws Error as `settlePurchases`
 */
export function refundPurchases(db: Db, chunk: SettlementChunk): Promise<boolean> {
  return end(db, chunk, REFUND(chunk.outcomes), 'refund')
}

async function end(
  db: Db,
  { kind, book, subject, outcomes, count, claim, finish }: SettlementChunk,
  statement: string,
  posting: string,
): Promise<boolean> {
  return db.tx(async (tx) => {
    await tx.query(LOCK(outcomes.text), [...outcomes.values])
    if (!(await claim(tx))) return false
    if (count > 0) {
      const [done] = await tx.query<Ended>(statement, [...outcomes.values, kind, posting])
      checkEnded({ book, subject, count }, done?.ended)
      if (done!.paid > 0n) await debit(tx, book, subject, done!.paid, outcomes, posting)
    }
    await finish?.(tx)
    return true
  })
}

function checkEnded(
  { book, subject, count }: Pick<SettlementChunk, 'book' | 'subject' | 'count'>,
  ended: bigint | undefined,
): void {
  if (ended !== BigInt(count))
    throw new Error(`${book.name} ${subject}: ${ended} of ${count} purchases could be settled`)
}

/**
 * Ends a chunk of which some purchases are settled and others are paid back. The outcomes also select `ends` (PurchaseEnd); result and
 * payout of refunded ones do not count. What is paid besides counts like a payout. Answers whether this call did it.
 * @throws Error as `settlePurchases`
 */
export async function settleMixed(db: Db, chunk: MixedChunk): Promise<boolean> {
  const { kind, book, subject, outcomes, count, claim, rests, finish } = chunk
  return db.tx(async (tx) => {
    await tx.query(LOCK(outcomes.text), [...outcomes.values])
    if (!(await claim(tx))) return false
    let ended = 0n
    for (const [ends, { of, posting }] of Object.entries(ENDS)) {
      const some = {
        ...outcomes,
        text: `select * from (${outcomes.text}) mixed where mixed.ends = '${ends}'`,
      }
      const [done] = await tx.query<Ended>(of(some), [...outcomes.values, kind, posting])
      ended += done!.ended
      if (done!.paid > 0n) await debit(tx, book, subject, done!.paid, some, posting)
    }
    checkEnded({ book, subject, count }, ended)
    const { kind: besides, items } = await rests(tx)
    await payToWallets(tx, { kind: besides, from: { book, key: subject }, items })
    await countPrizes(tx, items)
    await finish?.(tx)
    return true
  })
}

/** The subject's side: its book pays what the wallets received, one line for each purchase. */
async function debit(
  tx: Tx,
  book: Book,
  subject: string,
  paid: bigint,
  { text, values }: SettlementChunk['outcomes'],
  posting: string,
): Promise<void> {
  const [moved] = await tx.query(book.move, [subject, -paid])
  if (!moved) throw new Error(`${book.name} ${subject}: the book lacks ${paid}`)
  const at = values.length
  await tx.query(
    `insert into ledger (book, ref, kind, debit, credit, amount, at)
     select $${at + 1}::uuid, paid.ref, paid.kind, '${book.account}', 'clearing', paid.amount, clock.at
     from (${text}) outcome
     join ledger paid on (paid.book, paid.ref, paid.kind) = (outcome.member_id, outcome.purchase_id, $${at + 2}),
       business_clock clock`,
    [...values, subject, posting],
  )
}

const LOCK = (outcomes: string) => `
select count(*) from (
  select 1 from wallet
  where member_id = any(array(select distinct member_id from (${outcomes}) outcome))
  order by member_id for update) locked`

/** The part after `ended` (member_id, purchase_id, own, payback): one row for each purchase. */
const PAY = (posting: string) => `
by_member as (
  select member_id, count(*)::int as purchases, sum(own)::bigint as amount, sum(payback)::bigint as payout,
    count(*) filter (where payback > 0)::int as lines
  from ended group by member_id),
wallets as materialized (
  select w.member_id, w.balance, w.lines from wallet w join by_member using (member_id)),
credited as (
  update wallet w set open_orders = w.open_orders - m.purchases, balance = w.balance + m.payout, lines = w.lines + m.lines
  from by_member m where w.member_id = m.member_id),
posted as (
  insert into ledger (book, ref, kind, debit, credit, amount, line, balance, at)
  select p.member_id, p.purchase_id, ${posting}, 'clearing', 'wallet', p.payback, w.lines + p.n, w.balance + p.total, at
  from (
    select member_id, purchase_id, payback, row_number() over own as n, sum(payback) over own as total
    from ended where payback > 0 window own as (partition by member_id order by purchase_id rows unbounded preceding)) p
  join wallets w using (member_id), business_clock)`

/** Kind and posting follow the parameters of the outcomes. */
const SETTLE = ({ text, values }: SettlementChunk['outcomes'], isPlayed = true) => {
  const [kind, posting] = [`$${values.length + 1}`, `$${values.length + 2}`]
  return `
with outcome as materialized (${text}),
ended as (
  update purchase p set settled = true, settled_at = (select at from business_clock), result = o.result, payout = o.payout
  from outcome o
  where p.member_id = o.member_id and p.purchase_id = o.purchase_id and p.amount = o.amount and p.kind = ${kind} and p.state = 'done' and not p.settled
  returning p.member_id, p.purchase_id, ${OWN('p')} as own, p.payout as payback),
${PAY(posting)},
counted as (${countSettled('by_member')})${isPlayed ? `, played as (${countPlayed('by_member')})` : ''}
select count(*) as ended, coalesce(sum(payback), 0)::bigint as paid from ended`
}

const REFUND = ({ text, values }: SettlementChunk['outcomes']) => {
  const [kind, posting] = [`$${values.length + 1}`, `$${values.length + 2}`]
  return `
with outcome as materialized (${text}),
ended as (
  update purchase p set state = 'refunded', settled = true, settled_at = (select at from business_clock)
  from outcome o
  where p.member_id = o.member_id and p.purchase_id = o.purchase_id and p.amount = o.amount and p.kind = ${kind} and p.state = 'done' and not p.settled
  returning p.member_id, p.purchase_id, ${OWN('p')} as own, p.amount as payback, p.created_at),
${PAY(posting)},
counted as (${undoCount('(select member_id, own as amount, created_at from ended)')})
select count(*) as ended, coalesce(sum(payback), 0)::bigint as paid from ended`
}

const ENDS: Record<PurchaseEnd, { of(outcomes: SettlementChunk['outcomes']): string; posting: string }> = {
  settled: { of: (outcomes) => SETTLE(outcomes), posting: 'payout' },
  uncounted: { of: (outcomes) => SETTLE(outcomes, false), posting: 'payout' },
  refunded: { of: REFUND, posting: 'refund' },
}
