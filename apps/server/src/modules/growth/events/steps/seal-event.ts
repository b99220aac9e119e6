/**
 * Seals an event after its deadline: reads and checks its participants and reveals the salt. The time of the seal selects the beacon
 * round. The same transaction writes the seal, its log entry and a checkpoint that covers it, so no seal exists that was not published
 * before its round.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { roundFor, roundTimeMs, type Chain } from '@fairlot/fairness/beacon'
import { sumOfTimes, type OrderRow } from '@fairlot/fairness/draw'
import { eventName } from '@fairlot/fairness/entries'
import { eventDigest } from '@fairlot/fairness/events'
import type { Db } from '../../../../platform/db.ts'
import { revealedSalt, type Beacons, type LogWriter, type Salts } from '../../../fair/index.ts'
import type { Event } from '../event-terms.ts'
import { eventById } from '../event-terms.ts'
import { readRows } from '../event-rows.ts'
import { insertEventSeal, readSecret } from './seal-event.queries.ts'

export type SealEventOptions = {
  db: Db
  salts: Salts
  beacons: Beacons
  /** writes the transparency log */
  writer: LogWriter
}

/**
 * Seals an event. False: it is not closed, nobody joined it, it is sealed already, or the clock is behind its beacon.
 * @throws Error when the stored participants differ from what the event counted, the salt does not match the commitment, or the
 *   checkpoint would be later than the beacon round; nothing is then written
 */
export async function sealEvent(options: SealEventOptions, eventId: string): Promise<boolean> {
  const { db, beacons, writer } = options
  await writer.standing.require(db)
  const event = await eventById(db, eventId)
  if (event?.status !== 'closed' || event.participants === 0) return false
  const { number, chain: hash, delay } = event
  const beacon = hash === null ? null : beacons.of(hash)
  // its round could be published already
  if (beacon && (await beacon.isClockBehind())) return false
  const rows = await readRows(db, event)
  checkRows(event, rows)
  const salt = await reveal(options, event)
  await nextTurn()
  const content = {
    participants: rows.length,
    digest: eventDigest(number, rows),
    sum: sumOfTimes(rows, 'all'),
    salt,
  }
  const chain = beacon && beacon.chain
  // appends pending entries first, so that the seal's transaction holds the log's lock only briefly
  await writer.flush(db)
  return db.tx(async (tx) => {
    const { floorMs } = await writer.lock(tx)
    const seal = await insertEventSeal(tx, eventId, content, { chain, floorMs })
    if (!seal) return false
    const { sealedAt, round } = seal
    requireRound(event, round, chain && delay !== null ? roundFor(sealedAt, delay, chain) : null)
    const { participants, digest, sum } = content
    const entry = { orders: participants, digest, sum: String(sum), salt, sealedAt, round, attempt: 1 }
    const { timeMs } = await writer.publish(tx, [{ t: 'event-seal', event: number, ...entry, at: sealedAt }])
    requireInTime(event, timeMs, { chain, round })
    return true
  })
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

async function reveal({ db, salts }: SealEventOptions, event: Event): Promise<string> {
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
