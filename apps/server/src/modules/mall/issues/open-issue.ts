/**
 * Opening issues, at once or at a set time. An issue's terms are copied from its product and fixed in the transaction
 * that makes it, together with the commitment to its salt, before the first share can be sold.
 */
import { commitment } from '@fairlot/fairness/draw'
import type { Clock } from '../../../platform/clock.ts'
import { MS, type Db, type Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import type { Beacons, LogWriter, Salts } from '../../fair/index.ts'
import { isFunded, lockProduct, resume, subsidyFor, takeSubsidy, type ProductState } from './opening-check.ts'
import { publishOpening } from './log-entries.ts'

type Say = (fields: object, message: string) => void

export type OpenIssueOptions = {
  db: Db
  clock: Clock
  random: Random
  salts: Salts
  beacons: Beacons
  /** of the transparency log */
  writer: LogWriter
  /** of business time, in minutes east of UTC; an issue keeps the one it opened with */
  utcOffset: number
  /** seconds from seal to beacon round */
  drawDelay: number
  /** a product that cannot be funded is a warning to the operator */
  log: { info: Say; warn: Say; error: Say }
}

export type Opening = {
  issueId: string
  number: string
  /** false: it was on sale already, or will be at its time */
  opened: boolean
}

const DAY_MS = 86_400_000

export const issueNumber = (code: string, sequence: number) => `${code}-${String(sequence).padStart(4, '0')}`

/** Why no issue could be opened or made. */
type Refused = { refused: 'unknown' | 'paused' | 'used-up' } | { refused: 'unfunded'; need: bigint }

/**
 * Opens the next issue of a product, unless it has one on sale or scheduled. Null: the product is paused, has had all its
 * issues, does not exist, or cannot be funded (then it pauses). Safe to repeat and to run in parallel: the product's row
 * is locked.
 */
export async function openIssue(options: OpenIssueOptions, code: string): Promise<Opening | null> {
  return report(options, code, await options.db.tx((tx) => nextIssue(tx, options, code, null)))
}

/**
 * Makes the next issue of a product, to open by itself at a business time (Unix milliseconds). Its terms are fixed now,
 * and its deadline counts from then; whether it is funded is decided at the opening. Null as with `openIssue`.
 */
export async function scheduleIssue(
  options: OpenIssueOptions,
  code: string,
  opensAtMs: number,
): Promise<Opening | null> {
  if (!Number.isSafeInteger(opensAtMs)) throw new RangeError('an issue opens at a whole millisecond')
  return report(options, code, await options.db.tx((tx) => nextIssue(tx, options, code, opensAtMs)))
}

/** What became of an opening, once it is committed. */
function report({ log }: OpenIssueOptions, code: string, answer: Opening | Refused): Opening | null {
  if (!('refused' in answer)) return answer
  if (answer.refused === 'unfunded')
    log.warn(
      { product: code, need: answer.need },
      'product paused: the subsidy account does not cover its next issue',
    )
  return null
}

async function nextIssue(
  tx: Tx,
  options: OpenIssueOptions,
  code: string,
  opensAtMs: number | null,
): Promise<Opening | Refused> {
  const product = await lockProduct(tx, code)
  if (!product) return { refused: 'unknown' }
  const current = await openOne(tx, code, product.issued)
  if (current) return { ...current, opened: false }
  if (product.state !== 'active' && product.pauseReason === null) return { refused: 'paused' }
  if (product.maxIssues > 0 && product.issued >= product.maxIssues) return { refused: 'used-up' }
  const subsidy = subsidyFor(product)
  if (opensAtMs === null && !(await isFunded(tx, code, subsidy)))
    return { refused: 'unfunded', need: subsidy }
  const opening = await insertIssue(tx, options, code, product, opensAtMs, subsidy)
  if (opensAtMs !== null) return opening
  await takeSubsidy(tx, opening.issueId, subsidy)
  if (product.pauseReason !== null) await resume(tx, code)
  return opening
}

/** The issue that the product has open: only its latest can be. */
async function openOne(tx: Tx, code: string, sequence: number): Promise<Omit<Opening, 'opened'> | null> {
  const [row] = await tx.query<{ issueId: string; number: string }>(
    `select i.issue_id as "issueId", t.number
     from product_issue n join issue i using (issue_id) join issue_terms t using (issue_id)
     where n.code = $1 and n.sequence = $2 and i.status in ('scheduled', 'selling')`,
    [code, sequence],
  )
  return row ?? null
}

async function insertIssue(
  tx: Tx,
  options: OpenIssueOptions,
  code: string,
  { issued, grade, saleDays }: ProductState,
  opensAtMs: number | null,
  subsidy: bigint,
): Promise<Opening> {
  const { clock, random, salts, beacons, utcOffset, drawDelay } = options
  const sequence = issued + 1
  const issueId = uuidv7(clock.now(), random)
  const number = issueNumber(code, sequence)
  const made = grade === 'plain' ? null : salts.make(number)
  const chain = grade === 'beacon' ? beacons.current.chain.hash : null
  const nowMs = await wholeNow(tx)
  const saleFromMs = opensAtMs === null ? nowMs : Math.max(opensAtMs, nowMs)
  await tx.query(
    `insert into issue_terms (issue_id, code, sequence, number, mode, shares, price, prize_value, recycle_percent,
       max_per_member, min_vip, times_counted, grade, utc_offset, commitment, chain, delay, closes_at, created_at, opens_at, subsidy)
     select $1, code, $3, $4, mode, shares, share_price, market_price, recycle_percent,
       max_per_member, min_vip, times_counted, grade, $5, $6, $7, $8, $9, $10, $11, $12
     from product where code = $2`,
    [
      issueId,
      code,
      sequence,
      number,
      utcOffset,
      made && commitment(number, made.salt),
      chain,
      chain && drawDelay,
      new Date(saleFromMs + saleDays * DAY_MS),
      new Date(nowMs),
      opensAtMs === null ? null : new Date(saleFromMs),
      subsidy,
    ],
  )
  if (made) {
    await tx.query('insert into issue_secret (issue_id, salt, key_id) values ($1, $2, $3)', [
      issueId,
      made.sealed.bytes,
      made.sealed.keyId,
    ])
  }
  await tx.query('insert into product_issue (code, sequence, issue_id) values ($1, $2, $3)', [
    code,
    sequence,
    issueId,
  ])
  await tx.query(
    `insert into issue (issue_id, shares, price, utc_offset, closes_ms, status)
     select issue_id, shares, price, utc_offset, ${MS('closes_at')}, 'scheduled' from issue_terms where issue_id = $1`,
    [issueId],
  )
  await tx.query('update product set issued = $2 where code = $1', [code, sequence])
  if (opensAtMs === null) await putOnSale(tx, options.writer, issueId, nowMs)
  return { issueId, number, opened: opensAtMs === null }
}

/** Whole milliseconds, so that the published opening is exactly what the first order is compared with. */
export async function wholeNow(tx: Tx): Promise<number> {
  const [now] = await tx.query<{ ms: bigint }>(
    'select floor(extract(epoch from business_now()) * 1000)::bigint as ms',
  )
  return Number(now!.ms)
}

/** The moment of the opening: from here on shares are sold and the terms are public. */
export async function putOnSale(tx: Tx, writer: LogWriter, issueId: string, openedMs: number): Promise<void> {
  // order times start from the opening: a clock that jumps back cannot put an order before it
  await tx.query(
    `update issue set status = 'selling', opened_at = $2, last_ms = $3 where issue_id = $1 and status = 'scheduled'`,
    [issueId, new Date(openedMs), openedMs],
  )
  await tx.query(`insert into issue_event (issue_id, event, at) values ($1, 'opened', $2)`, [
    issueId,
    new Date(openedMs),
  ])
  await publishOpening(tx, writer, issueId)
}
