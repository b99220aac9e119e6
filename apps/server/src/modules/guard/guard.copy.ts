import { limitValue, type MemberTable } from '../../platform/schema/member-tables.ts'

const STAFF = "who of the staff did it is in the operators' audit log"

/** The copy of a member's data: breaks, self-exclusions and every change of a limit. */
export const guardCopy: readonly MemberTable[] = [
  {
    name: 'exclusions',
    table: 'exclusion',
    key: { exclusion_id: 'uuid' },
    columns: ['exclusion_id', 'kind', 'starts_at', 'ends_at'],
    without: { operator_id: STAFF },
  },
  {
    name: 'freezes',
    table: 'account_freeze',
    key: { freeze_id: 'uuid' },
    columns: ['freeze_id', 'at', 'ends_at', 'holds_money', 'cause'],
    without: { operator_id: STAFF, approval_id: STAFF },
  },
  {
    name: 'limitChanges',
    table: 'limit_change',
    key: { change_id: 'uuid' },
    columns: ['change_id', 'kind', 'period', 'event', 'at'],
    more: { before: limitValue('before'), after: limitValue('after') },
    without: { operator_id: STAFF },
  },
  {
    name: 'requestedLimits',
    table: 'pending_increase',
    key: { kind: 'text', period: 'text' },
    columns: ['kind', 'period', 'requested_at', 'confirm_from', 'confirm_until'],
    more: { cap: limitValue('cap') },
  },
]
