/** What must be true of check-ins, claims and gifts. Run by the doctor. */
import { LADDER_CLAIMS, STREAK_DAYS } from '@fairlot/contract/life/growth-life'
import { historyCheck } from '../../../../platform/schema/history.checks.ts'
import { SAME_TIME, type Check } from '../../../ledger/index.ts'
import { WAS_FLAGGED } from '../../referral/teams/qualification.checks.ts'
import { GIVEN_FOR_FRIENDS, LEFT_TO_GIVE, SET_ASIDE_BY_FRIENDS } from '../../played-for-real.ts'
import { TASK_KIND } from './claims.ts'
import { rewardChecks } from './rewards.checks.ts'

const INV = 'INV-43'

/** Lines of rewards: one of the marketing account, one of the wallet. A voucher has lines of its own. */
export const TASK_LINES = `
  select side.book, reward_ref('${TASK_KIND}', paid.member_id, paid.what) as ref, '${TASK_KIND}' as kind, side.debit, side.credit,
    paid.amount, paid.at
  from (
    select member_id, claim || '/' || day as what, amount, claimed_at as at from task_claim where amount > 0
    union all
    select member_id, 'check_in/' || day, amount, checked_at from check_in where amount > 0) paid
  cross join (select book from house_account where name = 'marketing') marketing
  cross join lateral (values
    (marketing.book, 'account', 'clearing'), (paid.member_id, 'clearing', 'wallet')) side(book, debit, credit)`

/** The offset of business time moves a business day by less than a day. */
const ON_DAY = (at: string) =>
  `${at} >= c.day::timestamp at time zone 'utc' - interval '14 hours' and ${at} < c.day::timestamp at time zone 'utc' + interval '38 hours'`

export const taskChecks: readonly Check[] = [
  historyCheck(INV, 'check_in', 'check-ins'),
  historyCheck(INV, 'task_claim', 'claims of rewards'),
  historyCheck(INV, 'task_claim_friend', 'the friends on whom claims of the ladder rest'),
  {
    id: INV,
    title: 'every check-in continues the row of the day before, or begins one',
    sql: `
      select count(*) filter (where streak <> case when before_day = day - 1 and before_streak < ${STREAK_DAYS} then before_streak + 1 else 1 end) as breaches,
        count(*) || ' check-ins' as figure
      from (
        select day, streak, lag(day) over own as before_day, lag(streak) over own as before_streak
        from check_in window own as (partition by member_id order by day)) row`,
  },
  {
    id: INV,
    title:
      'every claimed reward rests on what the member did, and on the day of the claim where it counts daily',
    sql: `
      select count(*) filter (where not case c.claim
          when 'purchase' then exists (
            select from purchase p where (p.member_id, p.purchase_id, p.kind) = (c.member_id, c.evidence_id, 'shares')
              and p.state in ('done', 'refunded') and ${ON_DAY('p.created_at')})
          when 'review' then exists (
            select from review r where (r.member_id, r.purchase_id) = (c.member_id, c.evidence_id) and ${ON_DAY('r.posted_at')})
          when 'invite' then exists (
            select from team_member f where (f.member_id, f.friend_id, f.level) = (c.member_id, c.evidence_id, 1)
              and case when c.claimed_at < h.rewards_from then ${ON_DAY('f.joined_at')} else ${ON_DAY('f.qualified_at')} end)
          when 'share' then exists (select from share_day s where (s.member_id, s.day) = (c.member_id, c.day))
          when 'gift_register' then m.created_at >= h.gifts_from
            and (c.claimed_at < h.rewards_from or exists (select from member_vip v where v.member_id = c.member_id and v.spend > 0))
          when 'gift_recharge' then m.created_at >= h.gifts_from and exists (select from recharge_credit r where r.member_id = c.member_id)
          else c.friends <= (
              select count(*) from team_member f where f.member_id = c.member_id and f.level = 1 and f.qualified_at is not null)
            and c.friends >= array_position(array[${LADDER_CLAIMS.map((claim) => `'${claim}'`).join(', ')}], c.claim) end
          or not ${ON_DAY('c.claimed_at')}) as breaches,
        count(*) || ' claims' as figure
      from task_claim c join member m using (member_id) cross join loyalty_head h`,
  },
  {
    id: INV,
    title:
      'every claim of the ladder names as many direct friends as it counts, who had qualified and were not held then',
    sql: `
      select count(*) filter (where c.friends is distinct from named.sound or named.friends <> coalesce(named.sound, 0)) as breaches,
        count(*) || ' claims with ' || coalesce(sum(named.friends), 0) || ' friends' as figure
      from task_claim c
      cross join lateral (
        select count(*) as friends, nullif(count(*) filter (where f.level = 1 and f.qualified_at <= c.claimed_at + ${SAME_TIME}
          and not ${WAS_FLAGGED('f', 'c.claimed_at')}), 0) as sound
        from task_claim_friend e left join team_member f using (member_id, friend_id)
        where (e.member_id, e.claim, e.day) = (c.member_id, c.claim, c.day)) named
      where not c.before_evidence`,
  },
  ...rewardChecks,
  {
    id: INV,
    title:
      'no member was given more for tasks, check-ins and as a newcomer than the house keeps of the orders, less what is set aside for the inviter',
    sql: `
      select count(*) filter (where left_to_give < 0) as breaches, trim_scale(coalesce(sum(left_to_give), 0) / 10000.0) || ' left to give' as figure
      from (
        select ${LEFT_TO_GIVE('m.member_id')} as left_to_give
        from (
          select member_id from task_claim union select member_id from check_in
          union select friend_id from team_member where level = 1 and set_aside > 0) m) given`,
  },
  {
    id: INV,
    title: 'no member was given more for friends than what friends who qualified left for it',
    sql: `
      select count(*) filter (where given > set_aside) as breaches, count(*) || ' members' as figure
      from (
        select ${GIVEN_FOR_FRIENDS('m.member_id')} as given, ${SET_ASIDE_BY_FRIENDS('m.member_id', '0')} as set_aside
        from (select distinct member_id from task_claim) m
        -- friends who qualified before needed something else
        where not exists (select from team_member f where f.member_id = m.member_id and f.level = 1 and f.set_aside = 0)) m`,
  },
  {
    id: INV,
    title: 'every gift is a voucher of its own, granted with the claim',
    sql: `
      select count(*) filter (where v.voucher_id is null or v.approval_id is not null
          or v.granted_at not between c.claimed_at - interval '2 minutes' and c.claimed_at + interval '2 minutes')
          + count(*) - count(distinct (c.member_id, c.voucher_id)) as breaches,
        count(*) || ' gifts' as figure
      from task_claim c left join voucher v using (member_id, voucher_id) where c.voucher_id is not null`,
  },
]
