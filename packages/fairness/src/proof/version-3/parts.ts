/** The strict readers of the parts that the documents of version 3 have in common. Errors name the field. */
import type { ClaimedRow } from '../../claimed-rows.ts'
import { type Content, readContent } from '../../content.ts'
import { readBoolean, readList, readObject, refuse } from '../../read.ts'
import { readDeployment, readEntry, readHash, readNote, readPath, readRow, ROW } from '../fields.ts'
import { PROOF_VERSION_3 } from '../types.ts'
import { MAX_WITNESSES } from '../version-2.ts'
import type { LinkedNote, ProofLog3 } from './documents.ts'
import { readClaim } from './seals.ts'

/** What the document of an issue or an event begins with. */
export function readHead3(proof: Record<string, unknown>): {
  version: typeof PROOF_VERSION_3
  deployment: string
  content: Content
} {
  return {
    version: PROOF_VERSION_3,
    deployment: readDeployment(proof['deployment'], 'deployment'),
    content: readContent(proof['content']),
  }
}

/** Reads the rows of an issue or an event. */
export function readRows3(value: unknown, least: number, most: number): ClaimedRow[] {
  return readList(value, 'rows', least, most).map((item, i) => {
    const place = `rows[${i}]`
    const row = readObject(item, place, [...ROW, 'claim'])
    return { ...readRow(row, place), claim: readClaim(row['claim'], `${place}.claim`) }
  })
}

/** Reads whether a draw stands in favour; only witnesses can be late. */
export function readFavour(result: Record<string, unknown>, grade: string): boolean {
  const favour = readBoolean(result['favour'], 'result.favour')
  if (favour && grade !== 'witnessed') refuse('result.favour', `is true in grade ${grade}`)
  return favour
}

export function readLinkedNote(value: unknown, place: string): LinkedNote {
  const { note, consistency } = readObject(value, place, ['note', 'consistency'])
  return {
    note: readNote(note, `${place}.note`),
    consistency: readPath(consistency, `${place}.consistency`),
  }
}

/** Reads notes with lines of witnesses. @param mayHave whether the document can have any */
export function readLinkedNotes(value: unknown, place: string, mayHave: boolean): LinkedNote[] {
  const notes = readList(value, place, 0, mayHave ? MAX_WITNESSES : 0)
  return notes.map((note, i) => readLinkedNote(note, `${place}[${i}]`))
}

const LOG_3 = [
  'entries',
  'sealCheckpoint',
  'checkpoint',
  'consistency',
  'lines',
  'confirmation',
  'publicKey',
] as const satisfies readonly (keyof ProofLog3)[]

type LogShape = {
  readonly least: number
  readonly most: number
  readonly isVoid: boolean
  /** whether witnesses can have signed the seal */
  readonly hasLines: boolean
  /** whether witnesses confirm the ending */
  readonly hasConfirmation: boolean
}

/** Reads the log part of an issue or an event. */
export function readLog3(value: unknown, shape: LogShape): ProofLog3 {
  const log = readObject(value, 'log', LOG_3)
  const { least, most, isVoid, hasLines, hasConfirmation } = shape
  const note = log['sealCheckpoint']
  if (isVoid && note !== null) refuse('log.sealCheckpoint', 'is not null, but the event is void')
  const consistency = readPath(log['consistency'], 'log.consistency')
  if (isVoid && consistency.length > 0) refuse('log.consistency', 'is not empty, but the event is void')
  return {
    entries: readList(log['entries'], 'log.entries', least, most).map(readEntry),
    sealCheckpoint: isVoid ? null : readNote(note, 'log.sealCheckpoint'),
    checkpoint: readNote(log['checkpoint'], 'log.checkpoint'),
    consistency,
    lines: readLinkedNotes(log['lines'], 'log.lines', hasLines),
    confirmation: readLinkedNotes(log['confirmation'], 'log.confirmation', hasConfirmation),
    publicKey: readHash(log['publicKey'], 'log.publicKey'),
  }
}
