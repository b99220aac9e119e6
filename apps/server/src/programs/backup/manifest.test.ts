import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshSecrets, secretsFingerprint } from '../../platform/secrets.ts'
import { checkFreeSpace, writeDurably } from './copy-files.ts'
import { checkFolder, formatManifest, MANIFEST, readManifest, type Manifest } from './manifest.ts'
import { secretsFor } from './restore-target.ts'

let folder = ''
let manifest: Manifest
const secrets = freshSecrets()
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'fairlot-manifest-'))
  await mkdir(path.join(folder, 'cluster/base'), { recursive: true })
  const files = await Promise.all(
    ['cluster/PG_VERSION', 'cluster/base/1'].map(async (at) => ({
      path: at,
      ...(await writeDurably(path.join(folder, at), `the content of ${at}`)),
    })),
  )
  manifest = {
    version: 1,
    kind: 'cluster',
    beganAt: '2026-11-22T08:00:00.000Z',
    endedAt: '2026-11-22T08:00:01.000Z',
    release: '1.4.1',
    schema: { version: 13, name: '0013_x.sql' },
    deployment: { id: 'abcdefghij', moneyMode: 'sandbox' },
    postgres: { version: '18.4', major: 18 },
    secretsFingerprint: secretsFingerprint(secrets),
    log: null,
    wal: { start: '0/2000028', stop: '0/2000158' },
    directories: ['cluster/base'],
    files,
  }
  await writeFile(path.join(folder, MANIFEST), formatManifest(manifest))
})
afterEach(() => rm(folder, { recursive: true }))

const check = async () => checkFolder(folder, await readManifest(folder))

test('accepts a complete backup', async () => {
  expect(await readManifest(folder)).toEqual(manifest)
  await check()
})

test('a folder without a manifest is not a backup', async () => {
  await rm(path.join(folder, MANIFEST))
  await expect(check()).rejects.toThrow('is not a complete backup')
  await expect(readManifest(path.join(folder, 'nothing'))).rejects.toThrow('is not a complete backup')
})

test('refuses a missing file, an unknown file, a longer file and a link', async () => {
  const at = path.join(folder, 'cluster/base/1')
  await rename(at, path.join(folder, 'aside'))
  await expect(check()).rejects.toThrow('contains aside')
  await rm(path.join(folder, 'aside'))
  await expect(check()).rejects.toThrow('lacks cluster/base/1')
  await writeFile(at, 'the content of cluster/base/1, and more')
  await expect(check()).rejects.toThrow(/cluster\/base\/1 .*is damaged/)
  await rm(at)
  await symlink('/etc/hostname', at)
  await expect(check()).rejects.toThrow('is not a plain file')
})

test('refuses a manifest that was changed or cut off', async () => {
  const text = formatManifest(manifest)
  for (const changed of [text.replace('abcdefghij', 'abcdefghik'), text.slice(0, -20), '{}', '']) {
    await writeFile(path.join(folder, MANIFEST), changed)
    await expect(check()).rejects.toThrow('is damaged')
  }
})

test('refuses a manifest of a later form, and names that lead out of the folder', async () => {
  const [file] = manifest.files
  const lies = [
    { ...manifest, files: [{ ...file!, path: '../secrets.json' }] },
    { ...manifest, files: [{ ...file!, path: '/etc/passwd' }] },
    { ...manifest, directories: ['cluster/../..'] },
    { ...manifest, later: true },
  ]
  for (const lie of lies) {
    await writeFile(path.join(folder, MANIFEST), formatManifest(lie))
    await expect(check()).rejects.toThrow('does not know the form')
  }
})

test('only the secrets of the installation open its backup', async () => {
  await expect(secretsFor({ folder, manifest }, undefined)).rejects.toThrow('--secrets')
  const file = path.join(folder, 'kept.json')
  await writeFile(file, JSON.stringify(freshSecrets()), { mode: 0o600 })
  await expect(secretsFor({ folder, manifest }, file)).rejects.toThrow('does not belong to the installation')
  await writeFile(file, JSON.stringify(secrets))
  expect(await secretsFor({ folder, manifest }, file)).toEqual({ file, secrets })
})

test('needs free space before it copies', async () => {
  await checkFreeSpace(folder, 1)
  await expect(checkFreeSpace(folder, Number.MAX_SAFE_INTEGER)).rejects.toThrow('Free some space')
})
