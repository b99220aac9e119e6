import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { directoryStorage } from '../../platform/storage/directory-storage.ts'
import { storageOf, type StoragePlace } from '../../platform/storage/place.ts'
import { openBucket, type TestBucket } from '../../testing/played/bucket.ts'
import type { Manifest } from './manifest.ts'
import { copyUploads, placeUploads } from './upload-copies.ts'

let root: string
let bucket: TestBucket
const signal = new AbortController().signal
const FILES = new Map(
  ['a'.repeat(32), `${'b'.repeat(32)}-320`, `${'b'.repeat(32)}-640`, `${'b'.repeat(32)}-1280`].map((name) => [
    name,
    Buffer.from(`the bytes of ${name}`),
  ]),
)

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'fairlot-copies-'))
  bucket = await openBucket()
})
afterAll(async () => {
  await bucket.close()
  await rm(root, { recursive: true })
})

const folder = async (name: string) => {
  const made = path.join(root, name)
  await mkdir(made)
  return made
}
const placeOf = (name: string): StoragePlace => ({ dataDir: path.join(root, name) })
/** A backup of a storage with the files. */
async function backup(name: string, place: StoragePlace): Promise<{ folder: string; manifest: Manifest }> {
  const storage = storageOf(place)
  for (const [file, bytes] of FILES) await storage.put(file, bytes)
  const draft = await folder(name)
  const files = await copyUploads(storage, draft, signal)
  // the copies of pictures use nothing else of a manifest
  return { folder: draft, manifest: { files } as unknown as Manifest }
}
async function contents(place: StoragePlace): Promise<Map<string, string>> {
  const storage = storageOf(place)
  const found = new Map<string, string>()
  for await (const name of storage.list()) found.set(name, String(await storage.get(name)))
  return found
}
const expected = () => new Map([...FILES].map(([name, bytes]) => [name, String(bytes)] as const))

test('private and public pictures of a directory come back, in a directory and in a bucket', async () => {
  const made = await backup('from-directory', placeOf('live'))
  expect(await readdir(path.join(made.folder, 'uploads'))).toHaveLength(4)
  await placeUploads(made, placeOf('restored'), signal)
  expect(await contents(placeOf('restored'))).toEqual(expected())
  const there = { ...placeOf('elsewhere'), uploadsBucket: bucket.options }
  await placeUploads(made, there, signal)
  expect(await contents(there)).toEqual(expected())
})

test('pictures of a bucket come back in a directory; the bucket of the live installation is left alone', async () => {
  bucket.files.clear()
  const live = { ...placeOf('x'), uploadsBucket: bucket.options }
  const made = await backup('from-bucket', live)
  await placeUploads(made, placeOf('out-of-bucket'), signal)
  expect(await contents(placeOf('out-of-bucket'))).toEqual(expected())
  const before = bucket.files.size
  await expect(placeUploads(made, live, signal)).rejects.toThrow('Choose another UPLOADS_S3_URL')
  expect(bucket.files.size).toBe(before)
})

test('a damaged or missing picture stops the restore', async () => {
  const made = await backup('damaged', placeOf('live-2'))
  const [first] = made.manifest.files
  const file = path.join(made.folder, first!.path)
  await writeFile(file, 'other bytes')
  await expect(placeUploads(made, placeOf('restored-2'), signal)).rejects.toThrow(first!.path)
  await rm(file)
  await expect(placeUploads(made, placeOf('restored-3'), signal)).rejects.toThrow(`lacks ${first!.path}`)
})

test('a place with pictures is refused', async () => {
  const made = await backup('again', placeOf('live-3'))
  await directoryStorage(path.join(root, 'full', 'uploads')).put('c'.repeat(32), Buffer.from('x'))
  await expect(placeUploads(made, placeOf('full'), signal)).rejects.toThrow('Choose another UPLOADS_DIR')
})
