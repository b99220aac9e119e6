import { assert, integer, nat, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as log from './log.ts'
import * as tree from './log-tree.ts'

const RUNS = { numRuns: 1000 }
const LEAVES = Array.from({ length: 260 }, (_, i) => log.leafHash(`entry ${i}`))

/** The stored subtrees of a log that was appended in two steps; `cut` is the size after the first. */
function stored(size: number, cut: number): (part: tree.Part) => string {
  const hashes = new Map<string, string>()
  const of = ({ level, position }: tree.Subtree): string => {
    const hash = hashes.get(`${level}/${position}`)
    if (hash === undefined) throw new Error(`no subtree ${level}/${position}`)
    return hash
  }
  const append = (from: number, to: number): void => {
    for (const { hash, ...node } of tree.completedBy(
      from,
      tree.rootPart(from).map(of),
      LEAVES.slice(from, to),
    )) {
      hashes.set(`${node.level}/${node.position}`, hash)
    }
  }
  append(0, cut)
  append(cut, size)
  return (part) => tree.foldHashes(part.map(of))
}

describe('the tree as subtrees', () => {
  test('has the same roots and paths as the tree over all leaves', () => {
    assert(
      property(integer({ min: 1, max: LEAVES.length }), nat(), nat(), (size, a, b) => {
        const leaves = LEAVES.slice(0, size)
        const hash = stored(size, a % (size + 1))
        expect(hash(tree.rootPart(size))).toBe(log.treeRoot(leaves))
        const index = b % size
        expect(tree.inclusionParts(index, size).map(hash)).toEqual(log.inclusionProof(leaves, index))
        const old = b % (size + 1)
        expect(tree.consistencyParts(old, size).map(hash)).toEqual(log.consistencyProof(leaves, old))
      }),
      RUNS,
    )
  })

  test('needs few hashes of a long log', () => {
    const size = 1_000_003
    for (const index of [0, 1, 524_287, 524_288, 777_777, size - 1]) {
      expect(tree.inclusionParts(index, size).flat().length).toBeLessThan(45)
      expect(tree.consistencyParts(index + 1, size).flat().length).toBeLessThan(45)
    }
  })

  test('has the empty root without leaves, and refuses indexes and sizes outside the tree', () => {
    expect(tree.foldHashes([])).toBe(log.treeRoot([]))
    expect(tree.rootPart(0)).toEqual([])
    expect(() => tree.inclusionParts(5, 5)).toThrow(RangeError)
    expect(() => tree.consistencyParts(6, 5)).toThrow(RangeError)
    expect(() => tree.rootPart(-1)).toThrow(RangeError)
    expect(() => tree.completedBy(1, [], [LEAVES[0]!])).toThrow('lacks its left side')
  })
})
