/** The proof that a member's balance is in the total of a day. */
import { ownedLeaf } from '@fairlot/fairness/solvency/owned-leaf'
import {
  levelsOver,
  solvencyLeaf,
  solvencyPath,
  type SolvencyNode,
  type SolvencyStep,
} from '@fairlot/fairness/solvency/solvency'
import type { Executor } from '../../../platform/db.ts'
import { BLOCK, OWNED_PARTS } from './solvency-tree.queries.ts'
import { leafOf, leavesOf, siblingsOf, type StoredLeaf } from './solvency.queries.ts'

export const amountOf = (leaf: StoredLeaf): bigint => OWNED_PARTS.reduce((sum, part) => sum + leaf[part], 0n)

/** The leaf as its version hashes it. */
export function hashedLeaf(leaf: StoredLeaf): SolvencyNode {
  const { nonce, memberId, owner } = leaf
  const amount = amountOf(leaf)
  return owner === null ? solvencyLeaf({ nonce, memberId, amount }) : ownedLeaf({ nonce, owner, amount })
}

export type Inclusion = { leaf: StoredLeaf; path: SolvencyStep[] }

/** @returns null when the tree of this day has no leaf of the member, or its leaves are deleted */
export async function inclusionOf(db: Executor, day: string, memberId: string): Promise<Inclusion | null> {
  const leaf = await leafOf(db, day, memberId)
  if (!leaf) return null
  const block = Math.floor(leaf.place / BLOCK)
  const leaves = await leavesOf(db, day, block)
  const above = await siblingsOf(db, day, leaf.place)
  const at = leaf.place - block * BLOCK
  // deleted in the meantime
  if (leaves[at]?.memberId !== memberId) return null
  const below = solvencyPath(levelsOver(leaves.map(hashedLeaf)), at)
  return { leaf, path: [...below, ...above.map(stepOf)] }
}

const stepOf = ({ place, hash, sum }: { place: number; hash: string; sum: bigint }): SolvencyStep => ({
  side: place % 2 === 0 ? 'left' : 'right',
  hash,
  sum,
})
