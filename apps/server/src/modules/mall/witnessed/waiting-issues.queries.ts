/** The issues that wait for their witnesses, for operators. */
import { MS, type Executor } from '../../../platform/db.ts'
import { TIMELY_LINES } from './timely-lines.queries.ts'

export type WaitingRow = {
  issueId: string
  issue: string
  /** the version of the log's rules that it opened under */
  rules: number
  /** the attempt that too few witnesses have signed in time; 0: not sealed yet */
  attempt: number
  /** how many named witnesses have signed the seal in time; null before version 3 */
  signed: number | null
  quorum: number | null
  soldOutMs: bigint
  waitedMs: bigint
}

const WAITING = {
  name: 'witness.waiting',
  text: `
select issue.issue_id as "issueId", terms.number as issue, issue.log_rules as rules, coalesce(seal.attempt, 0) as attempt,
  case when issue.log_rules >= 3 then timely.signed end as signed, terms.quorum, ${MS('issue.sold_out_at')} as "soldOutMs",
  ${MS('business_now()')} - ${MS('issue.sold_out_at')} as "waitedMs"
from issue
join issue_terms terms using (issue_id)
left join issue_last_seal seal using (issue_id)
left join lateral (
  select count(*)::int as signed from ${TIMELY_LINES('terms.number', 'terms.witnesses', 'seal.round')} lines
  where issue.log_rules >= 3) timely on true
where issue.status = 'sold_out' and terms.grade = 'witnessed' and case
  when issue.log_rules < 3 then not exists (
    select 1 from issue_cosignature c where c.issue_id = issue.issue_id and c.attempt = seal.attempt)
  else seal.issue_id is null or terms.quorum > timely.signed end
order by issue.sold_out_at limit 100`,
}

/** At most 100 issues of grade witnessed that are not sealed or that too few named witnesses have signed, the oldest first. */
export const readWaitingIssues = (db: Executor): Promise<WaitingRow[]> => db.query<WaitingRow>(WAITING)
