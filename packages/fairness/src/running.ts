/**
 * The running hash of an issue's rows. A receipt states it up to its own order, so that no order can be put before this
 * one later without contradicting the receipt. Hashes are lower-case hex of 32 bytes.
 */
import { fromHex, label, toHex, u32 } from './bytes.ts'
import { type OrderRow, rowBytes } from './draw.ts'
import { sha256 } from './hash.ts'

/** h_0 = SHA256("fairlot/running/1\0" ‖ issue ‖ "\0" ‖ u32(N)), hex. @param shares N */
export function runningStart(issue: string, shares: number): string {
  return toHex(start(issue, shares))
}

/**
 * h_k = SHA256(h_(k−1) ‖ row_k), hex, with the 32 bytes of a row as in the digest of the orders.
 * @throws RangeError when a field does not fit its width or a tag is not 16 hex digits
 */
export function extendRunning(hash: string, row: OrderRow): string {
  return toHex(sha256(fromHex(hash, 32), rowBytes(row)))
}

/** The running hash after all given rows, which are the first ones of the issue in order. */
export function runningHash(issue: string, shares: number, rows: readonly OrderRow[]): string {
  let hash = start(issue, shares)
  for (const row of rows) hash = sha256(hash, rowBytes(row))
  return toHex(hash)
}

function start(issue: string, shares: number): Uint8Array {
  return sha256(label('fairlot/running/1'), label(issue), u32(shares))
}
