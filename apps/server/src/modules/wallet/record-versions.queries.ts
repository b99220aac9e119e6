/** The versions of members' recharges and withdrawals, for live updates. */

/**
 * Every step raises the version: a recharge counts 1 while it is open and 2 afterwards, a withdrawal 1 to 4 by its stage and 5
 * afterwards. It is calculated from the counters of what was opened and from what is open, so that it costs the same for a member
 * with many records, and every server calculates the same number. A recharge that is credited after it had failed changes only the
 * balance. SQL of rows (member, version).
 * @param members SQL of a list of ids
 */
export const RECORD_VERSIONS = (members: string) => `
  select wanted.member_id as member,
    (2 * coalesce(recharged.opened, 0) - recharge.open + 5 * coalesce(withdrawn.opened, 0) - withdrawal.left) as version
  from unnest(${members}::uuid[]) as wanted(member_id)
  left join recharge_count recharged using (member_id)
  left join withdrawal_count withdrawn using (member_id)
  cross join lateral (
    select count(*) as open from recharge one where one.member_id = wanted.member_id and one.state = 'processing') recharge
  cross join lateral (
    select coalesce(sum(case one.stage when 'waiting' then 4 when 'first_approved' then 3 when 'approved' then 2 else 1 end), 0) as left
    from withdrawal one where one.member_id = wanted.member_id and one.state = 'processing') withdrawal`
