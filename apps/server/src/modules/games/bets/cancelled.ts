/**
 * Stakes that cancel each other out. A member who bets on big and small, or on all colours, is sure to get a part back whatever
 * comes out; that part is no play. It is `stake × 10 × (lowest payout of all outcomes) / (sum of the payouts of all outcomes)`: of equal
 * stakes on big and small everything, of 100 on big and 50 on small 100. It counts for no rebate, no VIP level, no play-through and no
 * gift.
 */
import type { Tx } from '../../../platform/db.ts'
import { countSpend, type LevelWatch } from '../../identity/index.ts'
import { countPlay, STILL_PLAYING } from '../../ledger/index.ts'
import { exposureSql } from './pay-sql.ts'

/**
 * What cancels itself in the rounds of a condition on round `r`, of the members of a condition on bet `b`: round_id, member_id, amount,
 * cancelled. Only members with several picks can have any.
 */
export const cancelledSql = (rounds: string, members = 'true'): string => `
  select round_id, member_id, amount, cancelled
  from (
    select r.round_id, staked.member_id, staked.amount,
      floor(staked.amount * 10 * min(total.pays) / nullif(sum(total.pays), 0))::bigint as cancelled
    from round r join game_chain c using (chain_id)
    cross join lateral (
      select b.member_id, sum(b.amount)::bigint as amount, array_agg(b.picks) as picks, array_agg(b.stake) as stakes
      from bet b where b.round_id = r.round_id and b.state = 'done' and ${members}
      group by b.member_id having bit_count(bit_or(b.picks)::bit(17)) > 1) staked
    cross join lateral (
      select place, sum(pays) as pays
      from unnest(staked.picks, staked.stakes) as one(picks, stake)
      cross join unnest(${exposureSql('r.game', 'one.picks', 'one.stake', 'c.fee')}) with ordinality as paid(pays, place)
      group by place) total
    where ${rounds}
    group by r.round_id, staked.member_id, staked.amount) found
  where cancelled > 0`

const MARK = {
  name: 'bets.cancelled',
  text: `
    insert into bet_cancelled (round_id, member_id, amount, cancelled)
    ${cancelledSql(`r.round_id = $1 and r.status = 'settled'`)}
    on conflict do nothing`,
}

/** Marks what cancels itself in a round, once its last bet is settled. */
export async function markCancelled(tx: Tx, roundId: string): Promise<void> {
  await tx.query(MARK, [roundId])
}

/**
 * What the members of a settled round spent on it: their stakes, less what cancelled itself. And what the house keeps of it on average:
 * half of the margin of what did not cancel itself, because the other half is the most that rebates can be. Equal bets of a round pay the
 * same, so what they pay is computed once.
 */
export const roundSpendSql = (round: string): string => `
  with staked as (
    select r.round_id, r.game, chain.fee, b.member_id, b.picks, b.stake, b.amount
    from round r join game_chain chain using (chain_id) join bet b on b.round_id = r.round_id and b.state = 'done'
    where ${round} and r.status = 'settled'),
  priced as (
    select game, fee, picks, stake, pays.total from (select distinct game, fee, picks, stake from staked) one
    cross join lateral (select sum(one) as total from unnest(${exposureSql('game', 'picks', 'stake', 'fee')}) as one) pays)
  select s.round_id, s.member_id, sum(s.amount) - coalesce(max(c.cancelled), 0) as spend,
    div(sum(10 * s.amount - p.total) * (sum(s.amount) - coalesce(max(c.cancelled), 0)), sum(s.amount) * 20)::bigint as kept
  from staked s join priced p using (game, fee, picks, stake) left join bet_cancelled c using (round_id, member_id)
  group by s.round_id, s.member_id`

/**
 * Counts what members spent on a round, for their VIP levels and rewards. Call it once, in the transaction that settles its last bet.
 * @returns the members whom the watch has told
 */
export function countRoundSpend(tx: Tx, roundId: string, levels?: LevelWatch): Promise<string[]> {
  return countSpend(tx, { text: roundSpendSql('r.round_id = $1'), values: [roundId] }, levels)
}

/**
 * The members who still have something to play and whose last bet in a round ($1) is in the chunk ($2, $3]: all their bets are settled
 * with it. Most members of a round have nothing left to play, so they are left out first.
 */
const ENDED_IN = `
  select member_id from bet
  where round_id = $1 and state = 'done'
    and member_id = any(array(
      select member_id from bet
      where round_id = $1 and state = 'done' and seq > $2 and seq <= $3 and member_id in (${STILL_PLAYING})))
  group by member_id having max(seq) <= $3`

const PLAYED = `
  select b.member_id, (sum(b.amount) - coalesce(max(c.cancelled), 0))::bigint as amount
  from bet b left join (${cancelledSql('r.round_id = $1', `b.member_id = any(array(${ENDED_IN}))`)}) c using (member_id)
  where b.round_id = $1 and b.state = 'done' and b.member_id = any(array(${ENDED_IN}))
  group by b.member_id`

/**
 * Counts as played what the members of a chunk staked in the round, less what cancelled itself; each member once, with the chunk of the
 * member's last bet. The transaction settles the chunk and holds the locks of its wallets.
 */
export async function countRoundPlay(
  tx: Tx,
  chunk: readonly [round: string, from: number, to: number],
): Promise<void> {
  await countPlay(tx, { text: PLAYED, values: chunk })
}
