import type { MemberTable } from '../../platform/schema/member-tables.ts'

/** The copy of a member's data: what the member agreed to after the registration. */
export const contentCopy: readonly MemberTable[] = [
  {
    name: 'consents',
    table: 'rule_consent',
    key: { at: 'timestamptz' },
    columns: ['at', 'version'],
  },
]
