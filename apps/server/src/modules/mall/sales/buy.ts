/**
 * Buying shares: the main job, and the template for every seller.
 *
 * The client's request id makes the purchase's id, the ledger decides the purchase with the mall's statement
 * (`share-seller.ts`), and each outcome becomes an answer or a named refusal (`refusals.ts`).
 */
import type { MessageValue } from '@fairlot/contract/messages'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import type { Db } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { createTurns, NoTurn } from '../../../platform/turns.ts'
import {
  OutcomeUnknown,
  QueueFull,
  purchaseKeys,
  type PurchaseAnswer,
  type PurchaseRequest,
  type Seller,
} from '../../ledger/index.ts'
import type { IssueTerms, TermsReader } from '../issues/issue-terms.ts'
import { FEW_LEFT } from '../wishes/reminders.ts'
import { buyWithVoucher } from '../vouchers/buy-with-voucher.ts'
import { earlierPurchase, NO_FIGURES } from './earlier-purchase.ts'
import { createEndedIssues, type NoSale } from './ended-issues.ts'
import { discountOf, quoteOf, type Quote } from './orders.queries.ts'
import { purchaseRefusal } from './refusals.ts'
import { seatOf } from './seats.ts'

export type Purchase = {
  order: string
  terms: IssueTerms
  /** false while the outcome is still being worked out */
  decided: boolean
  firstCode: number | null
  quantity: number
  /** minor units: the full price, and what a voucher paid of it */
  amount: bigint
  discount: bigint
}

export type BuyRequest = {
  member: string
  issue: string
  quantity: number
  requestId: string
  /** an own voucher to use */
  voucher?: string | undefined
  /** why the member may buy nothing now; a repeated call still gets its first answer */
  barred?: Refusal | null
}

export type ShareSales = {
  /**
   * Buys shares exactly once per member and request id.
   * @throws Refusal NO_SUCH_DATA, INPUT_INVALID (a seat of a Double PK is half of the shares), VIP_REQUIRED, PAYMENT_REQUIRED, VOUCHER_UNUSABLE, INSUFFICIENT_BALANCE, OVER_MEMBER_CAP, SOLD_OUT,
   *   NOT_ENOUGH_SHARES, NOT_SELLING, SPEND_LIMIT, LOSS_LIMIT, TIME_LIMIT, EXCLUDED, ACCOUNT_CLOSING,
   *   REQUEST_ID_REUSED, PENDING (ask again with the same id), UNAVAILABLE, and what `barred` says
   */
  buy(request: BuyRequest): Promise<Purchase>
}

/** @param issue its number */
export type OnBought = (purchase: { member: string; issue: string }) => void

export type ShareSalesOptions = {
  db: Db
  seller: Seller
  terms: TermsReader
  /** an amount as messages show it */
  display(minor: bigint): MessageValue
  /** the VIP level of a member; only issues of the VIP zone ask */
  vipLevel(memberId: string): Promise<number>
  /** whether an issue sells no further shares although it is on sale: it could not be drawn */
  isStopped?: ((issueId: string) => boolean) | undefined
  /** called after the commit of a purchase that took the last share */
  onSoldOut(issueId: string): void
  /** called after the commit of a purchase that left few shares */
  onFewLeft?: ((issueId: string) => void) | undefined
  /** called after the commit of every purchase, and of a repeated call, for live updates; must not throw or take time */
  onBought?: OnBought | undefined
  /** called after the commit of a purchase with a voucher */
  onVouchers?: ((memberId: string) => void) | undefined
}

/**
 * A purchase with a voucher is a transaction of its own on the general pool and holds the row of its issue for several round trips.
 * Of a hot issue, more at once would only wait for one another, and would leave no connection to other calls.
 */
const WITH_VOUCHER = { atOnce: 3, waiting: 1_000, waitMs: 10_000 }

