/** The issues that wait for their witnesses, and why, for operators. */
import type { Executor } from '../../../platform/db.ts'
import { SEAL_WAIT_SECONDS } from '../draws/seal-wait.ts'
import { HELD, SILENT, UNCOVERED, isCovered, isHeld } from './before-seal.ts'
import { readWaitingIssues, type WaitingRow } from './waiting-issues.queries.ts'

export type WaitingIssue = {
  issue: string
  /** the attempt that too few witnesses have signed in time; 0: not sealed yet */
  attempt: number
  /** in English */
  why: string
  soldOutAt: number
}

/** At most 100 issues, the oldest first. */
export async function issuesThatAwaitWitnesses(db: Executor): Promise<WaitingIssue[]> {
  const found: WaitingIssue[] = []
  for (const row of await readWaitingIssues(db)) {
    const { issue, attempt, soldOutMs } = row
    found.push({ issue, attempt, why: await whyOf(db, row), soldOutAt: Number(soldOutMs) })
  }
  return found
}

/** The conditions of a seal in the order in which the server looks at them (before-seal.ts); when the others hold, it is the last one. */
async function whyOf(
  db: Executor,
  { issueId, rules, attempt, signed, quorum, waitedMs }: WaitingRow,
): Promise<string> {
  if (rules < 3) return attempt === 0 ? 'no witness answers' : `attempt ${attempt} is not signed`
  if (attempt > 0) return `it is sealed, and ${signed} of the ${quorum} needed witnesses have signed in time`
  if (await isHeld(db)) return HELD
  if (!(await isCovered(db, issueId))) return UNCOVERED
  return Number(waitedMs) < SEAL_WAIT_SECONDS * 1_000 ? 'it was sold out only now' : SILENT
}
