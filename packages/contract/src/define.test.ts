import { expect, test } from 'vitest'
import { isCompressible, type EndpointDefinition } from './define.ts'
import { ENDPOINTS } from './endpoints.ts'

/** The names of all fields in a schema's output, also of nested ones. */
function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const own = 'shape' in schema && typeof schema.shape === 'object' ? Object.keys(schema.shape ?? {}) : []
  return [...own, ...Object.values(schema).flatMap((inner) => fieldsOf(inner, seen))]
}

const SECRET = /^(token|signKey|ticket|secret|password|oneTimePassword|otp)$/i

test('no answer with a token, a key or a ticket may be compressed', () => {
  const definitions = Object.values(ENDPOINTS) as EndpointDefinition[]
  const withSecret = definitions.filter(({ output }) => fieldsOf(output).some((name) => SECRET.test(name)))
  expect(withSecret.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/index/login', '/index/Afregister', '/index/streamticket', '/operator/login']),
  )
  expect(withSecret.filter(isCompressible).map(({ path }) => path)).toEqual([])
})

test('answers for members or operators only are never compressed, and the catalogue is', () => {
  const { account, orderList, home, goodsList, calculation, system } = ENDPOINTS
  expect([account, orderList].map(isCompressible)).toEqual([false, false])
  expect([home, goodsList, calculation, system].map(isCompressible)).toEqual([true, true, true, true])
})
