/** What the doctor checks of bets: their money, what rounds know of them, and what they were paid. */
import { bookCheck, postingsCheck, sellerPostings, type Check, type Postings } from '../../ledger/index.ts'
import { roundBook } from '../rounds/round-book.ts'
import { betSeller } from './bet-seller.ts'
import { cancelledSql } from './cancelled.ts'
import { exposureSql } from './pay-sql.ts'

const OUTCOMES = Array.from({ length: 10 }, (_, k) => k + 1)

/** With the result, what the bets have won beyond the stakes comes from the bankroll, or the rest of the stakes goes to it. */
const OF_ROUNDS = `
  select line.*
  from round r left join round_result d using (round_id)
  cross join lateral (select r.exposure[r.outcome] - r.stake as loss) house
  cross join house_account a
  cross join lateral (values
    (r.round_id, case when loss > 0 then 'clearing' else 'stakes' end, case when loss > 0 then 'stakes' else 'clearing' end),
    (a.book, case when loss > 0 then 'account' else 'clearing' end, case when loss > 0 then 'clearing' else 'account' end)) side(book, debit, credit)
  cross join lateral (values
    (side.book, r.round_id, case when loss > 0 then 'slice' else 'round' end, side.debit, side.credit, abs(loss), d.drawn_at)
    ) line(book, ref, kind, debit, credit, amount, at)
  where r.outcome is not null and loss <> 0 and a.name = 'bankroll'`

export const betPostings: Postings = sellerPostings(betSeller, {
  kinds: [
    ['slice', 'stakes'],
    ['slice', 'account'],
    ['round', 'stakes'],
    ['round', 'account'],
  ],
  lines: OF_ROUNDS,
})

export const betChecks: readonly Check[] = [
  bookCheck(roundBook),
  postingsCheck(betPostings),
  {
    id: 'INV-10',
    title: 'every round knows its bets: their number, members, stakes, and what each outcome pays',
    sql: `
      select count(*) filter (where (r.bets, r.players, r.stake) <> (coalesce(b.bets, 0), coalesce(b.players, 0), coalesce(b.stake, 0))
          or ${OUTCOMES.map((k) => `r.exposure[${k}] <> coalesce(b.e${k}, 0)`).join(' or ')}) as breaches,
        coalesce(sum(r.bets), 0) || ' bets in ' || count(*) filter (where r.bets > 0) || ' rounds' as figure
      from round r left join (
        select b.round_id, count(*) as bets, count(distinct b.member_id) as players, sum(b.amount) as stake,
          ${OUTCOMES.map((k) => `sum(pays.exposure[${k}]) as e${k}`).join(', ')}
        from bet b join round g using (round_id) join game_chain c using (chain_id)
        cross join lateral (select ${exposureSql('g.game', 'b.picks', 'b.stake', 'c.fee')} as exposure offset 0) pays
        where b.state = 'done' group by b.round_id) b using (round_id)`,
  },
  {
    id: 'INV-10',
    title: 'every round was covered: its stakes and its slice of the bankroll pay its worst outcome',
    sql: `
      select count(*) filter (where stake + slice < (select max(pays) from unnest(exposure) pays)) as breaches,
        count(*) filter (where bets > 0) || ' rounds with bets' as figure
      from round`,
  },
  {
    id: 'INV-15',
    title:
      'every bet was taken while its round was open, in the order of its number, and no number is missing',
    sql: `
      select count(*) filter (where b.ms < r.opens_ms or b.ms >= r.closes_ms or b.ms < b.before or b.seq <> b.place) as breaches,
        count(*) || ' bets' as figure
      from (
        select *, lag(ms) over own as before, row_number() over own as place
        from bet where state = 'done' window own as (partition by round_id order by seq)) b
      left join round r using (round_id)`,
  },
  {
    id: 'INV-4',
    title: 'every bet is its purchase: member, round, picks, amount, number',
    sql: `
      select count(*) filter (where b.purchase_id is null or p.purchase_id is null
          or (b.member_id, b.picks, b.amount) <> (p.member_id, p.quantity, p.amount)
          or (b.state = 'done') <> (p.state in ('done', 'refunded')) or b.seq is distinct from p.position
          or b.state <> 'done' and b.state is distinct from p.reason) as breaches,
        count(*) || ' bets' as figure
      from bet b full join (select * from purchase where kind = '${betSeller.kind}' and state <> 'held') p
        on p.purchase_id = b.purchase_id and p.subject_id = b.round_id`,
  },
  {
    id: 'INV-6',
    title:
      'every bet of a round that has ended was paid what the pay table says, or returned where the round is void; no other was',
    sql: `
      select count(*) filter (where case
          when r.round_id is null then true
          when b.seq > r.through_seq then p.settled
          when r.status = 'void' then p.state <> 'refunded'
          when r.outcome is null then true
          else p.state <> 'done' or not p.settled or p.payout <> paid.payout
            or p.result is distinct from case when paid.payout > 0 then 'won' else 'lost' end end) as breaches,
        count(*) filter (where p.settled) || ' bets settled' as figure
      from bet b left join round r using (round_id)
      join purchase p on p.member_id = b.member_id and p.purchase_id = b.purchase_id
      left join game_chain c using (chain_id)
      cross join lateral (select (${exposureSql('r.game', 'b.picks', 'b.stake', 'c.fee')})[r.outcome] as payout offset 0) paid
      where b.state = 'done'`,
  },
  {
    id: 'INV-10',
    title: 'no member staked more in a round than its maximum',
    sql: `
      select count(*) filter (where b.amount > r.member_limit) as breaches, count(*) || ' members in rounds with a maximum' as figure
      from round r join (
        select round_id, member_id, sum(amount) as amount from bet where state = 'done' group by 1, 2) b using (round_id)
      where r.member_limit > 0`,
  },
  {
    id: 'INV-6',
    title: 'stakes that cancel each other out are marked in every settled round, and no others',
    sql: `
      select count(*) filter (where (m.amount, m.cancelled) is distinct from (c.amount, c.cancelled)) as breaches,
        count(m.round_id) || ' marks' as figure
      from bet_cancelled m full join (${cancelledSql(`r.status = 'settled'`)}) c using (round_id, member_id)`,
  },
]
