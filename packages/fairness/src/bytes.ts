/**
 * Byte strings: the encodings that the formulas use. The code runs the same in Node and in a browser.
 */

const HEX = /^[0-9a-f]*$/
const PRINTABLE = /^[\x21-\x7e]+$/
const DIGITS = '0123456789abcdef'
const encoder = new TextEncoder()

/** True for lower-case hex of exactly `bytes` bytes; without `bytes`, of any whole number of bytes. */
export function isHex(text: string, bytes?: number): boolean {
  return text.length % 2 === 0 && (bytes === undefined || text.length === bytes * 2) && HEX.test(text)
}

/** The bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += DIGITS[byte >> 4]! + DIGITS[byte & 15]!
  return text
}

/**
 * Decodes lower-case hex. With `length`, the text must have exactly that many bytes.
 * @throws RangeError when the text is not lower-case hex or has a different length
 */
export function fromHex(text: string, length?: number): Uint8Array {
  if (!isHex(text, length)) {
    throw new RangeError(
      length === undefined ? 'not lower-case hex' : `not lower-case hex of ${length} bytes`,
    )
  }
  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = digitAt(text, 2 * i) * 16 + digitAt(text, 2 * i + 1)
  return bytes
}

/** The value of a digit of a text that is known to be lower-case hex. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 58 ? code - 48 : code - 87
}

/** UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/**
 * A domain label, which precedes hashed bytes: ASCII followed by one NUL.
 * @throws RangeError when the name is not printable ASCII without spaces
 */
export function label(name: string): Uint8Array {
  if (!PRINTABLE.test(name)) throw new RangeError('a label is printable ASCII without spaces')
  return utf8(name + '\0')
}

/** Encodes `value` as 4 bytes, big-endian. @throws RangeError outside 0…2^32−1 */
export function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, checkU32(value))
  return bytes
}

/** Encodes `value` as 8 bytes, big-endian. @throws RangeError outside 0…2^64−1, or for an unsafe number */
export function u64(value: number | bigint): Uint8Array {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError('not a safe integer')
  const wide = BigInt(value)
  if (wide < 0n || wide >= 1n << 64n) throw new RangeError('outside of 64 bits')
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, wide)
  return bytes
}

/** Returns the value when it fits 32 unsigned bits. @throws RangeError otherwise */
export function checkU32(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw new RangeError('outside of 32 bits')
  return value
}

/** Concatenates the parts. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Reads the bytes as one big-endian unsigned integer (`int` in the formulas). */
export function bigEndian(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt('0x' + toHex(bytes))
}
