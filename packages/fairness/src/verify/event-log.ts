/** The steps `inclusion`, `checkpoint`, `receipt` and `log` of an event. */
import { beaconOf, roundTimeMs } from '../beacon.ts'
import type { OrderRow } from '../draw.ts'
import { entryText, eventName, type LogEntry } from '../entries.ts'
import type { EventLog, EventProof, EventSeal } from '../proof/event-types.ts'
import { demand } from '../read.ts'
import type { EventReceipt } from '../receipt.ts'
import { earlierAttempts } from './attempts.ts'
import { ROUND_TIMES } from './draw-steps.ts'
import { timeOf } from './entry-text.ts'
import { checkIncluded, checkNotes, compareWithLog, withoutLog } from './logged-steps.ts'
import { checkLogState, openReceipt } from './receipt-step.ts'
import { absent, type FinishedAudit, type Outcome, type VerifyOptions } from './types.ts'

/** @throws ReadError when an entry differs from the proof or is not in the checkpoint's tree */
export function checkEventInclusion(proof: EventProof, options: VerifyOptions): Outcome {
  const { log, seal } = proof
  if (log === null) return withoutLog(options)
  return checkIncluded(log, seal === null ? checkVoid(proof, log) : checkSealed({ ...proof, seal, log }))
}

function demandText(log: EventLog, i: number, name: string, entry: LogEntry): void {
  demand(log.entries[i]!.bytes === entryText(entry), `the log's ${name} differs from the proof`)
}

/** The bytes of each entry are those that follow from the proof. @returns what the entries are */
function checkSealed(proof: EventProof & { seal: EventSeal; log: EventLog }): string[] {
  const { terms, seal, beacon, result, log } = proof
  const { event } = terms
  demandText(log, 0, 'opening', { t: 'event-open', ...terms })
  const earlier = earlierAttempts(proof, log.entries, 'event')
  const seals = [...earlier.map((one) => ({ ...one, salt: seal.salt })), seal]
  const names = seals.map(({ attempt }) => (seals.length === 1 ? 'seal' : `seal (attempt ${attempt})`))
  seals.forEach((one, i) => {
    demand(one.sealedAt >= terms.deadline, `the ${names[i]} is before the deadline`)
    demandText(log, i + 1, names[i]!, { t: 'event-seal', event, ...one, at: one.sealedAt })
  })
  if (result === null) return ['opening', ...names]
  const last = seal.attempt + 1
  const at = timeOf(log.entries[last]!, 'draw')
  const value = beacon === null ? null : beaconOf(beacon.signature)
  demandText(log, last, 'draw', { t: 'event-draw', event, round: seal.round, beacon: value, ...result, at })
  demand(at >= seal.sealedAt, 'the draw is dated before the seal')
  demand(at >= (roundMs(seal) ?? at), `the draw of event ${event} is dated before its round was published`)
  return ['opening', ...names, 'draw']
}

/** An event that nobody joined is void from its deadline on. */
function checkVoid({ terms }: EventProof, log: EventLog): string[] {
  const { event, pool, deadline } = terms
  demandText(log, 0, 'opening', { t: 'event-open', ...terms })
  const at = timeOf(log.entries[1]!, 'void')
  demandText(log, 1, 'void', { t: 'event-void', event, participants: 0, pool, at })
  demand(at >= deadline, 'the event is void before its deadline')
  return ['opening', 'void']
}

const roundMs = ({ round }: EventSeal): number | null =>
  round === null ? null : roundTimeMs(round, ROUND_TIMES)

/** @throws ReadError */
export function checkEventCheckpoints(proof: EventProof, { publicKey }: VerifyOptions): Outcome {
  const { log, deployment, seal, result } = proof
  if (log === null) return absent('not present: this document carries no signed checkpoint')
  const end = seal === null ? 'void' : result === null ? null : 'draw'
  const noted = seal && { at: seal.sealedAt, before: roundMs(seal) }
  return checkNotes({ log, deployment, seal: noted, sealEntry: seal?.attempt ?? 0, end }, publicKey)
}

/**
 * The signed receipt of a participant is that of a row of the proof. A void event has no participants, so every receipt
 * contradicts it.
 * @throws ReadError
 */
export function checkParticipantReceipt(
  proof: EventProof,
  document: unknown,
  { publicKey }: VerifyOptions,
): string {
  const { terms, rows, log, seal } = proof
  const { receipt, unknown } = openReceipt(document, log, publicKey)
  demand(receipt.t === 'receipt', 'the receipt is one of version 3, the proof is not')
  demand(receipt.kind === 'event', 'the receipt is not the receipt of a participant')
  const { event } = receipt
  demand(event === terms.event, `the receipt is for event ${event}, the proof for event ${terms.event}`)
  checkLogState(log, receipt.logSize, receipt.logRoot)
  demand(
    seal !== null,
    'the receipt is that of a participant, but the event is void because nobody took part',
  )
  return `the signed receipt matches participant ${joinedRow(receipt, rows).seq}${unknown}`
}

/** The row of a participant that a receipt is about. @throws ReadError */
export function joinedRow<R extends OrderRow>(
  { first, ms, tag }: Pick<EventReceipt, 'first' | 'ms' | 'tag'>,
  rows: readonly R[],
): R {
  const row = rows.find((one) => one.first === first)
  demand(row !== undefined, `no participant of the proof has the number ${first - 1_000_000}`)
  demand(row.ms === ms, `the participant joined at ${row.ms} in the proof`)
  demand(row.tag === tag, `the participant has tag ${row.tag} in the proof`)
  return row
}

/** @throws ReadError */
export function checkAuditedEvent(proof: EventProof, audited: FinishedAudit): Outcome {
  const { deployment, terms, seal, result, log } = proof
  if (log === null) return absent('not checked: this document carries no transparency log')
  const subjects = [eventName(terms.event)]
  const mayGoOn = seal !== null && result === null
  return compareWithLog({ deployment, log, audited, subjects, what: 'event', mayGoOn })
}
