/** Signed notes (c2sp.org/signed-note): signature lines, key ids, and keys as text. */
import { concat, fromHex, toHex, utf8 } from './bytes.ts'
import { sha256 } from './hash.ts'

/** What signs with a key: 1 an Ed25519 note signature, 4 a timestamped cosignature of a witness. */
export type KeyKind = 1 | 4

/** A key with its name: who signs. */
export type NoteKey = {
  readonly name: string
  readonly kind: KeyKind
  /** 32 bytes hex */
  readonly publicKey: string
}

/** A key name has neither spaces nor a plus sign. */
export const KEY_NAME = /^[\x21-\x2a\x2c-\x7e]{1,200}$/
const LINE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/

/** First 4 bytes of SHA256(name ‖ LF ‖ kind ‖ public key). */
export function keyId({ name, kind, publicKey }: NoteKey): Uint8Array {
  return sha256(utf8(`${name}\n`), Uint8Array.of(kind), fromHex(publicKey, 32)).subarray(0, 4)
}

/** The line of a signature, without its line feed. */
export function signatureLine(key: NoteKey, signature: Uint8Array): string {
  return `— ${key.name} ${toBase64(concat(keyId(key), signature))}`
}

/** True for what a signature line looks like, whoever signed. */
export function isSignatureLine(line: string): boolean {
  const encoded = LINE.exec(line)?.[2]
  return encoded !== undefined && fromBase64(encoded) !== null
}

/** The signature bytes of a line of this key; null for another key's line and for what is none. */
export function signatureOf(line: string, key: NoteKey): Uint8Array | null {
  const [, signer, encoded] = LINE.exec(line) ?? []
  const bytes = encoded === undefined ? null : fromBase64(encoded)
  if (signer !== key.name || !bytes || toHex(bytes.subarray(0, 4)) !== toHex(keyId(key))) return null
  return bytes.subarray(4)
}

/** The key as one text: `<name>+<key id hex>+<base64 of kind and key>`. */
export function formatKey(key: NoteKey): string {
  const material = concat(Uint8Array.of(key.kind), fromHex(key.publicKey, 32))
  return `${key.name}+${toHex(keyId(key))}+${toBase64(material)}`
}

/** Reads a key's text; null when it is none of these kinds, or its id is not that of the key. */
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

/** Strict: the one base64 text of the bytes, or null. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : null
}
