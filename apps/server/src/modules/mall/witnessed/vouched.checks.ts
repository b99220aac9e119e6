/** What must be true of witnessed issues of version 3: their lines, what their seals bind, and the stops after witnesses failed. */
import type { Check } from '../../ledger/index.ts'
import { LEAD_MS } from '../../fair/index.ts'
import { ALL_PRIZES } from '../favour/shares.ts'
import { ROUND_MS, TIMELY_LINES } from './timely-lines.queries.ts'

/** The clock can go back a little between a seal and what belongs to it. */
const ABOUT = "interval '10 minutes'"
const UNSEALED = "interval '7 days'"

/** Witnessed issues of version 3, with seal and draw as far as they have come. */
const ISSUES = `
  issue i join issue_terms t using (issue_id)
  left join issue_seal s using (issue_id) left join issue_draw d using (issue_id)`
const WITNESSED = `(i.log_rules >= 3 and t.grade = 'witnessed')`

export const vouchedChecks: readonly Check[] = [
  {
    id: 'INV-18',
    title:
      'every witnessed draw of version 3 has the stored lines of a quorum, made in time, or is in favour of the members',
    sql: `
      select count(*) filter (where not d.favour
          and t.quorum > (select count(*) from ${TIMELY_LINES('t.number', 't.witnesses', 's.round')} timely)) as breaches,
        count(*) || ' draws, ' || count(*) filter (where d.favour) || ' of them in favour' as figure
      from ${ISSUES} where ${WITNESSED} and d.issue_id is not null`,
  },
  {
    id: 'INV-18',
    title:
      'what is drawn by the seal of a lost log has the line of a named witness over it, made in time, and is drawn in favour',
    sql: `
      select count(*) filter (where ${WITNESSED} is not true or d.favour is false or d.after_loss is false
          or kept.entry is null and not exists (select from ${TIMELY_LINES('t.number', 't.witnesses', 's.round')} timely)
          or kept.entry is not null and not exists (
            select from witnessed_seal w where w.subject = t.number and w.entry = kept.entry and w.witness = any (t.witnesses)
              and w.signed_ms < ${ROUND_MS('s.round')} - ${LEAD_MS}))
          + (select count(*) from lost_seal x where not exists (select from issue where issue_id = x.subject)
            and not exists (select from event where event_id = x.subject))
          + (select count(*) from issue_draw x where x.after_loss and not exists (select from lost_seal where subject = x.issue_id)) as breaches,
        count(*) || ' issues' as figure
      from ${ISSUES} join lost_seal kept on kept.subject = i.issue_id`,
  },
  {
    id: 'INV-10',
    title:
      'every sealed witnessed issue of version 3, and no other, binds what its favour can cost, until a quorum has signed, the members are paid, or the log is lost',
    sql: `
      select count(*) filter (where ${WITNESSED} is not true
          -- a draw in favour frees it when the escrow has what is owed
          or (b.freed_at is not null) <> case
            when d.favour then f.issue_id is not null else d.issue_id is not null or r.finished_at is not null or r.shared is not null end
          or b.freed_at < coalesce(d.drawn_at, r.expired_at) - ${ABOUT}
          or b.amount is distinct from v.worth + greatest(i.sold * t.price, v.worth) - i.sold * t.price or s.issue_id is null)
          + (select count(*) from guarantee_bond x where not exists (select from issue where issue_id = x.subject)
            and not exists (select from event where event_id = x.subject)) as breaches,
        count(b.subject) || ' bonds of issues' as figure
      from ${ISSUES}
      left join guarantee_bond b on b.subject = i.issue_id
      left join issue_refund r on r.issue_id = i.issue_id
      left join issue_favour f on f.issue_id = i.issue_id
      cross join lateral (select (${ALL_PRIZES('t')})::bigint as worth) v
      -- a seal that only a lost stretch has bound nothing here
      where b.subject is not null or ${WITNESSED} and s.issue_id is not null
        and not exists (select from lost_seal k where k.subject = i.issue_id and k.entry is not null)`,
  },
  {
    id: 'INV-18',
    title:
      'every draw in favour has a stop of witnessed seals at its round, and no witnessed issue was sealed while one was open',
    sql: `
      select count(*) filter (where d.favour and kept.subject is null and not exists (
            select from witness_hold h where h.since < d.drawn_at + ${ABOUT}
              and (h.released_at is null or h.released_at >= to_timestamp(${ROUND_MS('s.round')} / 1000.0)))
          or exists (
            select from witness_hold h where e.appended_at > h.since + ${ABOUT} and e.appended_at < h.released_at - ${ABOUT}
              or e.appended_at > h.since + ${ABOUT} and h.released_at is null)) as breaches,
        (select count(*) from witness_hold) || ' stops' as figure
      from ${ISSUES} left join log_entry e on e.subject = t.number and e.kind = 'issue-seal'
      left join lost_seal kept on kept.subject = i.issue_id
      where ${WITNESSED} and s.issue_id is not null`,
  },
  {
    id: 'INV-14',
    title:
      'every stop of witnessed seals names a published seal, and two operators have released it who asked for that',
    sql: `
      select count(*) filter (where not exists (
            select from log_entry e where e.subject = h.subject and e.kind in ('issue-seal', 'event-seal'))
          or h.released_at is not null and (a.approval_id is null or a.requested_by = a.decided_by
            or a.decided_at not between h.released_at - ${ABOUT} and h.released_at + ${ABOUT})) as breaches,
        count(*) || ' stops, ' || count(h.released_at) || ' released' as figure
      from witness_hold h
      left join approval a on a.approval_id = h.approval_id and a.action = 'witnesses.release' and a.state = 'approved'`,
  },
  {
    id: 'INV-6',
    title:
      'only witnessed issues of version 3 are refunded after their sell-out, unsealed and not before 7 days have passed',
    sql: `
      select count(*) filter (where ${WITNESSED} is not true or s.issue_id is not null or i.lost or i.sold <> i.shares
          or r.expired_at is null or r.expired_at < to_timestamp(i.last_ms / 1000.0) + ${UNSEALED}) as breaches,
        count(*) || ' issues' as figure
      from ${ISSUES} left join issue_refund r using (issue_id) where i.unwitnessed`,
  },
]
