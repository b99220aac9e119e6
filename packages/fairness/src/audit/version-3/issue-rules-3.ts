/** The rules of an issue's entries in version 3: opening, seal, draw, favour and refund. Each function returns the new record. */
import { winningCode } from '../../draw.ts'
import { present, readCommonSeal, readHash, U32 } from '../../proof/fields.ts'
import {
  DRAWN_ROUND_3,
  ISSUE_SEAL_3,
  readDrawnRound3,
  readEventSeal3,
  readIssueSeal3,
} from '../../proof/version-3/seals.ts'
import { readIssueTerms3 } from '../../proof/version-3/terms.ts'
import {
  type EventSeal3,
  type IssueSeal3,
  type LeftOut,
  REFUND_REASONS,
  type RefundReason,
  type Vouching,
} from '../../proof/version-3/types.ts'
import { isEnoughForMoney } from '../../quorum.ts'
import { readDecimal, readInteger, readObject, readWord } from '../../read.ts'
import { checkDemo, checkEntropy, checkSeal, liveOf, type Place } from '../issue-rules.ts'
import type { RawEntry } from '../read-entry.ts'
import {
  type AuditedLog,
  type AuditFrame,
  type AuditOptions,
  breach,
  type IssueRecord,
  type LiveIssue,
  reading,
} from '../types.ts'
import { beaconOfLog, checkDrawn } from './beacons.ts'
import { checkLines } from './lines.ts'

/** What the rules of version 3 look at beside the entry and its record. */
export type Context = { readonly frame: AuditFrame; readonly log: AuditedLog & AuditOptions }

const DAY_MS = 86_400_000
/** What could not be sealed for so long is refunded. */
const UNSEALED_MS = 7 * DAY_MS
const BEACON_DEAD_MS = 30 * DAY_MS

export function openIssue3(
  known: IssueRecord | undefined,
  entry: RawEntry,
  { index, issue, what }: Place,
  { frame }: Context,
): IssueRecord {
  if (known) breach('open', index, `opens ${what} a second time`)
  if (frame.lost?.includes(issue)) breach('continues', index, `opens ${what}, which the lost log opened`)
  const { t: _, ...fields } = entry.fields
  const terms = reading('open', index, () => readIssueTerms3(fields))
  checkDemo(terms.demo, entry.at, frame.begin!.at, index)
  checkPromises(frame, terms.chain, terms, 'open')
  const { at, shares, reading: times, grade, delay, commitment, chain, quorum } = terms
  const { closes, minimum, free, deadline, mode } = terms
  const live: LiveIssue = {
    version: 3,
    at,
    shares,
    reading: times,
    grade,
    delay,
    commitment,
    witnesses: keysOf(terms),
    attempts: [],
    seal: null,
    vouching: { chain, quorum },
    sale: { closes, minimum, free, deadline, mode },
  }
  return { open: index, seals: [], live }
}

/** The note verifier keys of the named witnesses. */
export function keysOf({ witnesses }: Vouching): string[] | null {
  return witnesses?.map(({ key }) => key) ?? null
}

/** The beacon is one of this log, and with real money the witnesses are enough. @param chain null without a beacon */
export function checkPromises(
  frame: AuditFrame,
  chain: string | null,
  { witnesses, quorum }: Vouching,
  rule: 'open' | 'chain',
): void {
  const { size: index, begin } = frame
  if (chain !== null && !beaconOfLog(frame, chain))
    breach(rule, index, 'names a beacon that is neither the public one nor that of log-rules')
  if (begin!.mode !== 'real' || witnesses === null) return
  const own = witnesses.filter((one) => one.own).length
  if (!isEnoughForMoney(witnesses.length, quorum!, own)) {
    const problem = `needs ${quorum} of ${witnesses.length} witnesses, of which the house runs ${own}: too few for real money`
    breach(rule, index, problem)
  }
}

