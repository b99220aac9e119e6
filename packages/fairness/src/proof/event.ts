/** The strict readers of prize-share events: proofs of version 2 and kind `event`, and the parts that the log's entries share. */
import { hasBeacon } from '../draw.ts'
import { isEventId, MAX_WINNERS, prizeOf } from '../events.ts'
import { readBoolean, readDecimal, readInteger, readList, readObject, readWord, refuse } from '../read.ts'
import type { EventGrade, EventLog, EventProof, EventResult, EventSeal, EventTerms } from './event-types.ts'
import {
  COMMON_LOG,
  present,
  readBeacon,
  readDeployment,
  readEntry,
  readHash,
  readNote,
  readPath,
  readRows,
  U32,
} from './fields.ts'
import { PROOF_VERSION } from './types.ts'
import { readCosignatures, readSeal, readWitnesses } from './version-2.ts'

/** The most participants of an event, as the most shares of an issue. */
export const MAX_PARTICIPANTS = 10_000_000
const GRADES: readonly EventGrade[] = ['salt', 'beacon', 'witnessed']

export const EVENT_TERMS = [
  'event',
  'pool',
  'winners',
  'prize',
  'friends',
  'topUp',
  'deadline',
  'grade',
  'offset',
  'chain',
  'delay',
  'commitment',
  'demo',
  'witnesses',
  'at',
] as const satisfies readonly (keyof EventTerms)[]

/** Reads the id of an event: `<up to 12 capital letters and digits>-<4 to 10 digits>`. */
export function readEventId(value: unknown, place: string): string {
  return typeof value === 'string' && isEventId(value) ? value : refuse(place, 'is not the id of an event')
}

/** Reads the terms of an opening. @throws ReadError that names the field */
export function readEventTerms(value: unknown, place = 'terms'): EventTerms {
  const terms = readObject(value, place, EVENT_TERMS)
  const fields = readEventFields(terms, place)
  const { grade } = fields
  const where = `${place}.witnesses`
  return {
    ...fields,
    witnesses: present(grade === 'witnessed', terms['witnesses'], where, grade, readWitnesses),
  }
}

/** Reads the fields of an opening but for `witnesses`; the caller has checked which fields the object has. */
export function readEventFields(
  terms: Record<string, unknown>,
  place: string,
): Omit<EventTerms, 'witnesses'> {
  const at = (field: string): string => `${place}.${field}`
  const grade = readWord(terms['grade'], at('grade'), GRADES)
  const pool = readDecimal(terms['pool'], at('pool'))
  const winners = readInteger(terms['winners'], at('winners'), 1, MAX_WINNERS)
  const prize = readDecimal(terms['prize'], at('prize'))
  if (BigInt(prize) !== prizeOf(BigInt(pool), winners)) refuse(at('prize'), 'is not the share of a winner')
  const opened = readInteger(terms['at'], at('at'), 0)
  const beacon = hasBeacon(grade)
  return {
    event: readEventId(terms['event'], at('event')),
    pool,
    winners,
    prize,
    friends: readInteger(terms['friends'], at('friends'), 0, U32),
    topUp: readDecimal(terms['topUp'], at('topUp')),
    deadline: readInteger(terms['deadline'], at('deadline'), opened + 1),
    grade,
    offset: readInteger(terms['offset'], at('offset'), -1440, 1440),
    chain: present(beacon, terms['chain'], at('chain'), grade, readHash),
    delay: present(beacon, terms['delay'], at('delay'), grade, (v, where) =>
      readInteger(v, where, 1, 86_400),
    ),
    commitment: readHash(terms['commitment'], at('commitment')),
    demo: readBoolean(terms['demo'], at('demo')),
    at: opened,
  }
}

/** Reads a seal. @throws ReadError that names the field */
export function readEventSeal(value: unknown, grade: EventGrade, place = 'seal'): EventSeal {
  const seal = readSeal(value, grade, place)
  return { ...seal, salt: readHash(seal.salt, `${place}.salt`) }
}

/** Reads the winners of a draw: at most W of them. */
export function readWinners(value: unknown, place: string, most: number): number[] {
  return readList(value, place, 1, most).map((seq, i) => readInteger(seq, `${place}[${i}]`, 1, U32))
}

function readEventResult(value: unknown, { winners }: EventTerms): EventResult {
  const result = readObject(value, 'result', ['entropy', 'winners'])
  return {
    entropy: readHash(result['entropy'], 'result.entropy'),
    winners: readWinners(result['winners'], 'result.winners', winners),
  }
}

/** @param proof an object with the fields of a proof, of kind `event` and of version 2 */
export function readEventProof(proof: Record<string, unknown>): EventProof {
  const isVoid = proof['seal'] === null
  const drawn = proof['result'] !== null
  if (isVoid && drawn) refuse('result', 'is not null, but the event is void')
  if (!drawn && proof['beacon'] !== null) refuse('beacon', 'is not null, but the event is not drawn')
  const terms = readEventTerms(proof['terms'])
  const { grade } = terms
  const seal = isVoid ? null : readEventSeal(proof['seal'], grade)
  const entries = seal === null ? 2 : 1 + seal.attempt + (drawn ? 1 : 0)
  if (isVoid) readList(proof['rows'], 'rows', 0, 0)
  return {
    version: PROOF_VERSION,
    kind: 'event',
    deployment: readDeployment(proof['deployment'], 'deployment'),
    terms,
    rows: isVoid ? [] : readRows(proof['rows'], MAX_PARTICIPANTS),
    seal,
    beacon: drawn ? readBeacon(proof['beacon'], grade) : null,
    result: drawn ? readEventResult(proof['result'], terms) : null,
    log: proof['log'] === null ? null : readLog(proof['log'], entries, isVoid, grade),
  }
}

function readLog(value: unknown, entries: number, isVoid: boolean, grade: EventGrade): EventLog {
  const log = readObject(value, 'log', [...COMMON_LOG, 'cosignatures'])
  const note = log['sealCheckpoint']
  if (isVoid && note !== null) refuse('log.sealCheckpoint', 'is not null, but the event is void')
  const consistency = readPath(log['consistency'], 'log.consistency')
  if (isVoid && consistency.length > 0) refuse('log.consistency', 'is not empty, but the event is void')
  return {
    entries: readList(log['entries'], 'log.entries', entries, entries).map(readEntry),
    sealCheckpoint: isVoid ? null : readNote(note, 'log.sealCheckpoint'),
    checkpoint: readNote(log['checkpoint'], 'log.checkpoint'),
    consistency,
    cosignatures: readCosignatures(log['cosignatures'], !isVoid && hasBeacon(grade)),
    publicKey: readHash(log['publicKey'], 'log.publicKey'),
  }
}
