import type { MemberTable } from '../../platform/schema/member-tables.ts'

/** The copy of a member's data: the list of the pictures. */
export const uploadsCopy: readonly MemberTable[] = [
  {
    name: 'uploads',
    table: 'upload',
    key: { upload_id: 'uuid' },
    columns: [
      'upload_id',
      'purpose',
      'width',
      'height',
      'bytes',
      'created_at',
      'used_by',
      'used_at',
      'erased_at',
      'removed_at',
    ],
    without: {
      name: 'a name in the storage, which opens nothing without its key',
      key_id: 'names the key of the encryption',
      stored_sha256: 'a hash of the encrypted file',
      stored: 'whether the storage has confirmed it',
    },
  },
]
