import { expect, test } from 'vitest'
import { appendLeaf } from '../../src/audit/edge.ts'
import { inclusionProof, leafHash } from '../../src/log.ts'
import { recentLeaves } from './recent-leaves.ts'

const LEAVES = Array.from({ length: 19 }, (_, i) => leafHash(`entry ${i}`))

test('the path of every kept leaf is the one of the whole tree, wherever the kept leaves begin', () => {
  let edge: string[] = []
  for (let start = 0; start < LEAVES.length; start++) {
    const recent = recentLeaves(start, edge)
    for (let size = start + 1; size <= LEAVES.length; size++) {
      recent.add(LEAVES[size - 1]!)
      expect(recent.size()).toBe(size)
      for (let index = start; index < size; index++)
        expect(recent.pathOf(index)).toEqual(inclusionProof(LEAVES.slice(0, size), index))
    }
    expect(recent.pathOf(start - 1)).toBeNull()
    expect(recent.pathOf(LEAVES.length)).toBeNull()
    edge = appendLeaf(edge, start, LEAVES[start]!)
  }
})

test('older leaves are forgotten, and the tree goes on', () => {
  const recent = recentLeaves(0, [], 4)
  LEAVES.slice(0, 17).forEach((leaf) => recent.add(leaf))
  expect(recent.pathOf(3)).toBeNull()
  expect(recent.pathOf(16)).toEqual(inclusionProof(LEAVES.slice(0, 17), 16))
  recent.settle()
  expect([recent.size(), recent.pathOf(16)]).toEqual([17, null])
  recent.add(LEAVES[17]!)
  expect(recent.pathOf(17)).toEqual(inclusionProof(LEAVES.slice(0, 18), 17))
})
