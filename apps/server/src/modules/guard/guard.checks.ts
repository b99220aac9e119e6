/** The doctor's checks of the members' protection, in the shape of the ledger's checks. */
export const guardChecks: readonly { id: string; title: string; sql: string }[] = [
  {
    id: 'INV-17',
    title: 'every wallet of an active account is excluded until the last exclusion of its member ends',
    sql: `
      select count(*) filter (where m.status = 'active'
          and e.until is distinct from case when w.excluded_until > c.at then w.excluded_until end) as breaches,
        count(e.until) || ' members are excluded' as figure
      from business_clock c cross join member m
      join wallet w using (member_id)
      left join lateral (
        select max(ends_at) as until from exclusion where member_id = m.member_id and ends_at > c.at) e on true`,
  },
  {
    id: 'INV-17',
    title: 'every net position equals the wallet balance after the last line that it counts',
    sql: `
      select count(*) filter (where coalesce(f.net, 0) <> coalesce(l.balance, 0)
          or (l.balance is null and h.through_line > 0)) as breaches,
        count(*) || ' net positions' as figure
      from member_flow_head h
      left join ledger l on l.book = h.member_id and l.line = h.through_line
      left join (
        select member_id, sum(deposited - withdrawn - spent + returned + won) as net
        from member_flow group by member_id) f on f.member_id = h.member_id`,
  },
]
