/** The server on a PostgreSQL of the machine where it has one (else on the packaged one), with PostgreSQL's own defaults where the embedded cluster has others. */
import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './platform/installation/config.ts'
import { createDb } from './platform/db.ts'
import { createLog } from './platform/log/log.ts'
import { scratchDataDirectory } from './platform/postgres/place.ts'
import { backupOf, runProgramFile } from './programs/backup/backup.fixture.ts'
import { startServer } from './start.ts'
import { externalPostgres, majorOf, type ExternalPostgres } from './testing/external-postgres.ts'

let home = ''
let filled: { DATA_DIR: string; DATABASE_URL: string; DATABASE_OWNER_URL: string }
let server: ExternalPostgres
beforeAll(async () => {
  home = await scratchDataDirectory('fairlot-own-')
  const started = await externalPostgres(home, {
    settings: { jit: 'on', jit_above_cost: '0', random_page_cost: '4', timezone: 'Asia/Dhaka' },
  })
  if (!started) throw new Error('no PostgreSQL, although the npm package has one')
  server = started
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

function doctor(environment: NodeJS.ProcessEnv): Promise<string> {
  const program = path.join(import.meta.dirname, 'programs/doctor.ts')
  const env = { PATH: process.env['PATH'], ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
}

test('fills the demo world, sells and draws on an external PostgreSQL, and its doctor finds it sound', async () => {
  const dataDir = path.join(home, 'data')
  await mkdir(dataDir)
  const database = await server.createDatabase('fairlot')
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...database })
  const steps: string[] = []
  const running = await startServer(config, createLog('silent'), {
    progress: {
      async step(name, work, done = () => name) {
        const result = await work()
        steps.push(done(result) ?? '')
        return result
      },
    },
  })
  try {
    expect(running.demo).toBe(true)
    expect(steps[0]).toBe(`external PostgreSQL ${server.major}`)
    expect(steps[2]).toMatch(/^demo world: 34 members, [1-9]\d+ purchases, [1-9]\d* draws$/)
    await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(200)
  } finally {
    await running.stop()
  }
  filled = { DATA_DIR: dataDir, ...database }
  expect(await doctor(filled)).toMatch(/^sound$/m)
})

/** The rows that CHECKs with functions judge, and the orders. */
async function rowsOf({ DATABASE_OWNER_URL: url }: { DATABASE_OWNER_URL: string }): Promise<unknown> {
  const db = createDb(url, { max: 1 })
  try {
    const tables = ['product', 'issue_terms', 'round', 'rebate', 'finance_order', 'purchase']
    return await db.query(
      tables
        .map((name) => `select '${name}' as name, count(*)::int as rows from ${name}`)
        .join(' union all '),
    )
  } finally {
    await db.close()
  }
}

test('its dump restores by the program and by pg_restore alone, and the doctor finds the restored house sound', async () => {
  if (Math.min(majorOf('pg_dump'), majorOf('pg_restore')) < server.major)
    return console.warn('the restore of a filled external database is not tested: there are no client tools')
  const backup = backupOf(await runProgramFile('backup', [path.join(home, 'dumps')], filled))
  const rows = await rowsOf(filled)
  const target = await server.createDatabase('restored')
  const files = (name: string) => path.join(filled.DATA_DIR, name)
  const to = ['--to', path.join(home, 'live'), '--secrets', files('secrets.json')]
  const live = ['--live', '--high-water', files('high-water.json')]
  const restored = await runProgramFile('restore', [backup, ...to, ...live], target)
  expect(restored).toMatchObject({ status: 0, output: expect.stringMatching(/^sound$/m) })
  expect(await rowsOf(target)).toEqual(rows)

  const alone = await server.createDatabase('alone')
  const args = ['--exit-on-error', '--no-owner', `--dbname=${alone.DATABASE_OWNER_URL}`]
  await promisify(execFile)('pg_restore', [...args, path.join(backup, 'database.dump')])
  expect(await rowsOf(alone)).toEqual(rows)
})
