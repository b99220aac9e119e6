/**
 * Rules of the reserve step. Each rule protects a member before money moves, and is a fragment of the one statement that
 * decides a batch of purchases. `purchase/asked.ts` composes them in the order in which they answer.
 *
 * The fragments see these relations: `item` (member_id, purchase_id, subject_id, quantity, amount, max_per_member),
 * `wallet` (wallet_row, balance, lines, has_limits, excluded_until, frozen_until, closing) and `clock` (at).
 */
export type ReserveRule = {
  /** `left join lateral …` clauses that the conditions need; `own`: SQL of the part of the amount that the member pays */
  readonly lookup?: (own: string) => string
  /** columns that the rule adds to what is asked: figures for the refusal */
  readonly columns?: readonly string[]
  /** conditions in their order; the first that holds is the answer */
  readonly denies: readonly { readonly when: string; readonly answer: Denial }[]
}

/**
 * Why the ledger refuses a purchase on the member's side. A denial stores nothing, so that a repeated call is judged
 * again. `conflict`: the id belongs to a purchase with other input.
 */
export const DENIALS = [
  'conflict',
  'closing',
  'excluded',
  'frozen',
  'max_per_member',
  'limit',
  'funds',
] as const
export type Denial = (typeof DENIALS)[number]
