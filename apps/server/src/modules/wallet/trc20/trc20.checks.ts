/** What must always be true of recharges in USDT: statements for the doctor, in the shape of the ledger's. */
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { SAME_TIME, type Check } from '../../ledger/index.ts'

export const trc20Checks: readonly Check[] = [
  historyCheck('INV-14', 'trc20_transfer_step', 'the steps of transfers in USDT'),
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
    title: 'every credit of a recharge in USDT follows from one transfer and is what it is worth at the rate',
    sql: `
      select count(*) filter (where t.worth is null or c.amount is null or c.amount <> t.worth
          or (c.member_id, c.recharge_id) <> (t.member_id, t.recharge_id)
          or t.worth <> div(t.units::numeric * a.rate, 1000000)
          or c.at not between t.ended_at - ${SAME_TIME} and t.ended_at + ${SAME_TIME}) as breaches,
        count(t.worth) || ' transfers' as figure
      from (select *, transaction_id || ':' || log_index as event_id from trc20_transfer where state = 'credited') t
      left join trc20_address a using (member_id, recharge_id)
      full join (select * from recharge_credit where provider = 'trc20') c on c.event_id = t.event_id`,
  },
  {
    id: 'INV-14',
    title: 'a transfer in USDT that is worth nothing is the only one that ends without a credit',
    sql: `
      select count(*) filter (where t.units::numeric * a.rate >= 1000000) as breaches, count(*) || ' transfers' as figure
      from trc20_transfer t join trc20_address a using (member_id, recharge_id) where t.state = 'dust'`,
  },
  {
    id: 'INV-14',
    title: 'every transfer in USDT is as its last step says, and was credited with its confirmations',
    sql: `
      select count(*) filter (where s.steps is null or s.last <> s.steps or s.state is distinct from t.state
          or (s.newest = 'lost') <> (t.lost_at is not null)
          or t.ended_at is not null and (s.ends <> 1 or (s.units, s.block) <> (t.units, t.block) or s.head - s.block < a.needed)) as breaches,
        coalesce(sum(s.steps), 0) || ' steps' as figure
      from trc20_transfer t
      join trc20_address a using (member_id, recharge_id)
      left join lateral (
        select count(*)::int as steps, max(seq) as last, (array_agg(step order by seq desc))[1] as newest,
          (array_agg(step order by seq desc) filter (where step not in ('lost', 'found')))[1] as state,
          count(*) filter (where step in ('credited', 'dust')) as ends, max(units) filter (where step in ('credited', 'dust')) as units,
          max(block) filter (where step in ('credited', 'dust')) as block, max(head) filter (where step in ('credited', 'dust')) as head
        from trc20_transfer_step x where (x.transaction_id, x.log_index) = (t.transaction_id, t.log_index)) s on s.steps > 0`,
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
    sql: `select count(*) as breaches, count(*) || ' left it' as figure from trc20_transfer where lost_at is not null`,
  },
]
