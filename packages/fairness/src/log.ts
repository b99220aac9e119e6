/**
 * The transparency log: chained heads, and the Merkle tree of RFC 6962 with its inclusion and consistency
 * proofs (sections 2.1.1 and 2.1.2; verified as in RFC 9162, sections 2.1.3.2 and 2.1.4.2).
 *
 * Hashes are lower-case hex of 32 bytes, indexes count from 0, paths are in the RFC's order.
 */
import { concat, fromHex, isHex, label, toHex, utf8 } from './bytes.ts'
import { sha256 } from './hash.ts'

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
const HEAD = Uint8Array.of(2)

/** leaf = SHA256(0x00 ‖ bytes). A string is hashed as its UTF-8 bytes. */
export function leafHash(entry: string | Uint8Array): string {
  return toHex(sha256(LEAF, typeof entry === 'string' ? utf8(entry) : entry))
}

/** head_0 = SHA256("fairlot/log/1\0" ‖ deployment). */
export function firstHead(deployment: string): string {
  return toHex(sha256(label('fairlot/log/1'), utf8(deployment)))
}

/** head_i = SHA256(0x02 ‖ head_(i−1) ‖ leaf_i). */
export function nextHead(head: string, leaf: string): string {
  return toHex(sha256(HEAD, fromHex(head, 32), fromHex(leaf, 32)))
}

/** Inner node: SHA256(0x01 ‖ left ‖ right). */
export function nodeHash(left: string, right: string): string {
  return toHex(sha256(concat(NODE, fromHex(left, 32), fromHex(right, 32))))
}

/** The root over the leaves. The root of an empty log is the SHA256 of the empty string. */
export function treeRoot(leaves: readonly string[]): string {
  return leaves.length === 0 ? toHex(sha256()) : subtree(leaves, 0, leaves.length)
}

/** The audit path of leaf `index` in the tree over all leaves. @throws RangeError for an index outside the tree */
export function inclusionProof(leaves: readonly string[], index: number): string[] {
  if (!(Number.isInteger(index) && index >= 0 && index < leaves.length)) throw new RangeError('no such leaf')
  const path = (from: number, to: number): string[] => {
    if (to - from === 1) return []
    const middle = from + split(to - from)
    return index < middle
      ? [...path(from, middle), subtree(leaves, middle, to)]
      : [...path(middle, to), subtree(leaves, from, middle)]
  }
  return path(0, leaves.length)
}

/** The proof that the tree over all leaves extends the tree over the first `size`; empty for size 0. */
export function consistencyProof(leaves: readonly string[], size: number): string[] {
  if (!(Number.isInteger(size) && size >= 0 && size <= leaves.length)) throw new RangeError('no such size')
  const proof = (old: number, from: number, to: number, known: boolean): string[] => {
    if (old === to - from) return known ? [] : [subtree(leaves, from, to)]
    const half = split(to - from)
    return old <= half
      ? [...proof(old, from, from + half, known), subtree(leaves, from + half, to)]
      : [...proof(old - half, from + half, to, false), subtree(leaves, from, from + half)]
  }
  return size === 0 ? [] : proof(size, 0, leaves.length, true)
}

export type Inclusion = {
  readonly leaf: string
  readonly index: number
  readonly size: number
  readonly path: readonly string[]
  readonly root: string
}

/** True when the path leads from the leaf at `index` to the root of a tree of `size` leaves. */
export function verifyInclusion({ leaf, index, size, path, root }: Inclusion): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size)) return false
  if (index < 0 || index >= size || ![leaf, ...path].every((hash) => isHex(hash, 32))) return false
  let at = index
  let last = size - 1
  let hash = leaf
  for (const sibling of path) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, half(last)]
    } else {
      hash = nodeHash(hash, sibling)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && hash === root
}

export type Consistency = {
  readonly oldSize: number
  readonly oldRoot: string
  readonly newSize: number
  readonly newRoot: string
  readonly path: readonly string[]
}

/** True when the path proves that the new tree contains the old tree unchanged and only appends to it. */
export function verifyConsistency({ oldSize, oldRoot, newSize, newRoot, path }: Consistency): boolean {
  if (!Number.isSafeInteger(oldSize) || !Number.isSafeInteger(newSize)) return false
  if (oldSize < 0 || oldSize > newSize || !path.every((hash) => isHex(hash, 32))) return false
  if (oldSize === newSize) return path.length === 0 && oldRoot === newRoot
  if (oldSize === 0) return path.length === 0 && oldRoot === treeRoot([])
  let at = oldSize - 1
  let last = newSize - 1
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  const hashes = at === 0 ? [oldRoot, ...path] : [...path]
  const first = hashes.shift()
  if (first === undefined || !isHex(first, 32)) return false
  let oldHash = first
  let newHash = first
  for (const sibling of hashes) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      oldHash = nodeHash(sibling, oldHash)
      newHash = nodeHash(sibling, newHash)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, half(last)]
    } else {
      newHash = nodeHash(newHash, sibling)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && oldHash === oldRoot && newHash === newRoot
}

const half = (n: number): number => Math.floor(n / 2)

/** The largest power of two below n (n ≥ 2). */
function split(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

function subtree(leaves: readonly string[], from: number, to: number): string {
  if (to - from === 1) return leaves[from]!
  const middle = from + split(to - from)
  return nodeHash(subtree(leaves, from, middle), subtree(leaves, middle, to))
}
