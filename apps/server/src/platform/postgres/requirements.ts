/** What the server needs of the PostgreSQL that it was given, besides durability. An embedded cluster always has it. */
import type { Executor } from '../db.ts'
import { appRole } from './launcher.ts'

/** Supported PostgreSQL versions. */
const supported = { from: 15, to: 18 }

/** Connections besides the general pool: purchases, jobs, live updates, a program that an operator runs. */
const OTHER_CONNECTIONS = 10

type Facts = {
  version: number
  encoding: string
  standby: boolean
  jit: string
  isolation: string
  temporary: boolean
  connections: number
  role: string
  roleConnections: number
}

const FACTS = `
  select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
         pg_is_in_recovery() as standby, current_setting('jit') as jit,
         current_setting('default_transaction_isolation') as isolation, current_user as role,
         has_database_privilege(current_database(), 'temporary') as temporary,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
         (select rolconnlimit from pg_roles where rolname = current_user) as "roleConnections"`

const wrongRole = (role: string) =>
  `DATABASE_URL connects as the role ${role}. The guards of the database hold for ${appRole} alone: set its user to ${appRole}.`

/**
 * The guards of the schema are triggers for the server's role, by its name: another role with the same rights would pass them all.
 *
 * @throws Error with a sentence that says what to change
 */
export async function checkRole(db: Executor): Promise<void> {
  const [row] = await db.query<{ role: string }>('select current_user as role')
  if (row!.role !== appRole) throw new Error(wrongRole(row!.role))
}

/** The reasons why the server cannot work with this database, with their remedies. */
function* refusals(facts: Facts, wanted: number): Generator<string> {
  const { version, encoding, standby, jit, isolation, temporary, connections, role, roleConnections } = facts
  const { from, to } = supported
  if (version < from)
    yield `PostgreSQL ${version} is too old: Fairlot needs ${from} to ${to}. Upgrade the database.`
  if (role !== appRole) yield wrongRole(role)
  if (standby)
    yield 'The database is a standby, which takes no changes. Set DATABASE_URL to the primary server.'
  if (encoding !== 'UTF8')
    yield `The database has the encoding ${encoding}. Create it with encoding 'UTF8' (docs/OPERATING.md, «An external database»).`
  if (jit !== 'off' || isolation !== 'read committed')
    yield (
      'The database ignores the settings that the server gives to its connections (jit, isolation). A connection pooler ' +
        'in between does this: set DATABASE_URL to PostgreSQL itself.'
    )
  if (!temporary)
    yield (
      `The role ${role} may not create temporary tables, which purchases need. Permit it: ` +
        `grant temporary on database … to ${role}.`
    )
  if (connections < wanted)
    yield (
      `The database permits ${connections} connections, and this server may open ${wanted}. Raise max_connections in ` +
        'postgresql.conf, or lower DATABASE_CONNECTIONS.'
    )
  if (roleConnections >= 0 && roleConnections < wanted)
    yield (
      `The role ${role} may open ${roleConnections} connections, and this server may open ${wanted}. Raise its limit ` +
        `(alter role ${role} connection limit -1), or lower DATABASE_CONNECTIONS.`
    )
}

/**
 * Checks version, encoding and settings of the database.
 *
 * @param db connected as the server's role
 * @param pool size of the general pool
 * @returns a remark for the log about a version that this release does not know; null: none
 * @throws Error with a sentence that says what to change
 */
export async function checkRequirements(db: Executor, pool: number): Promise<string | null> {
  const [facts] = await db.query<Facts>(FACTS)
  if (!facts) throw new Error('The database did not return its settings.')
  for (const refusal of refusals(facts, pool + OTHER_CONNECTIONS)) throw new Error(refusal)
  return facts.version > supported.to
    ? `PostgreSQL ${facts.version} is newer than ${supported.to}, the newest version that this release was tested with`
    : null
}
