/** The ids of purchases: the same call makes the same id in every seller, so that a repeated call finds its purchase. */
import { uuidv8 } from '../../../platform/random.ts'

/** Where the text of a UUID has its version, and how long the 48 bits of its time are. */
const VERSION_AT = 14
const TIME_LENGTH = 13

/**
 * The purchase's id: SHA-256 over member and request id, as a UUIDv8. The time of a request id of version 7 stays at the
 * front, so that new purchases of a subject go to the right end of its indexes and not to random pages.
 */
export function purchaseId(member: string, requestId: string): string {
  const request = requestId.toLowerCase()
  const id = uuidv8(`fairlot/purchase/1\0${member}\0${request}`)
  return request[VERSION_AT] === '7' ? request.slice(0, TIME_LENGTH) + id.slice(TIME_LENGTH) : id
}
