/** The life cycle of a withdrawal as a table. The server's checks and the apps use it. */
import { PAYOUT_KINDS } from './payout-life.ts'

/** What a withdrawal goes to: a payout account, or the source of the recharge that goes back. */
export const WITHDRAWAL_TARGETS = [...PAYOUT_KINDS, 'sandbox'] as const
export type WithdrawalTarget = (typeof WITHDRAWAL_TARGETS)[number]

export const WITHDRAWAL_STATES = ['processing', 'success', 'failed', 'returned'] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/** Where a withdrawal in state `processing` is. The member can take it back while it waits. */
export const WITHDRAWAL_STAGES = ['waiting', 'first_approved', 'approved', 'exported'] as const
export type WithdrawalStage = (typeof WITHDRAWAL_STAGES)[number]

/**
 * What operators list: a stage of the open ones, or how they ended. `rejected`: the money went back to the wallet, because an operator
 * rejected the withdrawal or the bank did not pay it; `returned`: the member took it back.
 */
export const WITHDRAWAL_LISTS = [...WITHDRAWAL_STAGES, 'paid', 'rejected', 'returned'] as const
export type WithdrawalList = (typeof WITHDRAWAL_LISTS)[number]

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

/** How long a withdrawal waits: `late` for over 2 hours, `overdue` for over 2 working days (Monday to Friday). */
export const WITHDRAWAL_AGES = ['fresh', 'late', 'overdue'] as const
export type WithdrawalAge = (typeof WITHDRAWAL_AGES)[number]

/** What a line of the bank's results did. */
export const IMPORT_RESULTS = ['paid', 'failed', 'unchanged', 'refused'] as const
export type ImportResult = (typeof IMPORT_RESULTS)[number]

/**
 * Why a line of the bank's results was refused: it is not CSV of three or four fields; no such withdrawal; not `paid` or
 * `failed`; the withdrawal is at another step; the reference is missing or paid another withdrawal; the reason is not one of
 * {@link WITHDRAWAL_REASONS}; the note to the member is missing.
 */
export const IMPORT_PROBLEMS = ['format', 'unknown', 'result', 'step', 'reference', 'reason', 'note'] as const
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]

/** What a payment company's notice about a refund did. `mismatch`: it says something else than what was ordered; operators decide. */
export const REFUND_OUTCOMES = ['paid', 'mismatch', 'unchanged'] as const
export type RefundOutcome = (typeof REFUND_OUTCOMES)[number]
