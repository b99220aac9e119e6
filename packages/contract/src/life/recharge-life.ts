/** The life cycle of a recharge as a table. The server's checks and the apps use it. */
export const RECHARGE_STATES = ['processing', 'success', 'failed'] as const
export type RechargeState = (typeof RECHARGE_STATES)[number]

export const RECHARGE_LIFE = {
  processing: ['success', 'failed'],
  // money that arrives after the recharge expired or was declined is still credited to the member; an expired one fails
  // again, with another reason, when an operator looked for the transfer and did not find it
  failed: ['failed', 'success'],
  success: [],
} as const satisfies Record<RechargeState, readonly RechargeState[]>

/**
 * How a recharge stands for operators. `unproven`: under way, and the member has sent no proof; `proven`: under way with proof; `expired`: the time
 * to pay is over; `failed`: it failed for another reason.
 */
export const RECHARGE_STANDINGS = ['credited', 'unproven', 'proven', 'expired', 'failed'] as const
export type RechargeStanding = (typeof RECHARGE_STANDINGS)[number]

/** Why a recharge failed. `not_found`: an operator did not find the transfer on the statement. */
export const RECHARGE_REASONS = ['declined', 'expired', 'amount_mismatch', 'not_found'] as const
export type RechargeReason = (typeof RECHARGE_REASONS)[number]
