/** Payout accounts: kinds, and what each kind asks for. The server's checks and the apps use it. */
export const PAYOUT_KINDS = ['bank', 'upi', 'ewallet', 'trc20', 'pix'] as const
export type PayoutKind = (typeof PAYOUT_KINDS)[number]

/** What a PIX key is. Eleven digits can be a CPF and a mobile number, so the form asks. */
export const PIX_KEYS = ['cpf', 'cnpj', 'phone', 'email', 'random'] as const
export type PixKey = (typeof PIX_KEYS)[number]

/** A new account `rests` before money goes to it; `refused`: a bank refused a payment to it. */
export const PAYOUT_STATES = ['rests', 'usable', 'refused'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** Fields of the form, in their order. `number` is what the money goes to: account, UPI id, wallet, address, PIX key. */
export const PAYOUT_FIELDS = ['bankName', 'bankCode', 'number', 'holder', 'phone', 'email'] as const
export type PayoutField = (typeof PAYOUT_FIELDS)[number]

/** Every listed field of a kind is required; a kind has no other fields. */
export const PAYOUT_FORMS = {
  bank: ['bankName', 'bankCode', 'number', 'holder', 'phone', 'email'],
  upi: ['number', 'holder'],
  ewallet: ['bankName', 'number', 'holder'],
  trc20: ['number'],
  pix: ['number', 'holder'],
} as const satisfies Record<PayoutKind, readonly PayoutField[]>
