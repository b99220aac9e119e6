/** Statements of the operator's accounts: what an import refuses, and what becomes of a line. */

/**
 * Why a file is refused as a whole: it is too large; its characters are in no known encoding; it is not CSV; no row names the
 * columns of date and amount; it has too many rows; a date or amount is not one, or can be read in two ways; a spreadsheet has changed
 * an id or a text.
 */
export const STATEMENT_PROBLEMS = [
  'size',
  'encoding',
  'csv',
  'header',
  'rows',
  'date',
  'amount',
  'damaged',
] as const
export type StatementProblem = (typeof STATEMENT_PROBLEMS)[number]

/** Order of day and month in dates such as 03/04/2026. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
export const DECIMAL_MARKS = ['.', ','] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

/**
 * Why a line waits for an operator: its text has no reference of a recharge, several, or that of a recharge that is already
 * paid; or its currency is not the wallet's. `confirm`: it is clear, and more than one operator may credit alone. `repeat`: it equals a
 * line of an earlier file, and may be the same payment or an equal one.
 */
export const LINE_REASONS = ['none', 'several', 'paid', 'currency', 'confirm', 'repeat'] as const
export type LineReason = (typeof LINE_REASONS)[number]

/** Largest file, in bytes after decompression. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024
/** Largest number of rows of a file. */
export const MAX_STATEMENT_ROWS = 5_000
