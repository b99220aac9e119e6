import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressFiles } from './compress.ts'

let place: string
let app: string
let kept: string
beforeEach(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'fairlot-compress-'))
  ;[app, kept] = [path.join(place, 'app'), path.join(place, 'kept')]
  await mkdir(path.join(app, 'assets'), { recursive: true })
})
afterEach(() => rm(place, { recursive: true }))

const script = 'export const value = 1;\n'.repeat(100)

test('writes a Brotli and a gzip copy beside each text file', async () => {
  await writeFile(path.join(app, 'assets/a.js'), script)
  await compressFiles(app, kept)
  expect((await readdir(path.join(app, 'assets'))).toSorted()).toEqual(['a.js', 'a.js.br', 'a.js.gz'])
  expect(brotliDecompressSync(await readFile(path.join(app, 'assets/a.js.br'))).toString()).toBe(script)
  expect(gunzipSync(await readFile(path.join(app, 'assets/a.js.gz'))).toString()).toBe(script)
})

test('writes no copy of images, of short files, and of text that does not get smaller', async () => {
  await writeFile(path.join(app, 'a.png'), script)
  await writeFile(path.join(app, 'short.js'), 'export {}')
  const noise = crypto.getRandomValues(new Uint8Array(2_000))
  await writeFile(path.join(app, 'noise.json'), noise)
  await compressFiles(app, kept)
  expect((await readdir(app)).toSorted()).toEqual(['a.png', 'assets', 'noise.json', 'short.js'])
})

test('takes an unchanged file from the kept copies and drops the copies of files that are gone', async () => {
  await writeFile(path.join(app, 'a.js'), script)
  await compressFiles(app, kept)
  const [copy] = (await readdir(kept)).filter((name) => name.endsWith('.br'))
  // a mark that only the kept copy has
  await writeFile(path.join(kept, copy!), 'kept')
  await compressFiles(app, kept)
  expect(await readFile(path.join(app, 'a.js.br'), 'utf8')).toBe('kept')
  await rm(path.join(app, 'a.js'))
  await compressFiles(app, kept)
  expect(await readdir(kept)).toEqual([])
})
