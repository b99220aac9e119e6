/** What must be true of beacons that were declared dead, and of issues that are refunded for it. */
import type { Check } from '../../ledger/index.ts'

export const deadBeaconChecks: readonly Check[] = [
  {
    id: 'INV-14',
    title:
      'every beacon that is declared dead is so in the log, and two operators have approved it who asked for that',
    sql: `
      select count(*) filter (where d.chain is null or e.subject is null
          or (e.said ->> 'lastRound')::bigint <> d.last_round or (e.said ->> 'at')::bigint <> d.declared_ms
          or a.approval_id is null or a.requested_by = a.decided_by
          or a.params ->> 'chain' is distinct from d.chain or (a.params ->> 'lastRound')::bigint is distinct from d.last_round) as breaches,
        count(*) || ' declarations' as figure
      from beacon_dead d
      full join (select log, subject, bytes::jsonb as said from log_entry where kind = 'beacon-dead') e
        on (e.log, e.subject) = (d.log, d.chain)
      left join approval a on a.approval_id = d.approval_id and a.action = 'beacon.dead' and a.state = 'approved'`,
  },
  {
    id: 'INV-6',
    title:
      'only issues of version 3 are refunded for their beacon, 30 days after it was declared dead, and none whose round it published',
    sql: `
      select count(*) filter (where i.log_rules < 3 or i.lost or i.opened_at is null or r.expired_at is null or not exists (
          select from beacon_dead dead where dead.chain = t.chain and dead.last_round < coalesce(s.round, dead.last_round + 1)
            and r.expired_at >= to_timestamp(dead.declared_ms / 1000.0) + interval '30 days')) as breaches,
        count(*) || ' issues' as figure
      from issue i join issue_terms t using (issue_id) left join issue_refund r using (issue_id) left join issue_seal s using (issue_id)
      where i.beacon_dead`,
  },
]
