import { randomBytes } from 'node:crypto'
import { readFile, readdir, rm } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { ensureDeployment, migrate } from '../platform/schema/migrate.ts'
import { removeData, startPostgres, type RunningPostgres } from '../platform/postgres/launcher.ts'
import { scratchDataDirectory } from '../platform/postgres/place.ts'
import { isAlive } from '../platform/postgres/system-user.ts'

/** Data that test files need to clone the template; see database.ts. */
export type TestCluster = { superuserUrl: string; ownerUrl: string; appUrl: string; template: string }

declare module 'vitest' {
  // Types the values that the global setup provides to test files.
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

/** Stops and removes the clusters of killed test runs. */
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
      // Only their owner can remove directories of another user.
    }
  }
}

async function makeTemplate(postgres: RunningPostgres): Promise<void> {
  const ownerUrl = postgres.ownerUrl
  await migrate(ownerUrl)
  await ensureDeployment(ownerUrl, 'sandbox')
  const client = new pg.Client({ connectionString: postgres.superuserUrl })
  await client.connect()
  // No connections to the template from here on, because cloning requires that there are none.
  await client.query(`alter database ${template} with is_template true allow_connections false`)
  await client.end()
}

/** Starts one temporary PostgreSQL for the test run, with a migrated template database that test files clone. */
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
    settings: {
      shared_buffers: '128MB',
      max_wal_size: '1GB',
      max_connections: '200',
    },
  })
  // Ctrl-C and a crash of the runner skip the teardown below.
  const onExit = (): void => {
    try {
      process.kill(postgres.pid, 'SIGQUIT')
    } catch {
      // The process has already ended.
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
