/** Which installation a database belongs to, and whether secrets and money mode of this server fit it. */
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { sqlState, type Executor } from '../db.ts'
import { secretsFingerprint, type Secrets } from '../secrets.ts'

/** @param fingerprint of its secrets; null until a server of this release has started on it */
export type Installation = { id: string; moneyMode: MoneyMode; fingerprint: string | null }

/**
 * Reads the installation of a database, also of one that an older release has migrated.
 *
 * @returns undefined when no server has started on it
 */
export async function findInstallation(db: Executor): Promise<Installation | undefined> {
  const [found] = await db.query<{ exists: boolean }>(
    `select to_regclass('public.deployment') is not null as exists`,
  )
  if (!found?.exists) return undefined
  // an older schema has no such column
  const [row] = await db.query<Installation>(
    `select id, money_mode as "moneyMode", to_jsonb(deployment) ->> 'secrets_fingerprint' as fingerprint from deployment`,
  )
  return row
}

/** @throws Error with a sentence when the database belongs to other secrets */
export function checkSecretsFit(
  { id, fingerprint }: Installation,
  secrets: Secrets,
  secretsFile: string,
): void {
  if (fingerprint === null || fingerprint === secretsFingerprint(secrets)) return
  throw new Error(
    `The database belongs to the installation ${id}, and ${secretsFile} belongs to another one. Put the secrets.json of ` +
      `${id} back, or give this server its own database.`,
  )
}

/** @throws Error with a sentence when real money is wanted on a database of play money */
export function checkMoneyMode({ id, moneyMode }: Installation, wanted: MoneyMode): void {
  if (wanted !== 'real' || moneyMode === 'real') return
  throw new Error(
    `MONEY_MODE=real, and the database of ${id} has play money for its whole life. Leave MONEY_MODE out to start it with ` +
      'play money, or start with a new DATA_DIR (or DATABASE_URL) for real money.',
  )
}

/**
 * Records which secrets open this database, unless it is recorded.
 *
 * @param owner connected as the owner of the schema
 * @throws Error with a sentence when another server has recorded other secrets meanwhile
 */
export async function bindSecrets(owner: Executor, secrets: Secrets, secretsFile: string): Promise<void> {
  await owner.query('update deployment set secrets_fingerprint = $1 where secrets_fingerprint is null', [
    secretsFingerprint(secrets),
  ])
  const installation = await findInstallation(owner)
  if (installation) checkSecretsFit(installation, secrets, secretsFile)
}

/** Where a database is, without its password. */
function placeOf(url: string): string {
  const { hostname, port, pathname, username } = new URL(url)
  return `${decodeURIComponent(username) || 'no user'} at ${hostname || 'localhost'}:${port || '5432'}${pathname}`
}

const REMEDIES: Readonly<Record<string, string>> = {
  '28P01': 'The password is wrong: correct it in',
  '28000': 'PostgreSQL does not admit this user from here: look at its pg_hba.conf, or correct',
  '3D000': 'The database does not exist: create it (docs/OPERATING.md, «An external database»), or correct',
  '53300':
    'All its connections are in use: raise its max_connections, or lower DATABASE_CONNECTIONS. The variable is',
}

/**
 * Checks that an external database answers.
 *
 * @param variable the environment variable that has the URL
 * @throws Error with a sentence that names the variable and the remedy
 */
export async function checkAnswers(db: Executor, url: string, variable: string): Promise<void> {
  try {
    await db.query('select 1')
  } catch (error) {
    const { message } = error as Error
    const remedy = message.includes('unsupported startup parameter')
      ? 'A connection pooler is in between, which the server cannot use: connect to PostgreSQL itself with'
      : (REMEDIES[sqlState(error) ?? ''] ?? 'Start PostgreSQL there, or correct')
    const reason = message || (error as NodeJS.ErrnoException).code || 'no answer'
    throw new Error(`The database (${placeOf(url)}) cannot be used: ${reason}. ${remedy} ${variable}.`, {
      cause: error,
    })
  }
}
