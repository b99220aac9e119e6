/**
 * Seals a sold-out issue: reads and checks its orders and reveals the salt. The time of the seal selects the beacon round.
 * Everything is computed without locks; one insert, unique by its primary key, decides. The same transaction writes the
 * seal, its log entry and a checkpoint that covers it, so no seal exists that was not published before its round.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { roundFor, roundTimeMs } from '@fairlot/fairness/beacon'
import { claimedDigest } from '@fairlot/fairness/claimed-rows'
import { FIRST_CODE, ordersDigest, sumOfTimes, type OrderRow } from '@fairlot/fairness/draw'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { revealedSalt, type Beacons, type LogWriter, type Salts, type TagKeys } from '../../fair/index.ts'
import { readClaimedOrders, readOrders } from './draw-orders.ts'
import { insertSeal, readUnsealed, type UnsealedIssue } from './seal.queries.ts'

export type SealOptions = {
  db: Db
  salts: Salts
  tagKeys: TagKeys
  beacons: Beacons
  /** writes the transparency log */
  writer: LogWriter
}

/** An issue cannot be sealed now, and nothing is wrong: the message says what it waits for. */
export class SealWaits extends Error {
  override name = 'SealWaits'
}

/**
 * Seals an issue. False: the issue is not sold out, is sealed already, or the clock is behind its beacon.
 * @throws Error when the stored orders differ from what the sale counted, when the salt does not match the commitment, or
 *   when the checkpoint would be later than the beacon round; nothing is then written
 * @param within runs in the seal's transaction, which holds the locks of the log and of the issue. What it throws undoes the seal
 */
export async function sealIssue(
  options: SealOptions,
  issueId: string,
  within?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { db, salts, tagKeys, beacons, writer } = options
  await writer.standing.require(db)
  const issue = await readUnsealed(db, issueId)
  if (!issue) return false
  // its round could be published already
  if (issue.chain !== null && (await beacons.of(issue.chain).isClockBehind())) return false
  const { orders, digestOf } = await ordersOf({ db, tagKeys }, issueId, issue)
  checkOrders(issue, orders)
  const salt = revealSalt(issue, salts)
  const sum = sumOfTimes(orders, issue.timesCounted)
  await nextTurn()
  const digest = digestOf()
  const chain = issue.chain === null ? null : beacons.of(issue.chain).chain
  // appends pending entries first, so that the seal's transaction holds the log's lock only briefly
  await writer.flush(db)
  return db.tx(async (tx) => {
    const { floorMs } = await writer.lock(tx)
    const content = { orders: orders.length, digest, sum, salt }
    const seal = await insertSeal(tx, issueId, content, { chain, floorMs })
    if (!seal) return false
    await within?.(tx)
    const { sealedAt } = seal
    const round = chain && issue.delay ? roundFor(sealedAt, issue.delay, chain) : null
    if (round !== seal.round)
      throw new Error(`issue ${issue.number}: the seal's round is ${seal.round}, not ${round}`)
    const entry = {
      issue: issue.number,
      orders: orders.length,
      digest,
      sum: String(sum),
      salt,
      sealedAt,
      round,
      ...formOf(issue),
    }
    const { timeMs } = await writer.publish(tx, [{ t: 'issue-seal', ...entry, at: sealedAt }])
    if (chain && round !== null && timeMs >= roundTimeMs(round, chain))
      throw new Error(`issue ${issue.number}: its seal was not published before round ${round}`)
    return true
  })
}

/** The orders as the digest of the issue's version contains them. */
export async function ordersOf(
  { db, tagKeys }: { db: Executor; tagKeys: TagKeys },
  issueId: string,
  { rules, number, shares, utcOffset }: UnsealedIssue,
): Promise<{ orders: readonly OrderRow[]; digestOf: () => string }> {
  const tagKey = tagKeys.of(number)
  if (rules < 3) {
    const orders = await readOrders(db, issueId, tagKey, utcOffset)
    return { orders, digestOf: () => ordersDigest(number, shares, orders) }
  }
  const orders = await readClaimedOrders(db, issueId, tagKey, utcOffset)
  return { orders, digestOf: () => claimedDigest(number, shares, orders) }
}

/** What only the entries of one version state. Version 1 has no attempts, and in version 3 the first seal is final. */
function formOf({ rules, shares }: UnsealedIssue) {
  if (rules === 1) return {}
  return rules === 2 ? { attempt: 1 } : { shares, freeEntries: 0 }
}

/**
 * Checks that the stored orders are complete: number and sum of times as the sale counted them, no gaps in seq and codes,
 * no time before the previous one.
 */
function checkOrders(issue: UnsealedIssue, orders: readonly OrderRow[]) {
  const wrong = (what: string) => new Error(`issue ${issue.number} cannot be sealed: ${what}`)
  if (orders.length !== issue.orders)
    throw wrong(`${orders.length} orders are stored, ${issue.orders} were sold`)
  let next = FIRST_CODE
  let last = 0
  orders.forEach((row, index) => {
    if (row.seq !== index + 1) throw wrong(`order ${index + 1} is missing`)
    if (row.first !== next) throw wrong(`order ${row.seq} starts at ${row.first}, not at ${next}`)
    if (row.ms < last) throw wrong(`the time of order ${row.seq} goes back`)
    next += row.quantity
    last = row.ms
  })
  if (next !== FIRST_CODE + issue.shares) throw wrong(`the last code is ${next - 1}`)
  if (sumOfTimes(orders, 'all') !== issue.timeSum)
    throw wrong('the sum of times is not the one that the sale counted')
}

/** Null in grade plain. */
export function revealSalt({ number, commitment, salt, keyId }: UnsealedIssue, salts: Salts): string | null {
  return commitment === null
    ? null
    : revealedSalt(salts, { name: `issue ${number}`, key: number, number, commitment, salt, keyId })
}
