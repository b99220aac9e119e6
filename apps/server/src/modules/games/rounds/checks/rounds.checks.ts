/** Invariants of rounds, chains and what the bankroll binds. Run by the doctor. */
import { historyCheck } from '../../../../platform/schema/history.checks.ts'
import type { Check } from '../../../ledger/index.ts'
import { scheduledRoundChecks } from './scheduled-rounds.checks.ts'

/** What the database holds of chains and rounds, as their entries in the log must have it. */
const EXPECTED = `
  select c.chain_id::text as subject, 'game-chain' as kind, jsonb_build_object('game', c.game, 'length', c.length, 'head', c.head,
      'zone', c.zone, 'roundMs', c.round_ms, 'cutoffMs', c.cutoff_ms, 'beaconChain', c.beacon_chain, 'delay', c.delay,
      'grade', c.grade, 'witnesses', case c.log_rules when 3 then (
          select jsonb_agg(jsonb_build_object('key', w.key) || case when w.key = any(c.own_witnesses) then '{"own":true}' else '{}' end::jsonb
            order by w.n)
          from unnest(c.witnesses) with ordinality w(key, n)) else to_jsonb(c.witnesses) end,
      'fee', c.fee, 'demo', c.demo, 'at', c.published_ms)
    || case c.log_rules when 3 then jsonb_build_object('quorum', c.quorum, 'from', c.first_period) else '{}' end as said
  from game_chain c
  union all
  select r.game || ' ' || r.period, 'round-seal', jsonb_build_object('chain', s.chain_id, 'index', s.chain_index,
      'secret', s.secret, 'bets', s.bets, 'digest', s.digest, 'sealedAt', s.sealed_ms, 'round', s.beacon_round, 'at', s.sealed_ms)
  from round_seal s join round r using (round_id)
  union all
  select r.game || ' ' || r.period, 'round-result', jsonb_build_object('round', d.beacon_round, 'beacon', d.beacon, 'result',
      case when d.finish is null then jsonb_build_object('price', d.price, 'number', right(d.price, 1)::int)
        else jsonb_build_object('finish', d.finish) end)
    || case when r.chain_index is null then '{}' else jsonb_build_object('signature', d.signature) end
  from round_result d join round r using (round_id)
  union all
  select r.game || ' ' || r.period, 'round-void', jsonb_build_object('bets', v.bets)
  from round_void v join round r using (round_id)`

