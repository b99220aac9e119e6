import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stepOf, TRANSFER_STATES, type KnownTransfer } from './chain-transfer.rules.ts'

const NEEDED = 20
const BLOCK = 1_000
const known = (state: KnownTransfer['state'], more: Partial<KnownTransfer> = {}): KnownTransfer => ({
  state,
  block: BLOCK,
  units: 5n,
  lost: false,
  ...more,
})
const there = { block: BLOCK, units: 5n }

describe('a transfer', () => {
  test.each([
    ['is seen when it is on the chain', null, there, BLOCK, { do: 'see', confirmations: 0 }],
    ['stays seen until its last confirmation', known('seen'), there, BLOCK + 19, { do: 'nothing' }],
    ['is confirmed with its last confirmation', known('seen'), there, BLOCK + 20, { do: 'confirm' }],
    ['is confirmed at the first look when it is old', null, there, BLOCK + 500, { do: 'confirm' }],
    ['is gone when its block is gone', known('seen'), null, BLOCK + 30, { do: 'forget' }],
    ['stays gone', known('gone'), null, BLOCK + 30, { do: 'nothing' }],
    [
      'is seen again in another block, and waits again',
      known('gone'),
      { block: BLOCK + 10, units: 5n },
      BLOCK + 25,
      { do: 'see', confirmations: 15 },
    ],
    [
      'moves to another block without being gone',
      known('seen'),
      { block: BLOCK + 2, units: 5n },
      BLOCK + 20,
      { do: 'see', confirmations: 18 },
    ],
    [
      'has another amount in another block',
      known('seen'),
      { block: BLOCK, units: 6n },
      BLOCK + 1,
      { do: 'see', confirmations: 1 },
    ],
    ['is ahead of a node that is behind', null, there, BLOCK - 3, { do: 'see', confirmations: 0 }],
    ['stays credited', known('credited'), there, BLOCK + 900, { do: 'nothing' }],
    [
      'is lost when it leaves the chain after its credit',
      known('credited'),
      null,
      BLOCK + 30,
      { do: 'lose' },
    ],
    [
      'is lost when the chain has another amount after its credit',
      known('credited'),
      { block: BLOCK, units: 4n },
      BLOCK + 30,
      { do: 'lose' },
    ],
    ['is reported lost once', known('credited', { lost: true }), null, BLOCK + 31, { do: 'nothing' }],
    ['is found again', known('credited', { lost: true }), there, BLOCK + 40, { do: 'find' }],
    [
      'stays credited when it comes back in another block',
      known('credited'),
      { block: BLOCK + 7, units: 5n },
      BLOCK + 40,
      { do: 'nothing' },
    ],
    ['that is worth nothing stays so', known('dust'), there, BLOCK + 40, { do: 'nothing' }],
    ['that is held stays so', known('held'), there, BLOCK + 900, { do: 'nothing' }],
    ['that is held is lost when it leaves the chain', known('held'), null, BLOCK + 30, { do: 'lose' }],
    ['that was dismissed stays so', known('dismissed'), null, BLOCK + 30, { do: 'nothing' }],
    ['that was never there is nothing', null, null, BLOCK, { do: 'nothing' }],
  ] as const)('%s', (_, before, found, head, step) => {
    expect(stepOf(before, found, head, NEEDED)).toEqual(step)
  })

  test('is never confirmed before its confirmations, and never twice', () => {
    const found = fc.option(fc.record({ block: fc.nat(100), units: fc.bigInt(0n, 9n) }))
    const before = fc.option(
      fc.record({
        state: fc.constantFrom(...TRANSFER_STATES),
        block: fc.nat(100),
        units: fc.bigInt(0n, 9n),
        lost: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(before, found, fc.nat(150), fc.integer({ min: 1, max: 30 }), (was, is, head, needed) => {
        if (stepOf(was, is, head, needed).do !== 'confirm') return
        expect(is!.block + needed).toBeLessThanOrEqual(head)
        expect(was === null || was.state === 'seen' || was.state === 'gone').toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
