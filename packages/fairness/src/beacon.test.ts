import { assert, integer, property, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as beacon from './beacon.ts'
import { localChain, signRound, verifyRound, verifyRounds } from './signatures/bls.ts'
import { toHex } from './bytes.ts'
import { VECTORS } from './testing/vectors-file.ts'

const { QUICKNET } = beacon
const SECRET = '07'.repeat(32)

describe('the times of rounds', () => {
  test('a seal selects the first round that is published at least the delay after it', () => {
    const ms = integer({ min: QUICKNET.genesis * 1000, max: 4_102_444_800_000 })
    assert(
      property(ms, integer({ min: 0, max: 3600 }), (sealedAt, delay) => {
        const round = beacon.roundFor(sealedAt, delay, QUICKNET)
        const due = Math.ceil(sealedAt / 1000) * 1000 + delay * 1000
        expect(beacon.roundTimeMs(round, QUICKNET)).toBeGreaterThanOrEqual(due)
        if (round > 1) expect(beacon.roundTimeMs(round - 1, QUICKNET)).toBeLessThan(due)
        expect(beacon.latestRoundAt(beacon.roundTimeMs(round, QUICKNET), QUICKNET)).toBe(round)
        expect(beacon.latestRoundAt(beacon.roundTimeMs(round, QUICKNET) - 1, QUICKNET)).toBe(round - 1)
      }),
      { numRuns: 1000 },
    )
  })

  test('round 1 is published at genesis', () => {
    expect(beacon.roundTimeMs(1, QUICKNET)).toBe(1_692_803_367_000)
    expect(beacon.firstRoundAtOrAfter(QUICKNET.genesis, QUICKNET)).toBe(1)
    expect(beacon.firstRoundAtOrAfter(QUICKNET.genesis + 1, QUICKNET)).toBe(2)
    expect(beacon.firstRoundAtOrAfter(0, QUICKNET)).toBe(1)
    expect(beacon.latestRoundAt(0, QUICKNET)).toBe(0)
    expect(() => beacon.firstRoundAtOrAfter(0.5, QUICKNET)).toThrow(RangeError)
    expect(() => beacon.roundTimeMs(0, QUICKNET)).toThrow(RangeError)
  })
})

describe('signatures', () => {
  const { beaconRound: round, beaconSignature: signature } = VECTORS.draw

  test("quicknet's signatures are verified with the pinned key and for their round", () => {
    expect(verifyRound(QUICKNET, round, signature)).toBe(true)
    expect(verifyRound(QUICKNET, round + 1, signature)).toBe(false)
    expect(verifyRound(localChain(SECRET), round, signature)).toBe(false)
    // the answers that are kept belong to key, round and signature
    expect(verifyRound(QUICKNET, round, signature)).toBe(true)
    expect(verifyRound(QUICKNET, round + 1, signature)).toBe(false)
  })

  test('refuses malformed signatures without throwing', () => {
    const bad = [
      '',
      'zz'.repeat(48),
      '00'.repeat(48),
      'ff'.repeat(48),
      `c0${'00'.repeat(47)}`,
      signature.toUpperCase(),
    ]
    for (const text of bad) expect(verifyRound(QUICKNET, round, text)).toBe(false)
    for (const r of [0, -1, 1.5, Number.NaN]) expect(verifyRound(QUICKNET, r, signature)).toBe(false)
    assert(
      property(uint8Array({ minLength: 48, maxLength: 48 }), (bytes) => {
        expect(verifyRound(QUICKNET, round, toHex(bytes))).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  test('a local beacon signs its rounds deterministically', () => {
    const chain = localChain(SECRET)
    const own = signRound(SECRET, 42)
    expect(signRound(SECRET, 42)).toBe(own)
    expect(verifyRound(chain, 42, own)).toBe(true)
    expect(verifyRound(chain, 43, own)).toBe(false)
    expect(verifyRound(QUICKNET, 42, own)).toBe(false)
    expect(chain).toEqual(beacon.localChainOf(chain.publicKey))
    expect(chain.hash).not.toBe(localChain('08'.repeat(32)).hash)
    expect(beacon.beaconOf(own)).toMatch(/^[0-9a-f]{64}$/)
    expect(() => signRound(SECRET, 0)).toThrow(RangeError)
    expect(() => localChain('00'.repeat(32))).toThrow()
    expect(() => beacon.beaconOf('00')).toThrow(RangeError)
  })
})

describe('several rounds checked together', () => {
  const chain = localChain(SECRET)
  const signed = (round: number) => ({ round, signature: signRound(SECRET, round) })
  const rounds = [101, 102, 103, 104].map(signed)
  const [first, second, ...others] = rounds as [(typeof rounds)[0], (typeof rounds)[0]]

  test('hold when each of them holds', () => {
    expect(verifyRounds(chain, rounds)).toBe(true)
    expect(verifyRounds(chain, [...rounds, ...rounds])).toBe(true)
    expect(verifyRounds(chain, [])).toBe(true)
    expect(verifyRounds(QUICKNET, rounds)).toBe(false)
  })

  test('do not hold when two signatures are exchanged, although their sum is that of the right ones', () => {
    const exchanged = [
      { ...first, signature: second.signature },
      { ...second, signature: first.signature },
      ...others,
    ]
    expect(verifyRounds(chain, exchanged)).toBe(false)
    expect(exchanged.map(({ round, signature }) => verifyRound(chain, round, signature))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  test('do not hold with one that is malformed', () => {
    for (const bad of [
      { ...first, signature: 'ab' },
      { ...first, signature: 'c0'.repeat(48) },
      { ...first, round: 0 },
    ])
      expect(verifyRounds(chain, [...others, bad])).toBe(false)
  })
})
