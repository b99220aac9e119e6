/** The strict reader of `fairlot-proof/1`: proofs of issues that opened under the rules of version 1. */
import { readObject } from '../read.ts'
import {
  COMMON_LOG,
  COMMON_SEAL,
  COMMON_TERMS,
  readBeacon,
  readCommonLog,
  readCommonSeal,
  readCommonTerms,
  readDeployment,
  readResult,
  readRows,
} from './fields.ts'
import { type Grade1, type IssueProof1, type IssueSeal1, type IssueTerms1, PROOF_VERSION_1 } from './types.ts'

const GRADES: readonly Grade1[] = ['plain', 'salt', 'beacon']

/** @param proof an object with the fields of a proof, of kind `issue` and of this version */
export function readProof1(proof: Record<string, unknown>): IssueProof1 {
  const terms = readTerms1(proof['terms'])
  return {
    version: PROOF_VERSION_1,
    kind: 'issue',
    deployment: readDeployment(proof['deployment'], 'deployment'),
    terms,
    rows: readRows(proof['rows'], terms.shares),
    seal: readSeal1(proof['seal'], terms.grade),
    beacon: readBeacon(proof['beacon'], terms.grade),
    result: readResult(proof['result'], terms.grade, terms.bands),
    log: proof['log'] === null ? null : readCommonLog(readObject(proof['log'], 'log', COMMON_LOG), 3, 3),
  }
}

/** Reads the terms of an opening under the rules of version 1. @throws ReadError that names the field */
export function readTerms1(value: unknown, place = 'terms'): IssueTerms1 {
  return readCommonTerms(readObject(value, place, COMMON_TERMS), place, GRADES)
}

/** Reads a seal under the rules of version 1. @throws ReadError that names the field */
export function readSeal1(value: unknown, grade: Grade1, place = 'seal'): IssueSeal1 {
  return readCommonSeal(readObject(value, place, COMMON_SEAL), place, grade)
}
