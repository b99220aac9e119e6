/** The life of a voucher: `open` → `used` → `open` again when its order is refunded, or `open` → `expired`. */
export const VOUCHER_STATES = ['open', 'used', 'expired'] as const
export type VoucherState = (typeof VOUCHER_STATES)[number]
