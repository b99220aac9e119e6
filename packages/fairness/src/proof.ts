/**
 * The proof documents `fairlot-proof/1` to `fairlot-proof/3`: their types, and a strict reader for untrusted documents.
 * The reader checks the shape of a document; verify.ts checks whether its content is true.
 */
import {
  type EarlierProof,
  type Proof,
  PROOF_VERSION,
  PROOF_VERSION_1,
  PROOF_VERSION_3,
} from './proof/types.ts'
import { readProof1 } from './proof/version-1.ts'
import { readProof2 } from './proof/version-2.ts'
import { readIssueProof3 } from './proof/version-3/issue.ts'
import { readObject, readWord, refuse } from './read.ts'

export { parseProofText } from './proof/text.ts'
export { PROOF_VERSION, PROOF_VERSION_1, PROOF_VERSION_3 } from './proof/types.ts'
export type {
  EventGrade,
  EventLog,
  EventProof,
  EventResult,
  EventSeal,
  EventTerms,
} from './proof/event-types.ts'
export type {
  ChainTerms,
  RoundGrade,
  RoundLog,
  RoundProof,
  RoundResult,
  RoundSeal,
  RoundTerms,
} from './proof/round-types.ts'
export type { EventProof3, IssueProof3, RoundProof3 } from './proof/version-3/documents.ts'
export type {
  EarlierProof,
  Grade1,
  IssueProof,
  IssueProof1,
  IssueResult,
  IssueSeal,
  IssueSeal1,
  IssueTerms,
  IssueTerms1,
  Mode,
  Proof,
  ProofBeacon,
  ProofEntry,
  ProofLog,
  ProofLog1,
} from './proof/types.ts'

const TOP = ['version', 'kind', 'deployment', 'terms', 'rows', 'seal', 'beacon', 'result', 'log'] as const

/**
 * Reads a parsed JSON value as a proof. Refuses unknown and missing fields, values out of bounds, and values that the
 * grade does not have.
 * @throws ReadError that names the field
 */
export function readProof(value: unknown): Proof {
  return statesVersion3(value) ? readIssueProof3(readIssue(value).proof) : readEarlierProof(value)
}

/** Reads a proof of an issue that opened before version 3. @throws ReadError that names the field */
export function readEarlierProof(value: unknown): EarlierProof {
  const { version, proof } = readIssue(value)
  return version === PROOF_VERSION_1 ? readProof1(proof) : readProof2(proof)
}

function readIssue(value: unknown): ReturnType<typeof readProofKind> {
  const read = readProofKind(value)
  if (read.kind !== 'issue') refuse('kind', `"${read.kind}" is not that of an issue`)
  return read
}

const KINDS = ['issue', 'round', 'event'] as const
export type ProofKind = (typeof KINDS)[number]

/** The kind that a document states; null when it states none. The document is not checked. */
export function proofKindOf(value: unknown): ProofKind | null {
  const stated = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null
  return KINDS.find((kind) => kind === stated) ?? null
}

/** Reads version and kind of a document, which has the fields of a proof. @throws ReadError that names the field */
export function readProofKind(value: unknown): {
  version: typeof PROOF_VERSION | typeof PROOF_VERSION_1 | typeof PROOF_VERSION_3
  kind: ProofKind
  proof: Record<string, unknown>
} {
  const stated = readObject(value, 'the proof', TOP, ['content'])
  const version = readWord(stated['version'], 'version', [PROOF_VERSION_1, PROOF_VERSION, PROOF_VERSION_3])
  const kind = readWord(stated['kind'], 'kind', KINDS)
  if (kind !== 'issue' && version === PROOF_VERSION_1)
    refuse('kind', `"${kind}" is not supported by this version`)
  const hasContent = version === PROOF_VERSION_3 && kind !== 'round'
  const proof = readObject(value, 'the proof', hasContent ? [...TOP, 'content'] : TOP)
  return { version, kind, proof }
}

/** Whether a document states version 3. The document is not checked. */
export function statesVersion3(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'version' in value && value.version === PROOF_VERSION_3
  )
}
