/** What must always be true of recharges and wallet statements: statements for the doctor, in the shape of the ledger's. */
import { historyCheck } from '../../platform/schema/history.checks.ts'
import { postingsCheck, SAME_TIME, type Check, type Postings } from '../ledger/index.ts'
import { NAMED_KINDS } from './statement/wallet-statement.ts'
import { transferChecks } from './transfer/transfer.checks.ts'
import { trc20Checks } from './trc20/trc20.checks.ts'

/** Every credit of a recharge leaves the cash of the house and enters the wallet, once and whole; nothing else does. */
export const walletPostings: Postings = {
  id: 'INV-14',
  of: 'recharges',
  kinds: [
    ['recharge', 'wallet'],
    ['recharge', 'account'],
  ],
  lines: `
    select line.book, c.ref, 'recharge' as kind, line.debit, line.credit, c.amount, c.at
    from recharge_credit c cross join house_account cash
    cross join lateral (values (c.member_id, 'clearing', 'wallet'), (cash.book, 'account', 'clearing')) line(book, debit, credit)
    where cash.name = 'cash'`,
}

/** The first value of a name in the text of a notice; null when the text has no such value. */
const said = (name: string, form: string) => `substring(e.body from '"${name}"\\s*:\\s*"(${form})"')`

/** The simulated company's own tables know each payment. With a real company, its statement of account shows this. */
export const sandboxPaid: Check = {
  id: 'INV-14',
  title: 'every paid recharge of Sandbox Pay was paid there, with its amount',
  sql: `
    select count(*) filter (where s.payment_id is null or s.state <> 'paid' or (s.amount, s.currency) <> (r.credited, r.currency)
        or s.reference <> r.recharge_id::text or s.decided_at > r.finished_at + ${SAME_TIME}) as breaches,
      count(*) || ' payments' as figure
    from recharge r left join sandbox_payment s using (payment_id)
    where r.provider = 'sandbox' and r.state = 'success'`,
}

