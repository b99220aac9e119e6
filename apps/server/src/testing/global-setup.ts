import { randomBytes } from 'node:crypto'
import { readFile, readdir, rm } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureDeployment, migrate } from '../platform/migrate.ts'
import { removeData, startPostgres, type RunningPostgres } from '../platform/postgres/launcher.ts'
import { scratchDataDirectory } from '../platform/postgres/place.ts'
import { isAlive } from '../platform/postgres/system-user.ts'

/** What test files need to clone the template: see database.ts. */
export type TestCluster = { superuserUrl: string; ownerUrl: string; appUrl: string; template: string }

declare module 'vitest' {
  // Vitest's way to type what a global setup hands to test files.
  export interface ProvidedContext {
    testCluster: TestCluster
  }
}

const prefix = 'fairlot-test-'
const template = 'fairlot_template'

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (_: object, message: string) => console.error(message),
}

/** Clusters of test runs that were killed: stopped and removed, so that they do not pile up. */
async function sweepLeftovers(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const dataDir = path.join(os.tmpdir(), name)
    const runner = Number(/^fairlot-test-(\d+)-/.exec(name)?.[1])
    if (isAlive(runner)) continue
    const clusterDir = path.join(dataDir, 'postgres')
    const pid = Number(
      (await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
    )
    try {
      if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGQUIT')
      await rm(dataDir, { recursive: true, force: true })
    } catch {
      // Another user's leftovers are that user's to remove.
    }
  }
}

async function makeTemplate(postgres: RunningPostgres): Promise<void> {
  const ownerUrl = postgres.ownerUrl
  await migrate(ownerUrl)
  await ensureDeployment(ownerUrl, 'sandbox')
  const client = new pg.Client({ connectionString: postgres.superuserUrl })
  await client.connect()
  // No connection to the template from here on: a clone needs it unused.
  await client.query(`alter database ${template} with is_template true allow_connections false`)
  await client.end()
}

/** One scratch PostgreSQL for a whole test run, with a migrated template database that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepLeftovers()
  const dataDir = await scratchDataDirectory(`${prefix}${process.pid}-`)
  const password = () => randomBytes(16).toString('hex')
  const postgres = await startPostgres({
    dataDir,
    passwords: { superuser: password(), owner: password(), app: password() },
    log: quiet,
    database: template,
    durable: false,
    settings: { shared_buffers: '128MB', max_wal_size: '1GB', max_connections: '200' },
  })
  // Ctrl-C and a crash of the runner skip the teardown below.
  const onExit = (): void => {
    try {
      process.kill(postgres.pid, 'SIGQUIT')
    } catch {
      // It is gone already.
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.once('exit', onExit)
  try {
    await makeTemplate(postgres)
  } catch (error) {
    await postgres.stop()
    await removeData(dataDir, postgres.clusterDir)
    throw error
  }
  const { superuserUrl, ownerUrl, appUrl } = postgres
  project.provide('testCluster', { superuserUrl, ownerUrl, appUrl, template })
  return async () => {
    await postgres.stop()
    await removeData(dataDir, postgres.clusterDir)
    process.off('exit', onExit)
  }
}
