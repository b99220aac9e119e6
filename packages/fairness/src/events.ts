/**
 * The prize-share event: a draw among participants. The event's id stands for the issue in every label of draw.ts, and each
 * participant has one row, as an order of one code has. The formulas are specified in docs/FAIRNESS.md.
 */
import { FIRST_CODE, type OrderRow, ordersDigest, pickWinners, timeOfDay } from './draw.ts'

/** The most winners of an event. One entry of the log names all of them. */
export const MAX_WINNERS = 1_000
/** The most participants whom one event leaves out: the log's entry, of at most 65,535 bytes, names all of them. */
export const MAX_LEFT_OUT = 5_000

const EVENT_ID = /^[A-Z0-9]{1,12}-\d{4,10}$/

/** Whether the text can be the id of an event. An id can equal the number of an issue: the kinds of entries tell them apart. */
export function isEventId(text: string): boolean {
  return EVENT_ID.test(text)
}

/**
 * The row of a participant.
 * @param seq 1…n in the order of joining
 * @param ms when the member joined, Unix milliseconds
 * @param offset minutes east of UTC, of the event's terms
 * @param tag the member tag (tag.ts)
 */
export function eventRow(seq: number, ms: number, offset: number, tag: string): OrderRow {
  return { seq, ms, time: timeOfDay(ms, offset), first: FIRST_CODE + seq - 1, quantity: 1, tag }
}

/** L of an event: the digest of an issue with N = K = n. @throws RangeError as `ordersDigest` */
export function eventDigest(event: string, rows: readonly OrderRow[]): string {
  return ordersDigest(event, rows.length, rows)
}

/** What each winner gets: floor(pool / W), in the unit of the pool. @param winners W ≥ 1 */
export function prizeOf(pool: bigint, winners: number): bigint {
  return pool / BigInt(winners)
}

/**
 * Draws min(W, m) of the m participants who are not left out. Index i of the formula is the participant with the i-th `seq` of those who
 * stay, from 0 on in ascending order.
 * @param entropy E, hex
 * @param participants n, with those who are left out
 * @param winners W
 * @param out the `seq` of those who are left out, ascending
 * @returns the `seq` of each winner, in the order in which they are drawn
 */
export function drawWinners(
  entropy: string,
  participants: number,
  winners: number,
  out: readonly number[] = [],
): number[] {
  return pickWinners(entropy, participants - out.length, winners).map((index) => stayingSeq(index, out))
}

function stayingSeq(index: number, out: readonly number[]): number {
  let seq = index + 1
  for (const left of out) {
    if (left > seq) break
    seq++
  }
  return seq
}
