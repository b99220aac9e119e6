/** The doctor's checks of the texts: versions never change, two owners published them, and members agreed to what was in force. */
import { RULE_KEYS } from '@fairlot/contract/endpoints/content'
import { historyCheck } from '../../platform/schema/history.checks.ts'
import { valuesAround } from '../../platform/settings/setting-history.ts'
import { builtInHash, RULES } from './built-in.ts'
import { NOTICE_DAYS } from './content.settings.ts'

/** Rows of the texts of this release: rule, version, hash. */
const RELEASE = RULE_KEYS.map((key) => `('${key}', '${RULES[key].version}', '${builtInHash(key)}')`).join(
  ', ',
)

/** The versions of a rule that are not taken back, at the time `at`. */
const nameAt = (rule: string, at: string) => `(
  select v.version from rule_version v left join rule_withdrawal w using (rule, number)
  where v.rule = '${rule}' and v.in_force_at <= ${at} and w.at is null order by v.in_force_at desc, v.number desc limit 1)`

export const contentChecks = [
  historyCheck('INV-3', 'rule_version', 'the published texts'),
  historyCheck('INV-3', 'rule_withdrawal', 'the texts that were taken back'),
  historyCheck('INV-3', 'rule_consent', 'what members agreed to'),
  {
    id: 'INV-3',
    title: 'every text of the release is recorded as the release has it',
    sql: `
      select count(*) filter (where v.version::int > release.version::int
          or v.version = release.version and encode(v.hash, 'hex') <> release.hash) as breaches,
        count(*) || ' texts of releases' as figure
      from rule_version v join (values ${RELEASE}) as release (rule, version, hash) using (rule) where v.approval_id is null`,
  },
  {
    id: 'INV-3',
    title:
      'every text of the house was requested by one owner and approved by another, with its hash and date',
    sql: `
      select count(*) filter (where request.approval_id is null or request.requested_by = request.decided_by
          or request.params ->> 'key' <> v.rule or request.params ->> 'hash' <> encode(v.hash, 'hex')
          or (request.params ->> 'helps')::boolean <> v.helps
          or v.published_at not between request.decided_at - interval '1 minute' and request.decided_at + interval '1 minute'
          or v.in_force_at <> greatest(to_timestamp((request.params ->> 'fromMs')::float8 / 1000), v.published_at)
          or case when v.notice_days = 0 then not v.helps and exists (select from member m where m.created_at < v.published_at)
            else v.notice_days::text <> all (${valuesAround(NOTICE_DAYS, 'v.published_at')}) end) as breaches,
        count(*) || ' texts of the house' as figure
      from rule_version v left join approval request on request.approval_id = v.approval_id
        and (request.action, request.state) = ('rule.publish', 'approved')
      where v.approval_id is not null`,
  },
  {
    id: 'INV-3',
    title: 'every text that was taken back was not in force, and two owners decided it',
    sql: `
      select count(*) filter (where v.in_force_at <= w.at or request.approval_id is null
          or request.requested_by = request.decided_by or request.params ->> 'key' <> w.rule
          or request.params ->> 'version' <> v.version) as breaches,
        count(*) || ' taken back' as figure
      from rule_withdrawal w join rule_version v using (rule, number)
      left join approval request on request.approval_id = w.approval_id
        and (request.action, request.state) = ('rule.withdraw', 'approved')`,
  },
  {
    id: 'INV-3',
    title: 'members agreed to the texts that were in force',
    // another server may have published a moment ago
    sql: `
      select count(*) filter (where c.version <> all (array[names.now, names.before])) as breaches,
        count(*) || ' times' as figure
      from rule_consent c cross join lateral (
        select (case when terms = privacy then terms else terms || '+' || privacy end) as now,
          (case when terms_before = privacy_before then terms_before else terms_before || '+' || privacy_before end) as before
        from (select ${nameAt('terms', 'c.at')} as terms, ${nameAt('privacy', 'c.at')} as privacy,
          ${nameAt('terms', `c.at - interval '1 minute'`)} as terms_before,
          ${nameAt('privacy', `c.at - interval '1 minute'`)} as privacy_before) said) names`,
  },
  historyCheck('INV-3', 'announcement', 'the announcements'),
  historyCheck('INV-3', 'announcement_end', 'the ends of announcements'),
  {
    id: 'INV-3',
    title: 'every announcement was requested by one operator and approved by another, as it is',
    sql: `
      select count(*) filter (where case
          when a.approval_id is null then (select money_mode <> 'sandbox' from deployment)
          else request.approval_id is null or request.requested_by = request.decided_by
            or request.params ->> 'hash' <> encode(a.hash, 'hex')
            or (request.params ->> 'link', request.params ->> 'country') is distinct from (a.link, a.country)
            or a.published_at not between request.decided_at - interval '1 minute' and request.decided_at + interval '1 minute'
            or a.starts_at <> greatest(to_timestamp((request.params ->> 'from')::float8 / 1000), a.published_at)
            or a.ends_at <> to_timestamp((request.params ->> 'until')::float8 / 1000) end) as breaches,
        count(a.approval_id) || ' announcements of operators' as figure
      from announcement a left join approval request on request.approval_id = a.approval_id
        and (request.action, request.state) = ('announcement.add', 'approved')`,
  },
  {
    id: 'INV-3',
    title: 'every other end of an announcement is in the audit log',
    sql: `
      select count(*) filter (where not exists (
          select from audit a where (a.action, a.subject, a.operator_id) = ('announcement.end', 'announcement:' || e.number, e.operator_id)
            and abs(extract(epoch from to_timestamp((a.after ->> 'until')::float8 / 1000) - e.ends_at)) < 60)) as breaches,
        count(*) || ' ends' as figure
      from announcement_end e`,
  },
] as const
