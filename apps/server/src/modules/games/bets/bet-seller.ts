/**
 * Bets as the ledger sells them: the games' decision on a batch of purchases. The subject is a round, the quantity of a purchase
 * is the set of its picks as a bit mask, and its position is its place among the bets of the round.
 *
 * A bet is taken while the round is open, by the database's clock under the round's lock, and when the stakes and the
 * round's slice of the bankroll cover the worst outcome of all its bets. What does not fit is refused; a later smaller bet may
 * still fit. Times never go back within a round.
 */
import { defineSeller } from '../../ledger/index.ts'
import { roundBook } from '../rounds/round-book.ts'
import { exposureSql } from './pay-sql.ts'

/**
 * `closed`: the round takes no bets; `limit`: above what one member can stake in the round, `left` of it is left; `short`: the
 * worst outcome is not covered, `room` has what is left for each of the ten outcomes.
 */
export type BetReason = 'closed' | 'limit' | 'short'

const NOW_MS = '(select floor(extract(epoch from at) * 1000)::bigint from clock)'
const OUTCOMES = Array.from({ length: 10 }, (_, k) => k + 1)
const each = (expression: (k: number) => string, separator = ', ') => OUTCOMES.map(expression).join(separator)

/** What the round has used of its cover before its first bet of the batch: possible payouts less stakes. */
const START = `array[${each((k) => `round.exposure[${k}] - round.stake`)}]`

/**
 * The bet's share of the cover: what it may pay less what it costs. While the costliest outcomes of all bets together fit, every
 * bet fits. `cover`, a function that PostgreSQL calls for each row, runs only when the cover becomes short.
 */
const DECIDED = `
  select *,
    case when sold then (bets_before + count(*) filter (where sold) over (partition by subject_id order by n rows unbounded preceding))::int end as position,
    case when answer is null and not sold then case when not is_open then 'closed' when is_over then 'limit' else 'short' end end as reason,
    case when answer is null and not sold and is_open then
      case when is_over then jsonb_build_object('left', (member_limit - staked)::text)
        else jsonb_build_object('room', concat_ws(',', ${each((k) => `slice - used[${k}]`)})) end end as refusal_data
  from (
    select *, is_wanted and (is_covered or (${each((k) => `used[${k}] + cost[${k}] <= slice`, ' and ')})) as sold
    from (
      select *, coalesce(
          cover(start, case when is_wanted then cost end, slice) filter (where not is_covered) over (
            partition by subject_id order by n rows between unbounded preceding and 1 preceding), start) as used
      from (
        select *, sum(case when is_wanted then greatest(0, ${each((k) => `cost[${k}]`)}) else 0 end) over (partition by subject_id)
            <= slice - greatest(${each((k) => `start[${k}]`)}) as is_covered
        from (
          select *, answer is null and is_open and not is_over as is_wanted
          from (
            select asked.*, round.bets as bets_before, round.slice, round.start, round.bet_ms, round.member_limit, own.staked,
              one.stake, coalesce(round.is_open, false) as is_open,
              coalesce(round.member_limit > 0 and own.staked + asked.amount > round.member_limit, false) as is_over,
              array[${each((k) => `paid.exposure[${k}] - asked.amount`)}] as cost
            from asked
            left join lateral (
              select round.game, chain.fee, round.bets, round.slice, round.member_limit, ${START} as start,
                greatest(round.last_ms, round.opens_ms, ${NOW_MS}) as bet_ms,
                round.status = 'open' and greatest(round.last_ms, ${NOW_MS}) < round.closes_ms as is_open
              from round cross join lateral (
                select c.fee from game_chain c where c.chain_id = round.chain_id limit 1) chain
              where round.round_id = asked.subject_id limit 1) round on true
            cross join lateral (
              select asked.amount / bit_count(asked.quantity::bit(17)) as stake offset 0) one
            cross join lateral (
              select ${exposureSql('round.game', 'asked.quantity', 'one.stake', 'round.fee')} as exposure offset 0) paid
            cross join lateral (
              select case when round.member_limit > 0 and asked.answer is null then (
                select coalesce(sum(b.amount), 0)::bigint from bet b
                where b.round_id = asked.subject_id and b.member_id = asked.member_id and b.state = 'done') else 0 end as staked offset 0) own
          ) with_round) with_wish) with_total) with_used) with_fit`

const WRITES = `
bets_of_round as (
  update round r set bets = r.bets + total.bets, players = r.players + total.newcomers, stake = r.stake + total.amount,
    pool = r.pool + total.amount, exposure = array[${each((k) => `r.exposure[${k}] + total.e${k}`)}], last_ms = total.ms
  from (
    select subject_id, count(*)::int as bets, count(*) filter (where newcomer)::int as newcomers, sum(amount)::bigint as amount,
      max(bet_ms) as ms, ${each((k) => `sum(cost[${k}] + amount)::bigint as e${k}`)}
    from decided where sold group by subject_id) total
  where r.round_id = total.subject_id),
bet_rows as (
  insert into bet (round_id, purchase_id, member_id, picks, stake, amount, state, seq, ms)
  select subject_id, purchase_id, member_id, quantity, stake, amount, coalesce(reason, 'done'), position,
    case when sold then bet_ms end
  from decided where answer is null)`

export const betSeller = defineSeller({
  kind: 'bets',
  book: roundBook,
  posting: 'stake',
  decided: DECIDED,
  writes: WRITES,
  decidedBefore: `
    select true as known, b.seq as position, nullif(b.state, 'done') as reason from bet b
    where b.round_id = item.subject_id and b.purchase_id = item.purchase_id limit 1`,
})
