/** The issues that wait for their witnesses, for operators. */
import { MS, type Executor } from '../../../platform/db.ts'
import { TIMELY_LINES } from './timely-lines.queries.ts'

export type WaitingIssue = {
  issue: string
  /** the attempt that too few witnesses have signed in time; 0: not sealed yet */
  attempt: number
  soldOutAt: number
}

const WAITING = {
  name: 'witness.waiting',
  text: `
select terms.number as issue, coalesce(seal.attempt, 0) as attempt, ${MS('issue.sold_out_at')} as "soldOutMs"
from issue
join issue_terms terms using (issue_id)
left join issue_last_seal seal using (issue_id)
where issue.status = 'sold_out' and terms.grade = 'witnessed' and case
  when issue.log_rules < 3 then not exists (
    select 1 from issue_cosignature c where c.issue_id = issue.issue_id and c.attempt = seal.attempt)
  else seal.issue_id is null
    or terms.quorum > (select count(*) from ${TIMELY_LINES('terms.number', 'terms.witnesses', 'seal.round')} timely) end
order by issue.sold_out_at limit 100`,
}

/** At most 100 issues of grade witnessed that are not sealed or that too few named witnesses have signed, the oldest first. */
export async function issuesThatAwaitWitnesses(db: Executor): Promise<WaitingIssue[]> {
  const rows = await db.query<{ issue: string; attempt: number; soldOutMs: bigint }>(WAITING)
  return rows.map(({ issue, attempt, soldOutMs }) => ({ issue, attempt, soldOutAt: Number(soldOutMs) }))
}
