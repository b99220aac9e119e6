/**
 * Makes and opens events. The transaction that makes one commits to its salt and fixes its terms. The transaction that opens it moves
 * the pool from the marketing account into the book of the event and publishes the terms in the log, so nobody joins an event that is
 * not funded or not published.
 */
import { commitment, hasBeacon } from '@fairlot/fairness/draw'
import { eventName } from '@fairlot/fairness/entries'
import type { EventGrade } from '@fairlot/fairness/proof'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Clock } from '../../../../platform/clock.ts'
import type { Db, Executor, Tx } from '../../../../platform/db.ts'
import { uuidv7, type Random } from '../../../../platform/random.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import {
  areTooWeak,
  NO_VOUCHING,
  vouchingOf,
  type Beacons,
  type LogTimes,
  type LogWriter,
  type NamedKey,
  type Salts,
  type VouchingColumns,
} from '../../../fair/index.ts'
import { houseAvailable, transfer } from '../../../ledger/index.ts'
import { keepContent } from '../../../mall/index.ts'
import { eventBook } from '../event-book.ts'
import { eventById, lockEvent, publishedTerms, publishedTerms3, type Event } from '../event-terms.ts'
import {
  businessNowMs,
  eventTitles,
  insertEvent,
  insertEventContent,
  markOpened,
  nextSequence,
} from './open-event.queries.ts'

export type OpenEventOptions = {
  db: Db
  clock: Clock
  random: Random
  salts: Salts
  beacons: Beacons
  /** writes the transparency log */
  writer: LogWriter
  /** offset of business time, minutes east of UTC; an event keeps the offset with which it was made */
  utcOffset: number
  /** seconds from seal to beacon round */
  drawDelay: number
  /** the same for new witnessed events of version 3, whose witnesses sign in between */
  witnessedDelay: () => number
  /** the configured witnesses, which events of grade witnessed name */
  witnesses: readonly NamedKey[]
  moneyMode: MoneyMode
}

/** What an operator decides. Amounts in minor units. */
export type NewEvent = {
  titles: readonly { language: OfferedLanguage; title: string }[]
  pool: bigint
  winners: number
  friends: number
  topUp: bigint
  /** business time, Unix milliseconds; null: at once */
  opensMs: number | null
  deadlineMs: number
  grade: EventGrade
  /** the two operators, and the approval request; only the demo world and tests of a sandbox leave it out */
  by?: { requestedBy: string; approvedBy: string; approvalId: string }
}

/** The series of the numbers of events. */
const SERIES = 'P1'
/** The longest time from the opening to the deadline. */
const LONGEST_MS = 366 * 86_400_000

/** Why events of a grade cannot open in this installation; null: they can. With real money the house alone must not be able to repeat a draw. */
export function whyNotGrade(
  grade: EventGrade,
  {
    moneyMode,
    witnesses,
    writer,
  }: Pick<OpenEventOptions, 'moneyMode' | 'witnesses'> & {
    writer: Pick<LogWriter, 'rules'>
  },
): 'real' | 'witness' | 'weak' | null {
  if (moneyMode === 'real' && grade !== 'witnessed') return 'real'
  if (grade !== 'witnessed') return null
  if (witnesses.length === 0) return 'witness'
  return areTooWeak(witnesses, { moneyMode, rules: writer.rules }) ? 'weak' : null
}

const wrong = (field: string) => new Refusal('INPUT_INVALID', { fields: { [field]: 'INPUT_INVALID' } })

/** The terms that follow from the grade and the installation. */
export type GradeTerms = Pick<Event, 'chain' | 'delay'> & VouchingColumns

/**
 * Checks the terms of an event.
 * @returns what would be published besides them
 * @throws Refusal INPUT_INVALID
 */
export async function checkTerms(
  db: Executor,
  options: OpenEventOptions,
  given: NewEvent,
): Promise<GradeTerms> {
  const now = await businessNowMs(db)
  const opensMs = Math.max(given.opensMs ?? now, now)
  if (given.deadlineMs <= opensMs || given.deadlineMs > opensMs + LONGEST_MS) throw wrong('deadline')
  if (given.winners < 1 || BigInt(given.winners) > given.pool) throw wrong('winners')
  if (whyNotGrade(given.grade, options) !== null) throw wrong('grade')
  const { grade } = given
  const { beacons, drawDelay, witnessedDelay, witnesses, writer } = options
  const isWaiting = grade === 'witnessed' && writer.rules === 3
  const beacon = hasBeacon(grade)
  return {
    chain: beacon ? beacons.current.chain.hash : null,
    delay: beacon ? (isWaiting ? witnessedDelay() : drawDelay) : null,
    ...(grade === 'witnessed' ? vouchingOf(witnesses, writer.rules) : NO_VOUCHING),
  }
}

