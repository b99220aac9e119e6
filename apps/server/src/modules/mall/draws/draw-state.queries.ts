/** Reads how far the draw of an issue has come. */
import { FLOOR_MS, type Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** Seal and draw of an issue. Columns are null before the step that writes them, and when the grade has no such value. */
export type DrawState = {
  /** the version of the log's rules that the issue opened under */
  rules: number
  openedMs: bigint
  orders: number | null
  digest: string | null
  sum: bigint | null
  salt: string | null
  sealedMs: bigint | null
  round: bigint | null
  /** the attempt that counts; null before the seal */
  attempt: number | null
  signature: string | null
  entropy: string | null
  code: number | null
  /** the draw is in favour of the members; null before the draw */
  favour: boolean | null
  /** hash of what the issue opened with; null before the opening */
  content: string | null
}

const STATE = {
  name: 'draw.state',
  text: `
select issue.log_rules as rules, ${FLOOR_MS('issue.opened_at')} as "openedMs", seal.orders, seal.digest, seal.sum,
  seal.salt, seal.sealed_ms as "sealedMs", seal.round, seal.attempt, draw.signature, draw.entropy, draw.code,
  draw.favour, kept.hash as content
from issue
left join issue_content kept using (issue_id)
left join issue_last_seal seal using (issue_id)
left join issue_draw draw using (issue_id)
where issue.issue_id = $1`,
}

/** @throws Refusal NO_SUCH_DATA */
export async function readDrawState(db: Executor, issueId: string): Promise<DrawState> {
  const [state] = await db.query<DrawState>(STATE, [issueId])
  if (!state) throw new Refusal('NO_SUCH_DATA')
  return state
}
