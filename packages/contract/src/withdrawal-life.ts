/** The life cycle of a withdrawal as a table. The server's checks and the apps use it. */
export const WITHDRAWAL_STATES = ['processing', 'success', 'failed', 'returned'] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/** Where a withdrawal in state `processing` is. The member can take it back while it waits. */
export const WITHDRAWAL_STAGES = ['waiting', 'first_approved', 'approved', 'exported'] as const
export type WithdrawalStage = (typeof WITHDRAWAL_STAGES)[number]

/** A step of the timeline: `processing` is the application. */
export const WITHDRAWAL_STEPS = [
  'processing',
  'first_approved',
  'approved',
  'exported',
  'success',
  'failed',
  'returned',
] as const
export type WithdrawalStep = (typeof WITHDRAWAL_STEPS)[number]

/** What can follow each step. An export can be repeated after the bank lost a file. */
export const WITHDRAWAL_LIFE = {
  processing: ['first_approved', 'approved', 'failed', 'returned'],
  first_approved: ['approved', 'failed'],
  approved: ['exported', 'success', 'failed'],
  exported: ['exported', 'success', 'failed'],
  success: [],
  failed: [],
  returned: [],
} as const satisfies Record<WithdrawalStep, readonly WithdrawalStep[]>

/** Why a withdrawal failed. The money is in the wallet again, whole. */
export const WITHDRAWAL_REASONS = [
  'account_invalid',
  'name_differs',
  'bank_refused',
  'identity',
  'suspected_fraud',
  'other',
] as const
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number]
