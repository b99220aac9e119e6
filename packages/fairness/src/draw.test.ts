import { createHash, createHmac } from 'node:crypto'
import { array, assert, bigInt, constantFrom, integer, nat, property, record, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from './bytes.ts'
import * as draw from './draw.ts'

const RUNS = { numRuns: 1000 }
const hex32 = uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)
const u32Max = 0xffffffff
const row = record({
  seq: integer({ min: 1, max: u32Max }),
  ms: integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  time: integer({ min: 0, max: 235_959_999 }),
  first: integer({ min: 1, max: u32Max }),
  quantity: integer({ min: 1, max: u32Max }),
  tag: uint8Array({ minLength: 8, maxLength: 8 }).map(toHex),
})

describe('time of day', () => {
  test('agrees with Date east and west of UTC', () => {
    const instant = integer({ min: 0, max: 4_102_444_800_000 })
    assert(
      property(instant, integer({ min: -1440, max: 1440 }), (ms, offset) => {
        const text = new Date(ms + offset * 60_000).toISOString()
        expect(draw.timeOfDay(ms, offset)).toBe(Number(text.slice(11, 23).replaceAll(/[:.]/g, '')))
      }),
      RUNS,
    )
  })

  test('crosses midnight in both directions', () => {
    expect(draw.timeOfDay(0, 0)).toBe(0)
    expect(draw.timeOfDay(0, -1)).toBe(235_900_000)
    expect(draw.timeOfDay(86_399_999, 0)).toBe(235_959_999)
    expect(draw.timeOfDay(86_399_999, 1)).toBe(59_999)
    expect(draw.timeOfDay(1_692_806_001_007, 360)).toBe(215_321_007)
    expect(draw.timeOfDay(1_692_806_001_007, -600)).toBe(55_321_007)
  })
})

describe('digest and sum of the orders', () => {
  test('the digest agrees with a plain implementation', () => {
    assert(
      property(array(row, { maxLength: 20 }), integer({ min: 1, max: u32Max }), (rows, shares) => {
        expect(draw.ordersDigest('M1-0001', shares, rows)).toBe(plainDigest('M1-0001', shares, rows))
      }),
      RUNS,
    )
  })

  test('the sum counts the times of all orders, or of all orders but the last', () => {
    assert(
      property(array(row, { minLength: 1, maxLength: 50 }), (rows) => {
        const times = rows.map(({ time }) => BigInt(time))
        const all = times.reduce((sum, time) => sum + time, 0n)
        expect(draw.sumOfTimes(rows, 'all')).toBe(all)
        expect(draw.sumOfTimes(rows, 'before-final')).toBe(all - times.at(-1)!)
      }),
      RUNS,
    )
    expect(draw.sumOfTimes([], 'before-final')).toBe(0n)
    const many = Array.from({ length: 3_000_000 }, () => ({ time: 235_959_999 }))
    expect(draw.sumOfTimes(many, 'before-final')).toBe(235_959_999n * 2_999_999n)
  })

  test('the digest refuses values that do not fit their fields', () => {
    const good = { seq: 1, ms: 1, time: 1, first: 1, quantity: 1, tag: '00'.repeat(8) }
    const bad = [
      { ms: -1 },
      { ms: 2 ** 53 },
      { seq: 2 ** 32 },
      { first: 0.5 },
      { tag: '00' },
      { tag: 'A'.repeat(16) },
    ]
    for (const part of bad)
      expect(() => draw.ordersDigest('M1-0001', 1, [{ ...good, ...part }])).toThrow(RangeError)
    expect(() => draw.ordersDigest('M1 0001', 1, [good])).toThrow(RangeError)
  })

  test('the digest is correct for 100,000 orders', () => {
    const rows = Array.from({ length: 100_000 }, (_, i) => ({
      seq: i + 1,
      ms: 1_692_806_001_007 + i,
      time: 215_321_007,
      first: draw.FIRST_CODE + i,
      quantity: 1,
      tag: '94714210fb0d5ec4',
    }))
    expect(draw.ordersDigest('M1-0001', 100_000, rows)).toBe(plainDigest('M1-0001', 100_000, rows))
  })
})

