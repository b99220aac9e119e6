/** Invariants of the chains and rounds of version 3, whose first period decides everything. Run by the doctor. */
import type { Check } from '../../../ledger/index.ts'

const DAY_MS = 86_400_000

/** PostgreSQL reads a zone like `+06:00` as one that lies west of UTC, so an offset is added. */
const isOffset = (zone: string) => `${zone} ~ '^[+-]'`
const wallClock = (ms: string, zone: string) =>
  `case when ${isOffset(zone)} then to_timestamp(${ms} / 1000.0) at time zone 'UTC' + ${zone}::interval
            else to_timestamp(${ms} / 1000.0) at time zone ${zone} end`
const startOfDay = (period: string, zone: string) =>
  `(extract(epoch from case when ${isOffset(zone)} then (substr(${period}, 1, 8)::date::timestamp - ${zone}::interval) at time zone 'UTC'
            else substr(${period}, 1, 8)::date::timestamp at time zone ${zone} end) * 1000)::bigint`

export const scheduledRoundChecks: readonly Check[] = [
  {
    id: 'INV-7',
    title:
      'every round of version 3 has the chain, the value and the beacon round that its period gives, and its seal uses them',
    sql: `
      select count(*) filter (where (r.chain_index is null) <> (c.log_rules = 2) or r.chain_index is not null and (
          r.opens_ms <> c.first_ms + (r.chain_index - 1) * c.round_ms or r.chain_index > c.length
          or r.beacon_round <> beacon_round_at(r.closes_ms + c.delay * 1000)
          or r.period <> to_char(${wallClock('r.opens_ms', 'c.zone')}, 'YYYYMMDD') || substr(r.period, 9)
          or exists (select from game_chain later where later.game = c.game and later.number > c.number and later.first_ms <= r.opens_ms
            -- the chains of a lost log end with it, and a clock that went back can begin the next one before their last rounds
            and (u.retired_at is null or later.published_ms < floor(extract(epoch from u.retired_at) * 1000)))
          or s.chain_index <> r.chain_index or s.beacon_round <> r.beacon_round)) as breaches,
        count(r.chain_index) || ' rounds' as figure
      from round r join game_chain c using (chain_id) join game_chain_use u using (chain_id) left join round_seal s using (round_id)`,
  },
  {
    id: 'INV-7',
    title:
      'the chains of version 3 begin with their first period, one after the other, and after a day of notice where they must',
    sql: `
      select count(*) filter (where log_rules = 3 and (
          first_ms <> ${startOfDay('first_period', 'zone')}
            + (substr(first_period, 10)::int - 1) * round_ms
          or before_rules = 3 and not is_after_loss and (first_ms <= before_ms
            or first_ms < published_ms + ${DAY_MS} and first_ms < before_end and before_dead is not true))
          or log_rules = 2 and before_rules = 3) as breaches,
        count(first_ms) || ' chains' as figure
      from (
        select c.*, lag(c.log_rules) over own as before_rules, lag(c.first_ms) over own as before_ms,
          lag(c.first_ms + c.length * c.round_ms) over own as before_end, 
          -- the chains of a lost log end with it, also those that had not begun
          coalesce(lag(floor(extract(epoch from u.retired_at) * 1000)) over own <= c.published_ms, false) as is_after_loss,
          c.published_ms >= lag(c.first_ms) over own and lag(c.quorum) over own > lag(coalesce(w.signed, 0)) over own as before_dead
        from game_chain c join game_chain_use u using (chain_id)
        left join (select chain_id, count(*) as signed from game_chain_cosignature group by 1) w using (chain_id)
        window own as (partition by c.game order by c.number)) x`,
  },
  {
    id: 'INV-20',
    title:
      'a witnessed chain with rounds was signed by its quorum before its first one, with lines that the log holds',
    sql: `
      select (select count(*) from game_chain c where exists (select from round r where r.chain_id = c.chain_id)
            and c.quorum > (select count(*) from game_chain_cosignature s where s.chain_id = c.chain_id))
        + (select count(*) from game_chain_cosignature s join game_chain c using (chain_id)
          where s.witness <> all (c.witnesses) or s.first_ms <> c.first_ms or not exists (
            select from log_entry e join log_cosignature l on l.log = e.log
            where e.subject = c.chain_id::text and e.kind = 'game-chain' and l.size = s.size and l.size > e.index
              and l.witness = split_part(s.witness, '+', 1) and l.signed_at = to_timestamp(s.signed_ms / 1000.0))) as breaches,
        (select count(*) from game_chain_cosignature) || ' lines' as figure`,
  },
]
