import { encodeForm, WIRE_FIELDS } from '@fairlot/contract/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_DEPTH, parseForm, parseParam } from './envelope.ts'

const RUNS = { numRuns: 2_000 }
/** Any text that a form may contain: well-formed, without NUL. */
const value = fc
  .string({ unit: 'binary', maxLength: 60 })
  .filter((text) => text.isWellFormed() && !text.includes('\0'))

describe('forms', () => {
  test('reads back exactly what the client encodes', () => {
    fc.assert(
      fc.property(fc.tuple(value, value, value, value, value), ([date, sign, language, token, param]) => {
        const envelope = { date, sign, language, token, param }
        expect(parseForm(Buffer.from(encodeForm(envelope)))).toEqual(envelope)
        expect(parseForm(Buffer.from(new URLSearchParams(envelope).toString()))).toEqual(envelope)
      }),
      RUNS,
    )
  })

  test('never throws, and reads the same values as URLSearchParams', () => {
    const piece = fc.oneof(
      fc.constantFrom(...WIRE_FIELDS, '=', '&', '%', '%00', '%ff', '%41', '+', '%2', 'x'),
      fc.string({ maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const form = parseForm(Buffer.from(text))
        if (!form) return
        const read = new URLSearchParams(text)
        for (const field of WIRE_FIELDS) expect(form[field]).toBe(read.get(field) ?? undefined)
      }),
      RUNS,
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => void parseForm(Buffer.from(bytes))),
      RUNS,
    )
  })
})

describe('param', () => {
  test('reads every JSON value within the bounds as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ depthSize: 'small' }), (text) => {
        const param = parseParam(text)
        fc.pre(param.ok || param.reason === 'not-json')
        expect(param).toEqual({ ok: true, value: JSON.parse(text) })
      }),
      RUNS,
    )
  })

  test.each([
    ['NUL', '{"a":"x\\u0000"}'],
    ['NUL in a key', '{"\\u0000":1}'],
    ['lone surrogate', '["\\ud800"]'],
    ['surrogate pair in the wrong order', '{"a":{"b":["\\udc00\\ud800"]}}'],
  ])('refuses an escaped %s', (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(parseParam(text)).toEqual({ ok: false, reason: 'refused' })
  })

  test('accepts other escapes', () => {
    expect(parseParam('{"a":"\\ud83d\\ude00\\u0041\\\\u0000"}')).toEqual({
      ok: true,
      value: { a: '😀A\\u0000' },
    })
  })

  test('never throws', () => {
    const piece = fc.oneof(
      fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '0'),
      fc.string({ maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void parseParam(pieces.join(''))),
      RUNS,
    )
  })

  test('allows exactly MAX_DEPTH levels, whatever the strings contain', () => {
    const nested = (depth: number) => '['.repeat(depth) + '"[[{{\\"[\\\\"' + ']'.repeat(depth)
    expect(parseParam(nested(MAX_DEPTH)).ok).toBe(true)
    expect(parseParam(nested(MAX_DEPTH + 1))).toEqual({ ok: false, reason: 'refused' })
  })
})
