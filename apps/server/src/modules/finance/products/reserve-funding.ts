/**
 * What the operator puts into the reserve of a product, and takes back of its free part. Both move the house's cash once per bank
 * reference. The floor of the reserve's book is the unpaid interest of open orders with their highest rebates: no call takes that away.
 */
import { formatMoney } from '@fairlot/contract/money/money'
import type { MessageValue } from '@fairlot/contract/messages'
import { foldedReference } from '@fairlot/contract/typed-text'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { uuidv8 } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { transfer } from '../../ledger/index.ts'
import { reserveBook } from '../sale/finance-books.ts'
import { lockProduct } from './products.queries.ts'
import { freeReserve } from './room.ts'

export type ReserveFunding = {
  code: string
  /** minor units, above zero */
  amount: bigint
  /** of the bank, 1 to 140 characters */
  reference: string
  /** the two operators, and the approval request; only the demo world and tests of a sandbox leave it out */
  by?: { requestedBy: string; approvedBy: string; approvalId: string }
}

export type ReserveMoved = {
  /** minor units, after the movement */
  reserve: bigint
  liability: bigint
  rebates: bigint
  atMs: number
}

type Kind = 'fund' | 'defund'

const WRITE: Statement = {
  name: 'finance.funding',
  text: `
    insert into finance_funding (product_id, funding_id, kind, amount, reference, requested_by, approved_by, approval_id, funded_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, business_now())
    on conflict do nothing returning ${MS("date_trunc('milliseconds', funded_at)")} as ms`,
}
const KNOWN: Statement = {
  name: 'finance.funding.known',
  text: `
    select f.amount from finance_funding f join finance_product p using (product_id)
    where p.code = $1 and f.kind = $2 and (upper(f.reference) = upper($3) or f.funding_id = $4)`,
}
const CHANGED: Statement = {
  name: 'finance.funding.changed',
  text: 'update finance_product set changes = changes + 1 where product_id = $1',
}
const MODE: Statement = { name: 'finance.money_mode', text: 'select money_mode from deployment' }

/** The key refuses a reference in another case. Before migration 0112 ids told cases apart. */
const fundingId = (kind: Kind, { code, reference }: Pick<ReserveFunding, 'code' | 'reference'>): string =>
  uuidv8(`fairlot/finance-funding/1\0${kind}\0${code}\0${foldedReference(reference)}`)

/** Whether a bank reference has moved money of a product in this direction, in whatever case it was written. */
export async function isReserveReferenceUsed(
  db: Executor,
  kind: Kind,
  funding: Pick<ReserveFunding, 'code' | 'reference'>,
): Promise<boolean> {
  const { code, reference } = funding
  return (await db.query(KNOWN, [code, kind, reference, fundingId(kind, funding)])).length > 0
}

/**
 * Funds the reserve of a product from the house's cash, once per bank reference.
 * @returns null when an earlier call did
 * @throws Refusal NO_SUCH_DATA; Error when the reference moved another amount, or real money is moved without two operators
 */
export const fundReserve = (tx: Tx, funding: ReserveFunding): Promise<ReserveMoved | null> =>
  move(tx, 'fund', funding, formatMoney)

/**
 * Takes a free part of the reserve back to the house's cash, once per bank reference.
 * @param display an amount as messages show it
 * @returns null when an earlier call did
 * @throws Refusal NO_SUCH_DATA, RESERVE_BOUND when the amount is more than is free; Error as `fundReserve`
 */
export const defundReserve = (
  tx: Tx,
  funding: ReserveFunding,
  display: (minor: bigint) => MessageValue = formatMoney,
): Promise<ReserveMoved | null> => move(tx, 'defund', funding, display)

async function move(
  tx: Tx,
  kind: Kind,
  funding: ReserveFunding,
  display: (minor: bigint) => MessageValue,
): Promise<ReserveMoved | null> {
  const { code, amount, reference, by } = funding
  if (!by) await refuseRealMoney(tx)
  const product = await lockProduct(tx, code)
  if (!product) throw new Refusal('NO_SUCH_DATA')
  const { productId, reserveId, reserve, liability, rebates } = product
  const id = fundingId(kind, funding)
  const who = [by?.requestedBy ?? null, by?.approvedBy ?? null, by?.approvalId ?? null]
  const [written] = await tx.query<{ ms: bigint }>(WRITE, [productId, id, kind, amount, reference, ...who])
  if (!written) {
    const [known] = await tx.query<{ amount: bigint }>(KNOWN, [code, kind, reference, id])
    if (known?.amount !== amount)
      throw new Error(`${reference} moved another amount of the reserve of ${code}`)
    return null
  }
  const free = freeReserve(product)
  if (kind === 'defund' && amount > free)
    throw new Refusal('RESERVE_BOUND', { values: { free: display(free) } })
  const [house, book] = [{ house: 'cash' } as const, { book: reserveBook, key: reserveId }]
  await transfer(
    tx,
    kind === 'fund'
      ? { ref: id, kind: 'reserve', from: house, to: book, amount }
      : { ref: id, kind: 'reserve_back', from: book, to: house, amount },
  )
  await tx.query(CHANGED, [productId])
  return {
    reserve: reserve + (kind === 'fund' ? amount : -amount),
    liability,
    rebates,
    atMs: Number(written.ms),
  }
}

/** Real money needs two operators: no seed and no script moves it. */
async function refuseRealMoney(tx: Tx): Promise<void> {
  const [deployment] = await tx.query<{ money_mode: string }>(MODE)
  if (deployment?.money_mode !== 'sandbox') throw new Error('real money of a reserve takes two persons')
}
