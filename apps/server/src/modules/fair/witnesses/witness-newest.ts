/** What a witness keeps of a log that may be lost: the state before which no log can begin after it, and seals that it signed in time. */
import { logKey, verifyCheckpoint, type Checkpoint } from '@fairlot/fairness/checkpoint'
import { verifyCosignature } from '@fairlot/fairness/witness'
import type { Executor } from '../../../platform/db.ts'
import { logName } from '../log/log-name.ts'
import { firstCovering } from '../log/log.reads.ts'
import type { Witness, WitnessClient } from './witness-client.ts'

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

/** A seal's entry, and a checkpoint with the line of a witness over it. */
export type KeptSeal = { entry: string; note: string; signedMs: number }

/** The seal that a witness keeps of something (`issue …`); null: none that it and the log's key signed. @throws Error when it does not answer */
export async function readKeptSeal(
  { deployment, publicKey }: { deployment: string; publicKey: string },
  { key }: Pick<Witness, 'key'>,
  client: Pick<WitnessClient, 'keptSeal'>,
  { number, what }: { number: number; what: string },
): Promise<KeptSeal | null> {
  const named = logName(deployment, number)
  const kept = await client.keptSeal(logKey(named, publicKey).name, what)
  if (!kept || !verifyCheckpoint(kept.note, publicKey, named)) return null
  const seconds = verifyCosignature(kept.note, kept.line, key)
  if (seconds === null) return null
  return { entry: kept.entry, note: `${kept.note}${kept.line}\n`, signedMs: seconds * 1_000 }
}
