/** The keys of a purchase: the same call makes the same id in every seller, so that a repeated call finds its purchase. */
import { hash } from 'node:crypto'
import { purchaseId } from '@fairlot/fairness/purchase-id'
import type { PurchaseRequest } from './purchase.ts'

/** Half the time of the hash in JavaScript; the hot path makes one for each purchase. */
const sha256 = (text: string): Uint8Array => hash('sha256', text, 'buffer')

/**
 * What a member's request id makes of a purchase. Every seller begins with it.
 * @param requestId UUID text, as the member's device chose it
 */
export function purchaseKeys(
  member: string,
  requestId: string,
): Pick<PurchaseRequest, 'id' | 'member' | 'requestId'> {
  return { id: purchaseId(member, requestId, sha256), member, requestId }
}
