import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { acceptedEncodings, compressed } from './encoding.ts'

test.each([
  ['gzip, deflate, br', ['br', 'gzip']],
  ['br;q=0, gzip;q=0.5', ['gzip']],
  ['*', ['br', 'gzip']],
  ['identity', []],
  [undefined, []],
])('accepts of %s', (header, expected) => {
  expect(acceptedEncodings(header)).toEqual(expected)
})

test.each([2_000, 16_384, 200_000])('an answer of %i bytes comes back as it was', async (size) => {
  const text = 'দশ '.repeat(size).slice(0, size / 2)
  const brotli = await compressed(text, 'br')
  const gzip = await compressed(text, 'gzip')
  expect(brotliDecompressSync(brotli).toString()).toBe(text)
  expect(gunzipSync(gzip).toString()).toBe(text)
  expect(Math.max(brotli.length, gzip.length)).toBeLessThan(Buffer.byteLength(text) / 4)
})
