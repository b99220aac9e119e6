/**
 * The draw of a sealed issue. Seal and beacon round determine the result. The primary key of `issue_draw` permits one draw
 * per issue.
 */
import { drawEntropy, winningCode } from '@fairlot/fairness/draw'
import type { Db, Tx } from '../../../platform/db.ts'
import { drawnRound, type Beacons, type LogWriter, type QueuedEntry } from '../../fair/index.ts'
import { freeGuarantee, transfer } from '../../ledger/index.ts'
import { issueBook } from '../sales/share-seller.ts'
import {
  insertDraw,
  lockForDraw,
  readOwner,
  readSealed,
  type DrawResult,
  type SealedIssue,
  type Vouched,
} from './draw.queries.ts'

export type DrawOptions = {
  db: Db
  beacons: Beacons
  /** writes the transparency log */
  writer: LogWriter
}

/**
 * `waiting`: the beacon round is not published yet, no checkpoint covers the seal yet, or no witness has signed the seal of an
 * issue of grade witnessed. `nothing`: the issue is not sealed, or is drawn already.
 */
export type DrawAnswer = 'drawn' | 'waiting' | 'nothing'

/**
 * Draws an issue when a checkpoint covers its seal and its beacon round is published.
 * @param vouched null unless the issue is of version 3 and grade witnessed, which waits without
 * @throws Error when the beacon's signature does not verify, or no order owns the winning code; LogHalted; LogRefused
 */
export async function drawIssue(
  options: DrawOptions,
  issueId: string,
  vouched: Vouched | null = null,
): Promise<DrawAnswer> {
  const { db, beacons, writer } = options
  const sealed = await readSealed(db, issueId)
  if (!sealed) return 'nothing'
  if (sealed.isWitnessed && (sealed.rules < 3 ? sealed.witness : vouched) === null) return 'waiting'
  if (!vouched?.isLost && !(await writer.covers(db, 'issue-seal', sealed.number))) return 'waiting'
  // the mark covers the seal before anything is drawn: an older copy, put back later, cannot seal and draw again
  await writer.standing.keep(db)
  const result = await computeResult(sealed, beacons)
  if (!result) return 'waiting'
  const owner = await readOwner(db, issueId, result.code)
  const isDrawn = await db.tx(async (tx) => {
    // before the lock of the issue: nothing of the draw happens unless the log takes its entry
    await writer.lock(tx)
    const pool = await lockForDraw(tx, issueId)
    if (pool === null) return false
    const favour = vouched?.favour ?? false
    const why = { favour, ...(vouched?.isLost && { isLost: true as const }) }
    if (!(await insertDraw(tx, issueId, result, owner, { ...sealed, ...why }))) return false
    // in favour escrow and guarantee keep everything until it is known what the members get (favour/shares.ts)
    if (!favour) {
      await transferEarnings(tx, issueId, pool, sealed)
      if (vouched) await freeGuarantee(tx, issueId)
    }
    await writer.append(tx, drawEntry(sealed, result, vouched))
    return true
  })
  return isDrawn ? 'drawn' : 'nothing'
}

type DatedResult = DrawResult & { notBeforeMs: number }

/** The log's entry of a draw. */
function drawEntry(
  { number, rules, round }: SealedIssue,
  { signature, beacon, entropy, code, notBeforeMs }: DatedResult,
  vouched: Vouched | null,
): QueuedEntry {
  const drawn = {
    t: 'issue-draw' as const,
    issue: number,
    round: round === null ? null : Number(round),
    beacon,
    entropy,
    code,
    at: notBeforeMs,
  }
  if (rules < 3) return drawn
  return {
    ...drawn,
    signature,
    lines: vouched && vouched.lines,
    ...(vouched?.favour && { favour: true as const }),
  }
}

/**
 * Null: the beacon round is not published yet. `notBeforeMs`: the time of the round, before which the log dates no draw; 0
 * without a beacon.
 */
async function computeResult(sealed: SealedIssue, beacons: Beacons): Promise<DatedResult | null> {
  const { number, shares, chain, digest, sum, salt } = sealed
  const round = sealed.round === null ? null : Number(sealed.round)
  const drawn = await drawnRound(beacons, `issue ${number}`, { chain, round })
  if (!drawn) return null
  const { signature, beacon, publishedMs } = drawn
  const entropy = salt === null ? null : drawEntropy({ salt, issue: number, digest, round, beacon })
  return { signature, beacon, entropy, code: winningCode(sum, entropy, shares), notBeforeMs: publishedMs }
}

/**
 * Leaves in escrow what the prizes cost, moves what is set aside for rebates and VIP refunds to the marketing account, which
 * pays them, and the rest of the sales to the house's earnings. House accounts are locked in the order of their keys.
 */
async function transferEarnings(
  tx: Tx,
  issueId: string,
  pool: bigint,
  { kept, rewards }: SealedIssue,
): Promise<void> {
  const from = { book: issueBook, key: issueId }
  const earned = pool - kept - rewards
  if (earned > 0n)
    await transfer(tx, { ref: issueId, kind: 'draw', from, to: { house: 'sales' }, amount: earned })
  if (rewards > 0n)
    await transfer(tx, { ref: issueId, kind: 'rewards', from, to: { house: 'marketing' }, amount: rewards })
}
