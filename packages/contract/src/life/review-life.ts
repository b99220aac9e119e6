/** The life of a review, its limits and the reasons for which it is not shown. The server and the apps use these tables. */

/**
 * `waiting`: no moderator has read it; `published`: everybody can see it; `refused`: a moderator does not publish it; `hidden`: it
 * was published and a moderator has taken it back; `deleted`: its author has removed it, or has closed the account.
 */
export const REVIEW_STATES = ['waiting', 'published', 'refused', 'hidden', 'deleted'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** The states in which a review has its text. */
export const KEPT_REVIEWS = [
  'waiting',
  'published',
  'refused',
  'hidden',
] as const satisfies readonly ReviewState[]

/** Who takes a step of a review. */
type ReviewStep = {
  readonly from: readonly ReviewState[]
  readonly to: ReviewState
  readonly by: 'member' | 'operator'
}

/**
 * The steps of a review after it was posted. The server's checks and the operators' commands follow this table. A moderator can
 * change an earlier decision; `keep`: a reported review stays published, and its reports are answered.
 */
export const REVIEW_STEPS = {
  publish: { from: ['waiting', 'refused', 'hidden'], to: 'published', by: 'operator' },
  keep: { from: ['published'], to: 'published', by: 'operator' },
  refuse: { from: ['waiting'], to: 'refused', by: 'operator' },
  hide: { from: ['published'], to: 'hidden', by: 'operator' },
  delete: { from: KEPT_REVIEWS, to: 'deleted', by: 'member' },
} as const satisfies Record<string, ReviewStep>
export type ReviewStepName = keyof typeof REVIEW_STEPS

/** Whether a review in this state can take the step. */
export function canReviewStep(state: ReviewState, step: ReviewStepName): boolean {
  const from: readonly ReviewState[] = REVIEW_STEPS[step].from
  return from.includes(state)
}

/**
 * Why a member reports a review, and why a moderator refuses or hides one: it says something private about a person; it insults or
 * threatens; it advertises; it is not about the product; text or pictures are of another person; it is against the law.
 * Criticism is no reason.
 */
export const REVIEW_REASONS = [
  'personal_data',
  'offensive',
  'advertising',
  'unrelated',
  'not_own',
  'illegal',
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** In characters. */
export const MAX_REVIEW_TITLE = 80
export const MAX_REVIEW_TEXT = 1000
export const MAX_REVIEW_PICTURES = 9
