/**
 * Keeps the session's sign key so that page scripts can use it but not read it: as a non-extractable WebCrypto key in
 * IndexedDB. WebCrypto exists only on https and localhost. On a plain http origin (a sandbox in a home network) the key
 * is stored as text, and the hash comes from a library.
 */
import { fromHex, toHex, utf8 } from '@fairlot/fairness/bytes'
import { digest, dropKey, signWith, storedKey, storeKey } from './key-store.ts'

/** Used only where WebCrypto is missing. */
const PLAIN_KEY = 'fairlot.sign-key'

const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle

/** The session's key, also in memory, so that a browser without IndexedDB works until the page closes. */
let held: CryptoKey | undefined

/** Stores the key of a new session. `hex` is 32 bytes; where WebCrypto exists, it is not stored as text. */
export async function keepSigner(hex: string): Promise<void> {
  if (!subtle) {
    localStorage.setItem(PLAIN_KEY, hex)
    return
  }
  const key = await subtle.importKey(
    'raw',
    Uint8Array.from(fromHex(hex, 32)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  held = key
  await storeKey(key).catch(() => {
    // Some browsers refuse IndexedDB in private windows. The key in memory works until the page closes.
  })
}

/** Deletes the key when the session ends. */
export async function forgetSigner(): Promise<void> {
  held = undefined
  if (!subtle) {
    localStorage.removeItem(PLAIN_KEY)
    return
  }
  await dropKey().catch(() => {
    // Nothing was stored (see keepSigner).
  })
}

/** hex SHA-256 of `text`. */
export async function sha256(text: string): Promise<string> {
  if (subtle) return digest(subtle, text)
  const library = await import('@fairlot/fairness/hash')
  return toHex(library.sha256(utf8(text)))
}

/** hex HMAC-SHA256 of `text`; an empty string without a key, which the server answers with flag 1002. */
export async function sign(text: string): Promise<string> {
  if (!subtle) {
    const plain = localStorage.getItem(PLAIN_KEY)
    if (plain === null) return ''
    const { hmacSha256 } = await import('@fairlot/fairness/hash')
    return toHex(hmacSha256(fromHex(plain, 32), utf8(text)))
  }
  held ??= await storedKey()
  if (!held) return ''
  return signWith(subtle, held, text)
}

/** Another tab started or ended a session: reads the key again with the next call. */
export function rereadSigner(): void {
  held = undefined
}
