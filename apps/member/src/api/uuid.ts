/**
 * A UUID of version 7: 48 bits of Unix milliseconds, then random bits. The server derives ids from it that sort by time, which
 * keeps its indexes compact. `crypto.randomUUID` makes version 4 only, and is missing on plain http origins.
 */
export function uuidv7(now: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const random = Array.from(bytes.subarray(6), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const hex = now.toString(16).padStart(12, '0') + random
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
