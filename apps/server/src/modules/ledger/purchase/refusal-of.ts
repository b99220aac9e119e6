/** The refusals that every seller gives alike: what the ledger itself answers about a member. */
import type { MessageValue } from '@fairlot/contract/messages'
import { Refusal } from '../../../platform/refusal.ts'
import { frozenRefusal } from '../protection/wallet-freeze.ts'
import type { PurchaseAnswer } from './purchase.ts'

/** Outcomes that a seller names itself. */
export type SellersOutcome = 'refused' | 'limit' | 'funds' | 'max_per_member'

/** The refusal of an answer; null: it was taken or is still open; or the outcome, when the seller has to name it. */
export function ledgerRefusal({ outcome, room }: PurchaseAnswer): Refusal | null | SellersOutcome {
  switch (outcome) {
    case 'done':
    case 'refunded':
    case 'held':
      return null
    case 'conflict':
      return new Refusal('REQUEST_ID_REUSED')
    case 'closing':
      return new Refusal('ACCOUNT_CLOSING')
    case 'excluded':
      return new Refusal('EXCLUDED')
    case 'frozen':
      return frozenRefusal(Number(room ?? 0n))
    default:
      return outcome
  }
}

const LIMIT_CODES = { spend: 'SPEND_LIMIT', loss: 'LOSS_LIMIT', time: 'TIME_LIMIT' } as const

/** The refusal of a purchase over a limit that the member has set, with what is left of it. */
export function limitRefusal(
  { limit, room }: PurchaseAnswer,
  display: (minor: bigint) => MessageValue,
): Refusal {
  if (!limit || limit === 'deposit') throw new Error('a purchase came back over no limit')
  return new Refusal(LIMIT_CODES[limit], { values: { left: display(room && room > 0n ? room : 0n) } })
}
