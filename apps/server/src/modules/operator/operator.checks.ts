/** The doctor's checks of what operators did: one SQL statement each, all in one snapshot. */
import { historyCheck } from '../../platform/schema/history.checks.ts'
import { SAME_TIME, type Check } from '../ledger/index.ts'
import { twoPersonChecks } from './approvals/two-persons.checks.ts'

export const operatorChecks: readonly Check[] = [
  historyCheck('INV-3', 'audit', 'the audit log'),
  historyCheck('INV-3', 'setting_change', 'the history of settings'),
  {
    id: 'INV-26',
    title: 'every test message that arrived was sent and confirmed as the audit log says',
    sql: `
      select count(*) filter (where t.confirmed_at is not null and not exists (
            select from audit a where a.action = 'sms.confirm' and a.subject = 'sms:' || t.test_id
              and a.operator_id = t.confirmed_by and abs(extract(epoch from a.at - t.confirmed_at)) < 60)
          or not exists (select from audit a where a.action = 'sms.test' and a.subject = 'sms:' || t.test_id
              and a.operator_id = t.operator_id)) as breaches,
        count(*) || ' test messages' as figure
      from sms_test t`,
  },
  {
    id: 'INV-9',
    title: 'every operator was created, and has the roles, as the audit log says',
    sql: `
      select count(*) filter (where entry.made is not true or entry.roles is distinct from o.roles) as breaches,
        count(*) || ' operators' as figure
      from operator o left join lateral (
        select bool_or(a.action = 'staff.create') as made, array(
            select jsonb_array_elements_text((array_agg(a.after -> 'roles' order by a.at desc, a.audit_id desc))[1])) as roles
        from audit a
        where a.subject = 'staff:' || o.operator_id and a.action in ('staff.create', 'staff.roles')) entry on true`,
  },
  {
    id: 'INV-9',
    title: 'with real money, every change of staff after the second owner had two owners',
    // alone, an owner changes staff until a second one has set up an account; the server itself creates the first owner
    sql: `
      select count(*) filter (where case
          when request.approval_id is not null then request.state <> 'approved' or request.action <> e.action
            or request.requested_by = request.decided_by or e.operator_id is distinct from request.decided_by
            or request.params -> 'roles' is distinct from e.after -> 'roles' and e.action in ('staff.create', 'staff.roles')
          when e.operator_id is null then e.action <> 'staff.create' or exists (
            select from audit a where a.action = 'staff.create' and (a.at, a.audit_id) < (e.at, e.audit_id))
          else (
            select count(distinct a.subject) from audit a
            where a.action = 'staff.setup' and a.at < e.at and (
              select r.after -> 'roles' ? 'owner' from audit r
              where r.subject = a.subject and r.action in ('staff.create', 'staff.roles') and r.at <= e.at
              order by r.at desc, r.audit_id desc limit 1)) >= 2 end) as breaches,
        count(*) || ' changes of staff' as figure
      from deployment join audit e on deployment.money_mode = 'real'
        and e.action in ('staff.create', 'staff.roles', 'staff.reset', 'staff.enable')
      left join approval request using (approval_id)`,
  },
  {
    id: 'INV-9',
    title: 'no second factor of an operator has gone back behind its last login',
    sql: `
      select count(*) filter (where o.totp_step < floor(extract(epoch from login.at - ${SAME_TIME}) / 30)) as breaches,
        count(login.at) || ' operators have logged in' as figure
      from operator o left join lateral (
        -- a login with a one-time password uses no code
        select max(at) as at from audit
        where operator_id = o.operator_id and action = 'session.login' and after ->> 'stage' = 'full') login on true`,
  },
  {
    id: 'INV-9',
    title:
      'every funding of the house was requested by one operator, approved by another, and booked as approved',
    sql: `
      select count(*) filter (where case
          -- the demo world and tests fund a sandbox without operators
          when request.approval_id is null then funding.approval_id is not null or deployment.money_mode <> 'sandbox'
          else funding.approval_id is null
            or request.requested_by <> funding.requested_by
            or request.decided_by <> funding.approved_by
            or request.requested_by = request.decided_by
            or request.params ->> 'account' <> house.name
            or request.params ->> 'reference' <> funding.reference
            or (request.params ->> 'amount')::numeric * 10000 <> funding.amount end) as breaches,
        count(funding.funding_id) || ' fundings, ' || count(request.approval_id) || ' of them approved' as figure
      from deployment
      cross join (house_funding funding join house_account house using (book))
      full join (select * from approval where action = 'house.fund' and state = 'approved') request using (approval_id)`,
  },
  {
    id: 'INV-9',
    title:
      "every payout, cost, correction and release of the house's money was requested by one operator, approved by another, and booked as approved",
    sql: `
      select count(*) filter (where case
          -- the demo world and tests move money of a sandbox without operators
          when request.approval_id is null then move.approval_id is not null or deployment.money_mode <> 'sandbox'
          else move.approval_id is null
            or request.requested_by <> move.requested_by
            or request.decided_by <> move.approved_by
            or request.requested_by = request.decided_by
            or (request.action = 'house.payout') <> (move.kind = 'payout')
            or (request.action = 'house.chargeback') <> (move.kind = 'chargeback')
            or request.params ->> 'kind' <> move.kind
            or request.params ->> 'account' <> house.name
            or coalesce(request.params ->> 'direction', 'out') <> move.direction
            or request.params ->> 'reference' <> move.reference
            or request.params ->> 'recipient' is distinct from move.recipient::text
            or request.reason <> move.reason
            or (request.params ->> 'amount')::numeric * 10000 <> move.amount end) as breaches,
        count(move.move_id) || ' moves, ' || count(request.approval_id) || ' of them approved' as figure
      from deployment
      cross join (house_move move join house_account house using (book))
      full join (
        select * from approval where action in ('house.payout', 'house.book', 'house.chargeback') and state = 'approved') request
        using (approval_id)`,
  },
  {
    id: 'INV-19',
    title:
      "every correction of a member's money was requested by one operator, approved by another, and booked as approved",
    sql: `
      select count(*) filter (where case
          -- the demo world and tests correct play money without operators
          when request.approval_id is null then c.approval_id is not null or deployment.money_mode <> 'sandbox'
          else c.approval_id is null or request.requested_by = request.decided_by
            or (request.requested_by, request.decided_by) is distinct from (c.requested_by, c.approved_by)
            or (request.params ->> 'amount')::numeric * 10000 <> coalesce(c.charged, c.amount)
            or case c.kind
              when 'credit' then (request.action, request.params ->> 'member', request.params ->> 'account', request.params ->> 'why')
                is distinct from ('member.credit', c.member_id::text, c.account, c.reason)
              when 'reversal' then (request.action, request.params ->> 'member', request.params ->> 'credit')
                is distinct from ('member.reverse', c.member_id::text, c.reverses::text)
              else (request.action, request.params ->> 'account', request.params ->> 'number')
                is distinct from ('house.chargeback', c.account, r.number) end end) as breaches,
        count(c.correction_id) || ' corrections, ' || count(request.approval_id) || ' of them approved' as figure
      from deployment
      cross join (member_correction c left join recharge r using (member_id, recharge_id))
      full join (
        select * from approval where action in ('member.credit', 'member.reverse', 'house.chargeback') and state = 'approved') request
        using (approval_id)`,
  },
  {
    id: 'INV-14',
    title: 'every match by hand that two operators answer for was requested by one and approved by the other',
    sql: `
      select count(*) filter (where request.approval_id is null) as breaches, count(*) || ' matches' as figure
      from bank_statement_match m
      left join approval request on request.action = 'statement.match' and request.state = 'approved'
        and request.params ->> 'line' = m.line_id::text
        and (request.requested_by, request.decided_by) = (m.operator_id, m.confirmed_by)
      where m.operator_id is not null and m.confirmed_by is not null`,
  },
  {
    id: 'INV-14',
    title:
      'every decision about a late transfer in USDT was requested by one operator and approved by another',
    sql: `
      select count(*) filter (where request.approval_id is null) as breaches, count(*) || ' decisions' as figure
      from trc20_decision d
      left join approval request on request.state = 'approved'
        and request.action = case d.outcome when 'credited' then 'usdt.credit' else 'usdt.dismiss' end
        and request.params ->> 'transfer' = d.transaction_id || ':' || d.log_index
        and (request.requested_by, request.decided_by) = (d.requested_by, d.approved_by)`,
  },
  {
    id: 'INV-13',
    title:
      'every refund that operators ended was requested by one, approved by another, and ended as approved',
    sql: `
      select count(*) filter (where ended.number is null or request.approval_id is null
          or request.requested_by = request.decided_by or request.requested_by <> ended.operator_id
          or (request.params ->> 'amount')::numeric * 10000 <> ended.amount
          or (request.action, ended.state) not in (('refund.paid', 'success'), ('refund.failed', 'failed'))
          or ended.reference <> ended.refund_provider || ' ' || (request.params ->> 'reference')) as breaches,
        count(*) || ' refunds' as figure
      from (
        select w.number, w.state, w.amount, w.reference, w.refund_provider, last.operator_id
        from withdrawal w
        cross join lateral (
          select operator_id, lag(state) over (order by seq) as before from withdrawal_step step
          where (step.member_id, step.withdrawal_id) = (w.member_id, w.withdrawal_id) order by seq desc limit 1) last
        where w.refund_provider is not null and w.state in ('success', 'failed') and last.before = 'exported'
          and last.operator_id is not null) ended
      full join (
        select * from approval where action in ('refund.paid', 'refund.failed') and state = 'approved') request
        on request.params ->> 'number' = ended.number`,
  },
  {
    id: 'INV-3',
    title: 'every way to recharge is on, and asks what its last change says',
    // no call switches a way off: what a house does not offer has no account, company or key
    sql: `
      select count(*) filter (where not m.enabled or last.after is not null and ((m.delay_from, m.delay_to)
            is distinct from ((last.after ->> 'delayFrom')::int, (last.after ->> 'delayTo')::int)
          or to_jsonb(m.required_fields) <> last.after -> 'required' or to_jsonb(m.optional_fields) <> last.after -> 'optional')) as breaches,
        count(last.after) || ' methods changed' as figure
      from recharge_method m
      left join lateral (
        select after from audit where action = 'method.change' and subject = 'method:' || m.method
        order by at desc, audit_id desc limit 1) last on true`,
  },
  {
    id: 'INV-3',
    title: 'every setting has the value of its last change, and its history has no gap',
    sql: `
      select count(*) filter (where history.name is null or history.changes <> setting.version
          or history.newest <> setting.version or history.after <> setting.value) as breaches,
        count(*) || ' settings changed' as figure
      from setting
      left join (
        select name, count(*) as changes, max(version) as newest, (array_agg(after order by version desc))[1] as after
        from setting_change group by name) history using (name)`,
  },
  {
    id: 'INV-3',
    title:
      "every change of a setting is an operator's, is in the audit log, and was approved if it was requested",
    // tests of a sandbox change settings without an operator
    sql: `
      select count(*) filter (where change.operator_id is null and deployment.money_mode = 'real'
          or change.operator_id is not null and entry.audit_id is null or change.approval_id is not null
          and (request.state is distinct from 'approved' or request.action <> 'setting.change'
            or request.decided_by = change.operator_id)) as breaches,
        count(*) || ' changes' as figure
      from deployment cross join setting_change change
      left join audit entry on entry.action = 'setting.change' and entry.subject = 'setting:' || change.name
        and (entry.after ->> 'version')::int = change.version
      left join approval request on request.approval_id = change.approval_id`,
  },
  ...twoPersonChecks,
]