export function createShareSales(options: ShareSalesOptions): ShareSales {
  const turns = createTurns(WITH_VOUCHER)
  const { db, seller, terms, display, onSoldOut, onBought, isStopped = () => false } = options
  const ended = createEndedIssues(db)

  async function decide(
    request: PurchaseRequest,
    bar: Refusal | null,
    voucher: string | undefined,
  ): Promise<PurchaseAnswer> {
    const earlier = () => earlierPurchase(db, request, { withVoucher: voucher !== undefined })
    const barred = bar ?? (isStopped(request.subject) ? new Refusal('NOT_SELLING') : null)
    if (barred) {
      const known = await earlier()
      if (!known) throw barred
      return known
    }
    const noSale = await ended.noSale(request.subject, request.member)
    if (noSale) return (await earlier()) ?? refusedBy(noSale, request)
    try {
      if (voucher !== undefined) return await turns.run(() => buyWithVoucher(db, request, voucher))
      return await seller.buy(request)
    } catch (error) {
      if (error instanceof OutcomeUnknown) throw new Refusal('PENDING', { retryAfter: 5 })
      if (error instanceof QueueFull || error instanceof NoTurn)
        throw new Refusal('UNAVAILABLE', { retryAfter: 2 })
      throw error
    }
  }

  /** Why the member's VIP level does not allow a purchase; null: it does. */
  async function vipRefusal({ minVip }: IssueTerms, member: string): Promise<Refusal | null> {
    if (minVip === 0 || (await options.vipLevel(member)) >= minVip) return null
    return new Refusal('VIP_REQUIRED', { values: { level: minVip } })
  }

  return {
    async buy({ member, issue, quantity, requestId, voucher, barred = null }) {
      const issueTerms = await terms.byNumber(issue)
      if (!issueTerms) throw new Refusal('NO_SUCH_DATA')
      const seat = seatOf(issueTerms)
      if (seat !== null && quantity !== seat)
        throw new Refusal('INPUT_INVALID', { fields: { quantity: 'SEAT_QUANTITY' } })
      const answer = await decide(
        {
          ...purchaseKeys(member, requestId),
          subject: issueTerms.issueId,
          quantity,
          amount: issueTerms.price * BigInt(quantity),
          maxPerMember: issueTerms.maxPerMember,
        },
        (await vipRefusal(issueTerms, member)) ?? barred,
        voucher,
      )
      const quote = async () => (await quoteOf(db, member, answer.subject)) ?? NOT_ON_SALE
      const refusal = await purchaseRefusal(answer, { terms: issueTerms, display, quote })
      if (refusal?.code === 'SOLD_OUT') ended.soldOut(answer.subject)
      if (refusal?.code === 'NOT_SELLING') await ended.refused(answer.subject, member)
      if (refusal) throw refusal
      onBought?.({ member, issue: issueTerms.number })
      if (voucher !== undefined) options.onVouchers?.(member)
      if (FIRST_CODE - 1 + issueTerms.shares - lastCode(answer) <= FEW_LEFT)
        options.onFewLeft?.(answer.subject)
      if (lastCode(answer) === FIRST_CODE - 1 + issueTerms.shares) {
        ended.soldOut(answer.subject)
        onSoldOut(answer.subject)
      }
      return {
        order: answer.id,
        terms: issueTerms,
        decided: answer.outcome !== 'held',
        firstCode: answer.position,
        quantity,
        amount: answer.amount,
        discount: voucher === undefined ? 0n : await discountOf(db, member, answer.id),
      }
    },
  }
}

const NOT_ON_SALE: Quote = { status: 'expired', left: 0, owned: 0 }

const refusedBy = (noSale: NoSale, request: PurchaseRequest): PurchaseAnswer => ({
  ...request,
  ...NO_FIGURES,
  outcome: 'refused',
  ...(noSale === 'SOLD_OUT' ? { reason: 'sold_out', data: { left: 0 } } : { reason: 'closed' }),
})

function lastCode({ position, quantity }: PurchaseAnswer): number {
  return (position ?? 0) + quantity - 1
}
