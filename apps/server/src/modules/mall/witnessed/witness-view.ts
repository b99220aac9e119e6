/** The witnesses of an issue as members see them. */
import { parseKey } from '@fairlot/fairness/note'
import type { Executor } from '../../../platform/db.ts'
import type { IssueTerms } from '../issues/issue-terms.ts'
import { TIMELY_LINES } from './timely-lines.queries.ts'

export type WitnessView = {
  /** note verifier key, as in the terms */
  key: string
  name: string
  /** when it signed the attempt that counts, in time and by its own clock, Unix milliseconds; null: it has not */
  signedAt: number | null
}

const SIGNED = {
  name: 'witness.view',
  text: `
    select c.witness, c.signed_ms as "signedMs"
    from issue_cosignature c join issue_last_seal s using (issue_id, attempt) where c.issue_id = $1
    union all
    select timely.key, timely.signed_ms
    from issue i join issue_terms t using (issue_id) join issue_seal s using (issue_id)
    cross join lateral ${TIMELY_LINES('t.number', 't.witnesses', 's.round')} timely
    where i.issue_id = $1 and i.log_rules >= 3`,
}

/** The named witnesses of an issue in the order of its terms; null in other grades than witnessed. */
export async function witnessesOf(
  db: Executor,
  { issueId, witnesses }: Pick<IssueTerms, 'issueId' | 'witnesses'>,
): Promise<WitnessView[] | null> {
  if (witnesses === null) return null
  const rows = await db.query<{ witness: string; signedMs: bigint }>(SIGNED, [issueId])
  const signed = new Map(rows.map(({ witness, signedMs }) => [witness, Number(signedMs)]))
  return witnesses.map((key) => ({
    key,
    name: parseKey(key)?.name ?? '',
    signedAt: signed.get(key) ?? null,
  }))
}
