/**
 * Opens issues, now or at a scheduled time. The transaction that makes an issue copies its terms from the product and
 * commits to its salt. The terms are therefore fixed before the first share is sold.
 */
import { commitment, hasBeacon, type Grade } from '@fairlot/fairness/draw'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import {
  isBeaconDead,
  NO_VOUCHING,
  vouchingOf,
  type Beacons,
  type LogTimes,
  type LogWriter,
  type NamedKey,
  type Salts,
} from '../../fair/index.ts'
import type { RewardRates } from '../../identity/index.ts'
import { WITNESSED_DELAY } from '../mall.settings.ts'
import { indexNewestIssue } from '../search/index-products.queries.ts'
import { businessNowMs, findOpenIssue, insertIssue, openingMs, putOnSale } from './open-issue.queries.ts'
import { obligationsOf, subsidyFor, takeSubsidy, whyNotOpen, type Obligations } from './opening-check.ts'
import {
  fundOrPauseProduct,
  lockProduct,
  pauseProduct,
  productGrade,
  resumeProduct,
  type ProductState,
} from './opening-check.queries.ts'

type WriteLog = (fields: object, message: string) => void

export type OpenIssueOptions = {
  db: Db
  clock: Clock
  random: Random
  salts: Salts
  beacons: Beacons
  /** writes the transparency log */
  writer: LogWriter
  /** offset of business time, minutes east of UTC; an issue keeps the offset with which it was made */
  utcOffset: number
  /** seconds from seal to beacon round */
  drawDelay: number
  /** the same for new issues of grade witnessed, whose witnesses sign in that time; by default the setting's initial value */
  witnessedDelay?: (() => number) | undefined
  /** the configured witnesses, which issues of grade witnessed name */
  witnesses?: readonly NamedKey[]
  /** the most that orders cost in rebates and VIP refunds, by the settings of the moment */
  rewards(): RewardRates
  /** of the installation; default: play money */
  moneyMode?: MoneyMode | undefined
  /** days for which a voucher that comes back from a refund is valid at least */
  voucherReturnDays?: (() => number) | undefined
  /** called in the transaction that settles or refunds the last order of an issue */
  onEnded?: ((tx: Tx, issueId: string) => Promise<void>) | undefined
  /** receives a warning when a product pauses because its subsidy is not funded */
  log: { info: WriteLog; warn: WriteLog; error: WriteLog }
}

export type Opening = {
  issueId: string
  number: string
  /** false: the issue was on sale before this call, or is scheduled */
  opened: boolean
}

export const issueNumber = (code: string, sequence: number) => `${code}-${String(sequence).padStart(4, '0')}`

/** Why no issue was opened or made. */
type Refused =
  | { refused: 'unknown' | 'paused' | 'used-up' | 'dead-beacon' }
  | { refused: 'unfunded' | 'uncovered'; need: bigint }

/**
 * Opens the next issue of a product, unless one is on sale or scheduled. Null: the product is paused, has had all its
 * issues, does not exist, or its subsidy is not funded (the product then pauses). Repeated and concurrent calls open one
 * issue, because the product's row is locked.
 */
export async function openIssue(options: OpenIssueOptions, code: string): Promise<Opening | null> {
  return logRefusal(options, code, await options.db.tx((tx) => nextIssue(tx, options, code, null)))
}

/**
 * Makes the next issue of a product, which opens at a business time (Unix milliseconds). Its terms are fixed now. Its
 * deadline counts from the opening, and the opening checks its subsidy. Null as with `openIssue`.
 */
export async function scheduleIssue(
  options: OpenIssueOptions,
  code: string,
  opensAtMs: number,
): Promise<Opening | null> {
  if (!Number.isSafeInteger(opensAtMs)) throw new RangeError('an issue opens at a whole millisecond')
  return logRefusal(options, code, await options.db.tx((tx) => nextIssue(tx, options, code, opensAtMs)))
}

/** Why an operator's request for the next issue was refused. */
export type NotMade =
  | 'unknown'
  | 'paused'
  | 'used-up'
  /** the beacon of new issues is declared dead */
  | 'dead-beacon'
  | 'unfunded'
  /** it needs more than the maximum subsidy of the product */
  | 'uncovered'
  /** an issue is on sale or scheduled */
  | 'open'
  /** the grade cannot be used in this installation */
  | 'grade'

/** What an operator's request does in the transaction that makes the issue. */
export type WithinOpening = {
  /** before all locks of the opening */
  first(tx: Tx): Promise<void>
  /** when an issue was made */
  made(tx: Tx, opening: Opening): Promise<void>
}

/**
 * Opens or schedules the next issue of a product for an operator.
 *
 * @param opensAtMs business time, Unix milliseconds; null: now
 */
export async function openNextIssue(
  options: OpenIssueOptions,
  { code, opensAtMs }: { code: string; opensAtMs: number | null },
  within: WithinOpening,
): Promise<Opening | { refused: NotMade }> {
  let made = false
  const answer = await options.db.tx(async (tx) => {
    made = false
    await within.first(tx)
    const found = await productGrade(tx, code)
    if (found !== undefined && whyNotOpen(found, options) !== null) return { refused: 'grade' as const }
    const next = await nextIssue(tx, options, code, opensAtMs, async (opening) => {
      made = true
      await within.made(tx, opening)
    })
    return next
  })
  if ('refused' in answer) {
    if (answer.refused !== 'grade') logRefusal(options, code, answer)
    return { refused: answer.refused }
  }
  return made ? answer : { refused: 'open' }
}

