/**
 * Interest that has accrued and is not paid: SQL of rows (member_id, amount) for the proof of solvency, amounts in minor units. The
 * principal is in the escrow of the purchase.
 */
export const OWNED_INTEREST = `
  select member_id, accrued - paid as amount from finance_order where state = 'waiting' and accrued > paid`
