/** What moves money or asks members for it had two operators: who requested and approved it, and with which terms. Run by the doctor. */
import { valuesAround } from '../../../platform/settings/setting-history.ts'
import { EARLY_EXIT } from '../../finance/index.ts'
import { SAME_TIME, type Check } from '../../ledger/index.ts'

/** Money in minor units of an amount that a request states. */
const MINOR = (text: string) => `(${text})::numeric * 10000`

/** The demo world and the tests of a sandbox need no operators. */
const IN_EARNEST = `(select money_mode <> 'sandbox' from deployment)`

export const twoPersonChecks: readonly Check[] = [
  {
    id: 'INV-16',
    title:
      'every voucher is the gift of a task, or was requested by one operator and approved by another, as it is',
    sql: `
      select count(*) filter (where case
          when v.approval_id is null then ${IN_EARNEST}
            and not exists (select from task_claim c where (c.member_id, c.voucher_id) = (v.member_id, v.voucher_id))
          else request.approval_id is null or request.requested_by = request.decided_by
            or not request.params -> 'members' ? v.member_id::text or v.amount <> ${MINOR("request.params ->> 'amount'")}
            or v.min_spend <> ${MINOR("request.params ->> 'minSpend'")}
            or v.granted_at not between request.decided_at - ${SAME_TIME} and request.decided_at + ${SAME_TIME}
            or v.expires_at < v.granted_at + (request.params ->> 'days')::int * interval '1 day' end) as breaches,
        count(v.approval_id) || ' vouchers of operators' as figure
      from voucher v
      left join approval request on request.approval_id = v.approval_id
        and (request.action, request.state) = ('voucher.grant', 'approved')`,
  },
  {
    id: 'INV-9',
    title: 'every product has the terms that one operator requested last, and another approved',
    // Only the terms that the entry names: a request to create a product may leave some to their default.
    sql: `
      select count(*) filter (where case
          when entry.audit_id is null then ${IN_EARNEST}
          else request.approval_id is null and ${IN_EARNEST} or request.requested_by = request.decided_by
            or p.share_price <> ${MINOR("entry.after ->> 'sharePrice'")} or p.shares <> (entry.after ->> 'shares')::int
            or p.market_price <> ${MINOR("entry.after ->> 'marketPrice'")}
            or p.max_subsidy <> ${MINOR("entry.after ->> 'maxSubsidy'")}
            or p.recycle_percent <> (entry.after ->> 'recyclePercent')::int
            or p.max_per_member <> (entry.after ->> 'maxPerMember')::int or p.max_issues <> (entry.after ->> 'maxIssues')::int
            or p.min_vip <> (entry.after ->> 'minVip')::int or p.sale_days <> (entry.after ->> 'saleDays')::int
            or p.times_counted <> entry.after ->> 'timesCounted' or p.grade <> entry.after ->> 'grade' end) as breaches,
        count(entry.audit_id) || ' products of operators' as figure
      from product p
      left join lateral (
        select a.audit_id, a.approval_id, a.action, a.after from audit a
        where a.subject = 'product:' || p.code and a.action in ('product.create', 'product.terms')
        order by a.at desc, a.audit_id desc limit 1) entry on true
      left join approval request on request.approval_id = entry.approval_id
        and (request.action, request.state) = (entry.action, 'approved')`,
  },
  {
    id: 'INV-9',
    title: 'every prize-share event was requested by one operator and approved by another, with its terms',
    sql: `
      select count(*) filter (where case
          when e.approval_id is null then ${IN_EARNEST}
          else request.approval_id is null or e.requested_by = e.approved_by
            or (e.requested_by, e.approved_by) is distinct from (request.requested_by, request.decided_by)
            or e.pool <> ${MINOR("request.params ->> 'pool'")} or e.winners <> (request.params ->> 'winners')::int
            or e.deadline_ms <> (request.params ->> 'deadline')::bigint
            or e.top_up <> ${MINOR("request.params ->> 'topUp'")} or e.friends <> (request.params ->> 'friends')::int end) as breaches,
        count(e.approval_id) || ' events of operators' as figure
      from event e
      left join approval request on request.approval_id = e.approval_id
        and (request.action, request.state) = ('event.open', 'approved')`,
  },
  {
    id: 'INV-11',
    title:
      'every funding of a reserve was requested by one operator, approved by another, and booked as approved',
    sql: `
      select count(*) filter (where case
          when f.approval_id is null then ${IN_EARNEST}
          else request.approval_id is null or f.requested_by = f.approved_by
            or (f.requested_by, f.approved_by) is distinct from (request.requested_by, request.decided_by)
            or request.params ->> 'code' <> p.code or request.params ->> 'reference' <> f.reference
            or f.amount <> ${MINOR("request.params ->> 'amount'")} end) as breaches,
        count(f.approval_id) || ' fundings of operators' as figure
      from finance_funding f join finance_product p using (product_id)
      left join approval request on request.approval_id = f.approval_id
        and (request.action, request.state) = ('finance.' || f.kind, 'approved')`,
  },
  {
    id: 'INV-11',
    title:
      'every finance product has the terms and texts that one operator requested last, and another approved',
    // a product keeps whether members can leave early as the setting said when it was saved
    sql: `
      select count(*) filter (where case
          when entry.audit_id is null then ${IN_EARNEST}
          else request.approval_id is null and ${IN_EARNEST} or request.requested_by = request.decided_by
            or p.unit_price <> ${MINOR("entry.after ->> 'unitPrice'")} or p.total_units <> (entry.after ->> 'units')::int
            or p.min_units <> (entry.after ->> 'minUnits')::int or p.max_units <> (entry.after ->> 'maxUnits')::int
            or p.term_hours <> (entry.after ->> 'termHours')::int or p.daily_rate <> (entry.after ->> 'dailyRatePpm')::int
            or p.payout <> entry.after ->> 'payout' or p.wants_trc20 <> (entry.after ->> 'needsTrc20')::boolean
            or p.early_exit::text <> all (${valuesAround(EARLY_EXIT, 'entry.at')})
            or (select jsonb_object_agg(t.language, jsonb_build_array(t.name, t.funding)) from finance_product_text t where t.product_id = p.product_id)
              is distinct from (select jsonb_object_agg(said ->> 'language', jsonb_build_array(btrim(said ->> 'name'), btrim(said ->> 'funding')))
                from jsonb_array_elements(entry.after -> 'texts') said) end) as breaches,
        count(entry.audit_id) || ' finance products of operators' as figure
      from finance_product p
      left join lateral (
        select a.audit_id, a.approval_id, a.after, a.at from audit a
        where (a.action, a.subject) = ('finance.save', 'finance:' || p.code) order by a.at desc, a.audit_id desc limit 1) entry on true
      left join approval request on request.approval_id = entry.approval_id
        and (request.action, request.state) = ('finance.save', 'approved')`,
  },
  {
    id: 'INV-14',
    title:
      'every account that members pay to was requested by one operator and approved by another, with its lines',
    sql: `
      select count(*) filter (where case
          when entry.audit_id is null then ${IN_EARNEST}
          else request.requested_by = request.decided_by or request.approval_id is null and ${IN_EARNEST}
            or (entry.after ->> 'code', entry.after ->> 'kind', entry.after ->> 'label', entry.after -> 'lines')
              is distinct from (a.code, a.kind, a.label, a.lines) end) as breaches,
        count(entry.audit_id) || ' accounts of operators' as figure
      from receiving_account a
      left join audit entry on (entry.action, entry.subject) = ('receiving.add', 'receiving:' || a.code)
        and entry.after ->> 'id' = a.account_id::text
      left join approval request on request.approval_id = entry.approval_id
        and (request.action, request.state) = ('receiving.add', 'approved')`,
  },
  {
    id: 'INV-17',
    title: 'every freeze of an account is in the audit log, and one of two operators is as they decided',
    sql: `
      select count(*) filter (where entry.audit_id is null
          or f.approval_id is not null and (request.approval_id is null or request.requested_by = request.decided_by
            or f.operator_id <> request.requested_by or request.params ->> 'id' <> f.member_id::text
            or (request.params ->> 'holdMoney')::boolean <> f.holds_money or request.params ->> 'cause' <> f.cause
            or f.at + (request.params ->> 'hours')::int * interval '1 hour' <> f.ends_at)) as breaches,
        count(*) || ' freezes' as figure
      from account_freeze f
      left join lateral (
        select a.audit_id from audit a
        where a.subject = 'member:' || f.member_id and a.action = case when f.ends_at is null then 'member.unfreeze' else 'member.freeze' end
          and a.approval_id is not distinct from f.approval_id and a.at between f.at - ${SAME_TIME} and f.at + ${SAME_TIME}
        limit 1) entry on true
      left join approval request on request.approval_id = f.approval_id
        and (request.action, request.state) = ('member.freeze', 'approved')`,
  },
  {
    id: 'INV-13',
    title: 'every approval of a withdrawal is in the audit log, by the operator and at the time of its step',
    sql: `
      select count(*) filter (where entry.audit_id is null and ${IN_EARNEST} or entry.missed) as breaches,
        count(*) || ' approvals' as figure
      from withdrawal_step step join withdrawal w using (member_id, withdrawal_id)
      left join lateral (
        select min(a.audit_id::text) as audit_id, not bool_or(a.operator_id = step.operator_id
          and a.at between step.at - ${SAME_TIME} and step.at + ${SAME_TIME}) as missed
        from audit a where (a.action, a.subject) = ('withdrawal.approve', 'withdrawal:' || w.number)) entry on true
      where step.state in ('first_approved', 'approved')`,
  },
]
