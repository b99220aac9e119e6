import type { MemberTable } from '../../../platform/schema/member-tables.ts'

/** The copy of a member's data: refunds of lost orders, check-ins and claimed rewards. */
export const loyaltyCopy: readonly MemberTable[] = [
  {
    name: 'lostOrders',
    table: 'vip_lost',
    key: { day: 'date' },
    columns: ['day', 'orders'],
    amounts: ['basis'],
  },
  {
    name: 'vipRefunds',
    table: 'vip_refund',
    key: { day: 'date' },
    columns: ['day', 'orders', 'level', 'rate', 'state', 'rated_at', 'paid_at'],
    amounts: ['basis', 'spend', 'amount'],
  },
  {
    name: 'checkIns',
    table: 'check_in',
    key: { day: 'date' },
    columns: ['day', 'streak', 'checked_at'],
    amounts: ['amount'],
    without: { request_id: 'makes a repeated call safe' },
  },
  {
    name: 'taskClaims',
    table: 'task_claim',
    key: { claim: 'text', day: 'date' },
    columns: ['claim', 'day', 'voucher_id', 'evidence_id', 'friends', 'claimed_at'],
    amounts: ['amount'],
    without: {
      request_id: 'makes a repeated call safe',
      before_evidence: 'by which rule the doctor judges the row',
    },
  },
]
