/** The strict reader of `fairlot-proof/3`, kind `issue`. */
import { hasBeacon } from '../../draw.ts'
import { readObject, refuse } from '../../read.ts'
import { readBeacon, readResultFields, RESULT } from '../fields.ts'
import type { IssueProof3, IssueResult3 } from './documents.ts'
import { readFavour, readHead3, readLog3, readRows3 } from './parts.ts'
import { readSealFields3 } from './seals.ts'
import { readIssueTerms3 } from './terms.ts'
import type { IssueTerms3 } from './types.ts'

/** @param proof an object with the fields of a proof, of kind `issue` and of this version */
export function readIssueProof3(proof: Record<string, unknown>): IssueProof3 {
  const head = readHead3(proof)
  const terms = readIssueTerms3(proof['terms'])
  const { grade, shares } = terms
  const seal = readSealFields3(proof['seal'], grade)
  const isDrawn = proof['result'] !== null
  if (!isDrawn && proof['beacon'] !== null) refuse('beacon', 'is not null, but the issue is not drawn')
  const result = isDrawn ? readResult3(proof['result'], terms) : null
  const isFavour = result?.favour === true
  const entries = isDrawn ? 3 : 2
  const log = {
    least: entries,
    most: entries + (isFavour ? 1 : 0),
    isVoid: false,
    hasLines: hasBeacon(grade),
    hasConfirmation: isFavour,
  }
  return {
    ...head,
    kind: 'issue',
    terms,
    rows: readRows3(proof['rows'], 1, shares),
    seal,
    beacon: isDrawn ? readBeacon(proof['beacon'], grade) : null,
    result,
    log: proof['log'] === null ? null : readLog3(proof['log'], log),
  }
}

function readResult3(value: unknown, { grade, bands }: IssueTerms3): IssueResult3 {
  const result = readObject(value, 'result', [...RESULT, 'favour'])
  return { ...readResultFields(result, grade, bands), favour: readFavour(result, grade) }
}
