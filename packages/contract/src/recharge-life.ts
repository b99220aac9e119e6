/** The life of a recharge as a table: the server's guard and what the app offers to do read it. */
export const RECHARGE_STATES = ['processing', 'success', 'failed'] as const
export type RechargeState = (typeof RECHARGE_STATES)[number]

export const RECHARGE_LIFE = {
  processing: ['success', 'failed'],
  // money that arrives after a recharge expired or was declined is the member's all the same
  failed: ['success'],
  success: [],
} as const satisfies Record<RechargeState, readonly RechargeState[]>

/** Why a recharge failed. */
export const RECHARGE_REASONS = ['declined', 'expired', 'amount_mismatch'] as const
export type RechargeReason = (typeof RECHARGE_REASONS)[number]