/**
 * Checks an event as its opening would. Locks the marketing account.
 * @throws Refusal INPUT_INVALID, MARKETING_SHORT
 */
export async function checkEvent(tx: Tx, options: OpenEventOptions, given: NewEvent): Promise<GradeTerms> {
  const terms = await checkTerms(tx, options, given)
  if ((await houseAvailable(tx, 'marketing')) < given.pool) throw new Refusal('MARKETING_SHORT')
  return terms
}

/**
 * Makes an event, and opens it when its time has come. The caller's transaction has locked nothing yet, or the log first.
 * @throws Refusal INPUT_INVALID, MARKETING_SHORT
 */
export async function makeEvent(tx: Tx, options: OpenEventOptions, given: NewEvent): Promise<Event> {
  const { clock, random, salts, writer, utcOffset } = options
  // first, as the log's lock comes before all others; it also orders the numbers
  const log = await writer.lock(tx)
  const terms = await checkEvent(tx, options, given)
  const sequence = await nextSequence(tx)
  const number = `${SERIES}-${String(sequence).padStart(4, '0')}`
  const eventId = uuidv7(clock.now(), random)
  const made = salts.make(eventName(number))
  const now = await businessNowMs(tx)
  const opensMs = Math.max(given.opensMs ?? now, now)
  await insertEvent(tx, {
    ...given,
    ...terms,
    eventId,
    number,
    sequence,
    opensMs,
    utcOffset,
    commitment: commitment(number, made.salt),
    sealed: made.sealed,
    demo: opensMs < log.beganMs,
    rules: writer.rules,
  })
  if (opensMs <= now) await openNow(tx, writer, eventId, log)
  return (await eventById(tx, eventId))!
}

/**
 * Opens an event whose time has come.
 * @returns false: it is not scheduled any more, its time has not come, or the marketing account is short
 */
export async function openDueEvent({ db, writer }: OpenEventOptions, eventId: string): Promise<boolean> {
  await writer.standing.require(db)
  return db.tx(async (tx) => {
    const log = await writer.lock(tx)
    const event = await lockEvent(tx, eventId)
    const now = Math.max(log.floorMs, await businessNowMs(tx))
    if (event.status !== 'scheduled' || now < event.opensMs || now >= event.deadlineMs) return false
    if ((await houseAvailable(tx, 'marketing')) < event.pool) return false
    await openNow(tx, writer, eventId, log)
    return true
  })
}

/** The transaction holds the log's lock. */
async function openNow(
  tx: Tx,
  writer: LogWriter,
  eventId: string,
  { floorMs, beganMs }: LogTimes,
): Promise<void> {
  const openedMs = Math.max(floorMs, await businessNowMs(tx))
  const { pool, number } = await lockEvent(tx, eventId)
  const to = { book: eventBook, key: eventId }
  await transfer(tx, { ref: eventId, kind: 'event_fund', from: { house: 'marketing' }, to, amount: pool })
  await markOpened(tx, eventId, openedMs)
  await insertEventContent(tx, eventId, await keepContent(tx, await contentOf(tx, eventId)))
  const event = await lockEvent(tx, eventId)
  if (event.demo !== openedMs < beganMs)
    throw new Error(`event ${number} cannot open: its terms say that demo is ${event.demo}`)
  const terms = event.rules === 3 ? publishedTerms3(event) : publishedTerms(event)
  await writer.publish(tx, [{ t: 'event-open', ...terms }])
}

/** What an event shows: its titles. The server's role can change none of them. */
async function contentOf(tx: Tx, eventId: string): Promise<Parameters<typeof keepContent>[1]> {
  const titles = await eventTitles(tx, eventId)
  return {
    art: null,
    texts: titles.map((text) => ({ ...text, description: '', formatted: [] })),
    pictures: [],
  }
}
