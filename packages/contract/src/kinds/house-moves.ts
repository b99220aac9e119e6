/** How the house's own money moves beside fundings: named postings, each requested by one operator and approved by another. */
export const HOUSE_MOVES = ['payout', 'release', 'bank_fee', 'tax', 'chargeback', 'bank_correction'] as const
export type HouseMoveKind = (typeof HOUSE_MOVES)[number]

/** Those that `houseBook` requests. */
export const BOOKED_MOVES = ['release', 'bank_fee', 'tax', 'bank_correction'] as const
export type BookedMove = (typeof BOOKED_MOVES)[number]

/** Accounts with what draws and fees have earned: profit and costs leave them. */
export const EARNING_ACCOUNTS = ['sales', 'fees'] as const
export type EarningAccount = (typeof EARNING_ACCOUNTS)[number]

/** `in`: the bank has more than the books say. */
export const MOVE_DIRECTIONS = ['out', 'in'] as const
export type MoveDirection = (typeof MOVE_DIRECTIONS)[number]
