/** Statements about sealed issues of version 3 and grade witnessed that are not drawn yet. */
import { FLOOR_MS, type Executor } from '../../../platform/db.ts'

export type UndrawnIssue = {
  number: string
  /** note verifier keys that the terms name */
  witnesses: readonly string[]
  quorum: number
  chain: string
  round: bigint
  /** business time, Unix milliseconds */
  nowMs: bigint
  /** business time that two looks at the clock agree on, for what cannot be undone */
  settledMs: bigint
}

const UNDRAWN = {
  name: 'vouched.read',
  text: `
select terms.number, terms.witnesses, terms.quorum, terms.chain, seal.round, ${FLOOR_MS('business_now()')} as "nowMs",
  ${FLOOR_MS('settled.at')} as "settledMs"
from issue
join issue_terms terms using (issue_id)
join issue_seal seal using (issue_id)
cross join settled_clock settled
where issue.issue_id = $1 and issue.status = 'sold_out' and issue.log_rules >= 3 and terms.grade = 'witnessed'`,
}

/** Undefined: the issue is not sealed, is drawn already, or is another kind of issue. */
export async function readUndrawn(db: Executor, issueId: string): Promise<UndrawnIssue | undefined> {
  return (await db.query<UndrawnIssue>(UNDRAWN, [issueId]))[0]
}
