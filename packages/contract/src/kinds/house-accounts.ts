/** The accounts of the house. Two operators can fund the second group; sales, fees, grants and transfers fill the first. */
const UNFUNDED_ACCOUNTS = ['cash', 'sales', 'fees', 'vouchers'] as const

/** Accounts that `houseFund` can put money into. */
export const FUNDED_ACCOUNTS = ['bankroll', 'marketing', 'subsidy', 'guarantee'] as const
export type FundedAccount = (typeof FUNDED_ACCOUNTS)[number]

export const HOUSE_ACCOUNTS = [...UNFUNDED_ACCOUNTS, ...FUNDED_ACCOUNTS] as const
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number]
