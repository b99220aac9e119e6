import { limitValue, type MemberTable } from '../../platform/schema/member-tables.ts'

/** The copy of a member's data: balance, every line of the wallet, purchases, limits and what is to be played through. */
export const ledgerCopy: readonly MemberTable[] = [
  {
    name: 'wallet',
    table: 'wallet',
    key: {},
    columns: [
      'lines',
      'open_orders',
      'has_limits',
      'excluded_until',
      'closing',
      'frozen_until',
      'money_held',
    ],
    amounts: ['balance'],
  },
  {
    name: 'walletLines',
    table: 'ledger',
    member: 'book',
    key: { line: 'integer' },
    where: 't.line is not null',
    columns: ['line', 'at', 'kind', 'debit', 'credit', 'ref'],
    amounts: ['amount', 'balance'],
  },
  {
    name: 'purchases',
    table: 'purchase',
    key: { purchase_id: 'uuid' },
    columns: [
      'purchase_id',
      'request_id',
      'kind',
      'subject_id',
      'quantity',
      'state',
      'reason',
      'position',
      'created_at',
      'settled',
      'settled_at',
      'result',
    ],
    amounts: ['amount', 'payout', 'house_paid'],
  },
  {
    name: 'playThrough',
    table: 'play_through',
    key: {},
    columns: [],
    amounts: ['required', 'played', 'waived', 'earlier'],
  },
  {
    name: 'limits',
    table: 'limit_counter',
    key: { kind: 'text', period: 'text' },
    columns: ['kind', 'period', 'starts_on', 'set_at', 'counted_through', 'utc_offset'],
    more: {
      cap: limitValue('cap'),
      used: limitValue('used'),
      open: limitValue('open'),
      ceiling: limitValue('ceiling'),
    },
  },
]
