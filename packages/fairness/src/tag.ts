/** The member tag: lets members find their own row in a published draw, and nobody else's. */
import { fromHex, label, toHex, utf8 } from './bytes.ts'
import { hmacSha256 } from './hash.ts'

/**
 * First 16 hex digits of HMAC-SHA256(tag key, "fairlot/tag/1\0" ‖ member id).
 * @param tagKey the or round's own key, 32 bytes hex
 * @param memberId lower-case UUID text
 */
export function memberTag(tagKey: string, memberId: string): string {
  return toHex(hmacSha256(fromHex(tagKey, 32), label('fairlot/tag/1'), utf8(memberId)).subarray(0, 8))
}
