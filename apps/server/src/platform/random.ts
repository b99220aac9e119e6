/** Randomness is an input: ids, tokens, codes and salts come from here. Draws do not. */
import { createHash, randomBytes, randomInt } from 'node:crypto'

export type Random = {
  bytes(length: number): Uint8Array
  /** uniform integer n, 0 ≤ n < limit */
  below(limit: number): number
}

export const systemRandom: Random = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
  below: (limit) => randomInt(limit),
}

/** UUIDv7: 48 bits of Unix milliseconds, then random bits. New keys go to the right end of an index. */
export function uuidv7(now: number, random: Random): string {
  const bytes = random.bytes(16)
  let ms = now
  for (let i = 5; i >= 0; i--) {
    bytes[i] = ms % 256
    ms = Math.floor(ms / 256)
  }
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return uuidText(bytes)
}

/** UUIDv8: 122 bits of the SHA-256 of a text, so that equal texts give equal ids. */
export function uuidv8(text: string): string {
  const bytes = new Uint8Array(createHash('sha256').update(text).digest().subarray(0, 16))
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return uuidText(bytes)
}

/** Lower-case text of 16 bytes. */
function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
