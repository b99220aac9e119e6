/** The running hashes of receipts: what was kept and what was signed is what the rows give. Run by the doctor. */
import type { Executor } from '../../../platform/db.ts'
import type { TagKeys } from '../../fair/index.ts'
import { runningRows, type RunningIssue } from './running-hash.ts'

type Stated = { seq: number; hash: string }

const ISSUES = `
  select t.issue_id as "issueId", t.number, i.log_rules as rules, t.shares, t.utc_offset as "utcOffset"
  from issue_terms t join issue i using (issue_id)
  where exists (select from issue_running r where r.issue_id = t.issue_id)
    or t.number in (select content::jsonb ->> 'issue' from receipt where content::jsonb ? 'running')
  order by t.number`

/** Kept steps, and the receipts of the issue, by seq. */
const STATED = `
  select seq, encode(hash, 'hex') as hash from issue_running where issue_id = $1
  union all
  select (said ->> 'seq')::int, said ->> 'running'
  from (select content::jsonb as said from receipt) r where said ->> 'issue' = $2 and said ? 'running'
  order by 1`

const PAGE_ORDERS = 2_000

/** Recomputes every running hash that was kept or signed. */
export async function checkRunningHashes(
  db: Executor,
  tagKeys: TagKeys,
): Promise<{ figure: string; breaches: number }> {
  const wrong: string[] = []
  let checked = 0
  for (const issue of await db.query<RunningIssue>(ISSUES)) {
    const stated = await db.query<Stated>(STATED, [issue.issueId, issue.number])
    checked += stated.length
    for (const seq of await contradicted(db, tagKeys, issue, stated)) wrong.push(`${issue.number} at ${seq}`)
  }
  return {
    figure: wrong.length > 0 ? wrong.slice(0, 20).join(', ') : `${checked} hashes`,
    breaches: wrong.length,
  }
}

/** The seqs of the stated hashes that the rows do not give. */
async function contradicted(
  db: Executor,
  tagKeys: TagKeys,
  issue: RunningIssue,
  stated: readonly Stated[],
): Promise<number[]> {
  const last = stated.at(-1)?.seq ?? 0
  const { start, page } = runningRows(db, tagKeys, issue)
  const wrong: number[] = []
  let [next, at, hash] = [0, 0, start]
  while (at < last) {
    const rows = await page({ after: at, limit: PAGE_ORDERS })
    if (rows.length === 0) break
    for (const row of rows) {
      hash = row.extend(hash)
      at = row.seq
      for (; next < stated.length && stated[next]!.seq <= at; next++)
        if (stated[next]!.seq !== at || stated[next]!.hash !== hash) wrong.push(stated[next]!.seq)
    }
  }
  return [...wrong, ...stated.slice(next).map(({ seq }) => seq)]
}
