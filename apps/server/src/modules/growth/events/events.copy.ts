import type { MemberTable } from '../../../platform/schema/member-tables.ts'

/** The copy of a member's data: the prize-share events that the member joined, the prizes, and the even shares. */
export const eventCopy: readonly MemberTable[] = [
  {
    name: 'eventEntries',
    table: 'event_entry',
    key: { event_id: 'uuid' },
    columns: ['event_id', 'seq', 'entry_id', 'request_id', 'joined_ms', 'tag'],
    without: { before_evidence: 'by which rule the doctor judges the row' },
    joins: 'left join event_left_out l on (l.event_id, l.seq) = (t.event_id, t.seq)',
    // friends who still counted; null: was not left out
    more: { left_out_with: 'l.counted' },
  },
  {
    name: 'eventPrizes',
    table: 'event_payment',
    key: { event_id: 'uuid', place: 'integer' },
    columns: ['event_id', 'place', 'seq', 'went', 'paid_at'],
    amounts: ['amount'],
  },
  {
    name: 'eventShares',
    table: 'event_share',
    key: { event_id: 'uuid', seq: 'integer' },
    columns: ['event_id', 'seq', 'went', 'paid_at'],
    amounts: ['amount'],
  },
]
