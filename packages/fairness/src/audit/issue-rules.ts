/** The rules of an issue's entries: opening, seal with its attempts, draw, refund. Each function returns the new record. */
import { QUICKNET, roundFor, roundTimeMs } from '../beacon.ts'
import { commitment, drawEntropy, hasBeacon, winningCode } from '../draw.ts'
import { COMMON_SEAL, present, readHash, U32 } from '../proof/fields.ts'
import type { IssueSeal1, IssueTerms } from '../proof/types.ts'
import { readTerms1, readSeal1 } from '../proof/version-1.ts'
import { readSeal, readTerms } from '../proof/version-2.ts'
import { readDecimal, readInteger, readObject } from '../read.ts'
import type { RawEntry } from './read-entry.ts'
import { type AuditFrame, breach, type IssueRecord, type LiveIssue, reading } from './types.ts'

/** The place of an entry: its index, and the issue or the event that it is about. */
export type Place = {
  readonly index: number
  /** issue number or id of the event: what the labels of the formulas contain */
  readonly issue: string
  /** the same for messages: `issue …` or `event …` */
  readonly what: string
}

/** All chains have the times of the public beacon: a local chain differs in its key only. */
export function roundMs(round: number): number {
  return roundTimeMs(round, QUICKNET)
}

/** A line over a seal of version 3 is timely so long before its round. */
const LINE_MARGIN_MS = 5_000

/** A witness' line over a seal counts when the second that it states, in milliseconds, is before this. */
export function lineLimit(version: LiveIssue['version'], round: number): number {
  return roundMs(round) - (version === 3 ? LINE_MARGIN_MS : 0)
}

export function openIssue(
  known: IssueRecord | undefined,
  entry: RawEntry,
  { index, issue, what }: Place,
  { begin, lost }: Pick<AuditFrame, 'begin' | 'lost'>,
): IssueRecord {
  if (known) breach('open', index, `opens ${what} a second time`)
  if (lost?.includes(issue)) breach('continues', index, `opens ${what}, which the lost log opened`)
  const { t: _, ...fields } = entry.fields
  const terms = reading('open', index, () => (begin ? readTerms(fields) : { ...readTerms1(fields), ...OLD }))
  if (begin) checkDemo(terms.demo, entry.at, begin.at, index)
  const { at, shares, reading: times, grade, delay, commitment: committed, witnesses } = terms
  const live: LiveIssue = {
    version: begin ? 2 : 1,
    at,
    shares,
    reading: times,
    grade,
    delay,
    commitment: committed,
    witnesses,
    attempts: [],
    seal: null,
  }
  return { open: index, seals: [], live }
}

/** An opening is marked as demo exactly when it lies before the beginning of the log. */
export function checkDemo(demo: boolean, at: number, beganAt: number, index: number): void {
  if (demo === at < beganAt) return
  const what = demo ? 'is marked as demo' : 'is not marked as demo'
  const side = demo ? 'does not lie' : 'lies'
  breach('time', index, `${what}, but its time ${side} before the beginning of the log`)
}

/** What openings of version 1 do not state. */
const OLD: Pick<IssueTerms, 'demo' | 'witnesses'> = { demo: false, witnesses: null }

/** The issue or event of an entry that must follow its opening and precede draw, refund and void. */
export function liveOf(
  known: IssueRecord | undefined,
  rule: 'seal' | 'draw' | 'refund' | 'void',
  { index, what }: Place,
): { record: IssueRecord; live: LiveIssue } {
  if (!known) return breach(rule, index, `comes before the opening of ${what}`)
  if (known.refund !== undefined) breach(rule, index, `comes after the refund of ${what}`)
  if (known.void !== undefined) breach(rule, index, `comes after the void of ${what}`)
  if (known.draw !== undefined) breach(rule, index, `comes after the draw of ${what}`)
  if (!known.live) return breach(rule, index, `is about ${what}, which has ended`)
  return { record: known, live: known.live }
}

