-- What counts as played, and what the house gives away: play-through counts what was at risk, and rewards come from what the house keeps.

-- 1. Before this release matured finance orders and stakes that cancel each other out counted as played. What could have counted so
-- until now stays.
alter table play_through add column earlier bigint not null default 0;
alter table play_through add constraint play_through_earlier check (earlier >= 0);
update play_through p set earlier = e.amount
from (
  select member_id, sum(amount) as amount from (
    select member_id, amount - coalesce(house_paid, 0) as amount from purchase
    where kind = 'finance' and state = 'done' and settled
    union all
    select member_id, cancelled from bet_cancelled) part
  group by member_id) e
where p.member_id = e.member_id;

-- 2. What the house keeps of a member's orders on average, after the highest rebates and refunds: rewards come from it. Of shares the
-- part of the issue that neither prizes nor rebates nor refunds need, less what vouchers paid; of the bets of a round half of the
-- margin of what did not cancel itself. The other half is the most that rebates can be.
alter table member_vip add column kept bigint not null default 0;
alter table member_vip add constraint member_vip_kept check (kept >= 0);
grant update (kept) on member_vip to fairlot_app;
update member_vip v set kept = k.kept
from (
  select member_id, sum(kept) as kept from (
    select p.member_id, greatest(0, p.quantity * greatest(0, div(t.price::numeric * t.shares
        - case when t.tiers is null then t.prize_value else prizes_of(t.tiers) end - t.rebates - t.refunds, t.shares))
        - coalesce(p.house_paid, 0)) as kept
    from purchase p join issue_terms t on t.issue_id = p.subject_id
    where p.kind = 'shares' and p.state = 'done' and p.settled
      and not exists (
        select from issue_favour_share f
        where (f.issue_id, f.member_id) = (p.subject_id, p.member_id) and f.amount > f.won)
    union all
    select b.member_id, div(sum(10 * b.amount - pays.total) * (sum(b.amount) - coalesce(max(x.cancelled), 0)), sum(b.amount) * 20)
    from bet b join round r using (round_id) join game_chain c using (chain_id)
    left join bet_cancelled x using (round_id, member_id)
    cross join lateral (select sum(one) as total from unnest(case
    when r.game in ('lucky-1m', 'lucky-3m', 'lucky-5m') then array[bit_count((b.picks & 2)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 15000 / 10000) + bit_count((b.picks & 4)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 45000 / 10000) + bit_count((b.picks & 8)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 90000 / 10000) + bit_count((b.picks & 81920)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 20000 / 10000),
      bit_count((b.picks & 49153)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 20000 / 10000) + bit_count((b.picks & 16)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 90000 / 10000),
      bit_count((b.picks & 81922)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 20000 / 10000) + bit_count((b.picks & 32)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 90000 / 10000),
      bit_count((b.picks & 49153)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 20000 / 10000) + bit_count((b.picks & 64)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 90000 / 10000),
      bit_count((b.picks & 81922)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 20000 / 10000) + bit_count((b.picks & 128)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 90000 / 10000),
      bit_count((b.picks & 1)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 15000 / 10000) + bit_count((b.picks & 4)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 45000 / 10000) + bit_count((b.picks & 256)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 90000 / 10000) + bit_count((b.picks & 40960)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 20000 / 10000),
      bit_count((b.picks & 73730)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 20000 / 10000) + bit_count((b.picks & 512)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 90000 / 10000),
      bit_count((b.picks & 40961)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 20000 / 10000) + bit_count((b.picks & 1024)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 90000 / 10000),
      bit_count((b.picks & 73730)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 20000 / 10000) + bit_count((b.picks & 2048)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 90000 / 10000),
      bit_count((b.picks & 40961)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 20000 / 10000) + bit_count((b.picks & 4096)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 90000 / 10000)]
    when r.game in ('king-2m') then array[bit_count((b.picks & 1)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 96000 / 10000) + bit_count((b.picks & 6144)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 19500 / 10000),
      bit_count((b.picks & 2)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 96000 / 10000) + bit_count((b.picks & 10240)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 19500 / 10000),
      bit_count((b.picks & 4)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 96000 / 10000) + bit_count((b.picks & 6144)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 19500 / 10000),
      bit_count((b.picks & 8)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 96000 / 10000) + bit_count((b.picks & 10240)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 19500 / 10000),
      bit_count((b.picks & 16)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 96000 / 10000) + bit_count((b.picks & 6144)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 19500 / 10000),
      bit_count((b.picks & 32)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 96000 / 10000) + bit_count((b.picks & 9216)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 19500 / 10000),
      bit_count((b.picks & 64)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 96000 / 10000) + bit_count((b.picks & 5120)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 19500 / 10000),
      bit_count((b.picks & 128)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 96000 / 10000) + bit_count((b.picks & 9216)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 19500 / 10000),
      bit_count((b.picks & 256)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 96000 / 10000) + bit_count((b.picks & 5120)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 19500 / 10000),
      bit_count((b.picks & 512)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 96000 / 10000) + bit_count((b.picks & 9216)::bit(17)) * ((b.stake - b.stake * c.fee / 10000) * 19500 / 10000)] end) as one) pays
    where b.state = 'done' and r.status = 'settled'
    group by b.round_id, b.member_id) part
  group by member_id) k
where v.member_id = k.member_id;

-- 3. A friend qualifies with what the house keeps of the friend's orders, and that much is set aside for the rewards of the inviter. Who
-- qualified before needed something else.
alter table team_member add column set_aside bigint;
update team_member set set_aside = 0 where qualified_at is not null;
alter table team_member add constraint team_member_set_aside check (set_aside >= 0);
grant update (set_aside) on team_member to fairlot_app;
drop trigger team_member_life on team_member;
create trigger team_member_life before update on team_member for each row when (current_user = 'fairlot_app' and (
    new.spend < old.spend or new.earned < old.earned
    or old.first_recharge_at is not null and new.first_recharge_at is distinct from old.first_recharge_at
    or old.qualified_at is not null and new.qualified_at is distinct from old.qualified_at
    or old.set_aside is not null and new.set_aside is distinct from old.set_aside
    or old.standing = 'same_person' and new.standing <> 'same_person'))
  execute function refuse_change();

-- 4. What was given before this rule does not count against what a member leaves from now on.
alter table loyalty_head add column rewards_from timestamptz not null default '-infinity';
update loyalty_head set rewards_from = business_now()
where exists (select from task_claim) or exists (select from check_in);
