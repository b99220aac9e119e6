/** Whether a log was signed with a key: before the server adopts its secrets for a database of an older release. */
import { signatureOf } from '@fairlot/fairness/note'
import type { Executor } from '../../../platform/db.ts'
import { latestCheckpoint } from './log.reads.ts'

/**
 * Whether the newest checkpoint names this key; true when there is no checkpoint yet. It does not verify the signature: the
 * doctor does.
 *
 * @param publicKey of the log, 32 bytes hex
 */
export async function isLogOfKey(db: Executor, publicKey: string): Promise<boolean> {
  const latest = await latestCheckpoint(db)
  if (!latest) return true
  const name = latest.note.split('\n')[0] ?? ''
  return latest.note.split('\n').some((line) => signatureOf(line, { name, kind: 1, publicKey }) !== null)
}
