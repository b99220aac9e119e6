import { assert, bigInt, integer, nat, property, uint8Array, uniqueArray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from './bytes.ts'
import { ordersDigest, pickWinners, sumOfTimes, timeOfDay } from './draw.ts'
import { drawWinners, eventDigest, eventRow, isEventId, prizeOf } from './events.ts'
import { VECTORS } from './testing/vectors-file.ts'

const hex32 = uint8Array({ minLength: 32, maxLength: 32 }).map(toHex)
const { entropy, population, winners, indexes } = VECTORS.pick

describe('the winners of an event', () => {
  test('are those of the worked value, by the numbers of their rows', () => {
    expect(drawWinners(entropy, population, winners)).toEqual(indexes.map((index) => index + 1))
    expect(drawWinners(entropy, population, winners)).toEqual([3, 11, 10])
  })

  test('are different participants, as many as the event has winners or participants', () => {
    assert(
      property(hex32, integer({ min: 1, max: 500 }), integer({ min: 1, max: 60 }), (e, n, w) => {
        const drawn = drawWinners(e, n, w)
        expect(drawn).toHaveLength(Math.min(n, w))
        expect(new Set(drawn).size).toBe(drawn.length)
        for (const seq of drawn) expect(seq >= 1 && seq <= n).toBe(true)
      }),
    )
  })

  test('are drawn in an order that does not depend on how many follow', () => {
    assert(
      property(hex32, integer({ min: 1, max: 200 }), nat(20), (e, n, w) => {
        expect(drawWinners(e, n, w + 1).slice(0, Math.min(w, n))).toEqual(drawWinners(e, n, w))
      }),
    )
  })

  test('are those of the formula among the participants who stay', () => {
    const out = [1, 3, 4, 12]
    const staying = Array.from({ length: population }, (_, i) => i + 1).filter((seq) => !out.includes(seq))
    const drawn = pickWinners(entropy, staying.length, winners).map((index) => staying[index])
    expect(drawWinners(entropy, population, winners, out)).toEqual(drawn)
    expect(drawWinners(entropy, population, winners, [3, 11])).toEqual([4, 6, 5])
    assert(
      property(hex32, uniqueArray(integer({ min: 1, max: 60 }), { maxLength: 59 }), nat(70), (e, list, w) => {
        const left = list.toSorted((a, b) => a - b)
        const found = drawWinners(e, 60, w + 1, left)
        expect(new Set(found).size).toBe(Math.min(60 - left.length, w + 1))
        for (const seq of found) expect(seq >= 1 && seq <= 60 && !left.includes(seq)).toBe(true)
      }),
    )
  })

  test('all participants win when the event has as many winners', () => {
    const everybody = Array.from({ length: 9 }, (_, i) => i + 1)
    expect(drawWinners(entropy, 9, 9).toSorted((a, b) => a - b)).toEqual(everybody)
    expect(drawWinners(entropy, 1, 5)).toEqual([1])
  })
})

describe('the rows of an event', () => {
  test('have one code each, in the order of joining', () => {
    const ms = 1_692_806_001_007
    const tag = '94714210fb0d5ec4'
    expect(eventRow(1, ms, 360, tag)).toEqual({
      seq: 1,
      ms,
      time: timeOfDay(ms, 360),
      first: 1_000_001,
      quantity: 1,
      tag,
    })
    expect(eventRow(42, ms, 360, tag).first).toBe(1_000_042)
  })

  test('have the digest of an issue with one share for each participant', () => {
    const rows = [1, 2, 3].map((seq) => eventRow(seq, 1_692_806_000_000 + seq, 0, '00a4b74cfa1c1797'))
    expect(eventDigest('PS-0001', rows)).toBe(ordersDigest('PS-0001', 3, rows))
    expect(sumOfTimes(rows, 'all')).toBe(155_320_001n + 155_320_002n + 155_320_003n)
  })
})

describe('the prize of an event', () => {
  test('is the same part of the pool for each winner, and never more than the pool together', () => {
    assert(
      property(bigInt({ min: 0n, max: 10n ** 18n }), integer({ min: 1, max: 1_000 }), (pool, w) => {
        const rest = pool - prizeOf(pool, w) * BigInt(w)
        expect(rest >= 0n && rest < BigInt(w)).toBe(true)
      }),
    )
  })
})

test('an id has up to 12 capital letters and digits, and 4 to 10 digits', () => {
  for (const id of ['PS-0001', 'A-1234567890', 'ABCDEFGHIJ12-0000']) expect(isEventId(id), id).toBe(true)
  for (const id of [
    'PS-001',
    'ps-0001',
    'PS-12345678901',
    '-0001',
    'ABCDEFGHIJ123-0001',
    'PS-0001 ',
    'PS 0001',
  ])
    expect(isEventId(id), id).toBe(false)
})
