import { assert, bigInt, integer, jsonValue, property, string, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bigEndian, concat, fromHex, isHex, label, toHex, u32, u64, utf8 } from './bytes.ts'
import { canonicalJson, type Json } from './canonical.ts'

const RUNS = { numRuns: 1000 }

describe('encodings', () => {
  test('hex round-trips and is accepted in lower case only', () => {
    assert(
      property(uint8Array(), (bytes) => {
        const text = toHex(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('hex'))
        expect(fromHex(text)).toEqual(bytes)
        expect(isHex(text, bytes.length)).toBe(true)
        expect(isHex(text, bytes.length + 1)).toBe(false)
      }),
      RUNS,
    )
    for (const text of ['AB', 'a', '0x', 'zz', ' aa', 'aa\n']) expect(() => fromHex(text)).toThrow(RangeError)
    expect(() => fromHex('aabb', 1)).toThrow('1 bytes')
  })

  test('integers are big-endian', () => {
    assert(
      property(integer({ min: 0, max: 0xffffffff }), (value) => {
        expect(bigEndian(u32(value))).toBe(BigInt(value))
        expect(u32(value)).toHaveLength(4)
      }),
      RUNS,
    )
    assert(
      property(bigInt({ min: 0n, max: (1n << 64n) - 1n }), (value) => {
        expect(toHex(u64(value))).toBe(value.toString(16).padStart(16, '0'))
        expect(bigEndian(u64(value))).toBe(value)
      }),
      RUNS,
    )
    for (const value of [-1, 1.5, 2 ** 32, Number.NaN]) expect(() => u32(value)).toThrow(RangeError)
    for (const value of [-1, 1.5, 2 ** 53, -1n, 1n << 64n]) expect(() => u64(value)).toThrow(RangeError)
  })

  test('labels end with NUL and cannot contain one', () => {
    expect(toHex(label('a-1'))).toBe('612d3100')
    for (const name of ['', 'a b', 'a\0', 'é']) expect(() => label(name)).toThrow(RangeError)
    expect(concat(utf8('ü'), Uint8Array.of(1))).toEqual(Uint8Array.of(0xc3, 0xbc, 1))
  })
})

describe('canonical JSON', () => {
  test('has the same text for every order of fields and preserves the value', () => {
    assert(
      property(jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value as Json)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text)
        expect(canonicalJson(reordered(value) as Json)).toBe(text)
      }),
      RUNS,
    )
  })

  test('sorts fields by UTF-16 code units', () => {
    assert(
      property(string({ unit: 'binary' }), string({ unit: 'binary' }), (a, b) => {
        if (a === b) return
        const text = canonicalJson(Object.fromEntries([[a, 0] as const, [b, 0] as const]))
        const [first, second] = a < b ? [a, b] : [b, a]
        expect(text).toBe(`{${JSON.stringify(first)}:0,${JSON.stringify(second)}:0}`)
      }),
      RUNS,
    )
  })

  test('agrees with the examples of RFC 8785', () => {
    const value = {
      numbers: JSON.parse('[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]') as number[],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
    const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
    expect(Object.values(JSON.parse(canonicalJson(keys)) as object)).toHaveLength(7)
    expect(canonicalJson(keys).match(/:\d/g)!.join('')).toBe(':2:4:6:7:1:5:3')
  })

  test('refuses values that JSON cannot represent', () => {
    const nested = JSON.parse('['.repeat(70) + ']'.repeat(70)) as Json
    for (const value of [Number.NaN, Infinity, undefined, 1n, '\ud800', { '\udc00': 1 }, nested]) {
      expect(() => canonicalJson(value as Json)).toThrow(TypeError)
    }
  })
})

/** The same value with the fields of every object in reverse order of insertion. */
function reordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reordered)
  const fields = Object.entries(value).map(([key, item]) => [key, reordered(item)] as const)
  return Object.fromEntries(fields.toReversed())
}
