/** What must be true of flags and of the relations that they hold, and what warns that members wait for a decision. */
import type { LivenessCheck } from '../../../../platform/jobs/jobs.checks.ts'
import type { Check } from '../../../ledger/index.ts'

export const flagChecks: readonly Check[] = [
  {
    id: 'INV-40',
    title: 'a relation is held while a flag of it is open, ended when one was confirmed, and clear otherwise',
    sql: `
      select count(*) filter (where t.standing <> case when f.confirmed then 'same_person' when f.open then 'held' else 'clear' end)
          as breaches, count(f.member_id) || ' flagged relations' as figure
      from team_member t
      left join (
        select member_id, friend_id, bool_or(state = 'confirmed') as confirmed, bool_or(state = 'open') as open
        from relation_flag group by 1, 2) f using (member_id, friend_id)`,
  },
  {
    id: 'INV-40',
    title:
      'no rebate was paid after its relation was confirmed to be one person, and none waits after a decision',
    sql: `
      select count(*) filter (where r.state = 'paid' and f.at <= r.ended_at or r.state = 'held' and t.standing <> 'held') as breaches,
        count(f.at) || ' rebates of one person' as figure
      from rebate r join team_member t using (member_id, friend_id)
      left join (
        select member_id, friend_id, min(decided_at) as at from relation_flag where state = 'confirmed' group by 1, 2) f
        using (member_id, friend_id)`,
  },
  {
    id: 'INV-40',
    title: 'every flag names the inviter or an earlier friend, and two operators decided what is decided',
    sql: `
      select count(*) filter (where f.other_id <> f.member_id
            and (e.friend_id is null or (e.joined_at, e.friend_id) >= (t.joined_at, t.friend_id))
          or f.state <> 'open' and (a.state is distinct from 'approved' or a.action <> 'relation.decide')) as breaches,
        count(*) || ' flags' as figure
      from relation_flag f join team_member t using (member_id, friend_id)
      left join team_member e on (e.member_id, e.friend_id) = (f.member_id, f.other_id)
      left join approval a on a.approval_id = f.approval_id`,
  },
]

export const flagLiveness: readonly LivenessCheck[] = [
  {
    name: 'waiting-flags',
    title: 'every sign that two accounts are one person is decided within 3 days',
    sql: `
      select count(*) filter (where found_at < at - interval '3 days') as breaches, count(*) || ' wait' as figure
      from relation_flag cross join business_clock where state = 'open'`,
  },
]
