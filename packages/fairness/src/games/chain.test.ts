import { assert, integer, nat, property, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '../bytes.ts'
import { chainAt, chainStep, chainWalk } from './chain.ts'

const RUNS = { numRuns: 1000 }
const hex32 = uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)

describe('the hash chain', () => {
  test('each value hashes to the one before it', () => {
    assert(
      property(hex32, integer({ min: 1, max: 20 }), nat(20), (last, length, at) => {
        const index = at % length
        const value = chainAt(last, length, index)
        expect(chainStep(chainAt(last, length, index + 1))).toBe(value)
        expect(chainAt(chainAt(last, length, index), index, 0)).toBe(chainAt(last, length, 0))
      }),
      RUNS,
    )
    expect(() => chainAt('00'.repeat(32), 3, 4)).toThrow(RangeError)
  })
})

describe('a walk along a chain', () => {
  test('gives the values of the chain in any order and in any slices', () => {
    const walk = property(
      hex32,
      integer({ min: 1, max: 40 }),
      integer({ min: 1, max: 12 }),
      nat(50),
      nat(40),
      (last, length, stride, steps, at) => {
        const walked = chainWalk(last, length, stride)
        const isDone = walked.prepare(steps)
        expect(isDone).toBe(steps >= length)
        for (const index of [at % (length + 1), 1, length, 0])
          expect(walked.at(index)).toBe(chainAt(last, length, index))
        expect(walked.prepare(0)).toBe(true)
      },
    )
    assert(walk, RUNS)
    expect(() => chainWalk('00'.repeat(32), 3).at(4)).toThrow(RangeError)
    expect(() => chainWalk('00'.repeat(32), 0)).toThrow(RangeError)
  })
})
