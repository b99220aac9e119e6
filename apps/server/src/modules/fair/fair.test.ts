import { describe, expect, test } from 'vitest'
import { latestRoundAt, QUICKNET, roundTimeMs } from '@fairlot/fairness/beacon'
import { verifyRound } from '@fairlot/fairness/signatures/bls'
import { memberTag } from '@fairlot/fairness/tag'
import { systemRandom } from '../../platform/random.ts'
import { createBeacons, createSalts, createTagKeys, localBeacon } from './index.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)

describe('salts at rest', () => {
  const old = createSalts([{ id: 'a', key: key(1) }], systemRandom)

  test('decrypt to the original salt and reveal nothing', () => {
    const { salt, sealed } = old.make('M1-0001')
    expect(salt).toMatch(/^[0-9a-f]{64}$/)
    expect(sealed.keyId).toBe('a')
    expect(Buffer.from(sealed.bytes).toString('hex')).not.toContain(salt)
    expect(old.open('M1-0001', sealed)).toBe(salt)
    expect(old.make('M1-0001').salt).not.toBe(salt)
  })

  test('do not decrypt for another issue, after a changed bit, or without their key', () => {
    const { sealed } = old.make('M1-0001')
    expect(() => old.open('M1-0002', sealed)).toThrow()
    for (const at of [0, 12, sealed.bytes.length - 1]) {
      const bytes = Uint8Array.from(sealed.bytes)
      bytes[at]! ^= 1
      expect(() => old.open('M1-0001', { ...sealed, bytes }), `byte ${at}`).toThrow()
    }
    expect(() => old.open('M1-0001', { ...sealed, bytes: sealed.bytes.subarray(0, 20) })).toThrow()
    const other = createSalts([{ id: 'b', key: key(2) }], systemRandom)
    expect(() => other.open('M1-0001', sealed)).toThrow('the key a of a sealed value is missing')
    const wrong = createSalts([{ id: 'a', key: key(2) }], systemRandom)
    expect(() => wrong.open('M1-0001', sealed)).toThrow()
  })

  test('of an older key decrypt after a key change', () => {
    const { salt, sealed } = old.make('M1-0001')
    const rotated = createSalts(
      [
        { id: 'b', key: key(2) },
        { id: 'a', key: key(1) },
      ],
      systemRandom,
    )
    expect(rotated.open('M1-0001', sealed)).toBe(salt)
    expect(rotated.make('M1-0002').sealed.keyId).toBe('b')
  })
})

test('a member has a different tag in each issue', () => {
  const keys = createTagKeys(key(3))
  const member = '018f4e5a-0000-7000-8000-000000000001'
  const tags = ['M1-0001', 'M1-0002'].map((issue) => memberTag(keys.of(issue), member))
  expect(new Set(tags).size).toBe(2)
  expect(keys.of('M1-0001')).toBe(createTagKeys(key(3)).of('M1-0001'))
  expect(keys.of('M1-0001')).not.toBe(createTagKeys(key(4)).of('M1-0001'))
})

describe('the local beacon', () => {
  let now = roundTimeMs(1_000_000, QUICKNET)
  const beacon = localBeacon('22'.repeat(32), () => Promise.resolve(now))

  test('signs a round from its time on and not before', async () => {
    expect(latestRoundAt(now, beacon.chain)).toBe(1_000_000)
    const signature = await beacon.signature(1_000_000)
    expect(verifyRound(beacon.chain, 1_000_000, signature!)).toBe(true)
    expect(verifyRound(QUICKNET, 1_000_000, signature!)).toBe(false)
    now -= 1
    expect(await beacon.signature(1_000_000)).toBeNull()
    expect(await beacon.signature(999_999)).toMatch(/^[0-9a-f]{96}$/)
  })

  test('differs from every other chain', () => {
    const other = localBeacon('33'.repeat(32), () => Promise.resolve(now))
    const beacons = createBeacons(beacon, [other])
    expect(beacons.of(other.chain.hash)).toBe(other)
    expect(beacons.current).toBe(beacon)
    expect(beacons.find(QUICKNET.hash)).toBeUndefined()
    expect(() => beacons.of(QUICKNET.hash)).toThrow('no beacon of chain')
    expect(() => localBeacon('22', () => Promise.resolve(now))).toThrow()
  })
})
