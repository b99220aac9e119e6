/**
 * The log's tree as perfect subtrees: computes which subtrees make up a root, an inclusion path or a consistency proof.
 * A log that stores the hash of every complete subtree needs at most about 2·log2(size) hashes for each of these.
 *
 * The subtree of level l and position p covers the leaves p·2^l … (p+1)·2^l − 1. Level 0 contains the leaves.
 */
import { nodeHash, treeRoot } from './log.ts'

export type Subtree = { readonly level: number; readonly position: number }

/** One hash of a path, given as the perfect subtrees that it is computed from, left to right. */
export type Part = readonly Subtree[]

/** Computes the hash of a part from the hashes of its subtrees, left to right (RFC 6962 splits off the largest first). */
export function foldHashes(hashes: readonly string[]): string {
  return hashes.length === 0 ? treeRoot([]) : hashes.reduceRight((right, left) => nodeHash(left, right))
}

/** The subtrees that the root over the first `size` leaves is computed from. */
export function rootPart(size: number): Part {
  checkSize(size)
  return range(0, size)
}

/** The audit path of leaf `index` in the tree of `size` leaves. @throws RangeError for an index outside the tree */
export function inclusionParts(index: number, size: number): Part[] {
  checkSize(size)
  if (!(Number.isSafeInteger(index) && index >= 0 && index < size)) throw new RangeError('no such leaf')
  const parts: Part[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + split(to - from)
    parts.push(index < middle ? range(middle, to) : range(from, middle))
    if (index < middle) to = middle
    else from = middle
  }
  return parts.toReversed()
}

/** The proof that the tree of `newSize` leaves extends that of `oldSize`. @throws RangeError unless 0 ≤ old ≤ new */
export function consistencyParts(oldSize: number, newSize: number): Part[] {
  checkSize(newSize)
  if (!(Number.isSafeInteger(oldSize) && oldSize >= 0 && oldSize <= newSize))
    throw new RangeError('no such size')
  if (oldSize === 0) return []
  const parts: Part[] = []
  let [from, to] = [0, newSize]
  while (oldSize < to) {
    const middle = from + split(to - from)
    parts.push(oldSize <= middle ? range(middle, to) : range(from, middle))
    if (oldSize <= middle) to = middle
    else from = middle
  }
  // The client already has the root of the old tree. The proof must contain this subtree only when it is not that tree.
  if (from > 0) parts.push(range(from, to))
  return parts.toReversed()
}

/** A stored subtree with its hash. */
export type Hashed = Subtree & { readonly hash: string }

/**
 * The subtrees that become complete when leaves are appended, including the leaves themselves (level 0).
 * @param size number of leaves before
 * @param edge the hashes of `rootPart(size)`
 */
export function completedBy(size: number, edge: readonly string[], leaves: readonly string[]): Hashed[] {
  const open = new Map(rootPart(size).map(({ level }, i) => [level, edge[i]!]))
  const completed: Hashed[] = []
  leaves.forEach((leaf, i) => {
    let node: Hashed = { level: 0, position: size + i, hash: leaf }
    completed.push(node)
    while (node.position % 2 === 1) {
      const left = open.get(node.level)
      if (left === undefined) throw new Error(`the tree lacks its left side at level ${node.level}`)
      open.delete(node.level)
      node = {
        level: node.level + 1,
        position: Math.floor(node.position / 2),
        hash: nodeHash(left, node.hash),
      }
      completed.push(node)
    }
    open.set(node.level, node.hash)
  })
  return completed
}

function checkSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError('a size is a whole number')
}

/** The perfect subtrees that cover the leaves from … to − 1. `from` must be a boundary at which the RFC splits the tree. */
function range(from: number, to: number): Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = from; at < to;) {
    let level = 0
    while (at + 2 ** (level + 1) <= to && at % 2 ** (level + 1) === 0) level++
    subtrees.push({ level, position: at / 2 ** level })
    at += 2 ** level
  }
  return subtrees
}

/** The largest power of two below n (n ≥ 2). */
function split(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}
