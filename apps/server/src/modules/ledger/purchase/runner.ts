/**
 * Runs a batch through its stages (one on one lane, three on several). Each stage is one transaction in one round trip. On
 * one lane a purchase is therefore never visible half done, and clearing is zero outside the transaction. Every stage
 * is idempotent: the runner tries a passing failure again with the same ids, and splits a batch that holds a bad item until
 * only that item fails.
 */
import type pg from 'pg'
import { queryConfig, sqlState } from '../../../platform/db.ts'
import type { Lane } from './lane.ts'
import type { AnswerRow, PurchaseAnswer, PurchaseRequest } from './purchase.ts'
import type { InFlight, Stage } from './statements.ts'

/** After this time a batch gives up. A retry with the same id finds out whether it was written. */
const GIVE_UP_MS = 15_000
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 500

/** The runner could not learn the outcome in time. The same request id finds it later. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** The results of all statements; waits for every one before it throws the first failure. */
async function all<Answers extends unknown[]>(statements: { [K in keyof Answers]: Promise<Answers[K]> }) {
  const settled = await Promise.allSettled(statements)
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  }) as Answers
}

/** One stage of a batch: begin, its steps and commit in one round trip. */
async function transact(
  client: pg.Client,
  items: readonly InFlight[],
  { steps }: Stage,
): Promise<AnswerRow[]> {
  // All statements are made before the first is sent: what cannot be made leaves nothing behind on the connection.
  const statements = steps.map(({ statement, values }) => queryConfig(statement, values(items)))
  const sent = [client.query('begin'), ...statements.map((statement) => client.query<AnswerRow>(statement))]
  const [results, { command }] = await all<[pg.QueryResult<AnswerRow>[], pg.QueryResult]>([
    all(sent),
    client.query('commit'),
  ])
  if (command !== 'COMMIT') throw new Error('the batch was rolled back at commit')
  return results.at(-1)!.rows
}

/** All stages over a batch. Rows are matched to purchases by id, never by position. */
async function runStages(
  client: pg.Client,
  input: readonly PurchaseRequest[],
  stages: readonly Stage[],
): Promise<Results> {
  const inFlight = new Map<string, InFlight>(input.map((item) => [item.id, item]))
  for (const stage of stages) {
    const wanted = [...inFlight.values()].filter((item) => stage.wants(item))
    if (wanted.length === 0) continue
    for (const row of await transact(client, wanted, stage)) {
      const item = inFlight.get(row.id)
      if (!item) throw new Error('a stage answered for a purchase that it was not given')
      inFlight.set(row.id, { ...item, ...row })
    }
  }
  return new Map([...inFlight].map(([id, item]) => [id, answerOf(item)]))
}

export function answerOf(item: InFlight): PurchaseAnswer {
  const { outcome, newcomer: _, ...rest } = item
  if (outcome === undefined) throw new Error('a purchase came back undecided')
  const nothing = { position: null, reason: null, data: null, owned: 0, limit: null, room: null }
  return { ...nothing, ...rest, outcome }
}

export type Failed = { error: unknown }
export type Results = Map<string, PurchaseAnswer | Failed>

/** Bad data: another try cannot help. Every other failure may pass: lost connections, restarts, deadlocks, time-outs. */
function isBadData(error: unknown): boolean {
  // RangeError: an id that is no UUID, found before anything was sent
  return error instanceof RangeError || /^(22|23|42)/.test(sqlState(error) ?? '')
}

/**
 * Runs a batch until its last stage is committed. A purchase that the database refuses as bad data gets a `Failed`, the
 * others go through; after 15 s every purchase gets `OutcomeUnknown`.
 */
export async function runBatch(
  lane: Lane,
  items: readonly PurchaseRequest[],
  stages: readonly Stage[],
): Promise<Results> {
  const deadline = performance.now() + GIVE_UP_MS
  for (let attempt = 0; ; attempt++) {
    try {
      return await lane.use((client) => runStages(client, items, stages))
    } catch (error) {
      if (isBadData(error)) return isolate(lane, items, stages, error)
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
  items: readonly PurchaseRequest[],
  stages: readonly Stage[],
  error: unknown,
): Promise<Results> {
  if (items.length === 1) return new Map([[items[0]!.id, { error }]])
  const middle = items.length >> 1
  const halves = [items.slice(0, middle), items.slice(middle)]
  const results: Results = new Map()
  for (const half of halves) {
    for (const [id, result] of await runBatch(lane, half, stages)) results.set(id, result)
  }
  return results
}
