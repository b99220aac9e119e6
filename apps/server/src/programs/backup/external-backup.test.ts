/** Backup and restore of an external PostgreSQL with its client tools, and the refusal where they do not fit. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb } from '../../platform/db.ts'
import { checkCatalog } from '../../platform/schema/catalog.checks.ts'
import { ensureDeployment, migrate } from '../../platform/schema/migrate.ts'
import { scratchDataDirectory } from '../../platform/postgres/place.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { EARLIER_HOUSES, fillWithHouse, readEarlierHouse } from '../../testing/earlier/earlier-houses.ts'
import { externalPostgres, majorOf, type ExternalPostgres } from '../../testing/external-postgres.ts'
import { backupOf, runProgramFile } from './backup.fixture.ts'
import { dumpDatabase, findTool, restoreOldDatabase } from './client-tools.ts'
import { readManifest } from './manifest.ts'

let home = ''
let dataDir = ''
let database: TestDatabase
beforeAll(async () => {
  home = await scratchDataDirectory('fairlot-external-')
  dataDir = path.join(home, 'data')
  await mkdir(dataDir)
  await openSecrets(dataDir)
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(home, { recursive: true, force: true })
})

/** A folder for PATH with a pg_dump that states a version; none: without one. */
async function toolsOf(version?: string): Promise<string> {
  const folder = path.join(home, `tools-${version ?? 'none'}`)
  await mkdir(folder)
  const script = `#!/bin/sh\necho 'pg_dump (PostgreSQL) ${version}'\n`
  if (version !== undefined) await writeFile(path.join(folder, 'pg_dump'), script, { mode: 0o755 })
  return folder
}

test.each([
  [undefined, 'pg_dump is not in PATH on this machine'],
  ['14.12', 'pg_dump on this machine has version 14, and the server needs 1'],
])(
  'without client tools that fit (%s) it says what to install and writes nothing',
  async (version, sentence) => {
    const into = path.join(home, `refused-${version ?? 'none'}`)
    const { status, output } = await runProgramFile('backup', [into], {
      DATA_DIR: dataDir,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      PATH: await toolsOf(version),
    })
    expect(status).toBe(2)
    expect(output).toContain(sentence)
    expect(output).toContain("Install PostgreSQL's client tools of version")
    expect(await readdir(into)).toEqual([])
  },
)

test('needs the URL of the owner, who can read every table', async () => {
  const refused = await runProgramFile('backup', [path.join(home, 'no-owner')], {
    DATA_DIR: dataDir,
    DATABASE_URL: database.appUrl,
  })
  expect(refused).toMatchObject({ status: 2, output: expect.stringContaining('Set DATABASE_OWNER_URL') })
})

/** Versions of PostgreSQL that the machine's client tools know. */
const toolsKnow = () => Math.min(majorOf('pg_dump'), majorOf('pg_restore'))

/** The house that goes through the programs. */
const BY_PROGRAMS = 62

/** The archive of a filled house whose functions find nothing in a restore, which releases before migration 0084 made. */
async function restoresEarlierHouse(server: ExternalPostgres): Promise<void> {
  const place = path.join(home, 'earlier')
  const [earlier, target] = [await server.createDatabase('earlier'), await server.createDatabase('upgraded')]
  const house = await readEarlierHouse(BY_PROGRAMS)
  await fillWithHouse(earlier.DATABASE_OWNER_URL, house)
  await mkdir(place)
  await writeFile(path.join(place, 'secrets.json'), house.secretsText, { mode: 0o600 })
  const into = path.join(place, 'dumps')
  const made = await runProgramFile('backup', [into, '--with-secrets'], { DATA_DIR: place, ...earlier })
  const to = path.join(place, 'restored')
  const { output } = await runProgramFile('restore', [backupOf(made), '--to', to], target)
  expect(output).toMatch(/^migrated: .*0084_qualified_functions\.sql/m)
  // the house in the test has no files of pictures, and everything else
  expect(output.match(/^✗.*?:/gm)).toEqual([expect.stringContaining('every uploaded picture has its file')])
  expect(output).toMatch(/^✓ INV-24 /m)
}

