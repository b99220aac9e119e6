import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBucket, type TestBucket } from '../../testing/played/bucket.ts'
import type { Storage } from './storage.ts'

let bucket: TestBucket
let storage: Storage

beforeAll(async () => {
  bucket = await openBucket()
  storage = bucket.storage()
})
afterAll(() => bucket.close())
beforeEach(() => {
  bucket.files.clear()
  bucket.asked.length = 0
})

const name = (digit: string) => digit.repeat(32)
const all = async () => {
  const names: string[] = []
  for await (const one of storage.list()) names.push(one)
  return names
}

test('stores a file once under its prefix, reads it and deletes it', async () => {
  await storage.put(name('a'), Buffer.from('one'))
  expect([...bucket.files.keys()]).toEqual([`shop/${name('a')}`])
  await expect(storage.put(name('a'), Buffer.from('two'))).rejects.toThrow('taken')
  expect((await storage.get(name('a')))?.toString()).toBe('one')
  await storage.delete(name('a'))
  await storage.delete(name('a'))
  expect(await storage.get(name('a'))).toBeUndefined()
})

test('keeps every byte', async () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256))
  await storage.put(`${name('b')}-640`, bytes)
  expect((await storage.get(`${name('b')}-640`))!.equals(bytes)).toBe(true)
})

test('lists the files of its prefix page by page, and nothing else', async () => {
  const names = ['1', '2', '3', '4', '5', '6', '7'].map(name)
  for (const one of names) bucket.files.set(`shop/${one}`, Buffer.from('x'))
  bucket.files.set(`shop/notes.txt`, Buffer.from('x'))
  bucket.files.set(`other/${name('f')}`, Buffer.from('x'))
  expect(await all()).toEqual(names)
  expect(bucket.asked.filter((one) => one.includes('continuation-token'))).toHaveLength(2)
})

test('takes no name that leaves its prefix', async () => {
  for (const wrong of ['../secrets.json', `${name('a')}/x`, '', name('A')])
    await expect(storage.get(wrong)).rejects.toThrow('is not valid')
  expect(bucket.asked).toEqual([])
})

test('asks again when the service is busy', async () => {
  bucket.fail(2)
  await storage.put(name('c'), Buffer.from('x'))
  expect(bucket.files.size).toBe(1)
})

test('says what the service refuses, and never the secret', async () => {
  const wrong = bucket.storage({ secret: 'another secret' })
  const error = await wrong.get(name('a')).catch((thrown: unknown) => String(thrown))
  expect(error).toContain('status 403, SignatureDoesNotMatch')
  expect(error).not.toContain('another secret')
  const nowhere = bucket.storage({ url: `${bucket.url}/nowhere` })
  await expect(nowhere.list()[Symbol.asyncIterator]().next()).rejects.toThrow('status 404, NoSuchBucket')
})

test('gives up when the service does not answer', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const slow = bucket.storage({ url: `http://127.0.0.1:${port}/pictures`, timeoutMs: 50 })
  await expect(slow.get(name('a'))).rejects.toThrow()
  silent.closeAllConnections()
  await new Promise((resolve) => silent.close(resolve))
})
