/** The doctor's checks of what operators did: one SQL statement each, all in one snapshot. */
import type { Check } from '../ledger/index.ts'

export const operatorChecks: readonly Check[] = [
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
    title: "every operator's change of a setting is in the audit log, and was approved if it was requested",
    sql: `
      select count(*) filter (where entry.audit_id is null or change.approval_id is not null
          and (request.state is distinct from 'approved' or request.action <> 'setting.change'
            or request.decided_by = change.operator_id)) as breaches,
        count(*) || ' changes' as figure
      from setting_change change
      left join audit entry on entry.action = 'setting.change' and entry.subject = 'setting:' || change.name
        and (entry.after ->> 'version')::int = change.version
      left join approval request on request.approval_id = change.approval_id
      where change.operator_id is not null`,
  },
]
