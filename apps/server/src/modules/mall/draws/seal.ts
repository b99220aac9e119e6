/**
 * The seal of a sold-out issue: its orders are read and checked, the salt is revealed, and the moment of the seal
 * fixes the beacon round. Everything is worked out outside of locks; one insert, once by its primary key, decides. The
 * seal's log entry and a checkpoint over it are written by the same transaction: wherever a server stops, no seal is
 * there that was not published before its round.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { roundFor, roundTimeMs } from '@fairlot/fairness/beacon'
import { commitment, FIRST_CODE, ordersDigest, sumOfTimes, type OrderRow } from '@fairlot/fairness/draw'
import type { Db } from '../../../platform/db.ts'
import type { Beacons, LogWriter, Salts, TagKeys } from '../../fair/index.ts'
import { readRows } from './draw-orders.ts'

export type SealOptions = {
  db: Db
  salts: Salts
  tagKeys: TagKeys
  beacons: Beacons
  /** of the transparency log */
  writer: LogWriter
}

type ToSeal = {
  number: string
  shares: number
  timesCounted: 'all' | 'before-final'
  utcOffset: number
  commitment: string | null
  chain: string | null
  delay: number | null
  orders: number
  timeSum: bigint
  salt: Uint8Array | null
  keyId: string | null
}

const TO_SEAL = {
  name: 'seal.read',
  text: `select t.number, t.shares, t.times_counted as "timesCounted", t.utc_offset as "utcOffset", t.commitment, t.chain, t.delay,
      i.orders, i.time_sum as "timeSum", c.salt, c.key_id as "keyId"
    from issue i join issue_terms t using (issue_id) left join issue_secret c using (issue_id)
    where i.issue_id = $1 and i.status = 'sold_out'
      and not exists (select 1 from issue_seal s where s.issue_id = i.issue_id)`,
}

/** The round in the statement that reads the clock; a clock that went back since the last order does not count. */
const SEAL = {
  name: 'seal.write',
  text: `insert into issue_seal (issue_id, orders, digest, sum, salt, sealed_ms, round)
    select i.issue_id, $2, $3, $4, $5, n.ms,
      case when t.chain is not null
        then greatest(1, ceil((ceil(n.ms / 1000.0) + t.delay - $6::numeric) / $7::numeric) + 1)::bigint end
    from issue i join issue_terms t using (issue_id)
    cross join lateral (
      select greatest(i.last_ms, floor(extract(epoch from business_now()) * 1000)::bigint) as ms) n
    where i.issue_id = $1 and i.status = 'sold_out'
    on conflict (issue_id) do nothing
    returning sealed_ms as "sealedMs", round`,
}

/**
 * Seals an issue. False: it is not sold out, or sealed already.
 * @throws Error when the stored orders are not what the issue counted: such an issue must not be drawn
 */
export async function sealIssue(options: SealOptions, issueId: string): Promise<boolean> {
  const { db, salts, tagKeys, beacons, writer } = options
  const [issue] = await db.query<ToSeal>(TO_SEAL, [issueId])
  if (!issue) return false
  const rows = await readRows(db, issueId, tagKeys.of(issue.number), issue.utcOffset)
  checkRows(issue, rows)
  const salt = revealed(issue, salts)
  const sum = sumOfTimes(rows, issue.timesCounted)
  await nextTurn()
  const digest = ordersDigest(issue.number, issue.shares, rows)
  const chain = issue.chain === null ? null : beacons.of(issue.chain).chain
  // most of a backlog is appended before the seal holds the log
  await writer.flush(db)
  return db.tx(async (tx) => {
    await writer.lock(tx)
    const [seal] = await tx.query<{ sealedMs: bigint; round: bigint | null }>(SEAL, [
      issueId,
      rows.length,
      digest,
      sum,
      salt,
      chain?.genesis ?? null,
      chain?.period ?? null,
    ])
    if (!seal) return false
    const sealedAt = Number(seal.sealedMs)
    const round = chain && issue.delay ? roundFor(sealedAt, issue.delay, chain) : null
    if (round !== (seal.round === null ? null : Number(seal.round)))
      throw new Error(`issue ${issue.number}: the seal's round is ${seal.round}, not ${round}`)
    const entry = {
      issue: issue.number,
      orders: rows.length,
      digest,
      sum: String(sum),
      salt,
      sealedAt,
      round,
    }
    const { timeMs } = await writer.publish(tx, [{ t: 'issue-seal', ...entry, at: sealedAt }])
    if (chain && round !== null && timeMs >= roundTimeMs(round, chain))
      throw new Error(`issue ${issue.number}: its seal was not published before round ${round}`)
    return true
  })
}

/** The orders are whole: counted, without gaps in seq, codes and time, and with the sum that the sale kept. */
function checkRows(issue: ToSeal, rows: readonly OrderRow[]) {
  const wrong = (what: string) => new Error(`issue ${issue.number} cannot be sealed: ${what}`)
  if (rows.length !== issue.orders) throw wrong(`${rows.length} orders are stored, ${issue.orders} were sold`)
  let next = FIRST_CODE
  let last = 0
  rows.forEach((row, index) => {
    if (row.seq !== index + 1) throw wrong(`order ${index + 1} is missing`)
    if (row.first !== next) throw wrong(`order ${row.seq} starts at ${row.first}, not at ${next}`)
    if (row.ms < last) throw wrong(`the time of order ${row.seq} goes back`)
    next += row.quantity
    last = row.ms
  })
  if (next !== FIRST_CODE + issue.shares) throw wrong(`the last code is ${next - 1}`)
  if (sumOfTimes(rows, 'all') !== issue.timeSum) throw wrong('the sum of times differs from the one kept')
}

/** The salt, once it proves to be the one that was committed to; null in grade plain. */
function revealed(issue: ToSeal, salts: Salts): string | null {
  if (issue.commitment === null) return null
  if (!issue.salt || issue.keyId === null) throw new Error(`the salt of issue ${issue.number} is missing`)
  const salt = salts.open(issue.number, { bytes: issue.salt, keyId: issue.keyId })
  if (commitment(issue.number, salt) !== issue.commitment)
    throw new Error(`the salt of issue ${issue.number} is not the one that was committed to`)
  return salt
}
