/** Connections of the hot path. */
import pg from 'pg'
import { connectionConfig } from '../../../platform/db.ts'

/** One pipelined connection for the hot path. A connection whose work threw is thrown away. */
export type Lane = {
  use<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * A plan must not depend on how full a table was when PostgreSQL made it, so the session takes generic plans by index only.
 * (A plan cached while the tables were empty costs nine tenths of the throughput.)
 */
const SESSION = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'enable_material=off',
  'enable_memoize=off',
  'statement_timeout=10000',
  'lock_timeout=5000',
  'idle_in_transaction_session_timeout=10000',
]

/**
 * PostgreSQL plans again after 1, 2, 4, 8 … batches and then every 1024 batches: a plan for a handful of rows, which reads all
 * of them, does not survive the growth of the table.
 */
function isPlanStale(batches: number): boolean {
  return (batches & (batches - 1)) === 0 || batches % 1024 === 0
}

/** @param prepare a statement that each new connection runs first */
export function createLane(url: string, name: string, prepare?: string): Lane {
  type Connection = { client: pg.Client; ready: Promise<unknown>; batches: number }
  let current: Connection | null = null

  function connect(): Connection {
    const client = new pg.Client({
      ...connectionConfig(url, name, SESSION),
      pipeline: true,
    })
    const connected = client.connect()
    const ready = prepare === undefined ? connected : connected.then(() => client.query(prepare))
    const connection = { client, ready, batches: 0 }
    // the statement under way reports the error too; here it only marks the connection as gone
    client.on('error', () => discard(connection))
    return connection
  }

  function discard(connection: Connection) {
    // a late error of a replaced connection does not concern its successor
    if (current === connection) current = null
    connection.client.end().catch(() => {
      // the connection is broken already: there is nothing left to end
    })
  }

  return {
    async use(work) {
      const connection = (current ??= connect())
      const { client } = connection
      try {
        await connection.ready
        if (isPlanStale(++connection.batches)) {
          client.query('discard plans').catch(() => {
            // the connection is broken: the statements sent behind this one report it
          })
        }
        return await work(client)
      } catch (error) {
        discard(connection)
        throw error
      }
    },
    async close() {
      const connection = current
      current = null
      await connection?.client.end()
    },
  }
}
