/** npm run schema: writes apps/server/db/schema.sql from a freshly migrated database. With --check it only compares. */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { commandLine } from '../packages/fairness/cli/arguments.ts'
import { createDb } from '../apps/server/src/platform/db.ts'
import { migrate } from '../apps/server/src/platform/schema/migrate.ts'
import { removeData, startPostgres } from '../apps/server/src/platform/postgres/launcher.ts'
import { scratchDataDirectory } from '../apps/server/src/platform/postgres/place.ts'
import { dumpSchema } from '../apps/server/src/platform/schema/schema-dump.ts'

const file = path.resolve(import.meta.dirname, '../apps/server/db/schema.sql')

async function migratedSchema(): Promise<string> {
  const dataDir = await scratchDataDirectory('fairlot-schema-')
  const password = () => randomBytes(16).toString('hex')
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const postgres = await startPostgres({
    dataDir,
    passwords: { superuser: password(), owner: password(), app: password() },
    log: silent,
    durable: false,
    settings: { shared_buffers: '32MB' },
  })
  try {
    await migrate(postgres.ownerUrl)
    const db = createDb(postgres.ownerUrl, { max: 1 })
    const text = await dumpSchema(db)
    await db.close()
    return text
  } finally {
    await postgres.stop()
    await removeData(dataDir, postgres.clusterDir)
  }
}

function firstDifference(a: string, b: string): string {
  const [left, right] = [a.split('\n'), b.split('\n')]
  const at = left.findIndex((line, i) => line !== right[i])
  return `line ${at + 1}:\n  file:     ${left[at] ?? '(nothing)'}\n  database: ${right[at] ?? '(nothing)'}`
}

const { values } = commandLine({
  usage: `Usage: npm run schema

Writes apps/server/db/schema.sql from a freshly migrated database.
  --check   only compares`,
  options: { check: { type: 'boolean' } },
})
const schema = await migratedSchema()
if (values.check === true) {
  const written = await readFile(file, 'utf8').catch(() => '')
  if (written !== schema) {
    console.error(`apps/server/db/schema.sql is not what the migrations make; run npm run schema.`)
    console.error(firstDifference(`${written}\n`, `${schema}\n`))
    process.exitCode = 1
  }
} else {
  await writeFile(file, schema)
}
