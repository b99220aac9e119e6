/**
 * The leaves of version 3 in the proof of solvency: they bind the member's phone number, which the member knows, instead of an id that
 * the house gives. So two members with equal balances cannot be shown one leaf. The tree is that of solvency.ts.
 */
import { fromHex, isHex, label, toHex, u64, utf8 } from '../bytes.ts'
import { sha256 } from '../hash.ts'
import { fits, leadsTo, type SolvencyNode, type SolvencyStep } from './solvency.ts'

export type OwnedLeaf = {
  /** 32 random bytes, hex; without it, the amount could be guessed from the leaf's hash */
  readonly nonce: string
  /** hash of the owner, hex ({@link ownerHash}) */
  readonly owner: string
  readonly amount: bigint
}

/** SHA256("fairlot/owner/1\0" ‖ phone), hex. @param phone in the form of E.164, e.g. `+8801700000001` */
export function ownerHash(phone: string): string {
  return toHex(sha256(label('fairlot/owner/1'), utf8(phone)))
}

/** leaf = SHA256("fairlot/leaf/2\0" ‖ nonce ‖ owner ‖ u64(amount)). */
export function ownedLeaf({ nonce, owner, amount }: OwnedLeaf): SolvencyNode {
  const hash = sha256(label('fairlot/leaf/2'), fromHex(nonce, 32), fromHex(owner, 32), u64(amount))
  return { hash: toHex(hash), sum: amount }
}

/** True when the path leads from the member's leaf to the published root and total. */
export function verifyOwned(
  leaf: OwnedLeaf,
  path: readonly SolvencyStep[],
  published: { readonly root: string; readonly total: bigint },
): boolean {
  const isLeaf = isHex(leaf.nonce, 32) && isHex(leaf.owner, 32) && fits(leaf.amount)
  return isLeaf && leadsTo(ownedLeaf(leaf), path, published)
}
