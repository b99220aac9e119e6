/**
 * SQL of what the member paid of a purchase: its amount less what the house paid (a voucher). Limits, play-through and the proof of
 * solvency count this part.
 * @param row alias of the purchase
 */
export const OWN = (row: string): string => `(${row}.amount - coalesce(${row}.house_paid, 0))`
