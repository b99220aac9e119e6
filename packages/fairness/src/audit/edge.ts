/** The right edge of the log's tree: the roots of its perfect subtrees, the largest first. Appends a leaf in a few hashes. */
import { nodeHash } from '../log.ts'

/** @param size number of leaves before */
export function appendLeaf(edge: readonly string[], size: number, leaf: string): string[] {
  const next = [...edge]
  let hash = leaf
  for (let n = size; n % 2 === 1; n = (n - 1) / 2) hash = nodeHash(next.pop()!, hash)
  next.push(hash)
  return next
}
