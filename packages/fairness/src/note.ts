/** Signed notes (c2sp.org/signed-note): signature lines, key ids, and the text form of keys. */
import { concat, fromHex, toHex, utf8 } from './bytes.ts'
import { sha256 } from './hash.ts'

/** The kind of signature that a key makes: 1 an Ed25519 note signature, 4 a witness' timestamped cosignature. */
export type KeyKind = 1 | 4

/** A public key and the name of its owner. */
export type NoteKey = {
  readonly name: string
  readonly kind: KeyKind
  /** 32 bytes hex */
  readonly publicKey: string
}

/** A key name has 1 to 200 printable ASCII characters, without spaces and plus signs. */
export const KEY_NAME = /^[\x21-\x2a\x2c-\x7e]{1,200}$/
const LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/

/** First 4 bytes of SHA256(name ‖ LF ‖ kind ‖ public key). */
export function keyId({ name, kind, publicKey }: NoteKey): Uint8Array {
  return sha256(utf8(`${name}\n`), Uint8Array.of(kind), fromHex(publicKey, 32)).subarray(0, 4)
}

/** The signature line of a note, without its line feed. */
export function signatureLine(key: NoteKey, signature: Uint8Array): string {
  return `— ${key.name} ${toBase64(concat(keyId(key), signature))}`
}

/** True when the line has the form of a signature line, of any key. Does not verify the signature. */
export function isSignatureLine(line: string): boolean {
  const encoded = LINE.exec(line)?.[2]
  return encoded !== undefined && fromBase64(encoded) !== null
}

/** The signature bytes of a line of this key. Returns null for a line of another key and for a malformed line. */
export function signatureOf(line: string, key: NoteKey): Uint8Array | null {
  const [, signer, encoded] = LINE.exec(line) ?? []
  const bytes = encoded === undefined ? null : fromBase64(encoded)
  if (signer !== key.name || !bytes || toHex(bytes.subarray(0, 4)) !== toHex(keyId(key))) return null
  return bytes.subarray(4)
}

/** The text form of a key: `<name>+<key id hex>+<base64 of kind and key>`. */
export function formatKey(key: NoteKey): string {
  const material = concat(Uint8Array.of(key.kind), fromHex(key.publicKey, 32))
  return `${key.name}+${toHex(keyId(key))}+${toBase64(material)}`
}

/** Parses a key's text form. Returns null when it is malformed, of another kind, or has a wrong key id. */
export function parseKey(text: string): NoteKey | null {
  const [, name, id, encoded] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const bytes = encoded === undefined ? null : fromBase64(encoded)
  const kind = bytes?.[0]
  if (name === undefined || !KEY_NAME.test(name) || bytes?.length !== 33 || (kind !== 1 && kind !== 4))
    return null
  const key: NoteKey = { name, kind, publicKey: toHex(bytes.subarray(1)) }
  return toHex(keyId(key)) === id ? key : null
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Decodes base64 strictly: only the text that `toBase64` writes is accepted. Returns null for any other text. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : null
}
