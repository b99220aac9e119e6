import type { MemberTable } from '../../../platform/schema/member-tables.ts'

/** The copy of a member's data: the relations in which the member is the inviter, and the rebates. Friends appear by their ids only. */
export const referralCopy: readonly MemberTable[] = [
  {
    name: 'team',
    table: 'team_member',
    key: { friend_id: 'uuid' },
    columns: ['friend_id', 'level', 'joined_at', 'first_recharge_at', 'qualified_at', 'standing'],
    amounts: ['recharged', 'spend', 'earned', 'set_aside'],
    without: { before_evidence: 'by which rule the doctor judges the row' },
  },
  {
    name: 'rebates',
    table: 'rebate',
    key: { source_id: 'uuid', level: 'integer' },
    columns: [
      'source_id',
      'level',
      'kind',
      'friend_id',
      'rate',
      'capped',
      'state',
      'reason',
      'created_at',
      'due_at',
      'ended_at',
    ],
    amounts: ['basis', 'amount'],
    without: { subject_id: 'what the friend bought' },
  },
  { name: 'sharedOn', table: 'share_day', key: { day: 'date' }, columns: ['day'] },
  {
    name: 'devices',
    table: 'device_seen',
    key: { device_hash: 'bytea' },
    columns: ['first_at'],
    without: { device_hash: 'compares devices of different members' },
  },
]
