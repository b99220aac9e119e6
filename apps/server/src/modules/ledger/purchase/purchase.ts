/** What is bought: the words that every seller, the ledger and its callers share. */
import type { LimitKind } from '@fairlot/contract/kinds/guard-kinds'
import type { Denial } from '../protection/rule.ts'

/**
 * States of a purchase. `held`: money is reserved, the seller has not decided yet; `done`: bought; `refused`: by the
 * seller, the money is back in the wallet; `refunded`: paid back later.
 */
export const PURCHASE_STATES = ['held', 'done', 'refused', 'refunded'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

export type Outcome = PurchaseState | Denial

/** A purchase as its seller asks for it. */
export type PurchaseRequest = {
  /** uuid derived from member and request id (`purchaseKeys`): the idempotency key */
  readonly id: string
  readonly member: string
  /** uuid that the member's device chose; stored, so that anybody who knows both can compute the id again */
  readonly requestId: string
  /** what is bought: the key of a row of the seller's book */
  readonly subject: string
  readonly quantity: number
  /** minor units */
  readonly amount: bigint
  /** the most units of the subject that one member may hold; 0: no maximum */
  readonly maxPerMember: number
}

/** A purchase as the ledger answers it. */
export type PurchaseAnswer = PurchaseRequest & {
  readonly outcome: Outcome
  /** what the seller gave: first code of shares, sequence of a bet */
  readonly position: number | null
  /** with `refused`: the seller's reason */
  readonly reason: string | null
  /** with a reason that was just given: its data, as the seller's decision made it; null when it was given before */
  readonly data: Readonly<Record<string, number | string>> | null
  /** units of the subject that the member held before; counted only where there is a maximum */
  readonly owned: number
  /** with `limit`: the limit that is exceeded, and what it still allows (minor units, minutes) */
  readonly limit: LimitKind | null
  readonly room: bigint | null
}

/** A row of the statements' answers, by the same names; a statement answers the columns that it decides. */
export type AnswerRow = Partial<Omit<PurchaseAnswer, keyof PurchaseRequest>> & {
  readonly id: string
  /** the member's first purchase of the subject; the cut form carries it from the member's side to the seller's */
  readonly newcomer?: boolean
}
