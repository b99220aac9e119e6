import { describe, expect, test } from 'vitest'
import { sha256 } from '../hash.ts'
import { toHex, utf8 } from '../bytes.ts'
import {
  solvencyLevels,
  solvencyPath,
  solvencyRoot,
  sortLeaves,
  verifySolvency,
  type SolvencyLeaf,
} from './solvency.ts'

const nonceOf = (n: number): string => toHex(sha256(utf8(`nonce ${n}`)))

/** Leaves of made-up members, in the order of a published tree. */
function leavesOf(count: number): SolvencyLeaf[] {
  return sortLeaves(
    Array.from({ length: count }, (_, n) => ({
      nonce: nonceOf(n),
      memberId: `0190c2a4-5b1e-7c3a-9f00-${String(n).padStart(12, '0')}`,
      amount: BigInt(n * n),
    })),
  )
}

describe('the tree of solvency', () => {
  test('proves every leaf in trees of every size, and no leaf in another tree', () => {
    for (let size = 1; size <= 33; size++) {
      const leaves = leavesOf(size)
      const levels = solvencyLevels(leaves)
      const published = solvencyRoot(leaves)
      const other = solvencyRoot(leavesOf(size + 1))
      leaves.forEach((leaf, index) => {
        const path = solvencyPath(levels, index)
        expect(verifySolvency(leaf, path, published)).toBe(true)
        expect(verifySolvency(leaf, path, other)).toBe(false)
      })
    }
  })

  test('refuses a changed leaf, a changed path and a changed total', () => {
    const leaves = leavesOf(6)
    const [leaf, path] = [leaves[3]!, solvencyPath(solvencyLevels(leaves), 3)]
    const published = solvencyRoot(leaves)
    expect(verifySolvency(leaf, path, published)).toBe(true)
    for (const changed of [
      { ...leaf, amount: leaf.amount + 1n },
      { ...leaf, amount: -1n },
      { ...leaf, memberId: leaves[2]!.memberId },
      { ...leaf, nonce: nonceOf(99) },
      { ...leaf, nonce: 'ab' },
    ])
      expect(verifySolvency(changed, path, published)).toBe(false)
    for (const [place, step] of path.entries()) {
      for (const changed of [
        { ...step, sum: step.sum + 1n },
        { ...step, sum: -1n },
        { ...step, sum: 2n ** 64n - 1n },
        { ...step, hash: nonceOf(7) },
        { ...step, side: step.side === 'left' ? ('right' as const) : ('left' as const) },
      ])
        expect(verifySolvency(leaf, path.with(place, changed), published)).toBe(false)
    }
    expect(verifySolvency(leaf, path.slice(1), published)).toBe(false)
    expect(verifySolvency(leaf, path, { ...published, total: published.total - 1n })).toBe(false)
  })

  test('is not made of equal nonces, of no leaves, or of a total beyond 64 bits', () => {
    const [leaf] = leavesOf(1)
    expect(() => sortLeaves([leaf!, leaf!])).toThrow('a nonce occurs twice')
    expect(() => solvencyLevels([])).toThrow('no leaves')
    const huge = { ...leaf!, amount: 2n ** 63n }
    expect(() => solvencyLevels([huge, { ...huge, nonce: nonceOf(1) }])).toThrow(RangeError)
  })
})
