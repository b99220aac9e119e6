/**
 * The rows of version 3: each ends with the claim of its order, which only the member who bought can compute beforehand. Their digest
 * fixes the number of sold codes. The formulas are specified in docs/FAIRNESS.md. Hashes are lower-case hex.
 */
import { concat, fromHex, label, toHex, u32, utf8 } from './bytes.ts'
import { type OrderRow, putRow, putTag } from './draw.ts'
import { sha256 } from './hash.ts'

export type ClaimedRow = OrderRow & {
  /** 16 hex digits ({@link claimOf}) */
  readonly claim: string
}

const ROW_BYTES = 40

/**
 * claim8: the first 8 bytes of SHA256("fairlot/claim/1\0" ‖ order id), hex.
 * @param order lower-case UUID text (purchase-id.ts)
 * @param digest SHA-256 of a text in UTF-8, hex; a server hands in the faster one of its platform
 */
export function claimOf(order: string, digest: (text: string) => string = sha256Of): string {
  return digest(`fairlot/claim/1\0${order}`).slice(0, 16)
}

const sha256Of = (text: string): string => toHex(sha256(utf8(text)))

function putClaimed(view: DataView, at: number, row: ClaimedRow): void {
  putRow(view, at, row)
  putTag(view, at + 32, row.claim)
}

/**
 * The 40 bytes of a row: the 32 of version 2, and claim8.
 * @throws RangeError when a field does not fit its width, or tag or claim is not 16 hex digits
 */
export function claimedRowBytes(row: ClaimedRow): Uint8Array {
  const bytes = new Uint8Array(ROW_BYTES)
  putClaimed(new DataView(bytes.buffer), 0, row)
  return bytes
}

/**
 * L = SHA256("fairlot/orders/2\0" ‖ issue ‖ "\0" ‖ u32(M) ‖ u32(K) ‖ rows of 40 bytes), hex.
 * @param sold M, the number of sold codes; of an event the number of participants
 * @throws RangeError as `claimedRowBytes`
 */
export function claimedDigest(issue: string, sold: number, rows: readonly ClaimedRow[]): string {
  const head = concat(label('fairlot/orders/2'), label(issue), u32(sold), u32(rows.length))
  const bytes = new Uint8Array(head.length + rows.length * ROW_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set(head)
  rows.forEach((row, i) => putClaimed(view, head.length + i * ROW_BYTES, row))
  return toHex(sha256(bytes))
}

/** h_0 = SHA256("fairlot/running/2\0" ‖ issue ‖ "\0" ‖ u32(N)), hex. @param shares N of the opening, also where fewer are sold; 0 for an event, which has none */
export function claimedStart(issue: string, shares: number): string {
  return toHex(sha256(label('fairlot/running/2'), label(issue), u32(shares)))
}

/** h_k = SHA256(h_(k−1) ‖ row_k), hex, over the 40 bytes of a row. @throws RangeError as `claimedRowBytes` */
export function extendClaimed(hash: string, row: ClaimedRow): string {
  return toHex(sha256(fromHex(hash, 32), claimedRowBytes(row)))
}

/** The running hash after all given rows, which are the first ones of the issue in order. */
export function claimedRunning(issue: string, shares: number, rows: readonly ClaimedRow[]): string {
  return rows.reduce(extendClaimed, claimedStart(issue, shares))
}
