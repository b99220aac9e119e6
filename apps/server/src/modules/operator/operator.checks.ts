/** What must always be true of what operators did, as statements that the doctor runs in one snapshot. */
import type { Check } from '../ledger/index.ts'

export const operatorChecks: readonly Check[] = [
  {
    id: 'INV-9',
    title: 'every funding of the house was asked for by one person and approved by another, as it was booked',
    sql: `
      select count(*) filter (where case
          -- the demo world and tests fund a sandbox without anybody
          when a.approval_id is null then f.approval_id is not null or d.money_mode <> 'sandbox'
          else f.approval_id is null or a.requested_by <> f.requested_by or a.decided_by <> f.approved_by
            or a.requested_by = a.decided_by or a.params ->> 'account' <> h.name
            or a.params ->> 'reference' <> f.reference or (a.params ->> 'amount')::numeric * 10000 <> f.amount end) as breaches,
        count(f.funding_id) || ' fundings, ' || count(a.approval_id) || ' by two persons' as figure
      from deployment d
      cross join (house_funding f join house_account h using (book))
      full join (select * from approval where action = 'house.fund' and state = 'approved') a using (approval_id)`,
  },
  {
    id: 'INV-3',
    title: 'every setting is what its last change says, and its history has no gap',
    sql: `
      select count(*) filter (where c.name is null or c.changes <> s.version or c.newest <> s.version
          or c.after <> s.value) as breaches,
        count(*) || ' settings changed' as figure
      from setting s
      left join (
        select name, count(*) as changes, max(version) as newest, (array_agg(after order by version desc))[1] as after
        from setting_change group by name) c using (name)`,
  },
  {
    id: 'INV-3',
    title:
      'every change of a setting by an operator is in the audit log, and approved where it was asked for',
    sql: `
      select count(*) filter (where u.audit_id is null or c.approval_id is not null
          and (a.state is distinct from 'approved' or a.action <> 'setting.change' or a.decided_by = c.operator_id)) as breaches,
        count(*) || ' changes' as figure
      from setting_change c
      left join audit u on u.action = 'setting.change' and u.subject = 'setting:' || c.name
        and (u.after ->> 'version')::int = c.version
      left join approval a on a.approval_id = c.approval_id
      where c.operator_id is not null`,
  },
]
