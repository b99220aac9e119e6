/** What members buy, by the word that the ledger has for it: shares of issues, bets on rounds, units of finance. */
export const PURCHASE_KINDS = ['shares', 'bets', 'finance'] as const
export type PurchaseKind = (typeof PURCHASE_KINDS)[number]

/** Where a purchase stands. `refused`: nothing was bought, and nothing was paid. */
export const PURCHASE_STANDINGS = ['open', 'settled', 'refunded', 'refused'] as const
export type PurchaseStanding = (typeof PURCHASE_STANDINGS)[number]
