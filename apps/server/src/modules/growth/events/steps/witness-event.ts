/**
 * What an event of grade witnessed waits for between its deadline and its draw, as issues do. In version 3 it is sealed while a quorum of
 * its witnesses signs, and its draw decides by their lines (vouched-event.ts). In version 2 it is sealed while one of its witnesses answers, and drawn when one of them has signed the seal before the round. When none has, and all of them say so or do not answer for
 * long, the seal is void and the event is sealed again with the same participants and salt and a later round.
 */
import { roundFor, roundTimeMs } from '@fairlot/fairness/beacon'
import { eventName } from '@fairlot/fairness/entries'
import {
  sealIndex,
  signaturesInTime,
  voidSeal,
  type WitnessAlarm,
  type Witnesses,
} from '../../../fair/index.ts'
import { eventById, type Event } from '../event-terms.ts'
import { requireInTime, requireRound, type SealEventOptions, type SealOutcome } from './seal-event.ts'
import { insertAttempt, keepSignatures, readAttempt, type EventAttempt } from './seal-event.queries.ts'

export type WitnessEventOptions = Omit<SealEventOptions, 'salts'> & {
  /** asks the witnesses of the installation */
  askWitnesses: Witnesses
  /** how long a witness that does not answer delays the next attempt, milliseconds */
  witnessPatienceMs: () => number
  log: { warn(fields: object, message: string): void }
}

/** Whether a closed event may be sealed: in grade witnessed, a quorum of its witnesses signs, or in version 2 one of them answers. */
export function mayBeSealed(
  askWitnesses: Pick<Witnesses, 'isAnyThere' | 'signing'>,
  alarm: WitnessAlarm,
  event: Sealing & { witnesses: readonly string[] | null; quorum: number | null },
  nowMs: number,
): boolean {
  const { eventId, number, witnesses, quorum, deadlineMs } = event
  if (witnesses === null) return true
  // the alarm of an event of version 3 ends with its seal
  if (quorum !== null && askWitnesses.signing(witnesses) >= quorum) return true
  if (quorum === null && askWitnesses.isAnyThere(witnesses)) {
    alarm.ended(eventId, number)
    return true
  }
  const why = quorum === null ? 'no witness answers' : 'too few witnesses sign'
  alarm.waits(eventId, number, nowMs - deadlineMs, why)
  return false
}

type Sealing = { eventId: string; number: string; deadlineMs: number }

/** Whether an event was sealed, or ended because nobody stays. Says what one of version 3 waits for besides its witnesses. */
export function isSealed(
  outcome: SealOutcome,
  alarm: WitnessAlarm,
  { eventId, number, deadlineMs }: Sealing,
  nowMs: number,
): boolean {
  const waits = (why: string) => alarm.waits(eventId, number, nowMs - deadlineMs, why)
  if (outcome === 'held') waits('witnesses failed, and no operators have released the stop')
  if (outcome === 'unfunded') waits('the guarantee does not cover the pool')
  if (outcome === 'sealed' || outcome === 'void') alarm.ended(eventId, number)
  return outcome === 'sealed' || outcome === 'void'
}

/** `signed`: a witness' signature was stored. `sealed`: the event was sealed again. */
export type WitnessEventStep = 'signed' | 'sealed' | 'nothing'

/** Collects the signatures over an event's seal, and seals the event again when the seal is void. */
export async function attendEvent(
  options: WitnessEventOptions,
  alarm: WitnessAlarm,
  eventId: string,
): Promise<WitnessEventStep> {
  const { db, beacons } = options
  const event = await eventById(db, eventId)
  const last = await readAttempt(db, eventId)
  if (!event || !last || event.chain === null || event.witnesses === null) return 'nothing'
  const { number, witnesses } = event
  const roundMs = roundTimeMs(last.round, beacons.of(event.chain).chain)
  const index = await sealIndex(db, eventName(number), last.attempt)
  if (index === null) return 'nothing'
  const seal = { index, roundMs }
  const found = await signaturesInTime(db, seal, witnesses)
  if (found.length > 0) {
    alarm.ended(eventId, number)
    return (await keepSignatures(db, { eventId, ...last }, found, roundMs)) > 0 ? 'signed' : 'nothing'
  }
  const lateMs = last.nowMs - roundMs
  if (lateMs < 0) return 'nothing'
  alarm.waits(eventId, number, lateMs, `attempt ${last.attempt} has no signature in time`)
  const asked = { seal, attempt: last.attempt, witnesses, lateMs }
  const unknown = voidSeal(options.askWitnesses, options.witnessPatienceMs(), asked)
  if (unknown === null) return 'nothing'
  options.log.warn(
    { event: number, attempt: last.attempt, witnesses: witnesses.length, unknown },
    'no witness signed the seal of an event in time; the event is sealed again',
  )
  return (await sealAgain(options, event, last)) ? 'sealed' : 'nothing'
}

/**
 * Makes the attempt after `last`. False: a signature in time arrived, another process made the attempt, the event is drawn, or the
 * clock is behind the beacon.
 */
async function sealAgain(
  { db, beacons, writer }: WitnessEventOptions,
  event: Event,
  last: EventAttempt,
): Promise<boolean> {
  const { eventId, number, witnesses, delay } = event
  const beacon = beacons.of(event.chain!)
  if (await beacon.isClockBehind()) return false
  const { chain } = beacon
  const roundMs = roundTimeMs(last.round, chain)
  // appends pending entries first, so that the transaction holds the log's lock only briefly
  await writer.flush(db)
  return db.tx(async (tx) => {
    const { floorMs } = await writer.lock(tx)
    const index = await sealIndex(tx, eventName(number), last.attempt)
    if (index === null) throw new Error(`attempt ${last.attempt} of event ${number} is not in the log`)
    if ((await signaturesInTime(tx, { index, roundMs }, witnesses!)).length > 0) return false
    const next = await insertAttempt(tx, eventId, last.attempt, { chain, roundMs, floorMs })
    if (!next) return false
    const { attempt, sealedAt, round } = next
    requireRound(event, round, roundFor(sealedAt, delay!, chain))
    const { participants, digest, sum, salt } = last
    const entry = { orders: participants, digest, sum: String(sum), salt, sealedAt, round, attempt }
    const { timeMs } = await writer.publish(tx, [{ t: 'event-seal', event: number, ...entry, at: sealedAt }])
    requireInTime(event, timeMs, { chain, round })
    return true
  })
}
