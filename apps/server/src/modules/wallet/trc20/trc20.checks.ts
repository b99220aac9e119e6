/** What must always be true of recharges in USDT: statements for the doctor, in the shape of the ledger's. */
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { SAME_TIME, type Check } from '../../ledger/index.ts'

/** Paid after the time to pay. Transfers of before migration 0098 have no time, and have the rate of their recharge. */
const LATE = '(t.paid_at is not null and t.paid_at > r.expires_at)'
/** When its rate was chosen. */
const RATED_AT = 'coalesce(t.held_at, t.ended_at)'
/** The highest recharge of a new installation, `wallet.rechargeMaximum`. */
const HIGHEST = '100000'

export const trc20Checks: readonly Check[] = [
  historyCheck('INV-14', 'trc20_transfer_step', 'the steps of transfers in USDT'),
  historyCheck('INV-14', 'trc20_decision', 'the decisions about late transfers in USDT'),
  {
    id: 'INV-14',
    title: 'every recharge in USDT has one address and asks for its amount at its rate',
    sql: `
      select count(*) filter (where r.recharge_id is null or a.recharge_id is null or r.payment_id <> a.address
          or a.units <> div(r.amount::numeric * 1000000 + a.rate - 1, a.rate)) as breaches,
        count(a.address) || ' addresses' as figure
      from (select * from recharge where kind = 'trc20') r full join trc20_address a using (member_id, recharge_id)`,
  },
  {
    id: 'INV-14',
    title: 'the addresses of recharges in USDT have indexes that the key has given out',
    sql: `
      select count(*) filter (where a.index >= coalesce(k.next_index, 0)) as breaches,
        count(*) || ' of ' || coalesce(max(k.next_index), 0) || ' indexes' as figure
      from trc20_address a left join trc20_key k on true`,
  },
  {
    id: 'INV-14',
    title: 'every credit of a recharge in USDT follows from one transfer and is what it is worth at its rate',
    sql: `
      select count(*) filter (where t.worth is null or c.amount is null or c.amount <> t.worth
          or (c.member_id, c.recharge_id) <> (t.member_id, t.recharge_id)
          or t.worth <> div(t.units::numeric * t.rate, 1000000)
          or c.at not between t.ended_at - ${SAME_TIME} and t.ended_at + ${SAME_TIME}) as breaches,
        count(t.worth) || ' transfers' as figure
      from (select *, transaction_id || ':' || log_index as event_id from trc20_transfer where state = 'credited') t
      full join (select * from recharge_credit where provider = 'trc20') c on c.event_id = t.event_id`,
  },
  {
    id: 'INV-14',
    title:
      'a transfer in USDT that is worth nothing is the only one that ends without a credit or a decision',
    sql: `
      select count(*) filter (where t.units::numeric * t.rate >= 1000000) as breaches, count(*) || ' transfers' as figure
      from trc20_transfer t where t.state = 'dust'`,
  },
  {
    id: 'INV-14',
    title:
      'every transfer in USDT has the rate of its recharge until its time to pay ends, and then the rate that was set',
    // a server reads changed settings every two seconds
    sql: `
      select count(*) filter (where case
          when not ${LATE} then t.rate <> a.rate or t.held_at is not null
          else not (t.rate = a.rate and t.held_at is not null) and not exists (
            select from setting_change c where c.name = 'wallet.trc20Rate' and c.after::numeric * 10000 = t.rate
              and c.at <= ${RATED_AT} + ${SAME_TIME} and not exists (
                select from setting_change next where next.name = c.name and next.version > c.version
                  and next.at < ${RATED_AT} - interval '1 minute')) end) as breaches,
        count(*) filter (where ${LATE}) || ' late of ' || count(*) || ' transfers' as figure
      from trc20_transfer t
      join trc20_address a using (member_id, recharge_id)
      join recharge r using (member_id, recharge_id)
      where t.rate is not null`,
  },
  {
    id: 'INV-14',
    title: 'no late transfer in USDT brings its recharge above the highest recharge without two operators',
    sql: `
      select count(*) filter (where case
          when d.transaction_id is null then t.held_at is not null and t.state <> 'held'
            or t.state = 'credited' and ${LATE} and total.credited > highest.amount
          else t.held_at is null or t.state <> d.outcome
            or d.at not between t.ended_at - ${SAME_TIME} and t.ended_at + ${SAME_TIME} end) as breaches,
        count(d.transaction_id) || ' decisions' as figure
      from trc20_transfer t
      join recharge r using (member_id, recharge_id)
      left join trc20_decision d using (transaction_id, log_index)
      left join lateral (
        select sum(c.amount) as credited from recharge_credit own
        join recharge_credit c on (c.member_id, c.recharge_id) = (own.member_id, own.recharge_id) and c.seq <= own.seq
        where own.provider = 'trc20' and own.event_id = t.transaction_id || ':' || t.log_index) total on true
      cross join (
        select coalesce(max(greatest(before::numeric, after::numeric)), ${HIGHEST}) * 10000 as amount
        from setting_change where name = 'wallet.rechargeMaximum') highest`,
  },
  {
    id: 'INV-14',
    title: 'every transfer in USDT is as its last step says, and was credited with its confirmations',
    sql: `
      select count(*) filter (where s.steps is null or s.last <> s.steps or s.state is distinct from t.state
          or (s.newest = 'lost') <> (t.lost_at is not null)
          or t.rate is not null and (s.ends <> 1 or s.decided <> (t.held_at is not null and t.ended_at is not null)::int
            or (s.units, s.block) <> (t.units, t.block) or s.head - s.block < a.needed)) as breaches,
        coalesce(sum(s.steps), 0) || ' steps' as figure
      from trc20_transfer t
      join trc20_address a using (member_id, recharge_id)
      left join lateral (
        select count(*)::int as steps, max(seq) as last, (array_agg(step order by seq desc))[1] as newest,
          (array_agg(step order by seq desc) filter (where step not in ('lost', 'found')))[1] as state,
          count(*) filter (where confirmed) as ends, count(*) filter (where decided) as decided, max(units) filter (where confirmed) as units,
          max(block) filter (where confirmed) as block, max(head) filter (where confirmed) as head
        from (
          select *, step = 'held' or step in ('credited', 'dust') and not was_held as confirmed,
            step in ('credited', 'dismissed') and was_held as decided
          from (
            select *, bool_or(step = 'held') over (order by seq) and step <> 'held' as was_held from trc20_transfer_step x
            where (x.transaction_id, x.log_index) = (t.transaction_id, t.log_index)) y) z) s on s.steps > 0`,
  },
  {
    id: 'INV-14',
    title: 'a recharge in USDT succeeds when its amount has arrived, or with what arrived when its time ends',
    sql: `
      select count(*) filter (where r.finished_at < r.expires_at and coalesce(t.units, 0) < a.units) as breaches,
        count(*) || ' recharges' as figure
      from recharge r
      join trc20_address a using (member_id, recharge_id)
      cross join lateral (
        select sum(units) as units from trc20_transfer t
        where (t.member_id, t.recharge_id) = (r.member_id, r.recharge_id) and t.state = 'credited'
          and t.ended_at <= r.finished_at + ${SAME_TIME}) t
      where r.kind = 'trc20' and r.state = 'success'`,
  },
]

export const trc20Liveness: readonly LivenessCheck[] = [
  {
    name: 'trc20-watcher',
    title: 'no look at an address of a recharge in USDT is late by more than 10 minutes',
    sql: `
      select count(*) filter (where look_at < at - interval '10 minutes') as breaches, count(*) || ' addresses are watched' as figure
      from trc20_address cross join business_clock where look_at is not null`,
  },
  {
    name: 'trc20-waiting',
    title: 'no transfer in USDT waits for its confirmations for more than 30 minutes',
    sql: `
      select count(*) filter (where seen_at < at - interval '30 minutes') as breaches, count(*) || ' wait' as figure
      from trc20_transfer cross join business_clock where state = 'seen'`,
  },
  {
    name: 'trc20-lost',
    title: 'no transfer in USDT that was credited has left the chain',
    sql: `
      select count(*) as breaches, count(*) || ' left it' as figure from trc20_transfer
      where lost_at is not null and state <> 'dismissed'`,
  },
  {
    name: 'trc20-held',
    title: 'no late transfer in USDT waits for the decision of operators',
    sql: `select count(*) as breaches, count(*) || ' wait' as figure from trc20_transfer where state = 'held'`,
  },
]
