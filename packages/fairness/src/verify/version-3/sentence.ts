/** The main sentences on issues and events of version 3. */
import { type EventProof3, type IssueProof3 } from '../../proof/version-3/documents.ts'
import { FAVOUR } from './favour.ts'
import { togetherWith, vouchedFor } from './witnesses.ts'

const UNCONFIRMED =
  'Not confirmed: another history may exist, because too few witnesses have signed how it ended.'

/** @param verdict of a document with a log of which no step failed */
export function sentenceOn(
  proof: IssueProof3 | EventProof3,
  verdict: 'verified' | 'sealed' | 'unconfirmed',
): string {
  const { kind, terms, seal, result } = proof
  if (verdict === 'unconfirmed') {
    const ending = seal === null ? 'The event is void.' : FAVOUR
    return `${UNCONFIRMED} ${ending}`
  }
  if (seal === null) return 'This document verifies: the event is void.'
  const quorum = vouchedFor(proof) === undefined ? '' : ` ${togetherWith(terms)}.`
  if (verdict === 'verified') {
    const what = kind === 'issue' ? 'result' : 'winners'
    const main = `This proof verifies, and the signed log holds its terms, content, seal and ${what}.`
    return result?.favour === true ? `${main} ${FAVOUR}` : `${main}${quorum}`
  }
  const decides = seal.round === null ? '.' : `; round ${seal.round} of the beacon decides.`
  return `This document verifies: the ${kind} is sealed, not drawn. The signed log holds its terms and its seal${decides}${quorum}`
}