/** Logs an opening that was refused, after its commit. */
function logRefusal({ log }: OpenIssueOptions, code: string, answer: Opening | Refused): Opening | null {
  if (!('refused' in answer)) return answer
  if (answer.refused === 'dead-beacon')
    log.warn({ product: code }, 'the next issue does not open: its beacon is declared dead')
  if (answer.refused === 'unfunded')
    log.warn(
      { product: code, need: answer.need },
      'product paused: the subsidy account does not cover its next issue',
    )
  if (answer.refused === 'uncovered')
    log.warn(
      { product: code, need: answer.need },
      'product paused: its next issue needs more than its maximum subsidy',
    )
  return null
}

async function nextIssue(
  tx: Tx,
  options: OpenIssueOptions,
  code: string,
  opensAtMs: number | null,
  onMade?: (opening: Opening) => Promise<void>,
): Promise<Opening | Refused> {
  // first, as the log's lock comes before all others
  const log = await options.writer.lock(tx)
  const product = await lockProduct(tx, code)
  if (!product) return { refused: 'unknown' }
  const current = await findOpenIssue(tx, code, product.issued)
  if (current) return { ...current, opened: false }
  if (product.state !== 'active' && product.pauseReason === null) return { refused: 'paused' }
  if (product.maxIssues > 0 && product.issued >= product.maxIssues) return { refused: 'used-up' }
  // it could never be drawn
  if (hasBeacon(product.grade) && (await isBeaconDead(tx, options.beacons.current.chain.hash)))
    return { refused: 'dead-beacon' }
  const obligations = obligationsOf(product, options.rewards())
  const subsidy = subsidyFor(product, obligations)
  // the rates of rebates and refunds may have risen since the product was made
  if (subsidy > product.maxSubsidy) {
    await pauseProduct(tx, code, 'uncovered', subsidy)
    return { refused: 'uncovered', need: subsidy }
  }
  if (opensAtMs === null && !(await fundOrPauseProduct(tx, code, subsidy)))
    return { refused: 'unfunded', need: subsidy }
  const opening = await makeIssue(tx, options, { code, product, opensAtMs, obligations, subsidy, log })
  if (opensAtMs === null) {
    await takeSubsidy(tx, opening.issueId, subsidy)
    if (product.pauseReason !== null) await resumeProduct(tx, code)
  }
  await indexNewestIssue(tx, code)
  await onMade?.(opening)
  return opening
}

type NextIssue = {
  code: string
  product: ProductState
  opensAtMs: number | null
  obligations: Obligations
  subsidy: bigint
  log: LogTimes
}

async function makeIssue(
  tx: Tx,
  options: OpenIssueOptions,
  { code, product: { issued, grade, saleDays }, opensAtMs, obligations, subsidy, log }: NextIssue,
): Promise<Opening> {
  const { clock, random, salts, beacons, writer, utcOffset } = options
  const why = whyNotOpen(grade, options)
  if (why !== null) throw new Error(`product ${code} cannot open an issue: ${why}`)
  const sequence = issued + 1
  const issueId = uuidv7(clock.now(), random)
  const number = issueNumber(code, sequence)
  const made = grade === 'plain' ? null : salts.make(number)
  const chain = hasBeacon(grade) ? beacons.current.chain.hash : null
  const nowMs = opensAtMs === null ? await openingMs(tx, log) : await businessNowMs(tx)
  const saleFromMs = opensAtMs === null ? nowMs : Math.max(opensAtMs, nowMs)
  await insertIssue(tx, {
    issueId,
    code,
    sequence,
    number,
    utcOffset,
    salt: made && { commitment: commitment(number, made.salt), ...made.sealed },
    chain,
    delay: chain === null ? null : delayOf(options, grade),
    closesAtMs: saleFromMs + saleDays * DAY_MS,
    createdAtMs: nowMs,
    opensAtMs: opensAtMs === null ? null : saleFromMs,
    subsidy,
    rebates: obligations.rebates,
    refunds: obligations.refunds,
    demo: saleFromMs < log.beganMs,
    rules: writer.rules,
    ...(grade === 'witnessed' ? vouchingOf(options.witnesses ?? [], writer.rules) : NO_VOUCHING),
  })
  if (opensAtMs === null) await putOnSale(tx, writer, issueId, nowMs, log)
  return { issueId, number, opened: opensAtMs === null }
}

/** Version 2 has one delay for all grades: one line is enough there, and a seal that is not signed in time is made again. */
function delayOf({ writer, drawDelay, witnessedDelay }: OpenIssueOptions, grade: Grade): number {
  if (grade !== 'witnessed' || writer.rules < 3) return drawDelay
  return witnessedDelay?.() ?? Number(WITNESSED_DELAY.initial)
}