const u32 = (value: number): Buffer => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')

/** The same formula, written for readability. */
function plainDigest(issue: string, shares: number, rows: readonly draw.OrderRow[]): string {
  const hash = createHash('sha256')
    .update(`fairlot/orders/1\0${issue}\0`)
    .update(u32(shares))
    .update(u32(rows.length))
  for (const { seq, ms, time, first, quantity, tag } of rows) {
    hash.update(u32(seq)).update(Buffer.from(ms.toString(16).padStart(16, '0'), 'hex'))
    hash.update(u32(time)).update(u32(first)).update(u32(quantity)).update(Buffer.from(tag, 'hex'))
  }
  return hash.digest('hex')
}

describe('entropy and winning code', () => {
  test('the entropy agrees with a plain implementation', () => {
    const input = record({
      salt: hex32,
      digest: hex32,
      beacon: hex32,
      round: integer({ min: 1, max: 2 ** 52 }),
    })
    assert(
      property(input, ({ salt, digest, beacon, round }) => {
        const mac = (r: number, b: string): string =>
          createHmac('sha256', Buffer.from(salt, 'hex'))
            .update('fairlot/draw/1\0M1-0001\0')
            .update(Buffer.from(digest + r.toString(16).padStart(16, '0') + b, 'hex'))
            .digest('hex')
        const base = { salt, digest, issue: 'M1-0001' }
        expect(draw.drawEntropy({ ...base, round, beacon })).toBe(mac(round, beacon))
        expect(draw.drawEntropy({ ...base, round: null, beacon: null })).toBe(mac(0, '00'.repeat(32)))
        expect(() => draw.drawEntropy({ ...base, round, beacon: null })).toThrow(RangeError)
      }),
      RUNS,
    )
  })

  test('the winning code is a code of the issue and agrees with bigint arithmetic', () => {
    const sum = bigInt({ min: 0n, max: 1n << 60n })
    assert(
      property(sum, hex32, integer({ min: 1, max: 10_000_000 }), (s, entropy, shares) => {
        const code = draw.winningCode(s, entropy, shares)
        expect(BigInt(code)).toBe(((s + BigInt(`0x${entropy}`)) % BigInt(shares)) + 1_000_001n)
        expect(code).toBeGreaterThanOrEqual(1_000_001)
        expect(code).toBeLessThanOrEqual(1_000_000 + shares)
        expect(draw.winningCode(s, null, shares)).toBe(Number(s % BigInt(shares)) + 1_000_001)
      }),
      RUNS,
    )
    expect(() => draw.winningCode(-1n, null, 10)).toThrow(RangeError)
    expect(() => draw.winningCode(1n, null, 0)).toThrow(RangeError)
  })
})

