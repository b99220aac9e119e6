import { expect, test } from 'vitest'
import { auditLog } from '../../audit.ts'
import { leafHash, treeRoot } from '../../log.ts'
import { parseKey } from '../../note.ts'
import { frauds3 } from '../../testing/frauds-3.ts'
import type { Fraud3 } from '../../testing/frauds-3/fraud.ts'
import type { PlayedLog } from '../../testing/played-log.ts'
import type { FinishedAudit } from '../../verify.ts'
import { verifyAnyProof } from '../any.ts'

/** The audit of a played log, as the program makes it of an exported one. */
function auditOf(log: PlayedLog): FinishedAudit {
  const { deployment, publicKey, entries, checkpoints } = log
  const audit = auditLog({ deployment, publicKey, entries, checkpoints })
  return {
    deployment,
    publicKey,
    find: (subject) => audit.find(subject).map(({ index }) => ({ index, bytes: entries[index]! })),
    rootAt: (size) => (size > entries.length ? null : treeRoot(entries.slice(0, size).map(leafHash))),
  }
}

test.each(frauds3().map((fraud): [string, Fraud3] => [fraud.name, fraud]))(
  'the reader answers rightly: %s',
  (_, { expected, document, receipt, claim, witness, log }) => {
    const { verdict, failed, steps } = verifyAnyProof(JSON.parse(JSON.stringify(document)), {
      ...(receipt && { receipt }),
      ...(claim && { claim }),
      ...(witness && { witness: parseKey(witness)! }),
      ...(log && { log: auditOf(log) }),
    })
    const detail = steps.find(({ step }) => step === failed)?.detail
    expect(failed ?? verdict, detail).toBe(expected)
  },
)