export const roundChecks: readonly Check[] = [
  historyCheck('INV-7', 'game_chain', 'the hash chains of games'),
  historyCheck('INV-7', 'game_chain_cosignature', 'the signatures over hash chains'),
  historyCheck('INV-7', 'round_seal', 'the seals of rounds'),
  historyCheck('INV-7', 'round_cosignature', 'the signatures over seals of rounds'),
  historyCheck('INV-6', 'round_result', 'the results of rounds'),
  historyCheck('INV-6', 'round_void', 'the void rounds'),
  {
    id: 'INV-10',
    title: 'the bankroll binds exactly the slices of the rounds whose outcome is not known',
    sql: `
      select (h.bound <> coalesce(r.slices, 0) or h.balance < h.floor + h.bound)::int::bigint as breaches,
        coalesce(r.rounds, 0) || ' rounds bind ' || trim_scale(h.bound / 10000.0) as figure
      from house_account h
      cross join (select sum(slice) as slices, count(*) as rounds from round
        where ended_at is null and outcome is null and status <> 'void') r
      where h.name = 'bankroll'`,
  },
  {
    id: 'INV-6',
    title: 'every round has the evidence of its status, and its outcome is that of its result',
    sql: `
      select count(*) filter (where case r.status
          when 'open' then s.round_id is not null or v.round_id is not null
          when 'closed' then s.round_id is not null or v.round_id is not null
          when 'sealed' then s.round_id is null or v.round_id is not null
          when 'settled' then d.round_id is null or v.round_id is not null
          else v.round_id is null or d.round_id is not null end
        or r.outcome is distinct from d.outcome or r.bets <> coalesce(s.bets, v.bets, r.bets)
        or r.bets <> coalesce(v.bets, r.bets) or r.stake <> coalesce(v.stake, r.stake)
        or s.chain_id <> r.chain_id or v.why <> 'lost' and r.chain_index is not null or s.sealed_ms < r.closes_ms or s.sealed_ms >= r.ends_ms and r.chain_index is null or r.last_ms >= r.closes_ms) as breaches,
        count(*) || ' rounds' as figure
      from round r left join round_seal s using (round_id) left join round_result d using (round_id)
      left join round_void v using (round_id)`,
  },
  {
    id: 'INV-7',
    title:
      'the seals of a chain use its values one after the other, and each value leads to the one before it',
    sql: `
      select (select count(*) from (
          select s.chain_index, row_number() over own as n, c.log_rules, s.secret, coalesce(lag(s.secret) over own, c.head) as before,
            s.chain_index - coalesce(lag(s.chain_index) over own, 0) as steps
          from round_seal s join game_chain c using (chain_id)
          window own as (partition by s.chain_id order by s.chain_index)) x
          where log_rules = 2 and chain_index <> n or case steps when 1 then encode(sha256(decode(secret, 'hex')), 'hex')
            -- version 3 leaves the values of periods out that had no round
            else (with recursive walk(value, n) as (
                select decode(secret, 'hex'), 0 union all select sha256(value), n + 1 from walk where n < steps)
              select encode(value, 'hex') from walk where walk.n = steps) end <> before)
        + (select count(*) from game_chain c left join game_chain_use u using (chain_id)
          where u.next_index is distinct from case c.log_rules when 3 then 1
            else 1 + (select count(*) from round_seal s where s.chain_id = c.chain_id) end) as breaches,
        count(*) || ' seals' as figure
      from round_seal`,
  },
  {
    id: 'INV-7',
    title: 'no two rounds of a game overlap, and each has the times of its chain',
    sql: `
      select count(*) filter (where opens_ms < before or ends_ms - opens_ms <> round_ms or ends_ms - closes_ms <> cutoff_ms
          or opens_ms < published_ms) as breaches,
        count(*) || ' rounds' as figure
      from (select r.*, c.round_ms, c.cutoff_ms, c.published_ms, lag(r.ends_ms) over (partition by r.game order by r.opens_ms) as before
        from round r join game_chain c using (chain_id)) x`,
  },
  ...scheduledRoundChecks,
  {
    id: 'INV-20',
    title:
      'a result of grade witnessed rests on a signature of a named witness that is older than its beacon round',
    sql: `
      select count(*) filter (where (c.grade = 'witnessed' and c.log_rules = 2) <> (d.witness is not null) or w.signed_ms >= w.round_ms
          or d.witness is not null and d.witness <> all (coalesce(c.witnesses, '{}'))) as breaches,
        count(*) || ' results' as figure
      from round_result d join round r using (round_id) join game_chain c using (chain_id)
      left join round_cosignature w on (w.round_id, w.witness) = (d.round_id, d.witness)`,
  },
  {
    id: 'INV-18',
    title:
      "every receipt of a bet says what the bet's row says, and names a root of the log that covers the chain",
    sql: `
      select count(*) filter (where b.purchase_id is null or b.state <> 'done' or b.member_id <> r.member_id
          or said ->> 'game' <> g.game or said ->> 'period' <> g.period or (said ->> 'ms')::bigint <> b.ms
          or said ->> 'amount' <> b.amount::text or jsonb_array_length(said -> 'picks') <> bit_count(b.picks::bit(17))
          or said ->> 't' is distinct from case c.log_rules when 3 then 'receipt/3' else 'receipt' end
          or c.log_rules = 3 and ((said ->> 'seq')::int is distinct from b.seq or said ->> 'order' is distinct from b.purchase_id::text)
          or o.index is null or o.index >= (said ->> 'logSize')::bigint
          or encode(k.root, 'hex') is distinct from said ->> 'logRoot') as breaches,
        count(*) || ' receipts' as figure
      from (select *, content::jsonb as said from receipt where content::jsonb ->> 'kind' = 'bet') r
      left join round g on g.round_id = round_id_of(said ->> 'game', said ->> 'period')
      left join bet b on (b.round_id, b.purchase_id) = (g.round_id, r.subject_id)
      left join log_entry o on o.subject = g.chain_id::text and o.kind = 'game-chain'
      left join game_chain c on c.chain_id = g.chain_id
      left join log_checkpoint k on (k.log, k.size) = (o.log, (said ->> 'logSize')::bigint)`,
  },
  {
    id: 'INV-18',
    title:
      'every chain and every seal of a round is in the log as it happened, and every result and void, or it waits to be appended',
    sql: `
      select count(*) filter (where x.subject is null or e.said is null
          or x.said - array['game', 'at'] <> e.said - array['t', 'game', 'period', 'at', case e.kind when 'game-chain' then 'chain' end]
          or x.said ? 'at' and x.said -> 'at' <> e.said -> 'at'
          or x.said ? 'game' and x.said -> 'game' <> e.said -> 'game') as breaches,
        count(x.subject) || ' events' as figure
      from (${EXPECTED}) x
      full join (
        select subject, kind, bytes::jsonb as said from log_entry
        where kind in ('game-chain', 'round-seal', 'round-result', 'round-void')
        union all
        select (entry ->> 'game') || ' ' || (entry ->> 'period'), entry ->> 't', entry from log_pending
        where entry ->> 't' in ('round-result', 'round-void')
        -- waited when its log was lost
        union all
        select (entry ->> 'game') || ' ' || (entry ->> 'period'), entry ->> 't', entry from log_unpublished
        where entry ->> 't' in ('round-result', 'round-void')) e
        on (e.subject, e.kind) = (x.subject, x.kind)`,
  },
]
