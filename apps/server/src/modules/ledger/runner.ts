/**
 * Runs a batch through its steps in one transaction on one database: nothing half-done is ever visible and
 * clearing is zero outside it. Every step is idempotent, so any passing failure is tried again with the
 * same ids; a batch that holds a poisonous item is split until only that item fails.
 */
import pg from 'pg'
import { connectionConfig, queryConfig, sqlState } from '../../platform/db.ts'
import { uuids, type Item, type Step, type StepRow } from './steps.ts'

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

/** Lock and write of one step, sent together: one round trip. */
async function runStep(client: pg.Client, step: Step, items: readonly Item[]): Promise<StepRow[]> {
  const mine = items.filter((item) => step.wants(item))
  if (mine.length === 0) return []
  const keys = new Set<string>()
  for (const item of mine) {
    const key = step.locks(item)
    if (key !== null) keys.add(key)
  }
  // both are made before the first is sent: what cannot be sent leaves no statement behind that nobody waits for
  const locked = queryConfig(step.lock, [uuids([...keys])])
  const written = queryConfig(step.write, step.values(mine))
  const lock = keys.size > 0 ? client.query(locked) : Promise.resolve(null)
  const write = client.query<StepRow>(written)
  const [, result] = await both(lock, write)
  return result.rows
}

/** Both results; waits for both statements before it throws the first failure. */
async function both<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second])
  if (a.status === 'rejected') throw a.reason
  if (b.status === 'rejected') throw b.reason
  return [a.value, b.value]
}

/** The steps over one batch in one transaction. Rows are matched to items by id, never by position. */
async function transact(
  client: pg.Client,
  input: readonly Item[],
  steps: readonly Step[],
): Promise<Map<string, Item>> {
  const items = input.map((item) => ({ ...item }))
  const byId = new Map(items.map((item) => [item.id, item]))
  const last = steps.length - 1
  const begin = client.query('begin')
  for (const [index, step] of steps.entries()) {
    const work = runStep(client, step, items)
    // sent right behind the last step, in the same round trip
    const [rows, wrapped] = await both(work, index === last ? client.query('commit') : begin)
    if (index === last && wrapped.command !== 'COMMIT') throw new Error('the batch was rolled back at commit')
    for (const row of rows) take(byId.get(row.id), row)
  }
  return byId
}

function take(item: Item | undefined, row: StepRow) {
  if (!item) throw new Error('a step answered for an item that it was not given')
  const { id: _, first_code: firstCode, limit, room, ...decided } = row
  Object.assign(item, decided, firstCode === undefined ? {} : { firstCode }, limit ? { limit, room } : {})
}

export type Failed = { error: unknown }
export type Results = Map<string, Item | Failed>

/** Bad data: trying again cannot help. Everything else may pass: lost connections, restarts, deadlocks, time-outs. */
function isBadData(error: unknown): boolean {
  // RangeError: an id that is none (steps.ts), before anything was sent
  return error instanceof RangeError || /^(22|23|42)/.test(sqlState(error) ?? '')
}

/**
 * Runs the steps over a batch until it is committed. An item that the database refuses as bad data gets a
 * `Failed`, the others go through; after 15 s every item gets `OutcomeUnknown`.
 */
export async function runBatch(lane: Lane, items: readonly Item[], steps: readonly Step[]): Promise<Results> {
  const deadline = performance.now() + GIVE_UP_MS
  for (let attempt = 0; ; attempt++) {
    try {
      return await lane.use((client) => transact(client, items, steps))
    } catch (error) {
      if (isBadData(error)) return isolate(lane, items, steps, error)
      if (performance.now() > deadline) {
        const unknown = new OutcomeUnknown('the purchase could not be decided in time', { cause: error })
        return new Map(items.map((item) => [item.id, { error: unknown }]))
      }
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS)
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
    }
  }
}

async function isolate(
  lane: Lane,
  items: readonly Item[],
  steps: readonly Step[],
  error: unknown,
): Promise<Results> {
  if (items.length === 1) return new Map([[items[0]!.id, { error }]])
  const middle = items.length >> 1
  const halves = [items.slice(0, middle), items.slice(middle)]
  const results: Results = new Map()
  for (const half of halves) {
    for (const [id, result] of await runBatch(lane, half, steps)) results.set(id, result)
  }
  return results
}
