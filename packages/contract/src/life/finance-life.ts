/** Finance products and their orders: kinds and states. Schemas, server and apps derive their types from these lists. */

/** `waiting` for maturity; then `completed`, or `exited` early: principal back, interest that was not paid stays in the reserve. */
export const FINANCE_ORDER_STATUSES = ['waiting', 'completed', 'exited'] as const
export type FinanceOrderStatus = (typeof FINANCE_ORDER_STATUSES)[number]

/** `upcoming`: the sale begins later; `ended`: its window is over, or an operator closed it. Open orders run on in every state. */
export const FINANCE_SALES = ['upcoming', 'selling', 'sold_out', 'ended'] as const
export type FinanceSale = (typeof FINANCE_SALES)[number]

/** When interest is credited to the wallet: together with the principal, or after each full 24 hours. */
export const FINANCE_PAYOUTS = ['at_maturity', 'daily'] as const
export type FinancePayout = (typeof FINANCE_PAYOUTS)[number]

/** The unit in which a term is shown; the term itself is in hours. */
export const FINANCE_TERM_UNITS = ['days', 'hours'] as const
export type FinanceTermUnit = (typeof FINANCE_TERM_UNITS)[number]

/** Bounds of the terms: 366 days, 10 % a day, and what one order can cost (minor units). The schema has the same. */
export const MAX_TERM_HOURS = 8_784
export const MAX_DAILY_RATE_PPM = 100_000
export const MAX_UNITS = 1_000_000
export const MAX_PRINCIPAL_MINOR = 10_000_000_000_000n
