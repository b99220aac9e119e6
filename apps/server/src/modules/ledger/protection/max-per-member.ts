/** What one member may hold of one subject. The look-up runs only where the seller sets a maximum. */
import type { ReserveRule } from './rule.ts'

export const maxPerMemberRule: ReserveRule = {
  // `offset 0` keeps the planner from flattening the look-up into one that always runs
  lookup: () => `
  left join lateral (
    select case when item.max_per_member > 0 then (
      select coalesce(sum(held.quantity), 0)::int from (
        select p.quantity from purchase p
        where p.member_id = item.member_id and p.subject_id between item.subject_id and item.subject_id
          and p.state in ('held', 'done') and p.purchase_id <> item.purchase_id
        order by p.subject_id) held) else 0 end as owned offset 0) holding on true`,
  columns: ['holding.owned'],
  denies: [
    {
      when: 'item.max_per_member > 0 and holding.owned + item.quantity > item.max_per_member',
      answer: 'max_per_member',
    },
  ],
}