/** The seal of an issue or of an event. A second one is a breach always. */
export function seal3(known: IssueRecord | undefined, entry: RawEntry, place: Place): IssueRecord {
  const { index, what } = place
  const { record, live } = liveOf(known, 'seal', place)
  if (live.seal) breach('seal', index, `seals ${what} a second time`)
  const { t: _, [live.event ? 'event' : 'issue']: _name, at, ...fields } = entry.fields
  const seal = live.sale ? readIssueSeal(live, live.sale, fields, index) : readEventSeal(live, fields, index)
  if (seal.out && !live.event?.recheck)
    breach('seal', index, `leaves out participants of ${what}, whose opening does not allow it`)
  if (at !== seal.sealedAt) breach('seal', index, 'is not dated at sealedAt')
  checkSeal(live, seal, place)
  const { orders, digest, sum, salt, sealedAt, round, shares, out } = seal
  return {
    ...record,
    seals: [index],
    live: {
      ...live,
      attempts: [{ index, sealedAt, round, timely: [] }],
      seal: { orders, digest, sum, salt, ...(shares !== undefined && { shares }), ...(out && { out }) },
    },
  }
}

type Fields = Readonly<Record<string, unknown>>

/** First the form of the fields, then what the opening allows of them. */
function readIssueSeal(
  { grade, shares }: LiveIssue,
  sale: NonNullable<LiveIssue['sale']>,
  fields: Fields,
  index: number,
): IssueSeal3 & LeftOut {
  reading('format', index, () => {
    const seal = readObject(fields, 'seal', ISSUE_SEAL_3)
    readCommonSeal(seal, 'seal', grade)
    readInteger(seal['shares'], 'seal.shares', 1, U32)
    readInteger(seal['freeEntries'], 'seal.freeEntries', 0, U32)
  })
  return reading('seal', index, () => readIssueSeal3(fields, { ...sale, grade, shares }))
}

function readEventSeal(
  { grade }: LiveIssue,
  fields: Fields,
  index: number,
): EventSeal3 & { shares?: number } {
  // no event is of grade plain
  return reading('format', index, () => readEventSeal3(fields, grade as Exclude<LiveIssue['grade'], 'plain'>))
}

const DRAW = ['t', 'issue', ...DRAWN_ROUND_3, 'entropy', 'code', 'at'] as const

export function drawIssue3(
  known: IssueRecord | undefined,
  entry: RawEntry,
  place: Place,
  { frame, log }: Context,
): IssueRecord {
  const { index, what } = place
  const { record, live } = liveOf(known, 'draw', place)
  const { seal, grade } = live
  if (!seal) return breach('draw', index, `draws ${what} before its seal`)
  const stated = reading('format', index, () => {
    const draw = readObject(entry.fields, 'the draw', DRAW, ['favour'])
    return {
      ...readDrawnRound3(draw, grade),
      entropy: present(grade !== 'plain', draw['entropy'], 'entropy', grade, readHash),
      code: readInteger(draw['code'], 'code', 1, U32),
    }
  })
  const entropy = checkEntropy(live, seal, stated, entry.at, place)
  const code = winningCode(BigInt(seal.sum), entropy, seal.shares!)
  if (stated.code !== code)
    breach('draw', index, `states the winning code ${stated.code}, the formula gives ${code}`)
  checkDrawn(frame, log, live, stated, index)
  checkLines(frame, log, live, stated, place)
  const owed = stated.favour && { owed: { at: entry.at, orders: seal.orders } }
  return { ...record, draw: index, live: null, ...owed }
}

const FAVOUR = ['t', 'issue', 'orders', 'amount', 'at'] as const

/** What members get beyond what they won: once, after a draw in favour. The amounts need the rows, which the log does not have. */
export function favourIssue(known: IssueRecord | undefined, entry: RawEntry, place: Place): IssueRecord {
  const { index, what } = place
  const orders = reading('format', index, () => {
    const favour = readObject(entry.fields, 'the favour', FAVOUR)
    readDecimal(favour['amount'], 'amount')
    return readInteger(favour['orders'], 'orders', 0, U32)
  })
  const { owed, record } = owedOf(known, place)
  if (orders > owed.orders) breach('favour', index, `states more orders than the seal of ${what}`)
  return { ...record, favour: index }
}

