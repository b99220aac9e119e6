/**
 * Checkpoints of the log as C2SP signed notes (c2sp.org/signed-note, c2sp.org/tlog-checkpoint). Existing witness
 * software can co-sign them. The format:
 *
 *     fairlot/<deployment>
 *     <size>
 *     <base64 root>
 *     head <hex>
 *     time <ms>
 *     (empty line)
 *     — fairlot/<deployment> <base64 of key id and Ed25519 signature>
 */
import { fromHex, isHex, toHex, utf8 } from './bytes.ts'
import { publicKeyOf, signBytes, type VerifyBytes, verifyBytes } from './signatures/ed25519.ts'
import {
  fromBase64,
  isSignatureLine,
  KEY_NAME,
  type NoteKey,
  signatureLine,
  signatureOf,
  toBase64,
} from './note.ts'

export type Checkpoint = {
  readonly deployment: string
  /** number of entries */
  readonly size: number
  /** RFC 6962 root, hex */
  readonly root: string
  /** chained head, hex */
  readonly head: string
  /** when it was signed, Unix milliseconds */
  readonly timeMs: number
}

const ORIGIN = 'fairlot/'
const BODY =
  /^fairlot\/([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\nhead ([0-9a-f]{64})\ntime (0|[1-9][0-9]{0,15})\n$/

const TREE = /^[^\n]*\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n/

/** The text that is signed, with its final line feed. @throws RangeError for values that the format cannot express */
export function checkpointText({ deployment, size, root, head, timeMs }: Checkpoint): string {
  if (!KEY_NAME.test(deployment))
    throw new RangeError('a deployment is printable ASCII without spaces and plus')
  if (![size, timeMs].every((n) => Number.isSafeInteger(n) && n >= 0) || !isHex(head, 32)) {
    throw new RangeError('size, head or time of a checkpoint is malformed')
  }
  return `${ORIGIN}${deployment}\n${size}\n${toBase64(fromHex(root, 32))}\nhead ${head}\ntime ${timeMs}\n`
}

/** The note key of a deployment's log; its name is the log's origin. @param publicKey 32 bytes hex */
export function logKey(deployment: string, publicKey: string): NoteKey {
  return { name: ORIGIN + deployment, kind: 1, publicKey }
}

/** The part of a note that is signed, with its final line feed. */
export function noteBody(note: string): string {
  return note.slice(0, note.indexOf('\n\n') + 1)
}

/** Signs a checkpoint and returns the note. @param secretKey 32 bytes hex */
export function signCheckpoint(secretKey: string, checkpoint: Checkpoint): string {
  const text = checkpointText(checkpoint)
  const key = logKey(checkpoint.deployment, publicKeyOf(secretKey))
  return `${text}\n${signatureLine(key, signBytes(secretKey, utf8(text)))}\n`
}

/** Parses a note without checking its signatures. Returns null when the text is not a checkpoint of a Fairlot log. */
export function parseCheckpoint(
  note: string,
): (Checkpoint & { readonly signatures: readonly string[] }) | null {
  const end = note.indexOf('\n\n')
  if (end < 0 || note.length > 16_384 || !note.endsWith('\n')) return null
  const match = BODY.exec(note.slice(0, end + 1))
  const signatures = note.slice(end + 2, -1).split('\n')
  if (!match || !signatures.every(isSignatureLine)) return null
  const [, deployment, size, root, head, time] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const bytes = fromBase64(root)
  if (!bytes || !KEY_NAME.test(deployment) || ![Number(size), Number(time)].every(Number.isSafeInteger))
    return null
  return { deployment, size: Number(size), root: toHex(bytes), head, timeMs: Number(time), signatures }
}

/**
 * Size and root (hex) from the second and third line of a note. The rest of the note may be malformed. Returns null when
 * these two lines cannot be read.
 */
export function statedTree(note: string): Pick<Checkpoint, 'size' | 'root'> | null {
  const [, size, root] = TREE.exec(note) ?? []
  const bytes = root === undefined ? null : fromBase64(root)
  return bytes && Number.isSafeInteger(Number(size)) ? { size: Number(size), root: toHex(bytes) } : null
}

/**
 * Returns the checkpoint of a note when the key (32 bytes hex) signed it for this deployment, otherwise null.
 * The note must have exactly one signature line of this key. It may have lines of other keys (witnesses), which are not
 * verified here but must be well-formed.
 * @param verify another implementation of Ed25519, for programs that verify many checkpoints
 */
export function verifyCheckpoint(
  note: string,
  publicKey: string,
  deployment: string,
  verify: VerifyBytes = verifyBytes,
): Checkpoint | null {
  const parsed = parseCheckpoint(note)
  if (!parsed || parsed.deployment !== deployment || !isHex(publicKey, 32)) return null
  const key = logKey(deployment, publicKey)
  const { signatures, ...checkpoint } = parsed
  const ours = signatures.map((line) => signatureOf(line, key)).filter((bytes) => bytes !== null)
  return ours.length === 1 && verify(publicKey, utf8(noteBody(note)), ours[0]!) ? checkpoint : null
}
