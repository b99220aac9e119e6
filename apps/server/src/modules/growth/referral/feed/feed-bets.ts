/**
 * Bets of settled rounds: one rebate for each round, friend and level, on what did not cancel itself, at most half of the house margin
 * together. Nothing is pending before, because a round lasts minutes. In chunks by the id of the member.
 */
import type { Statement, Tx } from '../../../../platform/db.ts'
import { exposureSql } from '../../../games/index.ts'
import { amountOf, basisOf, capOf, rateOf, withinCap, type RoundStakes } from '../rebates/formula.ts'
import type { Offer } from '../rebates/offer.ts'
import {
  EARNERS,
  insertRebates,
  isPaused,
  lockTeams,
  type Earner,
  type NewRebate,
} from '../rebates/rebates.queries.ts'
import { claimMembers, FEED_CHUNK, finishFeed } from './feed.queries.ts'
import { isServed, type FeedDeps } from './notice.ts'
import { addSpend, teamsOf } from './team-spend.ts'

const OPEN: Statement = {
  name: 'feed.rounds',
  text: `
    select f.subject_id as round, f.after_member as after from rebate_feed f join round r on r.round_id = f.subject_id
    where f.kind = 'bets' and f.finished_at is null order by r.ended_at`,
}

type Stakes = RoundStakes & { friend: string; last: string; at: string }

const AT = 'to_timestamp(b.ms / 1000.0)'

/**
 * The stakes of the next members of a round, who are friends of somebody or not. $1 the round, $2 the member before, $3 how many. A
 * bet of a pause earns nothing; its time has milliseconds, as the order of bets.
 */
const STAKES: Statement = {
  name: 'feed.stakes',
  text: `
    select b.member_id as friend, sum(b.amount)::bigint as staked, coalesce(max(c.cancelled), 0)::bigint as cancelled,
      coalesce(sum(b.amount) filter (where not paused.is), 0)::bigint as earning,
      coalesce(sum(10 * b.amount - pays.total) filter (where not paused.is), 0)::bigint as "tenMargins",
      max(${AT})::text as last, r.ended_at::text as at
    from (
      select distinct member_id from bet where round_id = $1 and state = 'done' and ($2::uuid is null or member_id > $2)
      order by member_id limit $3) next
    join bet b on b.round_id = $1 and b.member_id = next.member_id and b.state = 'done'
    join round r on r.round_id = b.round_id join game_chain chain using (chain_id)
    left join bet_cancelled c on (c.round_id, c.member_id) = (b.round_id, b.member_id)
    cross join lateral (select ${isPaused(AT)} as is) paused
    cross join lateral (
      select sum(pays)::bigint as total from unnest(${exposureSql('r.game', 'b.picks', 'b.stake', 'chain.fee')}) as pays) pays
    group by b.member_id, r.ended_at order by b.member_id`,
}

/** $1 the round, $2 friends, $3 what of their bets counts, $4 the times of their last bets. */
const ORDERS = `
  select rebate_source_of($1, friend_id) as source_id, $1::uuid as subject_id, friend_id, basis, at, null::timestamptz as due, null::int as bound
  from unnest($2::uuid[], $3::bigint[], $4::timestamptz[]) as staked(friend_id, basis, at) where basis > 0`

/** The rebates of a friend's bets in a round. */
function rebatesOf(offer: Offer, stakes: RoundStakes, earners: readonly Earner[]): NewRebate[] {
  const served = earners
    .filter(({ country }) => isServed(offer, country))
    .map((earner) => ({ ...earner, rate: rateOf(offer, earner.level, earner.spent) }))
  const cut = withinCap(
    served.map(({ basis, rate }) => amountOf(basis, rate)),
    capOf(stakes),
  )
  return served.flatMap((earner, n) => {
    const { amount, capped } = cut[n]!
    if (amount <= 0n) return []
    const state = earner.reason !== null ? 'void' : earner.held ? 'held' : 'queued'
    return [{ ...earner, kind: 'bets', amount, capped, state }]
  })
}

/** Counts all settled rounds that are not counted. */
export async function feedRounds(deps: FeedDeps, signal?: AbortSignal): Promise<void> {
  for (const round of await deps.db.query<{ round: string; after: string | null }>(OPEN)) {
    let after: string | null | undefined = round.after
    while (after !== undefined && !signal?.aborted) after = await feedChunk(deps, round.round, after)
  }
}

/** @returns the last member of the chunk; undefined: nothing is left, or another process counts the round */
async function feedChunk(deps: FeedDeps, round: string, after: string | null): Promise<string | undefined> {
  const answer = await deps.db.tx(async (tx) => {
    const stakes = await tx.query<Stakes>(STAKES, [round, after, FEED_CHUNK])
    const to = stakes.at(-1)?.friend
    if (to === undefined) {
      await finishFeed(tx, round)
      return null
    }
    if (!(await claimMembers(tx, round, { from: after, to, count: stakes.length }))) return null
    return { to, touched: await countStakes(deps, tx, round, stakes) }
  })
  if (answer) deps.onTeams(answer.touched)
  return answer?.to
}

async function countStakes(
  deps: FeedDeps,
  tx: Tx,
  round: string,
  stakes: readonly Stakes[],
): Promise<string[]> {
  const friends = stakes.map(({ friend }) => friend)
  await lockTeams(tx, await teamsOf(tx, friends))
  await deps.look(tx, friends)
  const offer = deps.offer()
  const byFriend = new Map(stakes.map((one) => [one.friend, one]))
  const earners = offer.isOn
    ? await tx.query<Earner>(EARNERS(ORDERS), [
        round,
        friends,
        stakes.map((one) => String(basisOf(one))),
        stakes.map(({ last }) => last),
      ])
    : []
  const groups = Map.groupBy(earners, ({ friend }) => friend)
  const rebates = [...groups].flatMap(([friend, own]) => rebatesOf(offer, byFriend.get(friend)!, own))
  const moved = await insertRebates(tx, 'bets', rebates)
  const spent = stakes.map(({ friend, staked, cancelled, at }) => ({
    friend,
    amount: staked - cancelled,
    at,
  }))
  const members = await addSpend(
    tx,
    spent.filter(({ amount }) => amount > 0n),
    deps.utcOffsetMinutes,
  )
  return [...members, ...moved.map(({ member }) => member)]
}
