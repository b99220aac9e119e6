import { afterEach, expect, test } from 'vitest'
import { takeEarly } from './early.ts'

const early = { language: 'en-us', token: 't', param: '{}' }
const body = 'date=1&sign=ab&language=en-us&token=t&param=%7B%7D'
afterEach(() => {
  globalThis.fairlotEarly = undefined
})

test('gives the answer of an early call once', async () => {
  globalThis.fairlotEarly = { '/api/index/index': { ...early, answer: Promise.resolve({ flag: 0 }) } }
  expect(await takeEarly('/api/index/kind', body)).toBeUndefined()
  expect(await takeEarly('/api/index/index', body)).toEqual({ flag: 0 })
  expect(await takeEarly('/api/index/index', body)).toBeUndefined()
})

test('gives no answer of another language, session or input, and none of a failed call', async () => {
  const give = async (change: object, answer: Promise<unknown> = Promise.resolve({ flag: 0 })) => {
    globalThis.fairlotEarly = { '/api/index/index': { ...early, ...change, answer } }
    return takeEarly('/api/index/index', body)
  }
  expect(await give({})).toEqual({ flag: 0 })
  expect(await give({ language: 'ar-sa' })).toBeUndefined()
  expect(await give({ token: '' })).toBeUndefined()
  expect(await give({ param: '{"issue":"M1-0001"}' })).toBeUndefined()
  expect(await give({}, Promise.reject(new Error('no network')))).toBeUndefined()
})
