/** The member tag: members can find their own rows in a published draw, but cannot recognise the rows of others. */
import { fromHex, label, toHex, utf8 } from './bytes.ts'
import { hmacSha256 } from './hash.ts'

/**
 * First 16 hex digits of HMAC-SHA256(tag key, "fairlot/tag/1\0" ‖ member id).
 * @param tagKey the key of the issue or round, 32 bytes hex
 * @param memberId lower-case UUID text
 */
export function memberTag(tagKey: string, memberId: string): string {
  return toHex(hmacSha256(fromHex(tagKey, 32), label('fairlot/tag/1'), utf8(memberId)).subarray(0, 8))
}
