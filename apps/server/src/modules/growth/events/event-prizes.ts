/** Prizes and even shares between the end of an event and their payment: they are money of the members already. */
import { HAS_SHARE, SHARE } from './event-shares.ts'

/** SQL of rows (event_id, member_id, amount, closed), amounts in minor units. What a closed account would get goes back to the house. */
export const UNPAID_PRIZES = `
  select e.event_id, n.member_id, e.prize as amount, m.status = 'closed' as closed
  from event e join event_draw d using (event_id)
  cross join unnest(d.winners) with ordinality as w(seq, place)
  join event_entry n on n.event_id = e.event_id and n.seq = w.seq
  join member m on m.member_id = n.member_id
  where e.status = 'drawn' and e.ended_at is null and w.place > e.paid_through
  union all
  select e.event_id, n.member_id, ${SHARE}, m.status = 'closed'
  from event e left join event_draw d using (event_id)
  join event_entry n using (event_id)
  join member m on m.member_id = n.member_id
  where e.ended_at is null and n.seq > e.share_through and ${HAS_SHARE}`

/** For the proof of solvency: SQL of rows (member_id, amount). */
export const OWNED_PRIZES = `select member_id, amount from (${UNPAID_PRIZES}) unpaid where not closed`
