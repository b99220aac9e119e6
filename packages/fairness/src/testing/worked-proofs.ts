/**
 * The content of `proof-vectors.json`: worked running hashes, a witness' signature and whole documents, for verifiers in
 * other languages. `fairness-vectors.json` has the worked values of the formulas.
 */
import { verifyCosignature } from '../witness.ts'
import { publicKeyOf } from '../ed25519.ts'
import { parseKey } from '../note.ts'
import type { IssueProof } from '../proof.ts'
import { type SignedReceipt, signReceipt } from '../receipt.ts'
import { runningHash, runningStart } from '../running.ts'
import type { Verdict } from '../verify.ts'
import { LOG_SECRET, WITNESSES, witnessText } from './log-samples.ts'
import { sampleProof, sampleSealed } from './proof-samples.ts'
import { VECTORS } from './vectors-file.ts'

export type WorkedProof = {
  readonly name: string
  readonly verdict: Verdict
  /** what the reader gives beside the document */
  readonly key?: string
  readonly witness?: string
  readonly receipt?: SignedReceipt
  readonly document: IssueProof
}

const OPTIONS = { grade: 'witnessed', reading: 'all', withLog: true } as const

export function workedProofs() {
  const proof = sampleProof(VECTORS.draw, OPTIONS)
  const again = sampleProof(VECTORS.draw, { ...OPTIONS, local: true, attempts: 2, demo: true })
  const { issue, shares } = proof.terms
  const key = publicKeyOf(LOG_SECRET)
  const witness = witnessText(WITNESSES[1])
  const note = proof.log!.sealCheckpoint
  const line = proof.log!.cosignatures[1]!
  const documents: WorkedProof[] = [
    { name: 'witnessed', verdict: 'verified', key, witness, receipt: receiptOf(proof, 3), document: proof },
    { name: 'witnessed by a local beacon at its second attempt, demo', verdict: 'verified', document: again },
    {
      name: 'before-final, beacon',
      verdict: 'verified',
      document: sampleProof(VECTORS.draw, { ...OPTIONS, grade: 'beacon', reading: 'before-final' }),
    },
    { name: 'sealed, not drawn', verdict: 'sealed', key, document: sampleSealed(VECTORS.draw, OPTIONS) },
    { name: 'without a log', verdict: 'arithmetic', document: { ...proof, log: null } },
    { name: 'without a log, with a key', verdict: 'failed', key, document: { ...proof, log: null } },
  ]
  return {
    running: {
      start: runningStart(issue, shares),
      rows: proof.rows,
      hashes: proof.rows.map(({ seq }) => runningHash(issue, shares, proof.rows.slice(0, seq))),
    },
    cosignature: { key: witness, note, line, seconds: verifyCosignature(note, line, parseKey(witness)!) },
    documents,
  }
}

function receiptOf({ terms, rows }: IssueProof, seq: number): SignedReceipt {
  const { tag, ms, first, quantity } = rows[seq - 1]!
  return signReceipt(LOG_SECRET, {
    t: 'receipt',
    kind: 'order',
    issue: terms.issue,
    id: '01970000-0000-7000-8000-000000000001',
    tag,
    ms,
    first,
    quantity,
    amount: String(BigInt(terms.price) * BigInt(quantity)),
    logSize: 2,
    logRoot: 'ab'.repeat(32),
    seq,
    running: runningHash(terms.issue, terms.shares, rows.slice(0, seq)),
  })
}
