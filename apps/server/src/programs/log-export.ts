/**
 * `npm run log-export -- FOLDER`: writes the whole transparency log with its checkpoints as plain files, while the server
 * runs or not. Anybody checks them with `npm run verify -- --log FOLDER`, or with the served verifier.
 */
import path from 'node:path'
import { createFair, exportLog } from '../modules/fair/index.ts'
import { readConfig } from '../platform/config.ts'
import { createDb } from '../platform/db.ts'
import { systemRandom } from '../platform/random.ts'
import { readSecrets } from '../platform/secrets.ts'
import { reach } from './open-database.ts'

async function main(folder: string): Promise<void> {
  const config = readConfig(process.env)
  const secrets = await readSecrets(config.dataDir)
  const { url, leave } = await reach(config, secrets)
  try {
    const db = createDb(url, { max: 1, name: 'fairlot-log-export' })
    try {
      const said = await db.tx(async (tx) => {
        // one snapshot: no checkpoint is without its entries
        await tx.query('set transaction isolation level repeatable read read only')
        const [row] = await tx.query<{ id: string }>('select id from deployment')
        if (!row) throw new Error('this database has no deployment yet; start the server once')
        const { writer } = createFair({ db: tx, random: systemRandom, secrets, deployment: row.id })
        return exportLog(tx, folder, writer)
      })
      console.log(`${said.entries} entries and ${said.checkpoints} checkpoints in ${folder}`)
    } finally {
      await db.close()
    }
  } finally {
    await leave()
  }
}

const [folder, ...rest] = process.argv.slice(2)
if (folder === undefined || rest.length > 0) {
  console.error('Usage: npm run log-export -- <folder>')
  process.exitCode = 2
} else {
  try {
    await main(path.resolve(process.env['INIT_CWD'] ?? '', folder))
  } catch (error) {
    console.error(`The log could not be exported: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 2
  }
}
