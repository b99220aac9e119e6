import type { ReviewReason } from '@fairlot/contract/life/review-life'

/** The contract's reasons. A missing or wrong one does not compile. */
const REASONS: Record<ReviewReason, true> = {
  personal_data: true,
  offensive: true,
  advertising: true,
  unrelated: true,
  not_own: true,
  illegal: true,
}
export const reviewReasons = Object.keys(REASONS) as ReviewReason[]
