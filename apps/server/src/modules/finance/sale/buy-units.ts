/**
 * A purchase of units: the client's request id makes the purchase's id, the ledger decides with finance's statement (`unit-seller.ts`),
 * and each outcome becomes an answer or a named refusal, in this order (docs/LEDGER.md):
 *
 * 1. the switch of the module, the member's country, a due reality check (`barred`)
 * 2. ACCOUNT_CLOSING, EXCLUDED
 * 3. SALE_CLOSED, UNITS_RANGE
 * 4. OVER_UNITS, TIME_LIMIT, LOSS_LIMIT, SPEND_LIMIT
 * 5. INSUFFICIENT_BALANCE
 * 6. UNITS_LEFT, RESERVE_SHORT
 */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { MessageValue } from '@fairlot/contract/messages'
import type { Db } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  OutcomeUnknown,
  QueueFull,
  frozenRefusal,
  purchaseKeys,
  type PurchaseAnswer,
  type PurchaseRequest,
  type Seller,
} from '../../ledger/index.ts'
import { productOf, type ProductRow } from '../products/products.queries.ts'
import { coveredUnits, unitsLeft } from '../products/room.ts'
import type { UnitReason } from './unit-seller.ts'

export type UnitRequest = {
  member: string
  requestId: string
  code: string
  units: number
  trc20Address?: string | undefined
  language: OfferedLanguage
  /** why the member may buy nothing now; a repeated call still gets its first answer */
  barred: Refusal | null
}

/** Keeps the address that a product asks for as a payout account of the member. */
export type AddressKeeper = {
  /** @throws Refusal INPUT_INVALID with a fault for `trc20Address`, TOO_MANY_ACCOUNTS, PAYOUT_EXCLUDED */
  check(memberId: string, address: string | undefined): Promise<void>
  /** keeps a checked address, once for an order */
  keep(memberId: string, kept: { order: string; address: string }, language: OfferedLanguage): Promise<void>
}

export type BuyOptions = {
  db: Db
  seller: Seller
  addresses: AddressKeeper
  /** an amount as messages show it */
  display(minor: bigint): MessageValue
  /** called after the commit of every purchase, and of a repeated call; must not throw or take time */
  onBought(bought: { member: string; code: string }): void
}

/**
 * Buys exactly once per member and request id.
 * @returns the id of the order
 * @throws Refusal as the head of this file lists, NO_SUCH_DATA, INPUT_INVALID, REQUEST_ID_REUSED, PENDING (ask again with the same id),
 *   UNAVAILABLE
 */
export async function buyUnits(options: BuyOptions, request: UnitRequest): Promise<string> {
  const { db, addresses } = options
  const { member, requestId, code, units, trc20Address, language } = request
  const product = await productOf(db, code)
  if (!product) throw new Refusal('NO_SUCH_DATA')
  const purchase: PurchaseRequest = {
    ...purchaseKeys(member, requestId),
    subject: product.productId,
    quantity: units,
    amount: product.unitPrice * BigInt(units),
    maxPerMember: product.maxUnits,
  }
  const known = await earlier(db, purchase)
  if (!known && request.barred) throw request.barred
  if (!known && isOutOfRange(product, units)) throw rangeRefusal(product)
  if (product.wantsTrc20 && known?.outcome !== 'done') await addresses.check(member, trc20Address)
  const answer = known ?? (await decide(options.seller, purchase))
  const refusal = await refusalOf(answer, product, options)
  if (refusal) throw refusal
  if (product.wantsTrc20 && trc20Address !== undefined)
    await addresses.keep(member, { order: answer.id, address: trc20Address }, language)
  options.onBought({ member, code })
  return answer.id
}

const isOutOfRange = ({ minUnits, maxUnits }: ProductRow, units: number) =>
  units < minUnits || units > maxUnits

const rangeRefusal = ({ minUnits, maxUnits, sale }: ProductRow) =>
  isOnSale(sale)
    ? new Refusal('UNITS_RANGE', { values: { min: minUnits, max: maxUnits } })
    : new Refusal('SALE_CLOSED')

