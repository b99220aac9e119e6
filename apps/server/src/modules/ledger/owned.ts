/**
 * What members own in the tables of the ledger, and what the house has, for the proof of solvency: SQL of rows
 * (member_id, amount), amounts in minor units.
 */
import { OWN } from './purchase/own-part.ts'

export const OWNED_WALLET = `select member_id, balance as amount from wallet`

/** What members paid for purchases whose outcome is open: the money is in the escrow of what was bought. What a voucher paid is the house's. */
export const OWNED_ESCROW = `select member_id, ${OWN('purchase')} as amount from purchase where not settled`

/** Cash is an asset, so its balance is negative. */
export const CASH_ASSETS = `select greatest(-balance, 0) from house_account where name = 'cash'`