/** The favour that a draw owes, and the record without it. */
export function owedOf(known: IssueRecord | undefined, { index, what }: Place) {
  if (known?.favour !== undefined) breach('favour', index, `states the favour of ${what} a second time`)
  if (!known?.owed)
    return breach('favour', index, `states a favour of ${what}, which was not drawn in favour`)
  const { owed, ...record } = known
  return { owed, record }
}

/** Whether a favour is stated more than a day after its draw. */
export function isLateFavour(known: IssueRecord | undefined, at: number): boolean {
  return known?.owed !== undefined && at > known.owed.at + DAY_MS
}

const REFUND = ['t', 'issue', 'orders', 'shares', 'amount', 'reason', 'at'] as const
type Refund = { orders: number; shares: number; reason: RefundReason }

/** @throws ReadError */
export function readRefund3(fields: unknown): Refund {
  const refund = readObject(fields, 'the refund', REFUND)
  readDecimal(refund['amount'], 'amount')
  return {
    orders: readInteger(refund['orders'], 'orders', 0, U32),
    shares: readInteger(refund['shares'], 'shares', 0, U32),
    reason: readWord(refund['reason'], 'reason', REFUND_REASONS),
  }
}

/** @param lost whether the lost log opened the issue; then this log has no opening */
export function refundIssue3(
  known: IssueRecord | undefined,
  entry: RawEntry,
  place: Place,
  { frame, lost }: { readonly frame: AuditFrame; readonly lost: boolean },
): IssueRecord {
  const { index, what } = place
  const refund = reading('format', index, () => readRefund3(entry.fields))
  const { orders, shares, reason } = refund
  if (!known && lost) {
    if (reason !== 'lost')
      breach('refund', index, `refunds ${what}, which was lost, for the reason ${reason}`)
    return { open: null, seals: [], refund: index, live: null }
  }
  const { record, live } = liveOf(known, 'refund', place)
  if (live.seal && reason !== 'beacon') breach('refund', index, `refunds ${what} after its seal`)
  if (shares > live.shares) breach('refund', index, `states more sold shares than ${what} has`)
  if (orders > shares) breach('refund', index, 'has more orders than shares')
  const problem = whyNoRefund(live, live.sale!, refund, entry.at, frame)
  if (problem !== null) breach('refund', index, `refunds ${what} for the reason ${reason}, but ${problem}`)
  return { ...record, refund: index, live: null }
}

/** Why the reason of a refund does not hold; null when it does. */
function whyNoRefund(
  live: LiveIssue,
  { closes, minimum, deadline, mode }: NonNullable<LiveIssue['sale']>,
  { reason, orders, shares }: Refund,
  at: number,
  frame: AuditFrame,
): string | null {
  switch (reason) {
    case 'deadline':
      if (closes !== null) return 'it is drawn by date'
      if (shares >= live.shares) return 'it was sold out'
      return at < deadline ? 'its deadline has not passed' : null
    case 'pk':
      return mode === 'pk' && orders === 1 ? null : 'it is not a duel with one seat taken'
    case 'minimum':
      if (closes === null) return 'it is not drawn by date'
      if (at < closes) return 'its sale is not closed'
      return shares >= minimum! ? 'enough shares were sold' : null
    case 'witnesses': {
      if (live.grade !== 'witnessed') return 'it needs no witnesses'
      if (shares < live.shares && (closes === null || at < closes)) return 'its sale has not ended'
      return at < Math.max(live.at, closes ?? 0) + UNSEALED_MS
        ? 'it could be sealed for less than 7 days'
        : null
    }
    case 'lost':
      return 'the log before did not lose it'
    case 'beacon': {
      const dead = live.vouching!.chain === null ? undefined : frame.dead[live.vouching!.chain]
      if (!dead || at < dead.at + BEACON_DEAD_MS) return 'its beacon has not been dead for 30 days'
      const round = live.attempts[0]?.round ?? Number.POSITIVE_INFINITY
      return round > dead.lastRound ? null : 'its round was published'
    }
  }
}
