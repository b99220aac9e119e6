/**
 * Witnesses of the log: the cosignatures of c2sp.org/tlog-cosignature (version 1, Ed25519) and the request of
 * c2sp.org/tlog-witness, with which a log asks for one. A witness signs only what extends what it signed before, so
 * that a log cannot show different people different histories.
 */
import { concat, fromHex, toHex, u64, utf8 } from './bytes.ts'
import { type Checkpoint, noteBody, parseCheckpoint, verifyCheckpoint } from './checkpoint.ts'
import { publicKeyOf, signBytes, verifyBytes } from './ed25519.ts'
import { treeRoot, verifyConsistency } from './log.ts'
import { fromBase64, type NoteKey, signatureLine, signatureOf, toBase64 } from './note.ts'

/** The most lines of a consistency proof in a request. */
const MOST_LINES = 63
const OLD = /^old (0|[1-9][0-9]{0,15})$/

/** The key of a witness: what its cosignatures are checked with. @param publicKey 32 bytes hex */
export function witnessKey(name: string, publicKey: string): NoteKey {
  return { name, kind: 4, publicKey }
}

/**
 * A witness' signature line on a checkpoint's note, without its line feed.
 * @param secretKey 32 bytes hex
 * @param seconds Unix time at which the witness signs
 */
export function cosign(secretKey: string, name: string, note: string, seconds: number): string {
  const signature = signBytes(secretKey, cosigned(note, seconds))
  return signatureLine(witnessKey(name, publicKeyOf(secretKey)), concat(u64(seconds), signature))
}

/** When (Unix seconds) the witness signed this note with this line, or null when it did not. */
export function verifyCosignature(note: string, line: string, key: NoteKey): number | null {
  const bytes = key.kind === 4 ? signatureOf(line, key) : null
  if (bytes?.length !== 72) return null
  const seconds = Number(BigInt('0x' + toHex(bytes.subarray(0, 8))))
  if (!Number.isSafeInteger(seconds)) return null
  return verifyBytes(key.publicKey, cosigned(note, seconds), bytes.subarray(8)) ? seconds : null
}

function cosigned(note: string, seconds: number): Uint8Array {
  return utf8(`cosignature/v1\ntime ${seconds}\n${noteBody(note)}`)
}

/** What a log sends to a witness: its checkpoint, and the proof that it extends the witness' last one. */
export type WitnessRequest = {
  /** size that the witness has signed last, as far as the log knows */
  readonly oldSize: number
  /** hex */
  readonly consistency: readonly string[]
  readonly note: string
}

/** The body of `add-checkpoint`. */
export function formatWitnessRequest({ oldSize, consistency, note }: WitnessRequest): string {
  const lines = consistency.map((hash) => `${toBase64(fromHex(hash, 32))}\n`)
  return `old ${oldSize}\n${lines.join('')}\n${note}`
}

/** Reads the body of `add-checkpoint`; null for anything else. */
export function parseWitnessRequest(body: string): WitnessRequest | null {
  const end = body.indexOf('\n\n')
  if (end < 0) return null
  const [first, ...lines] = body.slice(0, end).split('\n')
  const oldSize = Number(OLD.exec(first ?? '')?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(oldSize) || lines.length > MOST_LINES) return null
  const hashes = lines.map(fromBase64)
  if (hashes.some((bytes) => bytes?.length !== 32)) return null
  return { oldSize, consistency: hashes.map((bytes) => toHex(bytes!)), note: body.slice(end + 2) }
}

/** What a witness has signed last. */
export type WitnessState = { readonly size: number; readonly root: string }

export const NOTHING_WITNESSED: WitnessState = { size: 0, root: treeRoot([]) }

/** `sign`: this is the new state, and the note may be signed. Otherwise the protocol's status, and why. */
export type WitnessDecision =
  | { readonly sign: true; readonly checkpoint: Checkpoint }
  | { readonly sign: false; readonly status: 400 | 403 | 404 | 409 | 422; readonly reason: string }

const refused = (status: 400 | 403 | 404 | 409 | 422, reason: string): WitnessDecision => ({
  sign: false,
  status,
  reason,
})

/**
 * Whether a witness may sign: the log's key signed the checkpoint, and it extends what was signed last.
 * @param log whose log, and its key (32 bytes hex)
 */
export function judge(
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
    return refused(409, 'the log shows two histories of the same size')
  const consistent = verifyConsistency({
    oldSize,
    oldRoot: state.root,
    newSize: checkpoint.size,
    newRoot: checkpoint.root,
    path: consistency,
  })
  return consistent
    ? { sign: true, checkpoint }
    : refused(422, 'the log does not extend what was signed before')
}
