import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshSecrets, secretsFingerprint } from '../../platform/secrets.ts'
import { writeDurably } from './copy-files.ts'
import { formatManifest, MANIFEST } from './manifest.ts'
import { removeOlder } from './retention.ts'

const OURS = 'abcdefghij'
const fingerprint = secretsFingerprint(freshSecrets())
let into = ''
beforeEach(async () => {
  into = await mkdtemp(path.join(os.tmpdir(), 'fairlot-retention-'))
})
afterEach(() => rm(into, { recursive: true }))

const nameOf = (day: number, deployment = OURS) => `fairlot-${deployment}-202611${10 + day}T080000Z`

/** A whole backup of a day. */
async function backup(day: number, deployment = OURS): Promise<string> {
  const folder = path.join(into, nameOf(day, deployment))
  await mkdir(folder)
  const dump = await writeDurably(path.join(folder, 'database.dump'), `day ${day}`)
  const text = formatManifest({
    version: 1,
    kind: 'dump',
    beganAt: '2026-11-22T08:00:00.000Z',
    endedAt: '2026-11-22T08:00:01.000Z',
    release: '1.4.1',
    schema: { version: 13, name: '0013_x.sql' },
    deployment: { id: deployment, moneyMode: 'sandbox' },
    postgres: { version: '18.4', major: 18 },
    secretsFingerprint: fingerprint,
    log: null,
    wal: null,
    directories: [],
    files: [{ path: 'database.dump', ...dump }],
  })
  await writeFile(path.join(folder, MANIFEST), text)
  return folder
}

const remove = (keep: number, signal = new AbortController().signal) =>
  removeOlder(into, { deployment: OURS, keep, signal })
const left = async () => (await readdir(into)).toSorted()

test('the newest whole backups stay, and older whole ones go, the oldest first', async () => {
  for (const day of [3, 1, 4, 2]) await backup(day)
  expect(await remove(2)).toEqual([1, 2].map((day) => path.join(into, nameOf(day))))
  expect(await left()).toEqual([nameOf(3), nameOf(4)])
  expect(await remove(2)).toEqual([])
})

test('the last good backup stays behind damaged ones, which count for nothing and stay as well', async () => {
  await backup(1)
  await backup(2)
  const [cut, unnamed] = [await backup(3), await backup(4)]
  await writeFile(path.join(cut, 'database.dump'), 'd')
  await rm(path.join(unnamed, MANIFEST))
  expect(await remove(1)).toEqual([path.join(into, nameOf(1))])
  expect(await remove(0)).toEqual([])
  expect(await left()).toEqual([nameOf(2), nameOf(3), nameOf(4)])
})

test('drafts, links, files and the backups of another deployment stay', async () => {
  await backup(5)
  await backup(1, 'otherhouse')
  await mkdir(path.join(into, `${nameOf(2)}.draft`))
  await mkdir(path.join(into, 'photos'))
  await writeFile(path.join(into, nameOf(3)), 'a file')
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'fairlot-elsewhere-'))
  try {
    await symlink(elsewhere, path.join(into, nameOf(4)))
    const before = await left()
    expect(await remove(1)).toEqual([])
    expect(await left()).toEqual(before)
  } finally {
    await rm(elsewhere, { recursive: true })
  }
})

test('an interrupted removal leaves whole backups', async () => {
  await backup(1)
  await backup(2)
  await expect(remove(1, AbortSignal.abort(new Error('interrupted')))).rejects.toThrow('interrupted')
  expect(await left()).toEqual([nameOf(1), nameOf(2)])
})
