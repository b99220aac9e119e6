/** The newest leaves of a log that a witness audits: enough to show that an entry among them is in the tree that it signs. */
import { appendLeaf } from '../../src/audit/edge.ts'
import { treeRoot, nodeHash } from '../../src/log.ts'
import { inclusionParts, rootPart, foldHashes, type Subtree } from '../../src/log-tree.ts'

export type RecentLeaves = {
  /** number of leaves of the tree */
  size(): number
  add(leaf: string): void
  /** Forgets the leaves; the next ones follow on the same tree. */
  settle(): void
  /** The audit path of a leaf in the tree of all leaves; null: it is older than what is kept. */
  pathOf(index: number): string[] | null
}

/** A log that is audited from its start has many entries before the first one that is signed. */
const MOST = 20_000

/**
 * @param size number of leaves before the next one
 * @param edge the hashes of `rootPart(size)`
 */
export function recentLeaves(size: number, edge: readonly string[], most = MOST): RecentLeaves {
  let before = { size, edge }
  let leaves: string[] = []

  function forget(count: number): void {
    for (const leaf of leaves.slice(0, count))
      before = { size: before.size + 1, edge: appendLeaf(before.edge, before.size, leaf) }
    leaves = leaves.slice(count)
  }

  /** The hash of a subtree that is not part of a larger one among the leaves before. */
  function hashOf({ level, position }: Subtree): string {
    const from = position * 2 ** level
    const to = from + 2 ** level
    if (to <= before.size) return before.edge[rootPart(before.size).findIndex((one) => one.level === level)]!
    if (from >= before.size) return treeRoot(leaves.slice(from - before.size, to - before.size))
    const half = (side: 0 | 1) => hashOf({ level: level - 1, position: position * 2 + side })
    return nodeHash(half(0), half(1))
  }

  return {
    size: () => before.size + leaves.length,
    add(leaf) {
      leaves.push(leaf)
      if (leaves.length > most * 2) forget(most)
    },
    settle: () => forget(leaves.length),
    pathOf(index) {
      const end = before.size + leaves.length
      if (index < before.size || index >= end) return null
      return inclusionParts(index, end).map((part) => foldHashes(part.map(hashOf)))
    },
  }
}
