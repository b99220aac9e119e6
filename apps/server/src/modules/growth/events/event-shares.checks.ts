/** The even shares of events of version 3, and what their seals bind in the guarantee. Run by the doctor. */
import type { Check } from '../../ledger/index.ts'
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import { LEAD_MS } from '../../fair/index.ts'
import { ROUND_MS, TIMELY_LINES } from '../../mall/index.ts'
import { HAS_SHARE, SHARE } from './event-shares.ts'

export const eventShareChecks: readonly Check[] = [
  historyCheck('INV-6', 'event_share', 'the even shares of events'),
  {
    id: 'INV-6',
    title:
      "an event shares its pool evenly after a draw in the members' favour, and when it is void with participants",
    sql: `
      select count(*) filter (where e.shared <> (coalesce(d.favour, false) or e.log_rules = 3 and coalesce(v.participants, 0) > e.left_out)
          or d.favour and (e.log_rules <> 3 or e.grade <> 'witnessed')
          or v.why = 'witnesses' and (e.quorum is null or s.event_id is not null
            or extract(epoch from v.voided_at) * 1000 < e.deadline_ms + 7 * 86400000)) as breaches,
        count(*) filter (where e.shared) || ' events share their pools' as figure
      from event e left join event_draw d using (event_id) left join event_void v using (event_id) left join event_seal s using (event_id)`,
  },
  {
    id: 'INV-6',
    title:
      'every even share of an event went once to a participant who did not win, up to the participant that the event counts',
    sql: `
      select count(*) filter (where due.seq is null or p.seq is null or p.member_id <> due.member_id or p.amount <> due.share) as breaches,
        count(p.seq) || ' shares, ' || count(*) filter (where p.went = 'house') || ' of closed accounts' as figure
      from (
        select n.event_id, n.seq, n.member_id, ${SHARE} as share
        from event e left join event_draw d using (event_id) join event_entry n using (event_id)
        where n.seq <= e.share_through and ${HAS_SHARE}) due
      full join event_share p using (event_id, seq)`,
  },
  {
    id: 'INV-6',
    title:
      'every member who was paid an even share has one notice of it, which says why, and nobody else has one',
    sql: `
      select count(*) filter (where n.member_id is null or p.member_id is null or n.amount <> p.amount or n.kind <> p.why) as breaches,
        count(n.member_id) || ' notices' as figure
      from (
        select s.*, case when e.lost then 'lost_event_share' when d.after_loss then 'lost_event_favour' else 'event_share' end as why
        from event_share s join member m using (member_id) join event e using (event_id) left join event_draw d using (event_id)
        where s.went = 'wallet' and m.status <> 'closed') p
      full join (select * from member_notice where kind in ('event_share', 'lost_event_share', 'lost_event_favour')) n
        using (event_id, member_id)`,
  },
  {
    id: 'INV-10',
    title:
      'every witnessed event of version 3 that is sealed has bound its pool in the guarantee, until its draw or the loss of its log',
    sql: `
      select count(*) filter (where (s.event_id is null) <> (b.subject is null) or b.amount <> e.pool
          or (e.status = 'sealed') <> (b.subject is not null and b.freed_at is null)) as breaches,
        count(*) filter (where b.freed_at is null and b.subject is not null) || ' events bind their pools' as figure
      from event e left join event_seal s using (event_id) left join guarantee_bond b on b.subject = e.event_id
      where e.quorum is not null
        -- a seal that only a lost stretch has bound nothing here
        and not exists (select from lost_seal k where k.subject = e.event_id and k.entry is not null and b.subject is null)`,
  },
  {
    id: 'INV-18',
    title:
      'an event that is drawn by the seal of a lost log has the line of a named witness over it, made in time, and is drawn in favour',
    sql: `
      select count(*) filter (where e.log_rules < 3 or e.grade <> 'witnessed' or s.event_id is null or d.favour is false or d.after_loss is false
          or kept.entry is null and not exists (
            select from ${TIMELY_LINES("'event ' || e.number", 'e.witnesses', 's.round', 'event-seal')} timely)
          or kept.entry is not null and not exists (
            select from witnessed_seal w where w.subject = 'event ' || e.number and w.entry = kept.entry and w.witness = any (e.witnesses)
              and w.signed_ms < ${ROUND_MS('s.round')} - ${LEAD_MS}))
          + (select count(*) from event_draw x where x.after_loss and not exists (select from lost_seal where subject = x.event_id)) as breaches,
        count(*) || ' events' as figure
      from event e join lost_seal kept on kept.subject = e.event_id
      left join event_seal s using (event_id) left join event_draw d on d.event_id = e.event_id`,
  },
]
