/**
 * The wait between the sell-out and the seal of an issue of version 3 with a beacon. The time of the seal selects the beacon round, and
 * the buyer of the last share decides when the issue sells out. The seal waits for some seconds that no member knows before, so a
 * buyer cannot aim at a round. They follow from the salt, so that a restart does not choose again.
 */
import { fromHex } from '@fairlot/fairness/bytes'
import { sha256 } from '@fairlot/fairness/hash'

const LABEL = new TextEncoder().encode('fairlot/seal-wait/1\0')

/** The longest wait, unless an option says another one. */
export const SEAL_WAIT_SECONDS = 20

/** Whole seconds from 0 to the longest wait, in milliseconds. @param salt 32 bytes hex */
export function sealWaitMs(salt: string, longestSeconds: number): number {
  const hash = sha256(LABEL, fromHex(salt, 32))
  return (new DataView(hash.buffer, hash.byteOffset).getUint32(0) % (longestSeconds + 1)) * 1_000
}