export const walletChecks: readonly Check[] = [
  postingsCheck(walletPostings),
  ...transferChecks,
  ...trc20Checks,
  historyCheck('INV-14', 'provider_payment', 'the payments at payment companies'),
  historyCheck('INV-14', 'provider_event', 'the notices of payment companies'),
  historyCheck('INV-14', 'recharge_timeline', 'the timelines of recharges'),
  historyCheck('INV-14', 'recharge_credit', 'the credits of recharges'),
  {
    id: 'INV-14',
    title: 'every credit of a recharge follows from one notice of the payment company',
    sql: `
      select count(*) filter (where r.state = 'success' and e.credits = 0 or r.state = 'failed' and e.credits > 0
          or e.credits <> c.credits or e.amount <> c.amount or coalesce(r.credited, 0) <> c.amount) as breaches,
        coalesce(sum(e.notices), 0) || ' notices taken' as figure
      from recharge r
      cross join lateral (
        select count(*) as notices, count(*) filter (where outcome like 'credited%') as credits,
          coalesce(sum(amount) filter (where outcome like 'credited%'), 0) as amount
        from provider_event e where (e.provider, e.payment_id) = (r.provider, r.payment_id)) e
      cross join lateral (
        select count(*) as credits, coalesce(sum(amount), 0) as amount
        from recharge_credit c where (c.member_id, c.recharge_id) = (r.member_id, r.recharge_id)) c`,
  },
  {
    id: 'INV-14',
    title:
      'the timeline of every recharge begins at its opening, has no gap, and ends in its state and at its time',
    sql: `
      select count(*) filter (where t.lines is null or (t.states[t.lines], t.reasons[t.lines]) is distinct from (r.state, r.reason)
          or t.last <> t.lines or t.times[1] <> r.created_at or t.states[1] <> 'processing'
          or t.times[t.lines] <> coalesce(r.finished_at, r.created_at)) as breaches,
        coalesce(sum(t.lines), 0) || ' entries' as figure
      from recharge r
      left join (
        select member_id, recharge_id, count(*)::int as lines, max(seq) as last, array_agg(state order by seq) as states,
          array_agg(reason order by seq) as reasons, array_agg(at order by seq) as times
        from recharge_timeline group by member_id, recharge_id) t using (member_id, recharge_id)`,
  },
  {
    id: 'INV-14',
    title: "every recharge has its company's payment, and every payment its recharge",
    sql: `
      select count(*) filter (where r.recharge_id is null or r.provider <> p.provider
          or r.payment_id is not null and own.payment_id is null) as breaches,
        count(p.payment_id) || ' payments' as figure
      from provider_payment p
      full join recharge r using (member_id, recharge_id)
      left join provider_payment own on (own.provider, own.payment_id) = (r.provider, r.payment_id)
        and (own.member_id, own.recharge_id) = (r.member_id, r.recharge_id)`,
  },
  {
    id: 'INV-14',
    title: 'every notice about a recharge says what its company sent, and credits that amount',
    sql: `
      select count(*) filter (where r.recharge_id is null or (e.outcome like 'credited%') <> (c.ref is not null)
          or c.ref is not null and (e.currency <> r.currency or e.type <> 'succeeded' or c.amount <> e.amount
            or r.kind = 'sandbox' and e.amount <> r.amount or (c.member_id, c.recharge_id) <> (r.member_id, r.recharge_id)
            or c.at not between e.received_at - ${SAME_TIME} and e.received_at + ${SAME_TIME})) as breaches,
        count(*) || ' notices' as figure
      from provider_event e
      left join provider_payment p using (provider, payment_id)
      left join recharge r using (member_id, recharge_id)
      left join recharge_credit c on (c.provider, c.event_id) = (e.provider, e.event_id)`,
  },
  {
    id: 'INV-14',
    title: 'every stored notice of Sandbox Pay about a recharge says what its text says',
    sql: `
      select count(*) filter (where coalesce(e.event_id <> ${said('id', '[^"]+')} or 'payment.' || e.type <> ${said('type', '[^"]+')}
          or e.currency <> ${said('currency', '[A-Z]{3}')} or position('"' || e.payment_id || '"' in e.body) = 0
          or e.amount <> ${said('amount', '[0-9]{1,14}(?:\\.[0-9]{1,4})?')}::numeric * 10000, true)) as breaches,
        count(*) || ' texts' as figure
      from provider_event e where e.provider = 'sandbox'`,
  },
  sandboxPaid,
  {
    id: 'INV-17',
    title: 'every deposit counter has what is open, and no less than the recharges of its period',
    sql: `
      select count(*) filter (where c.open <> b.open or c.used < b.used) as breaches,
        count(*) || ' deposit counters' as figure
      from limit_counter c
      cross join lateral (
        select (c.starts_on::timestamp at time zone 'UTC') - c.utc_offset * interval '1 minute' as from_at,
          ((c.starts_on + ('1 ' || c.period)::interval) at time zone 'UTC') - c.utc_offset * interval '1 minute' as until_at) t
      cross join lateral (
        select coalesce(sum(d.amount) filter (where d.at is null), 0) as open, coalesce(sum(d.amount), 0) as used
        from (
          select r.amount, null::timestamptz as at from recharge r where r.member_id = c.member_id and r.state = 'processing'
          union all
          select paid.amount, greatest(paid.at, r.finished_at) from recharge r join recharge_credit paid using (member_id, recharge_id)
          where r.member_id = c.member_id and r.state = 'success') d
        where d.at is null or d.at >= t.from_at and d.at < t.until_at) b
      where c.kind = 'deposit'`,
  },
  {
    id: 'INV-17',
    title: 'no deposit counter is ahead of the clock, unless the clock was there',
    sql: `
      select count(*) filter (where c.starts_on > t.today and c.set_at < t.from_at and not exists (
            select from recharge r where r.member_id = c.member_id and greatest(r.created_at, r.finished_at) >= t.from_at)) as breaches,
        count(*) || ' deposit counters' as figure
      from limit_counter c cross join business_clock clock
      cross join lateral (
        select period_start(c.period, clock.at, c.utc_offset) as today,
          (c.starts_on::timestamp at time zone 'UTC') - c.utc_offset * interval '1 minute' as from_at) t
      where c.kind = 'deposit'`,
  },
  {
    id: 'INV-1',
    title: 'every kind of wallet line has a name in the wallet statement',
    sql: `
      select count(*) filter (where kind not in (${NAMED_KINDS.map((kind) => `'${kind}'`).join(', ')})) as breaches,
        count(distinct kind) || ' kinds' as figure
      from ledger where line is not null`,
  },
]
