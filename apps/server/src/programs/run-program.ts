/**
 * The frame of the command line programs: reads the configuration and the secrets, opens the installation's database, runs
 * the program, closes the database, and sets the exit status. The server may run or not.
 */
import { readConfig, type Config } from '../platform/config.ts'
import { createDb, type Db } from '../platform/db.ts'
import { readSecrets, type Secrets } from '../platform/secrets.ts'
import { openDatabase } from './open-database.ts'

/** Exit status of a program that could not run, or whose arguments are wrong. */
const FAILED = 2

export type ProgramContext = {
  config: Config
  secrets: Secrets
  db: Db
  /** of the database, as the server's role */
  databaseUrl: string
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
  try {
    process.exitCode = await runWithDatabase(program)
  } catch (error) {
    console.error(`${program.failure}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = FAILED
  }
}

async function runWithDatabase({ connectionName, maxConnections = 1, run }: Program): Promise<number> {
  const config = readConfig(process.env)
  const secrets = await readSecrets(config.dataDir)
  const { url, close } = await openDatabase(config, secrets)
  try {
    const db = createDb(url, { max: maxConnections, name: connectionName })
    try {
      return await run({ config, secrets, db, databaseUrl: url })
    } finally {
      await db.close()
    }
  } finally {
    await close()
  }
}

/** The only argument of the command line. @returns undefined, after printing the usage, when there is none or more than one */
export function onlyArgument(usage: string): string | undefined {
  const [argument, ...rest] = process.argv.slice(2)
  if (argument !== undefined && rest.length === 0) return argument
  console.error(`Usage: ${usage}`)
  process.exitCode = FAILED
  return undefined
}
