/**
 * The ways to put money into the wallet. The server, the member app and the operators' programs use these tables.
 */
export const RECHARGE_KINDS = ['sandbox', 'bank', 'upi', 'ewallet', 'pix', 'trc20'] as const
export type RechargeKind = (typeof RECHARGE_KINDS)[number]

/** Kinds in which the member pays to an account of the operator; a statement of that account shows the transfer. */
export const TRANSFER_KINDS = ['bank', 'upi', 'ewallet', 'pix'] as const satisfies readonly RechargeKind[]
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/**
 * How a kind is paid: on a `page` of a payment company, by a `transfer` to an account of the operator, or to a `crypto`
 * address of its own.
 */
export const RECHARGE_FORMS = {
  sandbox: 'page',
  bank: 'transfer',
  upi: 'transfer',
  ewallet: 'transfer',
  pix: 'transfer',
  trc20: 'crypto',
} as const satisfies Record<RechargeKind, 'page' | 'transfer' | 'crypto'>

/** What a method asks the payer for. `trc20` is the payer's own address; `code` is an SMS code of the purpose `recharge`. */
export const RECHARGE_FIELDS = ['name', 'email', 'taxId', 'trc20', 'code'] as const
export type RechargeField = (typeof RECHARGE_FIELDS)[number]

/** The fields about the payer, which `openRecharge` takes as `payer` and answers masked. */
export const PAYER_FIELDS = ['name', 'email', 'taxId', 'trc20'] as const satisfies readonly RechargeField[]
export type PayerField = (typeof PAYER_FIELDS)[number]

/** The lines of the instructions of a transfer, in the order in which they are shown. */
export const TRANSFER_LINES = ['holder', 'bank', 'bankCode', 'number', 'upi', 'wallet', 'pix'] as const
export type TransferLine = (typeof TRANSFER_LINES)[number]

/** The lines that the receiving account of each kind has. `bankCode` may be missing. */
export const RECEIVING_LINES = {
  bank: ['holder', 'bank', 'bankCode', 'number'],
  upi: ['holder', 'upi'],
  ewallet: ['holder', 'wallet', 'number'],
  pix: ['holder', 'pix'],
} as const satisfies Record<TransferKind, readonly TransferLine[]>

/** Days after its expiry in which a member can still send proof of a transfer. */
export const PROOF_DAYS = 30
