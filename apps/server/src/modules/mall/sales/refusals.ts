/**
 * Why shares cannot be bought: one order of refusals for the quote and for the purchase (docs/LEDGER.md). What no money
 * changes comes first, so that no member recharges for a purchase that cannot succeed:
 *
 * 1. VIP_REQUIRED
 * 2. the switches of the module, the member's country, a due reality check (`barred`)
 * 3. ACCOUNT_CLOSING, EXCLUDED
 * 4. SOLD_OUT, NOT_SELLING
 * 5. OVER_MEMBER_CAP
 * 6. NOT_ENOUGH_SHARES
 * 7. TIME_LIMIT, LOSS_LIMIT, SPEND_LIMIT
 * 8. VOUCHER_UNUSABLE
 * 9. INSUFFICIENT_BALANCE; in the VIP zone PAYMENT_REQUIRED
 *
 * The ledger answers for the member's side before the issue decides. Where it denies for 5, 7 or 9, the purchase looks at the
 * issue once more, so that 4 and 6 come before what the member could change.
 */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { MessageValue } from '@fairlot/contract/messages'
import { Refusal } from '../../../platform/refusal.ts'
import { ledgerRefusal, limitRefusal, type PurchaseAnswer } from '../../ledger/index.ts'
import type { IssueTerms } from '../issues/issue-terms.ts'
import type { Quote } from './orders.queries.ts'

/** Refusals that the issue's own state gives, in their order. */
type IssueRefusal = 'SOLD_OUT' | 'NOT_SELLING' | 'OVER_MEMBER_CAP' | 'NOT_ENOUGH_SHARES'

/** What the issue says to a quantity, money and the member's protection aside; null: it can be bought. */
export function issueRefusal(
  { maxPerMember }: Pick<IssueTerms, 'maxPerMember'>,
  { status, left, owned }: Quote,
  quantity: number,
): IssueRefusal | null {
  if (left === 0) return 'SOLD_OUT'
  if (status !== 'selling') return 'NOT_SELLING'
  if (maxPerMember > 0 && owned + quantity > maxPerMember) return 'OVER_MEMBER_CAP'
  return quantity > left ? 'NOT_ENOUGH_SHARES' : null
}

/** Why a purchase would be refused now, as the quote shows it; null: it would go through. */
export function quoteRefusal(
  terms: Pick<IssueTerms, 'minVip' | 'maxPerMember'>,
  quote: Quote,
  { quantity, isShort, vipLevel }: { quantity: number; isShort: boolean; vipLevel: number },
): Output<Endpoints['confirmOrder']>['refusal'] {
  if (vipLevel < terms.minVip) return 'VIP_REQUIRED'
  return issueRefusal(terms, quote, quantity) ?? (isShort ? shortOf(terms) : null)
}

/** What a balance that is too low is called: who buys in the VIP zone chooses how to pay. */
const shortOf = ({ minVip }: Pick<IssueTerms, 'minVip'>) =>
  minVip > 0 ? 'PAYMENT_REQUIRED' : 'INSUFFICIENT_BALANCE'

export type RefusalContext = {
  terms: IssueTerms
  /** an amount as messages show it */
  display(minor: bigint): MessageValue
  /** how the issue stands now */
  quote(): Promise<Quote>
}

/** The refusal of a purchase that was not bought; null for one that was, or whose outcome is still open. */
export async function purchaseRefusal(
  answer: PurchaseAnswer,
  context: RefusalContext,
): Promise<Refusal | null> {
  const own = ledgerRefusal(answer)
  switch (own) {
    case 'refused':
      return sellerRefusal(answer, context)
    case 'max_per_member':
    case 'limit':
    case 'funds':
      return (await issueFirst(answer, context)) ?? memberRefusal(answer, context)
    default:
      return own
  }
}

/** The mall's own reasons. How many shares are left is asked again when the refusal is an earlier one. */
async function sellerRefusal({ reason, data }: PurchaseAnswer, { quote }: RefusalContext): Promise<Refusal> {
  if (reason === 'closed') return new Refusal('NOT_SELLING')
  if (reason !== 'sold_out') throw new Error(`the mall gives no such reason: ${reason}`)
  const left = Number(data?.['left'] ?? (await quote()).left)
  return left > 0 ? new Refusal('NOT_ENOUGH_SHARES', { values: { left } }) : new Refusal('SOLD_OUT')
}

/** What the issue answers before the member's own side. */
async function issueFirst(
  { quantity }: PurchaseAnswer,
  { terms, quote }: RefusalContext,
): Promise<Refusal | null> {
  const now = await quote()
  const code = issueRefusal(terms, now, quantity)
  if (code === null || code === 'OVER_MEMBER_CAP') return null
  return code === 'NOT_ENOUGH_SHARES' ? new Refusal(code, { values: { left: now.left } }) : new Refusal(code)
}

function memberRefusal(answer: PurchaseAnswer, { terms, display }: RefusalContext): Refusal {
  const { maxPerMember } = terms
  if (answer.outcome === 'funds') return new Refusal(shortOf(terms))
  if (answer.outcome === 'max_per_member') {
    const values = { max: maxPerMember, available: Math.max(0, maxPerMember - answer.owned) }
    return new Refusal('OVER_MEMBER_CAP', { values })
  }
  return limitRefusal(answer, display)
}
