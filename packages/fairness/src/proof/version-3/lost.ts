/**
 * The part `lost` of a document of version 3: the log that has the opening and the seal was lost, and the draw is in a log that continues
 * it. Apart from the other readers, because a page loads it only for such a document.
 */
import { demand, readList, readObject, readText } from '../../read.ts'
import { readDeployment, readNote, readPath } from '../fields.ts'
import type { ProofEntry } from '../types.ts'
import type { EventProof3, IssueProof3 } from './documents.ts'

/** A log that began after a loss. */
type NextLog = {
  readonly deployment: string
  /** its first entry `log-continues`, with the path to `checkpoint` */
  readonly entry: Pick<ProofEntry, 'bytes' | 'inclusion'>
  /**
   * RFC 6962: between the checkpoint of the log before and the state that the entry names, from the smaller to the larger one; null
   * where the entries between them are lost
   */
  readonly consistency: readonly string[] | null
  /** signed note; that of the last log covers all its entries in the document */
  readonly checkpoint: string
}

export type LostPart = {
  /**
   * Only where the seal is in a stretch that the house lost, and a witness kept it: the signed state of the lost log that has the opening,
   * with lines of witnesses. Else null: `log.checkpoint` covers the opening.
   */
  readonly opened: string | null
  /** the logs that followed, in their order; the last one has the draw */
  readonly logs: readonly NextLog[]
}

/**
 * A document whose draw is in a later log. `log` is that of the lost log, but the paths of the draw and the favour lead to the checkpoint
 * of the last log, and so do those of `log.confirmation`.
 */
export type LostProof<P extends IssueProof3 | EventProof3> = P & {
  readonly lost: LostPart
  readonly log: NonNullable<P['log']>
  readonly seal: NonNullable<P['seal']>
  readonly result: NonNullable<P['result']>
}

const MOST_LOGS = 16
/** It lists everything that was open, so it can be longer than other entries. */
const ENTRY = /^.{2,16777216}$/su

/** Whether a document has the part. The document is not checked. */
export const hasLost = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'lost')

/**
 * Reads a document that has the part.
 * @param read the reader of documents of its kind
 * @throws ReadError that names the field
 */
export function readLost<P extends IssueProof3 | EventProof3>(
  document: unknown,
  read: (document: unknown) => P,
): LostProof<P> {
  demand(hasLost(document), 'the proof lacks the field "lost"')
  const { lost: value, ...rest } = document
  const proof = read(rest)
  const { seal, result, log } = proof
  demand(
    log !== null && seal !== null && result?.favour === true,
    'lost is present, but the document is not that of a draw in favour with a log',
  )
  const { opened, logs } = readObject(value, 'lost', ['opened', 'logs'])
  const lost: LostPart = {
    opened: opened === null ? null : readNote(opened, 'lost.opened'),
    logs: readList(logs, 'lost.logs', 1, MOST_LOGS).map(readNext),
  }
  return { ...proof, lost, log, seal, result }
}

function readNext(value: unknown, i: number): NextLog {
  const place = `lost.logs[${i}]`
  const next = readObject(value, place, ['deployment', 'entry', 'consistency', 'checkpoint'])
  const path = next['consistency']
  const entry = readObject(next['entry'], `${place}.entry`, ['bytes', 'inclusion'])
  return {
    deployment: readDeployment(next['deployment'], `${place}.deployment`),
    entry: {
      bytes: readText(entry['bytes'], `${place}.entry.bytes`, ENTRY, 'the text of an entry'),
      inclusion: readPath(entry['inclusion'], `${place}.entry.inclusion`),
    },
    consistency: path === null ? null : readPath(path, `${place}.consistency`),
    checkpoint: readNote(next['checkpoint'], `${place}.checkpoint`),
  }
}