/** Also the seal of an event. */
export function sealIssue(known: IssueRecord | undefined, entry: RawEntry, place: Place): IssueRecord {
  const { index } = place
  const { record, live } = liveOf(known, 'seal', place)
  const attempt = attemptOf(live, entry, place)
  const { t: _, [live.event ? 'event' : 'issue']: _name, at, ...fields } = entry.fields
  const { grade } = live
  const seal: IssueSeal1 = reading('format', index, () =>
    live.version === 1 && grade !== 'witnessed' ? readSeal1(fields, grade) : readSeal(fields, grade),
  )
  if (live.version === 2 && at !== seal.sealedAt) breach('seal', index, 'is not dated at sealedAt')
  checkSeal(live, seal, place)
  if (attempt > 1) checkAttempt(live, seal, place, attempt)
  const { orders, digest, sum, salt, sealedAt, round } = seal
  return {
    ...record,
    seals: [...record.seals, index],
    live: {
      ...live,
      attempts: [...live.attempts, { index, sealedAt, round, timely: [] }],
      seal: { orders, digest, sum, salt },
    },
  }
}

/** The number of the attempt, which only seals of version 2 state; above 1 only in grade `witnessed`. */
function attemptOf(
  { version, grade, attempts }: LiveIssue,
  { fields }: RawEntry,
  { index, what }: Place,
): number {
  if (grade !== 'witnessed' && attempts.length > 0) breach('seal', index, `seals ${what} a second time`)
  const stated = fields['attempt']
  if (version === 1) return 1
  if (typeof stated !== 'number') return breach('seal', index, 'does not state its attempt')
  if (stated === 1 && attempts.length > 0) breach('seal', index, `seals ${what} a second time`)
  if (stated !== attempts.length + 1) {
    breach('attempt', index, `states attempt ${stated}, but it is attempt ${attempts.length + 1}`)
  }
  return stated
}

/** What seals of every version have in common. */
export function checkSeal(live: LiveIssue, seal: IssueSeal1, { index, issue, what }: Place): void {
  const { salt, orders, sum, sealedAt, round } = seal
  if (salt !== null && commitment(issue, salt) !== live.commitment)
    breach('seal', index, `reveals a salt that does not fit the commitment of ${what}`)
  if (orders > live.shares)
    breach('seal', index, live.event ? 'has too many participants' : 'has more orders than shares')
  const counted = live.reading === 'all' ? orders : orders - 1
  if (BigInt(sum) > 235_959_999n * BigInt(counted)) breach('seal', index, 'states a sum that no times have')
  if (sealedAt < live.at) breach('seal', index, 'is earlier than the opening')
  if (live.event && sealedAt < live.event.deadline) breach('seal', index, `seals ${what} before its deadline`)
  if (live.delay !== null && round !== roundFor(sealedAt, live.delay, QUICKNET))
    breach('seal', index, 'states another round than its time and the delay give')
}

/** The rules of a further attempt: the same draw, after the round of the attempt before, which no witness made final. */
function checkAttempt(
  { attempts, seal: before }: LiveIssue,
  seal: IssueSeal1,
  { index, what }: Place,
  attempt: number,
): void {
  const last = attempts.at(-1)!
  for (const field of COMMON_SEAL) {
    if (field === 'sealedAt' || field === 'round') continue
    if (seal[field] !== before![field]) breach('attempt', index, `changes ${field} of ${what}`)
  }
  if (last.timely.length > 0) {
    const who = last.timely.map((key) => key.slice(0, key.indexOf('+'))).join(', ')
    breach('attempt', index, `seals ${what} again, but ${who} signed attempt ${attempt - 1} in time`)
  }
  if (seal.sealedAt < roundMs(last.round!)) {
    breach('attempt', index, `seals ${what} again before the round of attempt ${attempt - 1} is published`)
  }
}

