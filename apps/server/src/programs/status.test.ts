/** `npm run status`, run as a child process beside a server of this process and without one. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../platform/durations.ts'
import { openSecrets } from '../platform/secrets.ts'
import { childEnvironment } from '../testing/child-environment.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { createDb, type Db } from '../platform/db.ts'
import { noteBackup } from './backup/last-backup.ts'
import { judgeBackup, judgeDisk } from './status/machine-findings.ts'

let dataDir: string
let database: TestDatabase
/** has the name of a server's pool */
let server: Db
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'fairlot-status-'))
  await openSecrets(dataDir)
  database = await testDatabase()
  server = createDb(database.appUrl, { max: 1 })
  await server.query('select 1')
})
afterAll(async () => {
  await server?.close().catch(() => undefined)
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

type Report = { status: number; findings: { name: string; state: string; found: string }[] }

function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const env = { ...childEnvironment(), DATA_DIR: dataDir, DATABASE_URL: database.appUrl, ...environment }
  return new Promise<{ status: number; out: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'status.ts'), ...args],
      { env },
      (error, out) => resolve({ status: error === null ? 0 : Number(error.code), out }),
    )
  })
}
async function report(...args: string[]) {
  const { status, out } = await run(['--json', ...args])
  const { findings, status: said } = JSON.parse(out) as Report
  expect(said).toBe(status)
  const not = (state: string) => findings.flatMap((one) => (one.state === state ? [one.name] : []))
  return { status, problems: not('problem'), unknown: not('unknown'), findings }
}

test('a sound installation with a server needs nobody, and each problem is named with exit status 1', async () => {
  // the machine that runs the tests may have a full disk
  const ofHouse = (names: readonly string[]) => names.filter((name) => name !== 'disk')
  await server.query('select 1')
  const sound = await report()
  expect([ofHouse(sound.problems), sound.unknown]).toEqual([[], []])
  expect(sound.findings.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'server',
      'log',
      'clock',
      'late-withdrawals',
      'overdue-draws',
      'unsent-sms',
      'disk',
      'backup',
    ]),
  )
  const owner = createDb(database.ownerUrl, { max: 1 })
  await owner.query(
    `insert into job (job_id, name, data, due_at, created_at)
     values (gen_random_uuid(), 'test.late', '{}', now() - interval '6 minutes', now())`,
  )
  await noteBackup(dataDir, { endedAt: '2020-01-01T00:00:00.000Z', folder: '/mnt/backups/one' })
  const found = await report('--backup-hours', '26')
  expect([found.status, ofHouse(found.problems)]).toEqual([1, ['late-jobs', 'backup']])
  const { status, out } = await run(['--problems', '--backup-hours', '26'])
  expect([status, out]).toEqual([1, expect.stringMatching(/^✗ late-jobs +1 test\.late; should be: /m)])
  expect(out).not.toContain('late-withdrawals')
  await owner.query(`delete from job where name = 'test.late'`)
  await owner.close()
})

test('a stopped server and a database of another release are problems', async () => {
  const owner = createDb(database.ownerUrl, { max: 1 })
  await owner.query(
    `insert into schema_migration (version, name, sha256, applied_at) values (9999, '9999_later.sql', '', now())`,
  )
  await server.close()
  try {
    await expect
      .poll(async () => (await report()).problems)
      .toEqual(expect.arrayContaining(['server', 'schema']))
  } finally {
    await owner.query('delete from schema_migration where version = 9999')
    await owner.close()
  }
})

test('without a database the machine is still looked at, and the exit status is 2', async () => {
  await rm(path.join(dataDir, 'last-backup.json'), { force: true })
  const { status, out } = await run(['--all'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(out).toMatch(/^\? database +The database /m)
  expect(out).toMatch(/^. disk +/m)
  // 1 when the disk of this machine is nearly full
  expect(status).toBe(/^✗ disk/m.test(out) ? 1 : 2)
})

test('a record of a backup that is no record cannot be told', async () => {
  await writeFile(path.join(dataDir, 'last-backup.json'), '{')
  expect((await report()).unknown).toEqual(['backup'])
})

describe('the judgement', () => {
  test.each([
    [99, false],
    [100, true],
  ])('of a disk with %i of 1,000 blocks free', (bavail, ok) => {
    expect(judgeDisk(['/data'], { bavail, blocks: 1_000, bsize: 4_096 }).ok).toBe(ok)
  })

  test('of a backup counts its age only where one is asked for', () => {
    const made = { endedAt: '2026-11-28T00:00:00.000Z', folder: '/b' }
    const at = (hours: number) => Date.parse(made.endedAt) + hours * HOUR_MS
    expect(judgeBackup(made, 26, at(26) - 1).ok).toBe(true)
    expect(judgeBackup(made, 26, at(26)).ok).toBe(false)
    expect(judgeBackup(null, 26, at(0)).ok).toBe(false)
    expect([judgeBackup(null, null, at(0)).ok, judgeBackup(made, null, at(999)).ok]).toEqual([true, true])
  })
})
