import type { MemberTable } from '../../platform/schema/member-tables.ts'

/** The copy of a member's data: profile, consents and sessions. */
export const identityCopy: readonly MemberTable[] = [
  {
    name: 'profile',
    table: 'member',
    key: {},
    columns: [
      'member_id',
      'phone',
      'username',
      'nickname',
      'country',
      'invitation_code',
      'status',
      'created_at',
      'terms_version',
      'terms_agreed_at',
      'adult_declared_at',
      'declared_age',
    ],
    without: {
      password_hash: 'a secret: it could be used to guess the password',
      password_bound: 'how the password is kept',
      inviter_id: 'says something about another member',
    },
  },
  {
    name: 'sessions',
    table: 'session',
    key: { created_at: 'timestamptz', session_id: 'uuid' },
    columns: [
      'session_id',
      'device',
      'created_at',
      'active_since',
      'seen_at',
      'reality_at',
      'expires_at',
      'ended_at',
    ],
    without: { token_hash: 'a secret: it names the token of a session' },
  },
  { name: 'vip', table: 'member_vip', key: {}, columns: [], amounts: ['spend', 'kept'] },
  {
    name: 'addresses',
    table: 'address',
    key: { address_id: 'uuid' },
    columns: ['address_id', 'is_default', 'created_at', 'changed_at'],
    without: {
      sealed: 'encrypted; the part addressBook has it in the clear',
      key_id: 'names the key of the encrypted address',
    },
  },
]
