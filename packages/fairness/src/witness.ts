/**
 * Witnesses of the log: the cosignatures of c2sp.org/tlog-cosignature (version 1, Ed25519) and the request of
 * c2sp.org/tlog-witness, with which a log asks for a cosignature. A witness signs a checkpoint only when it extends the
 * last one it signed, so a log cannot show different histories to different people.
 */
import { concat, fromHex, toHex, u64, utf8 } from './bytes.ts'
import { type Checkpoint, noteBody, parseCheckpoint, verifyCheckpoint } from './checkpoint.ts'
import { publicKeyOf, signBytes, type VerifyBytes, verifyBytes } from './signatures/ed25519.ts'
import { treeRoot, verifyConsistency } from './log.ts'
import { fromBase64, type NoteKey, signatureLine, signatureOf, toBase64 } from './note.ts'

/** The maximum number of lines of a consistency proof in a request (c2sp.org/tlog-witness). */
const MAX_PROOF_LINES = 63
const OLD = /^old (0|[1-9][0-9]{0,15})$/

/** The note key that verifies a witness' cosignatures. @param publicKey 32 bytes hex */
export function witnessKey(name: string, publicKey: string): NoteKey {
  return { name, kind: 4, publicKey }
}

/**
 * A witness' signature line for a checkpoint's note, without its line feed.
 * @param secretKey 32 bytes hex
 * @param seconds Unix time at which the witness signs
 */
export function cosign(secretKey: string, name: string, note: string, seconds: number): string {
  const signature = signBytes(secretKey, cosignedText(note, seconds))
  return signatureLine(witnessKey(name, publicKeyOf(secretKey)), concat(u64(seconds), signature))
}

/** The time (Unix seconds) at which the witness signed this note, or null when the line is not its signature of the note. */
export function verifyCosignature(
  note: string,
  line: string,
  key: NoteKey,
  verify: VerifyBytes = verifyBytes,
): number | null {
  const seconds = cosignedSeconds(line, key)
  if (seconds === null) return null
  const signature = signatureOf(line, key)!.subarray(8)
  return verify(key.publicKey, cosignedText(note, seconds), signature) ? seconds : null
}

/** The time (Unix seconds) that a line of this key states, without verifying the signature. Null for every other line. */
export function cosignedSeconds(line: string, key: NoteKey): number | null {
  const bytes = key.kind === 4 ? signatureOf(line, key) : null
  if (bytes?.length !== 72) return null
  const seconds = Number(BigInt('0x' + toHex(bytes.subarray(0, 8))))
  return Number.isSafeInteger(seconds) ? seconds : null
}

function cosignedText(note: string, seconds: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${seconds}\n${noteBody(note)}`)
}

/** The request of a log to a witness: the log's checkpoint, and the proof that it extends the witness' last one. */
export type WitnessRequest = {
  /** size of the checkpoint that the witness signed last, as far as the log knows */
  readonly oldSize: number
  /** consistency proof from `oldSize` to the checkpoint, hashes as hex */
  readonly consistency: readonly string[]
  readonly note: string
}

/** The request body of `add-checkpoint`. */
export function formatWitnessRequest({ oldSize, consistency, note }: WitnessRequest): string {
  const lines = consistency.map((hash) => `${toBase64(fromHex(hash, 32))}\n`)
  return `old ${oldSize}\n${lines.join('')}\n${note}`
}

/** Parses the request body of `add-checkpoint`. Returns null when it is malformed. */
export function parseWitnessRequest(body: string): WitnessRequest | null {
  const end = body.indexOf('\n\n')
  if (end < 0) return null
  const [first, ...lines] = body.slice(0, end).split('\n')
  const oldSize = Number(OLD.exec(first ?? '')?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(oldSize) || lines.length > MAX_PROOF_LINES) return null
  const hashes = lines.map(fromBase64)
  if (hashes.some((bytes) => bytes?.length !== 32)) return null
  return { oldSize, consistency: hashes.map((bytes) => toHex(bytes!)), note: body.slice(end + 2) }
}

/** Size and root (hex) of the checkpoint that a witness signed last. */
export type WitnessState = { readonly size: number; readonly root: string }

export const NOTHING_WITNESSED: WitnessState = { size: 0, root: treeRoot([]) }

/** The witness signs and stores the checkpoint as its new state, or refuses with the protocol's HTTP status and a reason. */
export type WitnessDecision =
  | { readonly sign: true; readonly checkpoint: Checkpoint }
  | { readonly sign: false; readonly status: 400 | 403 | 404 | 409 | 422; readonly reason: string }

const refused = (status: 400 | 403 | 404 | 409 | 422, reason: string): WitnessDecision => ({
  sign: false,
  status,
  reason,
})

/**
 * Decides whether a witness may sign: the log's key signed the checkpoint, and it extends the last signed one.
 * @param log the log's deployment and key (32 bytes hex)
 */
export function decideCosignature(
  request: WitnessRequest,
  state: WitnessState,
  log: { readonly deployment: string; readonly publicKey: string },
): WitnessDecision {
  const stated = parseCheckpoint(request.note)
  if (stated === null) return refused(400, 'not a checkpoint')
  if (stated.deployment !== log.deployment) return refused(404, 'another log')
  const checkpoint = verifyCheckpoint(request.note, log.publicKey, log.deployment)
  if (checkpoint === null) return refused(403, "not signed by the log's key")
  const { oldSize, consistency } = request
  if (oldSize > checkpoint.size) return refused(400, 'the old size is beyond the checkpoint')
  if (oldSize !== state.size) return refused(409, `the last size is ${state.size}`)
  if (oldSize === checkpoint.size && checkpoint.root !== state.root)
    return refused(422, 'the log has two different roots for the same size')
  const consistent = verifyConsistency({
    oldSize,
    oldRoot: state.root,
    newSize: checkpoint.size,
    newRoot: checkpoint.root,
    path: consistency,
  })
  return consistent
    ? { sign: true, checkpoint }
    : refused(422, 'the checkpoint does not extend the one that was signed last')
}
