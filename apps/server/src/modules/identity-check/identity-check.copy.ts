import type { MemberTable } from '../../platform/schema/member-tables.ts'

const INTERNAL = 'the server recognises a repeated request by it'
const SEALED = 'encrypted with a key that is outside of the database; the member gave it'
const COMPARES = 'compares documents of different members'
const STAFF = 'members know a reviewer by the number that is here'

/** The copy of a member's data: identity checks, what happened to them, and who looked at the pictures. */
export const identityCheckCopy: readonly MemberTable[] = [
  {
    name: 'identityChecks',
    table: 'identity_check',
    key: { check_id: 'uuid' },
    columns: [
      'check_id',
      'number',
      'provider',
      'document',
      'valid_until',
      'state',
      'reason',
      'note',
      'created_at',
      'decided_at',
      'erase_from',
      'erased_at',
    ],
    without: {
      request_id: INTERNAL,
      input_hash: INTERNAL,
      sealed: SEALED,
      sealed_document: SEALED,
      key_id: 'names the key of the encryption',
      fingerprint: COMPARES,
    },
  },
  {
    name: 'identitySteps',
    table: 'identity_step',
    key: { check_id: 'uuid', seq: 'integer' },
    columns: ['check_id', 'seq', 'step', 'reviewer', 'at', 'valid_until'],
    without: { operator_id: STAFF, fingerprint: COMPARES },
  },
  {
    name: 'identityPictures',
    table: 'identity_picture',
    key: { check_id: 'uuid', upload_id: 'uuid' },
    columns: ['check_id', 'upload_id', 'slot', 'state'],
  },
  {
    name: 'identityLooks',
    table: 'identity_look',
    key: { check_id: 'uuid', look_id: 'uuid' },
    columns: ['check_id', 'look_id', 'slot', 'reviewer', 'at'],
    without: { operator_id: STAFF },
  },
]
