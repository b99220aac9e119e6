/**
 * The frame of the command line programs: reads the configuration and the secrets, opens the installation's database, runs
 * the program, closes the database, and sets the exit status. The server may run or not.
 */
import path from 'node:path'
import { readConfig, type Config } from '../platform/installation/config.ts'
import { createDb, type Db } from '../platform/db.ts'
import { checkRole } from '../platform/postgres/requirements.ts'
import { checkAnswers, checkSecretsFit, findInstallation } from '../platform/installation/installation.ts'
import { readSecrets, secretsFile, type Secrets } from '../platform/secrets.ts'
import { openDatabase, type OpenedDatabase } from './open-database.ts'

/** Exit status of a program that could not run, or whose arguments are wrong. */
const FAILED = 2

export type ProgramContext = {
  config: Config
  secrets: Secrets
  db: Db
  /** of the database, as the server's role */
  databaseUrl: string
  database: OpenedDatabase
}

export type Program = {
  /** name of the database connections */
  connectionName: string
  /** default 1 */
  maxConnections?: number
  /** how the message of a failure begins */
  failure: string
  /** @returns the exit status */
  run(context: ProgramContext): Promise<number>
}

/** Runs a program and sets `process.exitCode`. An error is printed, and gives the exit status 2. */
export async function runProgram(program: Program): Promise<void> {
  await runAlone(program.failure, () => withDatabase(program, program.run))
}

/** As `runProgram`, for a program that opens what it needs by itself. */
export async function runAlone(failure: string, run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run()
  } catch (error) {
    console.error(`${failure}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = FAILED
  }
}

/** Ctrl-C and SIGTERM abort the signal, for a program that cleans up before it ends. */
export function interruption(message: string): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => controller.abort(new Error(message)))
  return controller.signal
}

/** Opens the database for the time of `run`. */
export async function withDatabase<T>(
  { connectionName, maxConnections = 1 }: Pick<Program, 'connectionName' | 'maxConnections'>,
  run: (context: ProgramContext) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const secrets = await readSecrets(config.dataDir)
  const database = await openDatabase(config, secrets)
  const { url, close } = database
  try {
    const db = createDb(url, { max: maxConnections, name: connectionName })
    try {
      if (config.database) await checkAnswers(db, url, 'DATABASE_URL')
      await checkRole(db)
      const installation = await findInstallation(db)
      if (installation) checkSecretsFit(installation, secrets, secretsFile(config.dataDir))
      return await run({ config, secrets, db, databaseUrl: url, database })
    } finally {
      await db.close()
    }
  } finally {
    await close()
  }
}

/** A path on the command line. npm runs scripts in the repository; a relative path is relative to where the user called npm. */
export function argumentPath(given: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? '', given)
}
