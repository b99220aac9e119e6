/**
 * PostgreSQL access: a pool for ordinary work and typed, named statements.
 *
 * `int8` arrives as `bigint`. A use case opens the transaction; functions that write take `tx: Tx` first,
 * so that the compiler refuses a bare `Db`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** A named statement: PostgreSQL parses it once per connection. Use it for statements that run often. */
export type Statement = { readonly name: string; readonly text: string }

export type Executor = {
  /** Runs one statement and returns its rows. The caller states the row type; nothing checks it. */
  query<Row = Record<string, unknown>>(
    statement: string | Statement,
    values?: readonly unknown[],
  ): Promise<Row[]>
}

declare const inTransaction: unique symbol
export type Tx = Executor & { readonly [inTransaction]: true }

export type Db = Executor & {
  /**
   * Runs `work` in one READ COMMITTED transaction. When PostgreSQL rolls it back (deadlock, serialization failure,
   * lock timeout), it runs again; any other error rolls back and is thrown.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Connections in use and waiting, for metrics and readiness. */
  load(): { total: number; idle: number; waiting: number }
  close(): Promise<void>
}

const INT8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return (text: string) => BigInt(text)
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  },
}

/**
 * Settings of every session, because an external PostgreSQL, or ALTER ROLE and ALTER DATABASE there, may have others. They
 * are those of the embedded cluster. With `jit` on, PostgreSQL compiles the statements of a purchase each time, which takes
 * a hundred times as long as running them.
 */
const EVERY_SESSION = [
  'jit=off',
  'plan_cache_mode=auto',
  'random_page_cost=1.1',
  'default_transaction_isolation=read committed',
  'default_transaction_read_only=off',
  'TimeZone=UTC',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'bytea_output=hex',
]

/** A value of the startup option `options`: backslashes escape spaces. */
const startupOptions = (settings: readonly string[]) =>
  settings.map((setting) => `-c ${setting.replaceAll(' ', String.raw`\ `)}`).join(' ')

/**
 * Options of every connection.
 *
 * @param settings PostgreSQL settings of the session, besides those of every session
 */
export function connectionConfig(
  url: string,
  name: string,
  settings: readonly string[] = [],
): pg.ClientConfig {
  const at = new URL(url)
  const own = at.searchParams.get('options')
  // options in the URL would replace the ones below
  if (own !== null) at.searchParams.delete('options')
  return {
    connectionString: own === null ? url : at.toString(),
    application_name: name,
    types,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: [...(own === null ? [] : [own]), startupOptions([...EVERY_SESSION, ...settings])].join(' '),
  }
}

/** Limits of the pool's sessions, so that a stuck statement cannot hold locks forever. */
const SESSION = ['statement_timeout=30s', 'lock_timeout=10s', 'idle_in_transaction_session_timeout=30s']

/** SQLSTATEs after which the transaction is certainly rolled back, so that running it again repeats nothing. */
const ROLLED_BACK = new Set(['40001', '40P01', '55P03'])
const TRIES = 5
const FIRST_PAUSE_MS = 10

/** Called when a transaction begins; what it answers is called before each of its statements, and may throw. */
export type Watch = () => (statement: string | Statement, values: readonly unknown[]) => void

export type DbOptions = {
  name?: string
  max?: number
  /**
   * For tests: what runs inside a transaction and uses the pool is refused. Such a call holds one connection and waits for a second
   * one; as many of them at once as the pool has connections wait for one another.
   */
  strict?: boolean
  /** for tests */
  watch?: Watch
  /** an idle connection broke */
  onError?: (error: Error) => void
  /** a transaction was rolled back and runs again; 40P01 is a deadlock */
  onRetry?: (sqlState: string) => void
}

export function createDb(url: string, options: DbOptions = {}): Db {
  const pool = new pg.Pool({
    ...connectionConfig(url, options.name ?? 'fairlot', SESSION),
    max: options.max ?? 10,
    idleTimeoutMillis: 30_000,
  })
  // The pool replaces an idle connection that breaks; without a listener Node would end the process.
  pool.on('error', (error) => options.onError?.(error))

  const alone =
    options.strict === true ? refuseNested() : { check() {}, run: <T>(work: () => Promise<T>) => work() }

  return {
    async query<Row>(statement: string | Statement, values: readonly unknown[] = []) {
      alone.check()
      const result = await pool.query(queryConfig(statement, values))
      return result.rows as Row[]
    },
    async tx(work) {
      alone.check()
      return retried(() => alone.run(() => once(pool, work, options.watch?.())), options.onRetry)
    },
    load: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

/** Knows whether the caller runs inside a transaction that is still open. */
function refuseNested() {
  const inside = new AsyncLocalStorage<{ open: boolean }>()
  return {
    check() {
      if (inside.getStore()?.open === true)
        throw new Error('a transaction uses the pool: what runs inside `tx` gets `tx`, not the `Db`')
    },
    async run<T>(work: () => Promise<T>): Promise<T> {
      const state = { open: true }
      try {
        return await inside.run(state, work)
      } finally {
        // what the transaction has started, and what runs after it, may use the pool again
        state.open = false
      }
    },
  }
}

export function queryConfig(statement: string | Statement, values: readonly unknown[]): pg.QueryConfig {
  return typeof statement === 'string'
    ? { text: statement, values: [...values] }
    : { name: statement.name, text: statement.text, values: [...values] }
}

async function once<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, watch?: ReturnType<Watch>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection that breaks reports the error here as well as in the running statement.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  const tx = {
    async query<Row>(statement: string | Statement, values: readonly unknown[] = []) {
      watch?.(statement, values)
      return (await client.query(queryConfig(statement, values))).rows as Row[]
    },
  } as Tx
  try {
    await client.query('begin')
    const result = await work(tx)
    const { command } = await client.query('commit')
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and without an error.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

async function retried<T>(work: () => Promise<T>, onRetry?: (state: string) => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const state = sqlState(error) ?? ''
      if (attempt === TRIES || !ROLLED_BACK.has(state)) throw error
      onRetry?.(state)
      // those that were in each other's way do not come back at the same moment
      const pause = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random())
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** SQLSTATE of a PostgreSQL error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** SQL for a `timestamptz` expression as Unix milliseconds, rounded to the nearest one; read it with `Number`. */
export const MS = (at: string) => `(extract(epoch from ${at}) * 1000)::bigint`

/** The same rounded down: for times that are published, hashed or compared with a deadline. */
export const FLOOR_MS = (at: string) => `floor(extract(epoch from ${at}) * 1000)::bigint`
