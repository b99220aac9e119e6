/** What the doctor checks about identity checks. */
import { historyCheck } from '../../platform/schema/history.checks.ts'

export const identityCheckChecks = [
  historyCheck('INV-29', 'identity_step', 'decisions of identity checks'),
  historyCheck('INV-29', 'identity_look', 'looks at pictures of identity checks'),
  historyCheck('INV-29', 'identity_notice', 'notices about identity checks'),
  {
    id: 'INV-29',
    title:
      'every approved identity check was approved by two different operators, or by a notice of the company',
    sql: `
      select count(*) filter (where not case
          when decided.operator_id is not null then reviewers.count = 2
          else c.provider = 'http' and exists (select from identity_notice notice
            where notice.check_id = c.check_id and notice.body::jsonb ->> 'state' = 'approved') end) as breaches,
        count(*) || ' approved' as figure
      from identity_check c
      cross join lateral (select max(seq) as seq from identity_step step
        where (step.member_id, step.check_id) = (c.member_id, c.check_id) and step.step = 'waiting') sent
      left join lateral (select operator_id from identity_step step
        where (step.member_id, step.check_id) = (c.member_id, c.check_id) and step.step = 'approved') decided on true
      cross join lateral (select count(distinct operator_id) as count from identity_step step
        where (step.member_id, step.check_id) = (c.member_id, c.check_id) and step.seq > sent.seq
          and step.step in ('first_approved', 'approved')) reviewers
      where c.state = 'approved'`,
  },
  {
    id: 'INV-29',
    title: 'the state of every identity check is its last step',
    sql: `
      select count(*) filter (where c.state is distinct from case last.step when 'first_approved' then 'waiting' else last.step end)
          as breaches, count(*) || ' checks' as figure
      from identity_check c
      left join lateral (select step from identity_step step
        where (step.member_id, step.check_id) = (c.member_id, c.check_id) order by seq desc limit 1) last on true`,
  },
  {
    id: 'INV-29',
    title:
      'every picture of an identity check is an upload of its member for this check, erased with it and not before',
    sql: `
      select count(*) filter (where upload.upload_id is null or upload.purpose <> 'identity'
          or upload.used_by is distinct from 'identity:' || picture.check_id
          or (picture.state in ('kept', 'again')) = (upload.erased_at is not null)
          or (picture.state in ('kept', 'again') and c.erased_at is not null)) as breaches,
        count(*) || ' pictures' as figure
      from identity_picture picture
      join identity_check c on (c.member_id, c.check_id) = (picture.member_id, picture.check_id)
      left join upload on (upload.member_id, upload.upload_id) = (picture.member_id, picture.upload_id)`,
  },
  {
    id: 'INV-29',
    title: 'no upload is used by an identity check that does not have it',
    sql: `
      select count(*) as breaches, '' as figure from upload
      where used_by like 'identity:%' and not exists (select from identity_picture picture
        where (picture.member_id, picture.upload_id) = (upload.member_id, upload.upload_id)
          and 'identity:' || picture.check_id = upload.used_by)`,
  },
  {
    id: 'INV-29',
    title: 'every identity check has the document and the validity of its first step',
    sql: `
      select count(*) filter (where (first.fingerprint, first.valid_until) is distinct from (c.fingerprint, c.valid_until)) as breaches,
        count(*) || ' checks' as figure
      from identity_check c
      left join identity_step first on (first.member_id, first.check_id, first.seq) = (c.member_id, c.check_id, 1)`,
  },
]

/** Pictures whose retention is over and that are still there. */
export const retentionLiveness = {
  name: 'identity-retention',
  title: 'no picture of an identity check is kept a day longer than the rule says',
  sql: `
    select count(*) as breaches, count(*) || ' checks' as figure from identity_check, business_clock clock
    where erased_at is null and erase_from < clock.at - interval '1 day'`,
}
