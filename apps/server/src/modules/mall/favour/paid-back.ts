/**
 * SQL: whether a member gets more of an issue in favour than the orders won, so at least what they cost. Rebates, VIP levels, refunds of
 * lost orders and play-through treat the orders of such a member as refunded, also those that won something.
 * @param issue, member SQL of the ids
 */
export const PAID_BACK = (issue: string, member: string): string => `exists (
  select from issue_favour_share back where (back.issue_id, back.member_id) = (${issue}, ${member}) and back.amount > back.won)`
