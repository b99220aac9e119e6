import type { MemberTable } from '../../platform/schema/member-tables.ts'

/** The copy of a member's data: the signed receipts of the orders. */
export const fairCopy: readonly MemberTable[] = [
  {
    name: 'receipts',
    table: 'receipt',
    key: { subject_id: 'uuid' },
    columns: ['subject_id', 'content', 'signed_at'],
    more: { signature: "encode(t.signature, 'hex')", public_key: "encode(t.public_key, 'hex')" },
  },
]
