/**
 * The id of a purchase, of which the log's rows will name a claim: the device of the member chooses the request id, so two
 * members cannot be told that one row is theirs. The device, and `verify` for other people, recompute the id.
 */
import { toHex, utf8 } from './bytes.ts'
import { sha256 } from './hash.ts'

/** Where the text of a UUID has its version, and how long the 48 bits of its time are. */
const VERSION_AT = 14
const TIME_LENGTH = 13

/**
 * The first 16 bytes of SHA256("fairlot/purchase/1\0" ‖ member ‖ "\0" ‖ request id in lower case) as a UUID of version 8
 * (RFC 9562, section 5.8). A request id of version 7 gives the id its first 13 characters, the time, so that new purchases
 * of a subject go to the right end of its indexes and not to random pages.
 * @param member lower-case UUID text
 * @param request UUID text in any case
 * @param digest SHA-256 of a text in UTF-8; a server hands in the faster one of its platform
 */
export function purchaseId(
  member: string,
  request: string,
  digest: (text: string) => Uint8Array = sha256Of,
): string {
  const chosen = request.toLowerCase()
  const bytes = new Uint8Array(digest(`fairlot/purchase/1\0${member}\0${chosen}`).subarray(0, 16))
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = toHex(bytes)
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  return chosen[VERSION_AT] === '7' ? chosen.slice(0, TIME_LENGTH) + id.slice(TIME_LENGTH) : id
}

const sha256Of = (text: string): Uint8Array => sha256(utf8(text))
