/**
 * Seals an event after its deadline: reads and checks its participants, leaves out those whose friends fell below the terms, and reveals the
 * salt. The time of the seal selects the beacon
 * round. The same transaction writes the seal, its log entry and a checkpoint that covers it, so no seal exists that was not published
 * before its round.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { roundFor, roundTimeMs, type Chain } from '@fairlot/fairness/beacon'
import { sumOfTimes, type OrderRow } from '@fairlot/fairness/draw'
import { eventName } from '@fairlot/fairness/entries'
import type { Db, Executor } from '../../../../platform/db.ts'
import { revealedSalt, witnessHold, type Beacons, type LogWriter, type Salts } from '../../../fair/index.ts'
import { bindGuarantee } from '../../../ledger/index.ts'
import { digestOf, rowsOf } from '../event-rows.ts'
import { eventById, lockEvent, type Event } from '../event-terms.ts'
import { findLeftOut, leaveOut, outOf } from './left-out.ts'
import { insertEventSeal, readSecret, type EventSealContent } from './seal-event.queries.ts'
import { voidNobodyStays } from './void-event.ts'

export type SealEventOptions = {
  db: Db
  salts: Salts
  beacons: Beacons
  /** writes the transparency log */
  writer: LogWriter
}

/**
 * `held`: witnesses failed, and no operators have released the stop. `unfunded`: the guarantee does not cover the pool a second time.
 * `void`: everybody is left out, so the event ended like one that nobody joined. `nothing`: the event is not closed, nobody joined it, it
 * is sealed already, or the clock is behind its beacon.
 */
export type SealOutcome = 'sealed' | 'void' | 'held' | 'unfunded' | 'nothing'

/**
 * Seals an event.
 * @throws Error when the stored participants differ from what the event counted, the salt does not match the commitment, or the
 *   checkpoint would be later than the beacon round; nothing is then written
 */
export async function sealEvent(options: SealEventOptions, eventId: string): Promise<SealOutcome> {
  const { db, beacons, writer } = options
  await writer.standing.require(db)
  const event = await eventById(db, eventId)
  if (event?.status !== 'closed' || event.participants === 0) return 'nothing'
  const { number, chain: hash, delay } = event
  const beacon = hash === null ? null : beacons.of(hash)
  // its round could be published already
  if (beacon && (await beacon.isClockBehind())) return 'nothing'
  const content = await sealContentOf(options, event)
  const chain = beacon && beacon.chain
  // appends pending entries first, so that the seal's transaction holds the log's lock only briefly
  await writer.flush(db)
  return db.tx(async (tx) => {
    const { floorMs } = await writer.lock(tx)
    if (event.quorum !== null && (await witnessHold(tx))) return 'held'
    const { status, pool } = await lockEvent(tx, eventId)
    if (status !== 'closed') return 'nothing'
    const left = await findLeftOut(tx, event)
    if (left.length === event.participants) {
      await voidNobodyStays(tx, writer, event, left)
      return 'void'
    }
    // the draw costs the pool a second time when the witnesses do not sign
    if (event.quorum !== null && !(await bindGuarantee(tx, eventId, pool))) return 'unfunded'
    await leaveOut(tx, event, left)
    const seal = await insertEventSeal(tx, eventId, content, { chain, floorMs, leftOut: left.length })
    if (!seal) return 'nothing'
    const { sealedAt, round } = seal
    requireRound(event, round, chain && delay !== null ? roundFor(sealedAt, delay, chain) : null)
    const { participants, digest, sum, salt } = content
    const entry = { orders: participants, digest, sum: String(sum), salt, sealedAt, round }
    const rules = event.rules === 3 ? { ...entry, ...outOf(left) } : { ...entry, attempt: 1 }
    const { timeMs } = await writer.publish(tx, [{ t: 'event-seal', event: number, ...rules, at: sealedAt }])
    requireInTime(event, timeMs, { chain, round })
    return 'sealed'
  })
}

/**
 * What the stored participants and the salt give.
 * @throws Error when they are not complete, or the salt does not match the commitment
 */
export async function sealContentOf(
  options: { db: Executor; salts: Salts },
  event: Event,
): Promise<EventSealContent> {
  const read = await rowsOf(options.db, event)
  const { rows } = read
  checkRows(event, rows)
  const salt = await reveal(options, event)
  await nextTurn()
  return {
    participants: rows.length,
    digest: digestOf(event.number, read),
    sum: sumOfTimes(rows, 'all'),
    salt,
  }
}

/** @throws Error when the database and the fairness package select different rounds */
export function requireRound({ number }: Event, round: number | null, expected: number | null): void {
  if (round !== expected) throw new Error(`event ${number}: the seal's round is ${round}, not ${expected}`)
}

/** @throws Error when the checkpoint that covers a seal is not older than the round of the seal */
export function requireInTime(
  { number }: Event,
  signedMs: number,
  { chain, round }: { chain: Chain | null; round: number | null },
): void {
  if (chain && round !== null && signedMs >= roundTimeMs(round, chain))
    throw new Error(`event ${number}: its seal was not published before round ${round}`)
}

async function reveal({ db, salts }: { db: Executor; salts: Salts }, event: Event): Promise<string> {
  const { eventId, number, commitment } = event
  const secret = await readSecret(db, eventId)
  const name = eventName(number)
  return revealedSalt(salts, {
    name,
    key: name,
    number,
    commitment,
    salt: secret?.salt ?? null,
    keyId: secret?.keyId ?? null,
  })
}

/** Checks that the stored participants are complete: as many as were counted, without gaps, in the order of time, before the deadline. */
function checkRows({ number, participants, openedMs, deadlineMs }: Event, rows: readonly OrderRow[]): void {
  const wrong = (what: string) => new Error(`event ${number} cannot be sealed: ${what}`)
  if (rows.length !== participants)
    throw wrong(`${rows.length} participants are stored, ${participants} were counted`)
  let last = openedMs ?? 0
  rows.forEach(({ seq, ms }, index) => {
    if (seq !== index + 1) throw wrong(`participant ${index + 1} is missing`)
    if (ms < last) throw wrong(`the time of participant ${seq} goes back`)
    if (ms >= deadlineMs) throw wrong(`participant ${seq} is not before the deadline`)
    last = ms
  })
}