const DRAW = ['t', 'issue', 'round', 'beacon', 'entropy', 'code', 'at'] as const

export function drawIssue(known: IssueRecord | undefined, entry: RawEntry, place: Place): IssueRecord {
  const { index } = place
  const { record, live } = liveOf(known, 'draw', place)
  const { seal, grade } = live
  if (!seal) return breach('draw', index, `draws ${place.what} before its seal`)
  const stated = reading('format', index, () => readDraw(entry.fields, grade))
  const entropy = checkEntropy(live, seal, stated, entry.at, place)
  const code = winningCode(BigInt(seal.sum), entropy, live.shares)
  if (stated.code !== code)
    breach('draw', index, `states the winning code ${stated.code}, the formula gives ${code}`)
  checkTimely(live, place)
  return { ...record, draw: index, live: null }
}

/**
 * The draw uses the round of the last attempt, after its publication, and the entropy that the seal and the beacon give.
 * @returns E
 */
export function checkEntropy(
  { version, attempts }: LiveIssue,
  { digest, salt }: NonNullable<LiveIssue['seal']>,
  stated: { readonly round: number | null; readonly beacon: string | null; readonly entropy: string | null },
  at: number,
  { index, issue, what }: Place,
): string | null {
  const { round } = attempts.at(-1)!
  if (stated.round !== round) breach('draw', index, `uses another round than the seal of ${what}`)
  if (version !== 1 && round !== null && at < roundMs(round))
    breach('draw', index, `is earlier than the publication of round ${round}`)
  const { beacon } = stated
  const entropy = salt === null ? null : drawEntropy({ salt, issue, digest, round, beacon })
  if (stated.entropy !== entropy)
    breach('draw', index, `states another entropy than the seal of ${what} gives`)
  return entropy
}

/** The draw of a witnessed issue or event rests on a seal that a named witness signed in time. */
export function checkTimely({ grade, attempts }: LiveIssue, { index, what }: Place): void {
  if (grade === 'witnessed' && attempts.at(-1)!.timely.length === 0)
    breach('witness', index, `draws ${what}, but no named witness signed its seal in time`)
}

function readDraw(fields: unknown, grade: LiveIssue['grade']) {
  const draw = readObject(fields, 'the draw', DRAW)
  return {
    ...readDrawnRound(draw, grade),
    entropy: present(grade !== 'plain', draw['entropy'], 'entropy', grade, readHash),
    code: readInteger(draw['code'], 'code', 1, U32),
  }
}

/** Reads the round of a draw and its value, which the grades with a beacon have. */
export function readDrawnRound(
  draw: Record<string, unknown>,
  grade: LiveIssue['grade'],
): { round: number | null; beacon: string | null } {
  const wanted = hasBeacon(grade)
  return {
    round: present(wanted, draw['round'], 'round', grade, (value, at) => readInteger(value, at, 1)),
    beacon: present(wanted, draw['beacon'], 'beacon', grade, readHash),
  }
}

const REFUND = ['t', 'issue', 'orders', 'amount', 'at'] as const

/** @param lost whether the lost log opened the issue; then this log has no opening */
export function refundIssue(
  known: IssueRecord | undefined,
  entry: RawEntry,
  place: Place,
  lost: boolean,
): IssueRecord {
  const { index, what } = place
  const orders = reading('format', index, () => {
    const refund = readObject(entry.fields, 'the refund', REFUND)
    readDecimal(refund['amount'], 'amount')
    return readInteger(refund['orders'], 'orders', 0, U32)
  })
  if (!known && lost) return { open: null, seals: [], refund: index, live: null }
  const { record, live } = liveOf(known, 'refund', place)
  if (live.seal) breach('refund', index, `refunds ${what} after its seal`)
  if (orders > live.shares) breach('refund', index, 'has more orders than shares')
  return { ...record, refund: index, live: null }
}
