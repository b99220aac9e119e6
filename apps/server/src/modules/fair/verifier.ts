/** The verifier that this deployment serves: one file whose hash is in the log. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { LogEntry } from '@fairlot/fairness/entries'
import type { Db } from '../../platform/db.ts'
import type { LogWriter } from './log/log-writer.ts'
import { VERIFIER } from './log/log.queries.ts'

export type VerifierFile = {
  readonly bytes: Uint8Array
  /** of the bytes, hex */
  readonly sha256: string
  /** of the fairness package */
  readonly version: string
}

/** Reads the built file; null when it is not built. */
export function readVerifier(file: string, version: string): VerifierFile | null {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), version }
}

/** Appends the hash of the served file to the log, unless it is the last one there. @returns whether it did */
export async function announceVerifier(
  db: Db,
  writer: LogWriter,
  { sha256, version }: Pick<VerifierFile, 'sha256' | 'version'>,
): Promise<boolean> {
  return db.tx(async (tx) => {
    const { floorMs } = await writer.lock(tx)
    const [last] = await tx.query<{ bytes: string }>(VERIFIER)
    const known = last && (JSON.parse(last.bytes) as Extract<LogEntry, { t: 'verifier' }>)
    if (known?.sha256 === sha256 && known.version === version) return false
    // the writer dates the entry
    await writer.publish(tx, [{ t: 'verifier', version, sha256, at: floorMs }])
    return true
  })
}
