/**
 * States the solvency of the house once on each UTC day: the tree over what all members own, and root, total and assets in
 * the transparency log, in one transaction. An installation without members states nothing.
 */
import type { LogEntry } from '@fairlot/fairness/entries'
import { MS, type Db, type Executor } from '../../../platform/db.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { lockRow } from '../../../platform/lock-row.ts'
import type { Random } from '../../../platform/random.ts'
import { NO_VOUCHING, publishedVouching, vouchingOf, type NamedKey } from '../witnesses/vouching.ts'
import type { LogWriter } from '../log/log-writer.ts'
import { logNumber } from '../log/log-name.ts'
import { storeTree, type SolvencyBooks } from './solvency-tree.queries.ts'
import { insertDay, statedDay, type SolvencyDay } from './solvency.queries.ts'

export type SolvencyDeps = {
  db: Db
  random: Random
  writer: LogWriter
  books: SolvencyBooks
  /** the configured witnesses, which statements of version 3 name; by default none */
  witnesses?: readonly NamedKey[] | undefined
  /** leaves that one statement stores */
  chunk?: number | undefined
}

const NOW = { name: 'solvency.now', text: `select ${MS('business_now()')} as now` }

/** `2026-11-22`, the UTC day of a time in Unix milliseconds. */
export const utcDay = (ms: number): string =>
  new Date(Math.floor(ms / DAY_MS) * DAY_MS).toISOString().slice(0, 10)

/** The day changed while the tree was made; nothing is kept, and the next run makes the tree of the new day. */
class OtherDay extends Error {}

/**
 * Two servers state a day once.
 * @returns null: the day is stated already, nobody is a member, or the log is halted
 */
export async function stateSolvency(deps: SolvencyDeps): Promise<SolvencyDay | null> {
  const { db, writer } = deps
  if ((await writer.standing.check(db)) !== 'ok') return null
  try {
    return await makeStatement(deps)
  } catch (error) {
    if (error instanceof OtherDay) return null
    throw error
  }
}

function makeStatement({
  db,
  random,
  writer,
  books,
  witnesses = [],
  chunk,
}: SolvencyDeps): Promise<SolvencyDay | null> {
  return db.tx(async (tx) => {
    await lockRow(tx, 'solvency')
    const day = utcDay(await nowMs(tx))
    const newest = await statedDay(tx, null)
    // also when the clock went back
    if (newest !== null && newest.day >= day) return null
    const tree = await storeTree(tx, books, { day, seed: random.bytes(32), rules: writer.rules, chunk })
    if (tree === null) return null
    // only now: a purchase that opens or seals an issue waits for this lock
    const { floorMs } = await writer.lock(tx)
    const atMs = Math.max(floorMs, await nowMs(tx))
    if (utcDay(atMs) !== day) throw new OtherDay()
    const { root, total, assets } = tree
    const figures = { root, total: String(total), assets: String(assets), at: atMs }
    // a log that goes on by the rules of version 3 has stated them by now
    const vouching = writer.rules === 3 ? publishedVouching(statementVouching(witnesses)) : {}
    const entry: LogEntry = { t: 'solvency', ...figures, ...vouching }
    const { deployment, size } = await writer.publish(tx, [entry])
    const log = logNumber(writer.deployment, deployment)
    if (log === null) throw new Error(`${deployment} is not a log of ${writer.deployment}`)
    const stated = { day, log, index: size - 1, atMs, ...tree }
    await insertDay(tx, stated)
    return stated
  })
}

/** A statement names the witnesses that vouch for it, when there are any. */
const statementVouching = (witnesses: readonly NamedKey[]) =>
  witnesses.length === 0 ? NO_VOUCHING : vouchingOf(witnesses, 3)

async function nowMs(db: Executor): Promise<number> {
  const [row] = await db.query<{ now: bigint }>(NOW)
  return Number(row!.now)
}
