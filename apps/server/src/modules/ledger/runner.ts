/**
 * Runs a batch in one transaction on one database: nothing half-done is ever visible and
 * clearing is zero outside it. A purchase is idempotent, so any passing failure is tried again with the
 * same ids; a batch that holds a poisonous item is split until only that item fails.
 */
import pg from 'pg'
import { connectionConfig, queryConfig, sqlState } from '../../platform/db.ts'
import { uuids, type Item, type Sale, type SaleRow } from './steps.ts'

/** After this long a batch gives up; whether it was written is then for a retry with the same id to find out. */
const GIVE_UP_MS = 15_000
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 500

/** The outcome could not be learnt in time. Nothing is lost: the same request id finds it later. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** One pipelined connection for the hot path. A connection whose work threw is thrown away. */
export type Lane = {
  use<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Plans must not depend on how full a table was when they were made: generic plans by index only. (A plan
 * cached while the tables were empty costs nine tenths of the throughput.)
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
 * Plans are also made anew after 1, 2, 4, 8 … batches and then every 1024: one that was made for a handful of rows, where
 * reading all of them is cheapest, does not survive the table's growth.
 */
function isPlanStale(batches: number): boolean {
  return (batches & (batches - 1)) === 0 || batches % 1024 === 0
}

export function createLane(url: string, name: string): Lane {
  type Connection = { client: pg.Client; ready: Promise<unknown>; batches: number }
  let current: Connection | null = null

  function connect(): Connection {
    const client = new pg.Client({
      ...connectionConfig(url, name),
      pipeline: true,
      options: SESSION.map((setting) => `-c ${setting}`).join(' '),
    })
    const connection = { client, ready: client.connect(), batches: 0 }
    // reported again by the statement under way; here it only marks the connection as gone
    client.on('error', () => discard(connection))
    return connection
  }

  function discard(connection: Connection) {
    // a late error of a connection that was replaced is no matter of the one that took its place
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

/** The results of all; waits for every statement before it throws the first failure. */
async function all<Answers extends unknown[]>(statements: { [K in keyof Answers]: Promise<Answers[K]> }) {
  const settled = await Promise.allSettled(statements)
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  }) as Answers
}

/** A batch in one transaction and one round trip. Rows are matched to items by id, never by position. */
async function transact(
  client: pg.Client,
  input: readonly Item[],
  { locks, write, values }: Sale,
): Promise<Map<string, Item>> {
  // all are made before the first is sent: what cannot be sent leaves no statement behind that nobody waits for
  const locking = locks.map(({ statement, key }) =>
    queryConfig(statement, [uuids([...new Set(input.map(key))])]),
  )
  const writing = queryConfig(write, values(input))
  const sent = [client.query('begin'), ...locking.map((lock) => client.query(lock))]
  const [, { rows }, { command }] = await all<[unknown, pg.QueryResult<SaleRow>, pg.QueryResult]>([
    all(sent),
    client.query<SaleRow>(writing),
    client.query('commit'),
  ])
  if (command !== 'COMMIT') throw new Error('the batch was rolled back at commit')
  const items = new Map(input.map((item) => [item.id, item]))
  return new Map(rows.map((row) => [row.id, decided(items.get(row.id), row)]))
}

function decided(item: Item | undefined, row: SaleRow): Item {
  if (!item) throw new Error('the purchase answered for an item that it was not given')
  const { id: _, first_code: firstCode, limit, room, ...rest } = row
  return { ...item, ...rest, firstCode, ...(limit && room !== null ? { limit, room } : {}) }
}

export type Failed = { error: unknown }
export type Results = Map<string, Item | Failed>

/** Bad data: trying again cannot help. Everything else may pass: lost connections, restarts, deadlocks, time-outs. */
function isBadData(error: unknown): boolean {
  // RangeError: an id that is none (steps.ts), before anything was sent
  return error instanceof RangeError || /^(22|23|42)/.test(sqlState(error) ?? '')
}

/**
 * Runs a batch until it is committed. An item that the database refuses as bad data gets a
 * `Failed`, the others go through; after 15 s every item gets `OutcomeUnknown`.
 */
export async function runBatch(lane: Lane, items: readonly Item[], sale: Sale): Promise<Results> {
  const deadline = performance.now() + GIVE_UP_MS
  for (let attempt = 0; ; attempt++) {
    try {
      return await lane.use((client) => transact(client, items, sale))
    } catch (error) {
      if (isBadData(error)) return isolate(lane, items, sale, error)
      if (performance.now() > deadline) {
        const unknown = new OutcomeUnknown('the purchase could not be decided in time', { cause: error })
        return new Map(items.map((item) => [item.id, { error: unknown }]))
      }
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS)
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
    }
  }
}

async function isolate(lane: Lane, items: readonly Item[], sale: Sale, error: unknown): Promise<Results> {
  if (items.length === 1) return new Map([[items[0]!.id, { error }]])
  const middle = items.length >> 1
  const halves = [items.slice(0, middle), items.slice(middle)]
  const results: Results = new Map()
  for (const half of halves) {
    for (const [id, result] of await runBatch(lane, half, sale)) results.set(id, result)
  }
  return results
}