/** How many rows each table has, and a hash of them. */
async function contentsOf(ownerUrl: string): Promise<unknown[]> {
  const db = createDb(ownerUrl, { max: 1 })
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  const counts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) as rows, bit_xor(hashtextextended(t::text, 0)) as hash from "${name}" t`,
  )
  const contents = await db.query(`${counts.join(' union all ')} order by name`)
  await db.close()
  return contents
}

/**
 * The other houses go the same way without the programs: into an archive, out of it as a restore does it, whole, and through the
 * migrations. What the doctor says of their contents then is in upgrade.test.ts.
 */
async function restoresOldArchive(server: ExternalPostgres, version: number): Promise<void> {
  const from = await server.createDatabase(`house_${version}`)
  const to = await server.createDatabase(`again_${version}`)
  await fillWithHouse(from.DATABASE_OWNER_URL, await readEarlierHouse(version))
  const [archive, { signal }] = [path.join(home, `${version}.dump`), new AbortController()]
  const dump = await findTool('pg_dump', server.major, 'the server')
  const house = createDb(from.DATABASE_OWNER_URL, { max: 1 })
  await house.tx(async (tx) => {
    const [row] = await tx.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    await dumpDatabase(dump, { url: from.DATABASE_OWNER_URL, archive, signal, snapshot: row!.snapshot })
  })
  await house.close()
  const tool = await findTool('pg_restore', server.major, 'the backup')
  await restoreOldDatabase(tool, { url: to.DATABASE_OWNER_URL, archive, signal })
  expect(await contentsOf(to.DATABASE_OWNER_URL)).toEqual(await contentsOf(from.DATABASE_OWNER_URL))
  await migrate(to.DATABASE_OWNER_URL)
  const restored = createDb(to.DATABASE_OWNER_URL, { max: 1 })
  expect(await checkCatalog(restored)).toMatchObject({ breaches: 0 })
  await restored.close()
}

test('the client tools back up an external database, and restore it into an empty one only, also what an earlier release made', async () => {
  const server = await externalPostgres(home, { upTo: toolsKnow(), prefer: 'package' })
  if (server === undefined) {
    // No server of this machine has a version that its tools know: the tools have to be refused.
    const into = path.join(home, 'machine')
    const urls = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
    const { status, output } = await runProgramFile('backup', [into], { DATA_DIR: dataDir, ...urls })
    expect([status, output]).toEqual([2, expect.stringContaining("Install PostgreSQL's client tools")])
    return
  }
  try {
    const source = await server.createDatabase('source')
    await migrate(source.DATABASE_OWNER_URL)
    const { id } = await ensureDeployment(source.DATABASE_OWNER_URL, 'sandbox')
    const into = path.join(home, 'dumps')
    const made = await runProgramFile('backup', [into], { DATA_DIR: dataDir, ...source })
    const backup = backupOf(made)
    const manifest = await readManifest(backup)
    expect(manifest).toMatchObject({ kind: 'dump', deployment: { id }, files: [{ path: 'database.dump' }] })
    expect((await stat(path.join(backup, 'database.dump'))).mode & 0o777).toBe(0o600)

    const secrets = ['--secrets', path.join(dataDir, 'secrets.json')]
    const restore = (to: string, environment: NodeJS.ProcessEnv) =>
      runProgramFile('restore', [backup, '--to', path.join(home, to), ...secrets], environment)
    expect(await restore('without', {})).toMatchObject({
      status: 2,
      output: expect.stringContaining('Set DATABASE_URL and DATABASE_OWNER_URL'),
    })
    const target = await server.createDatabase('target')
    const restored = await restore('restored', target)
    expect(restored).toMatchObject({ status: 0, output: expect.stringMatching(/^sound$/m) })
    expect((await readdir(path.join(home, 'restored'))).toSorted()).toEqual([
      'drill-record.json',
      'drill.json',
      'secrets.json',
    ])
    const db = createDb(target.DATABASE_URL, { max: 1 })
    expect(await db.query('select id from deployment')).toEqual([{ id }])
    await db.close()
    expect(await restore('again', target)).toMatchObject({
      status: 2,
      output: expect.stringContaining('is not empty'),
    })
    expect(await readdir(home)).not.toContain('again')
    await restoresEarlierHouse(server)
    for (const { version } of EARLIER_HOUSES)
      if (version !== BY_PROGRAMS) await restoresOldArchive(server, version)
  } finally {
    await server.stop()
  }
})
