/** The whole result of a verification in English sentences. */
import { type Proof, PROOF_VERSION_1 } from '../proof/types.ts'
import type { StepName, Verdict, VerifyOptions } from './types.ts'

export function failureSummary(failed: StepName): string {
  return `This proof does not verify: step "${failed}" fails.`
}

export const ARITHMETIC =
  'Arithmetic only, nothing is proven: the numbers of this document agree with each other, but it carries no ' +
  'transparency log, and anybody can make such a document.'

export function summaryOf(
  proof: Proof,
  verdict: Exclude<Verdict, 'failed'>,
  { log, witness }: VerifyOptions,
): string {
  const sentences = [MAIN[verdict](proof)]
  if (proof.version === PROOF_VERSION_1) {
    sentences.push('The issue opened under the rules of version 1, which promise less.')
  } else if (proof.terms.demo) {
    sentences.push('The issue belongs to the demo world: its times lie before the log began.')
  }
  if (verdict === 'verified' && log === undefined && witness === undefined) {
    sentences.push(
      'A proof alone cannot show that no other seal of this issue exists; the whole log or the key of a witness shows it.',
    )
  }
  return sentences.join(' ')
}

const MAIN: Readonly<Record<Exclude<Verdict, 'failed'>, (proof: Proof) => string>> = {
  verified: () => 'This proof verifies, and the signed log holds its terms, seal and result.',
  sealed: ({ seal }) =>
    'This document verifies: the issue is sealed, not drawn. The signed log holds its terms and its seal' +
    (seal.round === null ? '.' : `; round ${seal.round} of the beacon decides the result.`),
  arithmetic: ({ result }) => `${ARITHMETIC}${result === null ? ' It states no result.' : ''}`,
}
