import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshSecrets, openSecrets, readSecrets, readSecretsFile, secretsFingerprint } from './secrets.ts'

let dataDir = ''
let file = ''
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'fairlot-secrets-'))
  file = path.join(dataDir, 'secrets.json')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('creates the file once with mode 0600, also when several processes start together, and keeps it', async () => {
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => openSecrets(dataDir)))
  for (const secrets of all) expect(secrets).toEqual(all[0])
  expect(await openSecrets(dataDir)).toEqual(all[0])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
  const values = Object.values(all[0] ?? {}).filter((value) => typeof value === 'string')
  expect(new Set(values).size).toBe(values.length)
  for (const value of values) expect(value).toMatch(/^[0-9a-f]{64}$/)
})

test('a program other than the server creates no secrets', async () => {
  await expect(readSecrets(dataDir)).rejects.toThrow(`there is no installation in ${dataDir}. Set DATA_DIR`)
  await expect(readSecrets(path.join(dataDir, 'elsewhere'))).rejects.toThrow('there is no installation')
  expect(await readdir(dataDir)).toEqual([])
  const made = await openSecrets(dataDir)
  expect(await readSecrets(dataDir)).toEqual(made)
})

test('creates no secrets beside a cluster, and says what is missing', async () => {
  await mkdir(path.join(dataDir, 'postgres'))
  await openSecrets(dataDir)
  await rm(file)
  await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '18')
  for (const open of [openSecrets, readSecrets])
    await expect(open(dataDir)).rejects.toThrow(/The database is there .*secrets\.json is not.*Put it back/s)
  expect(await readdir(dataDir)).toEqual(['postgres'])
})

test('the fingerprint names the secrets and reveals none', async () => {
  const secrets = await openSecrets(dataDir)
  const fingerprint = secretsFingerprint(secrets)
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  expect(Object.values(secrets)).not.toContain(fingerprint)
  expect(secretsFingerprint(await readSecretsFile(file))).toBe(fingerprint)
  expect(secretsFingerprint(freshSecrets())).not.toBe(fingerprint)
})

test('refuses a file that others can read', async () => {
  await openSecrets(dataDir)
  await chmod(file, 0o640)
  await expect(openSecrets(dataDir)).rejects.toThrow('Run chmod 600')
})

test('refuses a damaged file and does not change it', async () => {
  await openSecrets(dataDir)
  const text = (await readFile(file, 'utf8')).replace(/"smsHash": "[^"]+",/, '')
  await writeFile(file, text)
  await expect(openSecrets(dataDir)).rejects.toThrow('is incomplete (smsHash)')
  expect(await readFile(file, 'utf8')).toBe(text)
  await writeFile(file, '{')
  await expect(openSecrets(dataDir)).rejects.toThrow('Restore it from your backup')
})

test('says that a newer release has used the directory when the file has secrets that this one does not know', async () => {
  const later = `${JSON.stringify({ ...(await openSecrets(dataDir)), laterEncryption: 'ab'.repeat(32) })}\n`
  await writeFile(file, later)
  await expect(openSecrets(dataDir)).rejects.toThrow(
    /^A newer release has used this directory: .*leave it as it is\.$/,
  )
  expect(await readFile(file, 'utf8')).toBe(later)
})

test('adds the secrets that an older version did not create, the same in every process, and changes no other', async () => {
  const { operatorTotp: _, ...older } = await openSecrets(dataDir)
  await writeFile(file, JSON.stringify(older))
  const all = await Promise.all([1, 2, 3].map(() => openSecrets(dataDir)))
  for (const secrets of all) expect(secrets).toEqual(all[0])
  expect(all[0]).toEqual({ ...older, operatorTotp: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(all[0])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(dataDir)).toEqual(['secrets.json'])
})
