/** Corrections of one member's money, which two operators make. */
export const CORRECTION_KINDS = ['credit', 'reversal', 'chargeback'] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]

/** Why a member is credited; the member reads it in the wallet statement. */
export const CREDIT_REASONS = ['goodwill', 'fault', 'missing_topup'] as const
export type CreditReason = (typeof CREDIT_REASONS)[number]

/** What the wallet statement says of a correction: why it was credited, or what else happened. */
export const CORRECTION_WORDS = [...CREDIT_REASONS, 'reversal', 'chargeback'] as const
export type CorrectionWord = (typeof CORRECTION_WORDS)[number]

/** Accounts of the house that pay credits. */
export const CREDITING_ACCOUNTS = ['marketing', 'sales', 'fees'] as const
export type CreditingAccount = (typeof CREDITING_ACCOUNTS)[number]
