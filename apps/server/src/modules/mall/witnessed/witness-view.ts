/** The witnesses of an issue as members see them. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { parseKey } from '@fairlot/fairness/note'
import type { Executor } from '../../../platform/db.ts'
import { vouchingView } from '../../fair/index.ts'
import type { Card } from '../catalogue/cards.ts'
import type { IssueTerms } from '../issues/issue-terms.ts'

type WitnessViews = Pick<Output<Endpoints['goodsDetail']>, 'witnesses' | 'vouching'>

const SIGNED = {
  name: 'witness.view',
  text: `
    select c.witness, c.signed_ms as "signedMs"
    from issue_cosignature c join issue_last_seal s using (issue_id, attempt) where c.issue_id = $1`,
}

/** The named witnesses of an issue of version 2 in the order of its terms; null in other grades than witnessed. */
async function witnessesOf(
  db: Executor,
  { issueId, witnesses }: Pick<IssueTerms, 'issueId' | 'witnesses'>,
): Promise<WitnessViews['witnesses']> {
  if (witnesses === null) return null
  const rows = await db.query<{ witness: string; signedMs: bigint }>(SIGNED, [issueId])
  const signed = new Map(rows.map(({ witness, signedMs }) => [witness, Number(signedMs)]))
  return witnesses.map((key) => ({
    key,
    name: parseKey(key)?.name ?? '',
    signedAt: signed.get(key) ?? null,
  }))
}

const FAVOUR = {
  name: 'witness.favour',
  text: 'select favour, after_loss as "afterLoss" from issue_draw where issue_id = $1',
}

/** Witnesses and quorum of an issue. Of version 3 they are read from the lines that the log's states carry. */
export async function vouchingOf(
  db: Executor,
  terms: IssueTerms,
  { drawAt }: Pick<Card, 'drawAt'>,
): Promise<WitnessViews> {
  if (terms.quorum === null) return { witnesses: await witnessesOf(db, terms), vouching: null }
  const [draw] =
    drawAt === null ? [] : await db.query<{ favour: boolean; afterLoss: boolean }>(FAVOUR, [terms.issueId])
  const { favour = null, afterLoss = false } = draw ?? {}
  const subject = { of: 'issue', name: terms.number, roundMs: drawAt, favour, afterLoss } as const
  return (await vouchingView(db, terms, subject)) ?? { witnesses: null, vouching: null }
}