describe('tiers', () => {
  /** Ascending bands that do not overlap and are not wider than the ring. */
  const issue = integer({ min: 1, max: 150 }).chain((shares) => {
    const half = Math.floor((shares - 1) / 2)
    return record({
      shares: constantFrom(shares),
      winning: integer({ min: 0, max: shares - 1 }),
      cuts: array(nat(half), { minLength: 1, maxLength: 6 }),
    })
  })

  test('each code is in one tier at most, and each tier has as many codes as the table states', () => {
    assert(
      property(issue, ({ shares, winning, cuts }) => {
        const ends = [...new Set(cuts)].sort((a, b) => a - b)
        const bands = ends.map((to, i) => [i === 0 ? 0 : ends[i - 1]! + 1, to] as const)
        const table = draw.tierTable(
          shares,
          bands,
          bands.map((_, i) => String(i)),
        )
        const counts = bands.map(() => 0)
        for (let i = 0; i < shares; i++) {
          const code = draw.FIRST_CODE + i
          const distance = draw.ringDistance(code, draw.FIRST_CODE + winning, shares)
          expect(distance).toBe(Math.min((i - winning + shares) % shares, (winning - i + shares) % shares))
          const tier = draw.tierOf(code, draw.FIRST_CODE + winning, shares, bands)
          expect(bands.filter(([from, to]) => from <= distance && distance <= to)).toHaveLength(
            tier === 0 ? 0 : 1,
          )
          if (tier > 0) counts[tier - 1]!++
        }
        expect(table.map(({ codes }) => codes)).toEqual(counts)
        expect(table.map(({ tier, from, to }) => [tier, from, to])).toEqual(
          bands.map(([f, t], i) => [i + 1, f, t]),
        )
      }),
      RUNS,
    )
  })

  test('an order has as many codes in a band as its codes have, one by one', () => {
    assert(
      property(issue, nat(), nat(), ({ shares, winning, cuts }, start, length) => {
        const first = draw.FIRST_CODE + (start % shares)
        const quantity = 1 + (length % (draw.FIRST_CODE + shares - first))
        const codes = Array.from({ length: quantity }, (_, i) => first + i)
        const band = [cuts.length % 2 === 0 ? 0 : Math.min(...cuts), Math.max(...cuts)] as const
        const won = codes.filter((code) => draw.tierOf(code, draw.FIRST_CODE + winning, shares, [band]) === 1)
        expect(draw.codesWon({ first, quantity }, draw.FIRST_CODE + winning, shares, band)).toBe(won.length)
      }),
      RUNS,
    )
  })

  test.each([39, 40, 41, 130, 131, 999, 1_000, 10_000])(
    'the tiers of cash have 1, 8, 10, 10 and 10 codes on a ring of %i, wherever the winning code is',
    (shares) => {
      const bands = [
        [0, 0],
        [1, 4],
        [5, 9],
        [10, 14],
        [15, 19],
      ] as const
      const prizes = bands.map(() => '1')
      expect(draw.tierTable(shares, bands, prizes).map(({ codes }) => codes)).toEqual([1, 8, 10, 10, 10])
      for (const winning of [1, 2, 19, 20, Math.ceil(shares / 2), shares - 1, shares]) {
        const all = { first: draw.FIRST_CODE, quantity: shares }
        expect(bands.map((band) => draw.codesWon(all, draw.FIRST_CODE + winning - 1, shares, band))).toEqual([
          1, 8, 10, 10, 10,
        ])
      }
    },
  )

  test('the code opposite the winning code of an even ring is counted once', () => {
    expect(draw.tierTable(2, [[0, 0]], ['1'])[0]!.codes).toBe(1)
    expect(draw.tierTable(10, [[5, 5]], ['1'])[0]!.codes).toBe(1)
    expect(draw.tierTable(10, [[6, 9]], ['1'])[0]!.codes).toBe(0)
    expect(() => draw.tierTable(10, [[0, 0]], [])).toThrow(RangeError)
  })
})

describe('a draw among participants', () => {
  test('agrees with a Fisher-Yates shuffle that stops after the winners', () => {
    assert(
      property(hex32, nat(60), nat(70), (entropy, population, winners) => {
        const picked = draw.pickWinners(entropy, population, winners)
        const list = Array.from({ length: population }, (_, i) => i)
        const count = Math.min(population, winners)
        for (let i = 0; i < count; i++) {
          const index = Buffer.alloc(4)
          index.writeUInt32BE(i)
          const mac = createHmac('sha256', Buffer.from(entropy, 'hex'))
            .update('fairlot/pick/1\0')
            .update(index)
          const j = i + Number(BigInt(`0x${mac.digest('hex')}`) % BigInt(population - i))
          ;[list[i], list[j]] = [list[j]!, list[i]!]
        }
        expect(picked).toEqual(list.slice(0, count))
        expect(new Set(picked).size).toBe(count)
      }),
      RUNS,
    )
  })
})
