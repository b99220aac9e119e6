import type { MemberTable } from '../../../platform/schema/member-tables.ts'

/** The copy of a member's data: the closing of the account. */
export const closingCopy: readonly MemberTable[] = [
  { name: 'closing', table: 'closure', key: {}, columns: ['requested_at', 'closed_at'] },
]
