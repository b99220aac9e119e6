/** What a witness keeps of a log that may be lost: the state before which no log can begin after it, and seals that it signed in time. */
import { logKey, parseCheckpoint, verifyCheckpoint, type Checkpoint } from '@fairlot/fairness/checkpoint'
import { describeSubject, entrySubject, type LogEntry } from '@fairlot/fairness/entries'
import { leafHash, verifyInclusion } from '@fairlot/fairness/log'
import { parseKey, type NoteKey } from '@fairlot/fairness/note'
import { verifyCosignature } from '@fairlot/fairness/witness'
import type { Executor } from '../../../platform/db.ts'
import { logName, logNumber } from '../log/log-name.ts'
import { firstCovering } from '../log/log.reads.ts'
import type { ShownSeal, Witness, WitnessClient } from './witness-client.ts'

/** A checkpoint with the line of a witness over it. */
export type NewestSigned = Pick<Checkpoint, 'size' | 'root'> & { note: string }

/** @throws Error when the witness does not answer, or with a note that it or the log's key did not sign */
export async function readNewest(
  { db, deployment, publicKey }: { db: Executor; deployment: string; publicKey: string },
  { key }: Pick<Witness, 'key'>,
  client: Pick<WitnessClient, 'newest' | 'add'>,
  number: number,
): Promise<NewestSigned | 'nothing'> {
  const named = logName(deployment, number)
  const note = await client.newest(logKey(named, publicKey).name)
  if (note !== null) {
    const checkpoint = verifyCheckpoint(note, publicKey, named)
    const isSigned = note.split('\n').some((line) => verifyCosignature(note, line, key) !== null)
    if (!checkpoint || !isSigned) throw new Error('the newest checkpoint that it shows does not verify')
    return { size: checkpoint.size, root: checkpoint.root, note }
  }
  // a witness of another kind can have signed a log and show no checkpoint; the first one of the log makes it name its size
  const first = await firstCovering(db, 0, number)
  if (!first) return 'nothing'
  const answer = await client.add({ oldSize: first.size, consistency: [], note: first.note })
  if (answer.kind === 'size' && answer.size === 0) return 'nothing'
  if (answer.kind === 'refused' && answer.status === 404) return 'nothing'
  throw new Error('it has signed this log and does not show its newest checkpoint')
}

/** A seal's entry, a checkpoint with the line of a witness over it, and the path that shows that it covers the entry. */
export type KeptSeal = { entry: string; note: string; signedMs: number; index: number; inclusion: string[] }

/** What a witness serves is not a seal in a log that it signed. `refused` says why, in English. */
export type RefusedSeal = { refused: string }

/** The seal that a witness keeps of something (`issue …`), verified; null: none. @throws Error when it does not answer */
export async function readKeptSeal(
  { deployment, publicKey }: { deployment: string; publicKey: string },
  { key }: Pick<Witness, 'key'>,
  client: Pick<WitnessClient, 'keptSeal'>,
  { number, what }: { number: number; what: string },
): Promise<KeptSeal | RefusedSeal | null> {
  const named = logName(deployment, number)
  const kept = await client.keptSeal(logKey(named, publicKey).name, what)
  return kept && verifiedSeal(kept, { key, publicKey, deployment: named, what })
}

type Expected = { key: NoteKey; publicKey: string; deployment: string; what: string }

/** Whether the entry is in the log at the checkpoint that the log's key and the witness signed, and is the seal that was asked for. */
function verifiedSeal(
  { index, entry, note, line, inclusion }: ShownSeal,
  { key, publicKey, deployment, what }: Expected,
): KeptSeal | RefusedSeal {
  const checkpoint = verifyCheckpoint(note, publicKey, deployment)
  if (!checkpoint) return { refused: "it shows a checkpoint that the log's key did not sign" }
  const seconds = verifyCosignature(note, line, key)
  if (seconds === null) return { refused: 'it shows a checkpoint that it did not sign itself' }
  if (inclusion === undefined)
    return {
      refused: 'it shows no path from the entry to its checkpoint: its program is of an older release',
    }
  const { size, root } = checkpoint
  if (!verifyInclusion({ leaf: leafHash(entry), index, size, path: inclusion, root }))
    return { refused: 'it shows an entry that is not in the log at the checkpoint that it signed' }
  if (sealedBy(entry) !== what) return { refused: `it shows an entry that is not the seal of ${what}` }
  return { entry, note: `${note}${line}\n`, signedMs: seconds * 1_000, index, inclusion }
}

/** What an entry of a log seals (`issue …`, `event …`); null: it is another one. */
function sealedBy(entry: string): string | null {
  const said = JSON.parse(entry) as LogEntry
  return said.t === 'issue-seal' || said.t === 'event-seal' ? describeSubject(entrySubject(said)!) : null
}

/**
 * Whether a stored seal is in a checkpoint of a log of this deployment that the witness signed at this time. One that was stored before
 * paths were kept has none.
 */
export function isKeptSeal(
  { subject, witness, entry, note, signedMs, index, inclusion }: StoredSeal,
  { deployment, publicKey }: { deployment: string; publicKey: string },
): boolean {
  const key = parseKey(witness)
  const named = parseCheckpoint(note)?.deployment
  if (!key || named === undefined || logNumber(deployment, named) === null) return false
  const line = note.trimEnd().split('\n').at(-1)!
  const shown = { index: index ?? 0, entry, note, line, inclusion: inclusion ?? [] }
  const what = describeSubject(subject)
  if (inclusion !== null) {
    const verified = verifiedSeal(shown, { key, publicKey, deployment: named, what })
    return 'signedMs' in verified && verified.signedMs === signedMs
  }
  return (
    verifyCheckpoint(note, publicKey, named) !== null &&
    verifyCosignature(note, line, key) === signedMs / 1_000
  )
}

export type StoredSeal = {
  subject: string
  witness: string
  entry: string
  note: string
  signedMs: number
  index: number | null
  inclusion: string[] | null
}
