/**
 * The proof documents `fairlot-proof/1` and `fairlot-proof/2`: their types, and a strict reader for untrusted documents.
 * The reader checks the shape of a document; verify.ts checks whether its content is true.
 */
import { type Proof, PROOF_VERSION, PROOF_VERSION_1 } from './proof/types.ts'
import { readProof1 } from './proof/version-1.ts'
import { readProof2 } from './proof/version-2.ts'
import { readObject, readWord, refuse } from './read.ts'

export { parseProofText } from './proof/text.ts'
export { PROOF_VERSION, PROOF_VERSION_1 } from './proof/types.ts'
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
export type {
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
  const { version, kind, proof } = readProofKind(value)
  if (kind !== 'issue') refuse('kind', `"${kind}" is not that of an issue`)
  return version === PROOF_VERSION ? readProof2(proof) : readProof1(proof)
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
  version: typeof PROOF_VERSION | typeof PROOF_VERSION_1
  kind: ProofKind
  proof: Record<string, unknown>
} {
  const proof = readObject(value, 'the proof', TOP)
  const version = readWord(proof['version'], 'version', [PROOF_VERSION_1, PROOF_VERSION])
  const kind = readWord(proof['kind'], 'kind', KINDS)
  if (kind !== 'issue' && version !== PROOF_VERSION)
    refuse('kind', `"${kind}" is not supported by this version`)
  return { version, kind, proof }
}
