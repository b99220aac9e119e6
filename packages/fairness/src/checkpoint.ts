/**
 * Checkpoints of the log as C2SP signed notes (c2sp.org/signed-note, c2sp.org/tlog-checkpoint), so that existing
 * witness software can co-sign them:
 *
 *     fairlot/<deployment>
 *     <size>
 *     <base64 root>
 *     head <hex>
 *     time <ms>
 *     (empty line)
 *     — fairlot/<deployment> <base64 of key id and Ed25519 signature>
 */
import { concat, fromHex, isHex, toHex, utf8 } from './bytes.ts'
import { publicKeyOf, signBytes, verifyBytes } from './ed25519.ts'
import { sha256 } from './hash.ts'

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

const ED25519 = 1
const ORIGIN = 'fairlot/'
const NAME = /^[\x21-\x2a\x2c-\x7e]{1,200}$/ // a key name has neither spaces nor a plus sign
const BODY =
  /^fairlot\/([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\nhead ([0-9a-f]{64})\ntime (0|[1-9][0-9]{0,15})\n$/
const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/

/** The text that is signed, with its final line feed. @throws RangeError for values that have no text form */
export function checkpointText({ deployment, size, root, head, timeMs }: Checkpoint): string {
  if (!NAME.test(deployment)) throw new RangeError('a deployment is printable ASCII without spaces and plus')
  if (![size, timeMs].every((n) => Number.isSafeInteger(n) && n >= 0) || !isHex(head, 32)) {
    throw new RangeError('size, head or time of a checkpoint is malformed')
  }
  return `${ORIGIN}${deployment}\n${size}\n${toBase64(fromHex(root, 32))}\nhead ${head}\ntime ${timeMs}\n`
}

/** The signed note. @param secretKey 32 bytes hex */
export function signCheckpoint(secretKey: string, checkpoint: Checkpoint): string {
  const text = checkpointText(checkpoint)
  const name = ORIGIN + checkpoint.deployment
  const signature = concat(keyId(name, publicKeyOf(secretKey)), signBytes(secretKey, utf8(text)))
  return `${text}\n— ${name} ${toBase64(signature)}\n`
}

/** Reads a note without trusting it. Returns null for anything that is not a checkpoint of ours. */
export function parseCheckpoint(
  note: string,
): (Checkpoint & { readonly signatures: readonly string[] }) | null {
  const end = note.indexOf('\n\n')
  if (end < 0 || note.length > 16_384 || !note.endsWith('\n')) return null
  const match = BODY.exec(note.slice(0, end + 1))
  const signatures = note.slice(end + 2, -1).split('\n')
  if (!match || !signatures.every((line) => SIGNATURE.test(line))) return null
  const [, deployment, size, root, head, time] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const bytes = fromBase64(root)
  if (!bytes || !NAME.test(deployment) || ![Number(size), Number(time)].every(Number.isSafeInteger))
    return null
  return { deployment, size: Number(size), root: toHex(bytes), head, timeMs: Number(time), signatures }
}

/**
 * The checkpoint of a note that the key (32 bytes hex) signed for this deployment, or null.
 * Signatures of other keys (witnesses) may stand beside it. One line of the deployment's key is asked for, and
 * nothing malformed may stand beside it.
 */
export function verifyCheckpoint(note: string, publicKey: string, deployment: string): Checkpoint | null {
  const parsed = parseCheckpoint(note)
  if (!parsed || parsed.deployment !== deployment || !isHex(publicKey, 32)) return null
  const name = ORIGIN + deployment
  const id = toHex(keyId(name, publicKey))
  const text = utf8(note.slice(0, note.indexOf('\n\n') + 1))
  const { signatures, ...checkpoint } = parsed
  const ours = signatures.map((line) => ownSignature(line, name, id)).filter((bytes) => bytes !== null)
  return ours.length === 1 && verifyBytes(publicKey, text, ours[0]!) ? checkpoint : null
}

/** The 64 bytes of a signature line of this key; null for another key's line. */
function ownSignature(line: string, name: string, id: string): Uint8Array | null {
  const [, signer, encoded] = SIGNATURE.exec(line) ?? []
  const bytes = encoded === undefined ? null : fromBase64(encoded)
  if (signer !== name || !bytes || toHex(bytes.subarray(0, 4)) !== id) return null
  return bytes.subarray(4)
}

/** First 4 bytes of SHA256(name ‖ LF ‖ 0x01 ‖ public key). */
function keyId(name: string, publicKey: string): Uint8Array {
  return sha256(utf8(`${name}\n`), Uint8Array.of(ED25519), fromHex(publicKey, 32)).subarray(0, 4)
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Strict: the one base64 text of the bytes, or null. */
function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : null
}
