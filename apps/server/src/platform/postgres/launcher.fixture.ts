/** A server process for launcher.test.ts: starts PostgreSQL, prints one line when it is ready, stops it on SIGTERM. */
import { startPostgres } from './launcher.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const [dataDir = '', passwords = ''] = process.argv.slice(2)
const postgres = await startPostgres({
  dataDir,
  passwords: JSON.parse(passwords) as { superuser: string; owner: string; app: string },
  log: silent,
  durable: false,
  settings: { shared_buffers: '16MB' },
})
process.once('SIGTERM', () => void postgres.stop().then(() => process.exit(0)))
const { pid, ownerUrl } = postgres
console.log(JSON.stringify({ pid, ownerUrl }))
setInterval(() => undefined, 60_000)
