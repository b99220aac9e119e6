/**
 * Audits a whole log from its exported entries and checkpoints: recomputes leaves, heads and roots, and compares every
 * signed checkpoint with them. Changing, removing or moving an entry that a checkpoint covers makes the audit fail.
 */
import { parseCheckpoint, verifyCheckpoint } from './checkpoint.ts'
import { firstHead, leafHash, nextHead } from './log.ts'
import { completedBy, foldHashes, rootPart } from './log-tree.ts'
import { demand, ReadError, refuse } from './read.ts'

export type LogExport = {
  readonly deployment: string
  /** Ed25519 key of the log, hex */
  readonly publicKey: string
  /** the canonical JSON of each entry, from index 0 on */
  readonly entries: Iterable<string>
  /** signed notes, by ascending size */
  readonly checkpoints: readonly string[]
}

export type LogAudit = {
  /** number of entries */
  readonly size: number
  readonly head: string
  readonly root: string
  /** number of entries after the latest checkpoint, which no signature covers */
  readonly unsigned: number
}

/** @throws ReadError that names the first entry or checkpoint that is malformed or does not match */
export function auditLog({ deployment, publicKey, entries, checkpoints }: LogExport): LogAudit {
  const tree = growingTree()
  let head = firstHead(deployment)
  let next = 0
  /** Checks the checkpoints whose size the tree has reached. */
  const checkCheckpoints = (): void => {
    for (; next < checkpoints.length; next++) {
      const stated = parseCheckpoint(checkpoints[next]!)
      if (stated === null) refuse(`checkpoint ${next + 1}`, 'is not a checkpoint')
      const place = `the checkpoint of size ${stated.size}`
      demand(stated.size >= tree.size(), `${place} comes after a larger one`)
      if (stated.size > tree.size()) return
      const signed = verifyCheckpoint(checkpoints[next]!, publicKey, deployment) !== null
      demand(signed, `${place} is not signed by the log's key for this deployment`)
      demand(stated.head === head, `${place} has another head than the entries`)
      demand(stated.root === tree.root(), `${place} has another root than the entries`)
    }
  }
  checkCheckpoints()
  let signed = 0
  for (const entry of entries) {
    const leaf = leafHash(readEntry(entry, tree.size()))
    head = nextHead(head, leaf)
    tree.append(leaf)
    const before = next
    checkCheckpoints()
    if (next > before) signed = tree.size()
  }
  demand(
    next === checkpoints.length,
    `the log ends at ${tree.size()} entries, but a checkpoint covers more: it was cut`,
  )
  return { size: tree.size(), head, root: tree.root(), unsigned: tree.size() - signed }
}

function readEntry(text: string, index: number): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ReadError(`entry ${index} is not JSON`, { cause: error })
  }
  demand(typeof value === 'object' && value !== null && 't' in value, `entry ${index} has no kind`)
  return text
}

/** A tree that stores only the subtrees on its right edge: enough to append leaves and to compute the root. */
function growingTree() {
  let size = 0
  const edge = new Map<number, string>()
  const hashes = () => rootPart(size).map(({ level }) => edge.get(level)!)
  return {
    size: () => size,
    root: () => foldHashes(hashes()),
    append(leaf: string) {
      for (const { level, hash } of completedBy(size, hashes(), [leaf])) edge.set(level, hash)
      size++
    },
  }
}
