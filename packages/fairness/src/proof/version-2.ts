/** The strict reader of `fairlot-proof/2`. */
import { type Grade, hasBeacon } from '../draw.ts'
import { isSignatureLine, parseKey } from '../note.ts'
import {
  readBoolean,
  readDecimal,
  readInteger,
  readList,
  readObject,
  readText,
  readWord,
  refuse,
} from '../read.ts'
import {
  COMMON_LOG,
  COMMON_SEAL,
  COMMON_TERMS,
  present,
  readBeacon,
  readCommonLog,
  readCommonSeal,
  readCommonTerms,
  readDeployment,
  readResult,
  readRows,
  U32,
} from './fields.ts'
import { type IssueProof, type IssueSeal, type IssueTerms, PROOF_VERSION, type ProofLog } from './types.ts'

const GRADES: readonly Grade[] = ['plain', 'salt', 'beacon', 'witnessed']
export const MAX_WITNESSES = 16
export const MAX_ATTEMPTS = 1000
const MAX_COSIGNATURES = 64

/** @param proof an object with the fields of a proof, of kind `issue` and of this version */
export function readProof2(proof: Record<string, unknown>): IssueProof {
  const terms = readTerms(proof['terms'])
  const { grade, bands, shares } = terms
  const seal = readSeal(proof['seal'], grade)
  const drawn = proof['result'] !== null
  if (!drawn && proof['beacon'] !== null) refuse('beacon', 'is not null, but the issue is not drawn')
  return {
    version: PROOF_VERSION,
    kind: 'issue',
    deployment: readDeployment(proof['deployment'], 'deployment'),
    terms,
    rows: readRows(proof['rows'], shares),
    seal,
    beacon: drawn ? readBeacon(proof['beacon'], grade) : null,
    result: drawn ? readResult(proof['result'], grade, bands) : null,
    log: proof['log'] === null ? null : readLog(proof['log'], grade, 1 + seal.attempt + (drawn ? 1 : 0)),
  }
}

export const TERMS = [
  ...COMMON_TERMS,
  'recyclePercent',
  'value',
  'maxPerMember',
  'minVip',
  'deadline',
  'mode',
  'demo',
  'witnesses',
] as const

/** Reads the terms of an opening. @throws ReadError that names the field */
export function readTerms(value: unknown, place = 'terms'): IssueTerms {
  const terms = readObject(value, place, TERMS)
  const promises = readPromises(terms, place)
  const { grade } = promises
  const where = `${place}.witnesses`
  return {
    ...promises,
    witnesses: present(grade === 'witnessed', terms['witnesses'], where, grade, readWitnesses),
  }
}

/** Reads the fields of an opening but for `witnesses`; the caller has checked which fields the object has. */
export function readPromises(terms: Record<string, unknown>, place: string): Omit<IssueTerms, 'witnesses'> {
  const at = (field: string): string => `${place}.${field}`
  return {
    ...readCommonTerms(terms, place, GRADES),
    recyclePercent: readInteger(terms['recyclePercent'], at('recyclePercent'), 0, 100),
    value: readDecimal(terms['value'], at('value')),
    maxPerMember: readInteger(terms['maxPerMember'], at('maxPerMember'), 0, U32),
    minVip: readInteger(terms['minVip'], at('minVip'), 0, U32),
    deadline: readInteger(terms['deadline'], at('deadline'), 0),
    mode: readWord(terms['mode'], at('mode'), ['goods', 'cash', 'pk']),
    demo: readBoolean(terms['demo'], at('demo')),
  }
}

/** Reads the note verifier keys of witnesses: each once, each of the kind that makes cosignatures. */
export function readWitnesses(value: unknown, place: string): string[] {
  const keys = readList(value, place, 1, MAX_WITNESSES).map((item, i) => {
    const where = `${place}[${i}]`
    const text = readText(item, where, /^.{1,300}$/su, 'a key')
    if (parseKey(text)?.kind !== 4) refuse(where, 'is not the note verifier key of a witness')
    return text
  })
  if (new Set(keys).size !== keys.length) refuse(place, 'names a witness twice')
  return keys
}

/** Reads a seal. @throws ReadError that names the field */
export function readSeal(value: unknown, grade: Grade, place = 'seal'): IssueSeal {
  const seal = readObject(value, place, [...COMMON_SEAL, 'attempt'])
  const most = grade === 'witnessed' ? MAX_ATTEMPTS : 1
  return {
    attempt: readInteger(seal['attempt'], `${place}.attempt`, 1, most),
    ...readCommonSeal(seal, place, grade),
  }
}

/** Grades without a beacon have no round before which a witness could sign, so they carry no lines. */
function readLog(value: unknown, grade: Grade, entries: number): ProofLog {
  const log = readObject(value, 'log', [...COMMON_LOG, 'cosignatures'])
  return {
    ...readCommonLog(log, entries, entries),
    cosignatures: readCosignatures(log['cosignatures'], hasBeacon(grade)),
  }
}

/** Reads the lines of witnesses over the checkpoint for the seal. @param mayHave whether the document can have any */
export function readCosignatures(value: unknown, mayHave: boolean): string[] {
  const lines = readList(value, 'log.cosignatures', 0, mayHave ? MAX_COSIGNATURES : 0)
  return lines.map((item, i) => {
    const place = `log.cosignatures[${i}]`
    const line = readText(item, place, /^.{2,1024}$/u, 'a signature line')
    return isSignatureLine(line) ? line : refuse(place, 'is not a signature line')
  })
}
