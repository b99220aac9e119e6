/** What members own besides their wallets, for the proof of solvency: SQL of rows (member_id, amount). */

export const OWNED_PIGGY = `select member_id, balance as amount from piggy`

/** A withdrawal holds its whole amount until it ends. */
export const OWNED_HELD = `select member_id, amount from withdrawal where state = 'processing'`
