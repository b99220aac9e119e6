import { assert, integer, nat, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as log from './log.ts'

const RUNS = { numRuns: 1000 }
const LEAVES = Array.from({ length: 130 }, (_, i) => log.leafHash(`entry ${i}`))
const ROOTS = Array.from({ length: LEAVES.length + 1 }, (_, size) => log.treeRoot(LEAVES.slice(0, size)))
const size = integer({ min: 1, max: LEAVES.length })

/** The hash with its first digit changed. */
const other = (hash: string): string => (hash[0] === '0' ? '1' : '0') + hash.slice(1)

describe('the tree', () => {
  test('has the roots of RFC 6962 for sizes around powers of two', () => {
    const [a, b, c, d, e] = LEAVES as [string, string, string, string, string]
    const ab = log.nodeHash(a, b)
    expect(log.treeRoot([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(log.treeRoot([a])).toBe(a)
    expect(log.treeRoot([a, b, c])).toBe(log.nodeHash(ab, c))
    expect(log.treeRoot([a, b, c, d, e])).toBe(log.nodeHash(log.nodeHash(ab, log.nodeHash(c, d)), e))
  })

  test('an inclusion proof verifies for its leaf, index and root only', () => {
    assert(
      property(size, nat(), nat(), (n, i, j) => {
        const leaves = LEAVES.slice(0, n)
        const index = i % n
        const path = log.inclusionProof(leaves, index)
        const proof = { leaf: LEAVES[index]!, index, size: n, path, root: ROOTS[n]! }
        expect(log.verifyInclusion(proof)).toBe(true)
        expect(log.verifyInclusion({ ...proof, leaf: other(proof.leaf) })).toBe(false)
        expect(log.verifyInclusion({ ...proof, root: other(proof.root) })).toBe(false)
        expect(log.verifyInclusion({ ...proof, path: [...path, proof.leaf] })).toBe(false)
        const wrong = j % n
        if (wrong !== index) expect(log.verifyInclusion({ ...proof, index: wrong })).toBe(false)
        if (path.length === 0) return
        expect(log.verifyInclusion({ ...proof, path: path.slice(1) })).toBe(false)
        const bent = path.map((hash, at) => (at === j % path.length ? other(hash) : hash))
        expect(log.verifyInclusion({ ...proof, path: bent })).toBe(false)
      }),
      RUNS,
    )
  })

  test('a consistency proof verifies for its sizes and roots only', () => {
    assert(
      property(size, nat(), nat(), (n, i, j) => {
        const oldSize = (i % n) + 1
        const path = log.consistencyProof(LEAVES.slice(0, n), oldSize)
        const proof = { oldSize, oldRoot: ROOTS[oldSize]!, newSize: n, newRoot: ROOTS[n]!, path }
        expect(log.verifyConsistency(proof)).toBe(true)
        expect(log.verifyConsistency({ ...proof, oldRoot: other(proof.oldRoot) })).toBe(false)
        expect(log.verifyConsistency({ ...proof, newRoot: other(proof.newRoot) })).toBe(false)
        expect(log.verifyConsistency({ ...proof, path: [...path, proof.newRoot] })).toBe(false)
        expect(log.verifyConsistency({ ...proof, oldSize: n + 1 })).toBe(false)
        const wrong = (j % n) + 1
        if (wrong !== oldSize) {
          expect(log.verifyConsistency({ ...proof, oldSize: wrong, oldRoot: ROOTS[wrong]! })).toBe(false)
        }
        if (path.length === 0) return
        expect(log.verifyConsistency({ ...proof, path: path.slice(0, -1) })).toBe(false)
        const bent = path.map((hash, at) => (at === j % path.length ? other(hash) : hash))
        expect(log.verifyConsistency({ ...proof, path: bent })).toBe(false)
      }),
      RUNS,
    )
  })

  test('every log extends the empty log with an empty path', () => {
    const proof = { oldSize: 0, oldRoot: ROOTS[0]!, newSize: 5, newRoot: ROOTS[5]!, path: [] }
    expect(log.consistencyProof(LEAVES, 0)).toEqual([])
    expect(log.verifyConsistency(proof)).toBe(true)
    expect(log.verifyConsistency({ ...proof, oldRoot: ROOTS[1]! })).toBe(false)
    expect(log.verifyConsistency({ ...proof, path: [ROOTS[1]!] })).toBe(false)
  })

  test('refuses indexes and sizes outside the tree', () => {
    expect(() => log.inclusionProof(LEAVES, LEAVES.length)).toThrow(RangeError)
    expect(() => log.inclusionProof(LEAVES, -1)).toThrow(RangeError)
    expect(() => log.consistencyProof(LEAVES, LEAVES.length + 1)).toThrow(RangeError)
    const proof = { leaf: LEAVES[0]!, index: 0, size: 1, path: [], root: LEAVES[0]! }
    expect(log.verifyInclusion(proof)).toBe(true)
    for (const bad of [
      { index: 1 },
      { index: -1 },
      { index: 0.5 },
      { size: 0 },
      { path: ['zz'] },
      { leaf: 'zz' },
    ]) {
      expect(log.verifyInclusion({ ...proof, ...bad })).toBe(false)
    }
  })
})
