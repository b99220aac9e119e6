/** A PostgreSQL server besides that of the tests, as an operator would bring their own. */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createDb } from '../platform/db.ts'
import { giveTo, postgresBinaries } from '../platform/postgres/binaries.ts'
import { createCluster, writeSettings } from '../platform/postgres/cluster.ts'
import { appRole, ownerRole } from '../platform/postgres/launcher.ts'
import { placeCluster } from '../platform/postgres/place.ts'
import { connectionUrl, freePort, launch, stopPostmaster } from '../platform/postgres/postmaster.ts'

const PASSWORD = 'aa11'

export type ExternalPostgres = {
  major: number
  superuserUrl: string
  /** Creates a database with the roles, as docs/OPERATING.md says. @returns the variables of a server */
  createDatabase(name: string): Promise<{ DATABASE_URL: string; DATABASE_OWNER_URL: string }>
  stop(): Promise<void>
}

/** The major version that a program of PostgreSQL states; 0 when there is no such program. */
export function majorOf(command: string): number {
  try {
    return Number(
      /\(PostgreSQL\) (\d+)/.exec(execFileSync(command, ['--version'], { encoding: 'utf8' }))?.[1],
    )
  } catch {
    return 0
  }
}

/**
 * Starts a server of a supported version: of the npm package, or installed on this machine.
 *
 * @param home directory for the cluster
 * @param options.upTo the newest version
 * @param options.prefer which one is taken when the machine has one besides that of the npm package
 * @param options.settings settings besides those of the embedded cluster
 * @returns undefined when there is none
 */
export async function externalPostgres(
  home: string,
  options: { upTo?: number; prefer?: 'package' | 'machine'; settings?: Record<string, string> } = {},
): Promise<ExternalPostgres | undefined> {
  const { upTo = 18, prefer = 'machine', settings = {} } = options
  const { user, binariesHome, clusterDir } = await placeCluster(path.join(home, 'server'))
  const packaged = await postgresBinaries(user, path.join(binariesHome, 'binaries'))
  const installed = globSync('/usr/{lib/postgresql/*,pgsql-*,local/pgsql}')
  const candidates = prefer === 'machine' ? [...installed, packaged] : [packaged, ...installed]
  const binaries = candidates.find((candidate) => {
    const major = majorOf(path.join(candidate, 'bin', 'postgres'))
    return major >= 15 && major <= upTo
  })
  if (binaries === undefined) return undefined
  await mkdir(path.dirname(clusterDir), { recursive: true })
  await giveTo(path.dirname(clusterDir), user)
  const place = { clusterDir, user, binaries }
  await createCluster(place, PASSWORD, false)
  const port = await freePort(undefined)
  await writeSettings(place, port, { shared_buffers: '16MB', ...settings })
  const { pid } = await launch(place, port, PASSWORD, path.join(home, 'server.log'))
  const superuserUrl = connectionUrl('postgres', PASSWORD, port, 'postgres')
  return {
    major: majorOf(path.join(binaries, 'bin', 'postgres')),
    superuserUrl,
    createDatabase: (name) => createDatabase(superuserUrl, port, name),
    stop: () => stopPostmaster(pid, clusterDir),
  }
}

async function createDatabase(superuserUrl: string, port: number, name: string) {
  const db = createDb(superuserUrl, { max: 1 })
  for (const role of [ownerRole, appRole]) {
    const found = await db.query('select 1 from pg_roles where rolname = $1', [role])
    if (found.length === 0) await db.query(`create role ${role} login`)
    await db.query(`alter role ${role} password '${PASSWORD}'`)
  }
  await db.query(`create database ${name} owner ${ownerRole} template template0 encoding 'UTF8' locale 'C'`)
  await db.close()
  return {
    DATABASE_URL: connectionUrl(appRole, PASSWORD, port, name),
    DATABASE_OWNER_URL: connectionUrl(ownerRole, PASSWORD, port, name),
  }
}
