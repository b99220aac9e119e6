/**
 * Proof of solvency: a Merkle-sum tree over the balances of all members. Each member receives a nonce and a path, which
 * prove that the published total includes their balance. Amounts are bigints in 1/10,000 units, 0…2^64−1.
 */
import { concat, fromHex, isHex, label, toHex, u64 } from '../bytes.ts'
import { sha256 } from '../hash.ts'

export type SolvencyLeaf = {
  /** 32 random bytes, hex; without it, the amount could be guessed from the leaf's hash */
  readonly nonce: string
  /** lower-case UUID text */
  readonly memberId: string
  readonly amount: bigint
}

export type SolvencyNode = { readonly hash: string; readonly sum: bigint }

/** One sibling on the path to the root; `side` is the side on which the sibling is. */
export type SolvencyStep = SolvencyNode & { readonly side: 'left' | 'right' }

/** leaf = SHA256("fairlot/leaf/1\0" ‖ nonce ‖ member id ‖ "\0" ‖ u64(amount)). */
export function solvencyLeaf({ nonce, memberId, amount }: SolvencyLeaf): SolvencyNode {
  const hash = sha256(label('fairlot/leaf/1'), fromHex(nonce, 32), label(memberId), u64(amount))
  return { hash: toHex(hash), sum: amount }
}

/** node = SHA256("fairlot/node/1\0" ‖ u64(sum left) ‖ left ‖ u64(sum right) ‖ right); its sum is both sums. */
export function solvencyNode(left: SolvencyNode, right: SolvencyNode): SolvencyNode {
  const hash = sha256(concat(label('fairlot/node/1'), side(left), side(right)))
  return { hash: toHex(hash), sum: left.sum + right.sum }
}

function side(node: SolvencyNode): Uint8Array {
  return concat(u64(node.sum), fromHex(node.hash, 32))
}

/**
 * The leaves in the order of a published tree: ascending by nonce.
 * @throws RangeError when a nonce occurs twice
 */
export function sortLeaves<L extends { readonly nonce: string }>(leaves: readonly L[]): L[] {
  const sorted = leaves.toSorted((a, b) => (a.nonce < b.nonce ? -1 : 1))
  if (sorted.some((leaf, i) => leaf.nonce === sorted[i - 1]?.nonce))
    throw new RangeError('a nonce occurs twice')
  return sorted
}

/**
 * All levels of the tree over the leaves in the given order, from the leaves to the root. A last node without a sibling
 * moves to the next level unchanged. A published tree uses the order of {@link sortLeaves}.
 * @throws RangeError when there are no leaves or the total exceeds 64 bits
 */
export function solvencyLevels(leaves: readonly SolvencyLeaf[]): SolvencyNode[][] {
  return levelsOver(leaves.map(solvencyLeaf))
}

/** The levels over hashed leaves, as {@link solvencyLevels}. */
export function levelsOver(leaves: readonly SolvencyNode[]): SolvencyNode[][] {
  if (leaves.length === 0) throw new RangeError('no leaves')
  const levels: SolvencyNode[][] = [[...leaves]]
  for (let level = levels[0]!; level.length > 1; levels.push(level)) {
    const below = level
    level = []
    for (let i = 0; i < below.length; i += 2) {
      const right = below[i + 1]
      level.push(right ? solvencyNode(below[i]!, right) : below[i]!)
    }
  }
  u64(levels.at(-1)![0]!.sum)
  return levels
}

/** Root and total of the tree over the leaves in the given order. */
export function solvencyRoot(leaves: readonly SolvencyLeaf[]): { root: string; total: bigint } {
  const top = solvencyLevels(leaves).at(-1)![0]!
  return { root: top.hash, total: top.sum }
}

/**
 * The path of the leaf at `index`. Levels at which the node moved up without a sibling have no step.
 * @throws RangeError for an index outside the tree
 */
export function solvencyPath(levels: readonly (readonly SolvencyNode[])[], index: number): SolvencyStep[] {
  if (!levels[0]?.[index]) throw new RangeError('no such leaf')
  const path: SolvencyStep[] = []
  let at = index
  for (const level of levels.slice(0, -1)) {
    const sibling = level[at ^ 1]
    if (sibling) path.push({ side: at % 2 === 0 ? 'right' : 'left', hash: sibling.hash, sum: sibling.sum })
    at >>= 1
  }
  return path
}

/** True when the path leads from the member's leaf to the published root and total. */
export function verifySolvency(
  leaf: SolvencyLeaf,
  path: readonly SolvencyStep[],
  published: { readonly root: string; readonly total: bigint },
): boolean {
  return isHex(leaf.nonce, 32) && fits(leaf.amount) && leadsTo(solvencyLeaf(leaf), path, published)
}

/** True when the path leads from a hashed leaf to the published root and total. */
export function leadsTo(
  leaf: SolvencyNode,
  path: readonly SolvencyStep[],
  published: { readonly root: string; readonly total: bigint },
): boolean {
  if (!path.every((step) => isHex(step.hash, 32))) return false
  let node = leaf
  for (const step of path) {
    if (!fits(step.sum) || !fits(node.sum + step.sum)) return false
    node = step.side === 'left' ? solvencyNode(step, node) : solvencyNode(node, step)
  }
  return node.hash === published.root && node.sum === published.total
}

/** Whether an amount has 64 bits. */
export function fits(sum: bigint): boolean {
  return sum >= 0n && sum < 1n << 64n
}