const isOnSale = (sale: ProductRow['sale']) => sale === 'selling' || sale === 'sold_out'

async function decide(seller: Seller, purchase: PurchaseRequest): Promise<PurchaseAnswer> {
  try {
    return await seller.buy(purchase)
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw new Refusal('PENDING', { retryAfter: 5 })
    if (error instanceof QueueFull) throw new Refusal('UNAVAILABLE', { retryAfter: 2 })
    throw error
  }
}

/** The refusal of a purchase that was not made; null for one that was. */
async function refusalOf(
  answer: PurchaseAnswer,
  product: ProductRow,
  { db, display }: BuyOptions,
): Promise<Refusal | null> {
  switch (answer.outcome) {
    case 'done':
    case 'refunded':
      return null
    case 'held':
      return new Refusal('PENDING', { retryAfter: 5 })
    case 'conflict':
      return new Refusal('REQUEST_ID_REUSED')
    case 'closing':
      return new Refusal('ACCOUNT_CLOSING')
    case 'excluded':
      return new Refusal('EXCLUDED')
    case 'frozen':
      return frozenRefusal(Number(answer.room ?? 0n))
    case 'refused':
      return ownRefusal(answer, product, db)
    case 'max_per_member':
      return isOnSale(product.sale)
        ? new Refusal('OVER_UNITS', {
            values: { max: product.maxUnits, available: Math.max(0, product.maxUnits - answer.owned) },
          })
        : new Refusal('SALE_CLOSED')
    case 'limit':
    case 'funds':
      // no member recharges, or waits for a limit, for a sale that is over
      return isOnSale(product.sale) ? memberRefusal(answer, display) : new Refusal('SALE_CLOSED')
  }
}

/** Finance's own reasons. What is left is asked again when the refusal is an earlier one. */
async function ownRefusal({ reason, data }: PurchaseAnswer, product: ProductRow, db: Db): Promise<Refusal> {
  switch (reason as UnitReason) {
    case 'closed':
      return new Refusal('SALE_CLOSED')
    case 'range':
      return rangeRefusal(product)
    case 'units': {
      const left = data ? Number(data['left']) : unitsLeft((await productOf(db, product.code)) ?? product)
      return new Refusal('UNITS_LEFT', { values: { left } })
    }
    case 'reserve': {
      const units = data
        ? coveredUnits(product, BigInt(data['free'] ?? 0))
        : coveredUnits((await productOf(db, product.code)) ?? product)
      return new Refusal('RESERVE_SHORT', { values: { units } })
    }
  }
}

const LIMIT_CODES = { spend: 'SPEND_LIMIT', loss: 'LOSS_LIMIT', time: 'TIME_LIMIT' } as const

function memberRefusal({ outcome, limit, room }: PurchaseAnswer, display: BuyOptions['display']): Refusal {
  if (outcome === 'funds') return new Refusal('INSUFFICIENT_BALANCE')
  if (!limit || limit === 'deposit') throw new Error('a purchase of units came back over no limit')
  return new Refusal(LIMIT_CODES[limit], { values: { left: display(room && room > 0n ? room : 0n) } })
}

const EARLIER = {
  name: 'finance.earlier',
  text: `select position, reason, case when (subject_id, quantity, amount) = ($3, $4, $5) then state else 'conflict' end as outcome
    from purchase where member_id = $1 and purchase_id = $2`,
}
const NO_FIGURES = { position: null, reason: null, data: null, owned: 0, limit: null, room: null } as const

/** What was answered to this id before, if anything was. */
async function earlier(db: Db, request: PurchaseRequest): Promise<PurchaseAnswer | null> {
  const { member, id, subject, quantity, amount } = request
  const [row] = await db.query<Pick<PurchaseAnswer, 'position' | 'reason' | 'outcome'>>(EARLIER, [
    member,
    id,
    subject,
    quantity,
    amount,
  ])
  return row ? { ...request, ...NO_FIGURES, ...row } : null
}
