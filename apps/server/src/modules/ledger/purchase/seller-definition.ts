/** What a selling module hands in, so that the ledger sells for it without knowing it. */
import type { Book } from '../books.ts'

export type SellerDefinition = {
  /** name of what it sells; the kind of its purchases, in lower case */
  readonly kind: string
  /** the book that each subject is a row of; its account is credited with what was sold */
  readonly book: Book
  /** kind of the ledger line in the subject's book */
  readonly posting: string
  /**
   * SQL of the decision, with the subjects' rows locked: every row and column of `asked` (member_id, purchase_id, request_id,
   * subject_id, quantity, amount, newcomer, n in order of arrival, answer, earlier_position, earlier_reason …) and of each row
   * - `sold` boolean, never null: false where `answer` is not null,
   * - `position` int: what a sold one gets, else null,
   * - `reason` text: why it is refused; null where it is sold or `answer` is not null,
   * - `refusal_data` jsonb: the figures of that reason, or null.
   */
  readonly decided: string
  /**
   * With-clauses, separated by commas, that write the seller's rows from `decided`: those with `sold`, and for the form on
   * several lanes also those with `answer is null and not sold`. They add what was sold to the balance of the book.
   */
  readonly writes: string
  /**
   * SQL of one row at most: what was decided on purchase `item.purchase_id` of `item.subject_id` before, as `known` (true),
   * `position` and `reason`. Only the form on several lanes asks.
   */
  readonly decidedBefore: string
}

/**
 * Checks a definition.
 * @throws RangeError when a name is no plain word
 */
export function defineSeller(definition: SellerDefinition): SellerDefinition {
  for (const word of [definition.kind, definition.posting]) {
    if (!/^[a-z][a-z_]*$/.test(word)) throw new RangeError(`not a plain word: ${word}`)
  }
  return definition
}
