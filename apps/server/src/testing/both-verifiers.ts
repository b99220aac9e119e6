/** What a reader of a document learns from the verifiers in JavaScript and in Python, which have to agree. */
import { isDeepStrictEqual } from 'node:util'
import type { SignedReceipt } from '@fairlot/fairness/receipt'
import { hasPython, verifyInPython } from '@fairlot/fairness/testing/python.fixture'
import { verifyAnyProof } from '@fairlot/fairness/verify/any'

/**
 * Verdict, first failed step and the status of each step.
 * @param publicKey the log's key
 * @throws Error when the verifier in Python says something else
 */
export function verifiedByBoth(answered: unknown, publicKey: string, receipt?: SignedReceipt) {
  const proof = JSON.stringify(answered)
  const { verdict, failed, badge, steps, summary } = verifyAnyProof(JSON.parse(proof), {
    publicKey,
    ...(receipt && { receipt }),
  })
  const found = {
    verdict,
    failed: failed ?? null,
    badge,
    steps: Object.fromEntries(steps.map(({ step, status }) => [step, status])),
  }
  const asked = { proof, key: publicKey, ...(receipt && { receipt: JSON.stringify(receipt) }) }
  const [said] = hasPython ? verifyInPython([asked]) : [found]
  if (!isDeepStrictEqual(said, found))
    throw new Error(`the verifiers disagree: ${JSON.stringify(found)} and ${JSON.stringify(said)}`)
  const why = steps.find(({ step }) => step === failed)?.detail ?? null
  return { ...found, why, summary }
}
