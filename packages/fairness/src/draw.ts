/**
 * The draw of an issue: commitment, order rows and their digest, sum of times, entropy, winning code, tiers, and the
 * selection of several winners. The formulas are specified in docs/FAIRNESS.md.
 *
 * All 32-byte values (salt, digest, beacon, entropy) are lower-case hex.
 */
import { bigEndian, checkU32, concat, fromHex, label, toHex, u32, u64 } from './bytes.ts'
import { hmacSha256, sha256 } from './hash.ts'

/** Which order times the sum counts: those of all orders, or of all orders but the last. */
export type Reading = 'all' | 'before-final'

/**
 * The sources of the draw's randomness; docs/FAIRNESS.md says what each grade leaves to trust. `witnessed` has the
 * formulas of `beacon`; in addition witnesses that the opening names sign the seal before the round is published.
 */
export type Grade = 'plain' | 'salt' | 'beacon' | 'witnessed'

/** Whether the grade adds a beacon round: its terms then have chain and delay, its seal has a round. */
export function hasBeacon(grade: Grade): boolean {
  return grade === 'beacon' || grade === 'witnessed'
}

/** One order of an issue as the digest and the proof contain it. */
export type OrderRow = {
  /** 1…K without gaps, in the order of sale */
  readonly seq: number
  /** Unix milliseconds of the database clock; not below the previous row's */
  readonly ms: number
  /** time of day of `ms` at the issue's offset as the number HHMMSSmmm ({@link timeOfDay}) */
  readonly time: number
  /** the order's first lucky code */
  readonly first: number
  /** number of codes: first … first + quantity − 1 */
  readonly quantity: number
  /** the member tag, 16 hex digits (tag.ts) */
  readonly tag: string
}

/** The first lucky code of every issue: codes are 1000001 … 1000000 + N. */
export const FIRST_CODE = 1_000_001

const DAY_MS = 86_400_000
const ROW_BYTES = 32
const ZERO_32 = new Uint8Array(32)

/** C = SHA256("fairlot/salt/1\0" ‖ issue ‖ "\0" ‖ salt), hex; published before the first sale. @param salt 32 bytes hex */
export function commitment(issue: string, salt: string): string {
  return toHex(sha256(label('fairlot/salt/1'), label(issue), fromHex(salt, 32)))
}

/**
 * HHMMSSmmm of an instant as a number: 0 … 235959999.
 * @param ms Unix milliseconds
 * @param offsetMinutes minutes east of UTC (negative: west)
 */
export function timeOfDay(ms: number, offsetMinutes: number): number {
  const local = (((ms + offsetMinutes * 60_000) % DAY_MS) + DAY_MS) % DAY_MS
  const hours = Math.floor(local / 3_600_000)
  const minutes = Math.floor(local / 60_000) % 60
  return hours * 10_000_000 + minutes * 100_000 + (local % 60_000)
}

/**
 * L = SHA256("fairlot/orders/1\0" ‖ issue ‖ "\0" ‖ u32(N) ‖ u32(K) ‖ rows), hex, with
 * row = u32(seq) ‖ u64(ms) ‖ u32(HHMMSSmmm) ‖ u32(first) ‖ u32(quantity) ‖ tag.
 * @throws RangeError when a field does not fit its width or a tag is not 16 hex digits
 */
export function ordersDigest(issue: string, shares: number, rows: readonly OrderRow[]): string {
  const head = concat(label('fairlot/orders/1'), label(issue), u32(shares), u32(rows.length))
  const bytes = new Uint8Array(head.length + rows.length * ROW_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set(head)
  rows.forEach((row, i) => putRow(view, head.length + i * ROW_BYTES, row))
  return toHex(sha256(bytes))
}

/**
 * The 32 bytes of a row, as in the digest of the orders.
 * @throws RangeError when a field does not fit its width or a tag is not 16 hex digits
 */
export function rowBytes(row: OrderRow): Uint8Array {
  const bytes = new Uint8Array(ROW_BYTES)
  putRow(new DataView(bytes.buffer), 0, row)
  return bytes
}

/** Writes the 32 bytes of a row at an offset. @throws RangeError as {@link rowBytes} */
export function putRow(view: DataView, at: number, row: OrderRow): void {
  if (!Number.isSafeInteger(row.ms) || row.ms < 0) throw new RangeError('ms is not a safe integer')
  view.setUint32(at, checkU32(row.seq))
  view.setUint32(at + 4, Math.floor(row.ms / 0x1_0000_0000))
  view.setUint32(at + 8, row.ms % 0x1_0000_0000)
  view.setUint32(at + 12, checkU32(row.time))
  view.setUint32(at + 16, checkU32(row.first))
  view.setUint32(at + 20, checkU32(row.quantity))
  putTag(view, at + 24, row.tag)
}

const TAG = /^[0-9a-f]{16}$/

/** Writes the 8 bytes of a tag or a claim. @throws RangeError unless it is 16 hex digits */
export function putTag(view: DataView, at: number, tag: string): void {
  if (!TAG.test(tag)) throw new RangeError('a tag is 16 lower-case hex digits')
  view.setUint32(at, Number.parseInt(tag.slice(0, 8), 16))
  view.setUint32(at + 4, Number.parseInt(tag.slice(8), 16))
}

/** S: the sum of the rows' HHMMSSmmm. With reading `before-final` the last row is not counted. */
export function sumOfTimes(rows: readonly Pick<OrderRow, 'time'>[], reading: Reading): bigint {
  const counted = reading === 'all' ? rows.length : rows.length - 1
  // A time is below 2^28, so a number adds up to 2^25 of them exactly. One bigint addition per chunk is faster than
  // one per row.
  let sum = 0n
  for (let from = 0; from < counted; from += 1 << 20) {
    let part = 0
    const to = Math.min(counted, from + (1 << 20))
    for (let i = from; i < to; i++) part += rows[i]!.time
    sum += BigInt(part)
  }
  return sum
}

/** The inputs of a draw's entropy. Grade `salt` has neither round nor beacon. */
export type EntropyInput = {
  /** 32 bytes hex; committed to before the first sale, revealed at the seal */
  readonly salt: string
  /** issue number (or event id) */
  readonly issue: string
  /** L, hex */
  readonly digest: string
  /** r, or null in grade `salt` (hashed as 0) */
  readonly round: number | null
  /** B = SHA256(signature of round r), hex, or null in grade `salt` (hashed as 32 zero bytes) */
  readonly beacon: string | null
}

/**
 * E = HMAC-SHA256(salt, "fairlot/draw/1\0" ‖ issue ‖ "\0" ‖ L ‖ u64(r) ‖ B), hex.
 * @throws RangeError when only one of round and beacon is given, or a value has the wrong length
 */
export function drawEntropy({ salt, issue, digest, round, beacon }: EntropyInput): string {
  if ((round === null) !== (beacon === null)) throw new RangeError('round and beacon come together')
  const b = beacon === null ? ZERO_32 : fromHex(beacon, 32)
  const message = concat(label('fairlot/draw/1'), label(issue), fromHex(digest, 32), u64(round ?? 0), b)
  return toHex(hmacSha256(fromHex(salt, 32), message))
}

/**
 * The winning code: (S + int(E)) mod N + 1000001.
 * @param sum S, not negative
 * @param entropy E, hex; null in grade `plain` (counts as 0)
 * @param shares N ≥ 1
 */
export function winningCode(sum: bigint, entropy: string | null, shares: number): number {
  if (sum < 0n || checkU32(shares) < 1) throw new RangeError('sum and shares are positive')
  const e = entropy === null ? 0n : bigEndian(fromHex(entropy, 32))
  return Number((sum + e) % BigInt(shares)) + FIRST_CODE
}

/** d = min(|c − w|, N − |c − w|): the distance of two codes on the ring of an issue's N codes. */
export function ringDistance(code: number, winning: number, shares: number): number {
  const apart = Math.abs(code - winning)
  return Math.min(apart, shares - apart)
}

/** The ring distances from … to (both included) that win a tier. Tier 1 is the first band, tier 2 the second, and so on. */
export type Band = readonly [from: number, to: number]

/** The tier whose band contains the code's distance from the winning code; 0 when no band does. */
export function tierOf(code: number, winning: number, shares: number, bands: readonly Band[]): number {
  const distance = ringDistance(code, winning, shares)
  return bands.findIndex(([from, to]) => from <= distance && distance <= to) + 1
}

/** One line of a proof's table of tiers. */
export type Tier = {
  readonly tier: number
  readonly from: number
  readonly to: number
  /** prize of each code of the tier: decimal string, 1/10,000 units */
  readonly prize: string
  /** how many of the N codes are in the band */
  readonly codes: number
}

/** The tiers of an issue: each band with its prize and its number of codes. @throws RangeError unless each band has one prize */
export function tierTable(shares: number, bands: readonly Band[], prizes: readonly string[]): Tier[] {
  if (bands.length !== prizes.length) throw new RangeError('one prize for each band')
  return bands.map(([from, to], i) => ({
    tier: i + 1,
    from,
    to,
    prize: prizes[i]!,
    codes: codesInBand(shares, from, to),
  }))
}

/** Distance 0 has one code, distance N/2 (N even) has one, each distance between has two, larger distances have none. */
function codesInBand(shares: number, from: number, to: number): number {
  const upTo = (distance: number): number => (distance < 0 ? 0 : Math.min(shares, 2 * distance + 1))
  return Math.max(0, upTo(to) - upTo(from - 1))
}

/**
 * How many codes of an order are in a band that is not wider than the ring (2·to + 1 ≤ N).
 * @param order the codes first … first + quantity − 1
 */
export function codesWon(
  { first, quantity }: Pick<OrderRow, 'first' | 'quantity'>,
  winning: number,
  shares: number,
  [from, to]: Band,
): number {
  const start = first - winning
  const arcs =
    from === 0
      ? [[-to, to]]
      : [
          [from, to],
          [-to, -from],
        ]
  let codes = 0
  for (const [since, upto] of arcs as [number, number][])
    for (const turn of [-shares, 0, shares])
      codes += Math.max(0, Math.min(start + quantity - 1, upto + turn) - Math.max(start, since + turn) + 1)
  return codes
}

/**
 * Draws several of n participants (prize-share event) by Fisher-Yates over 0…n−1:
 * j = i + int(HMAC-SHA256(E, "fairlot/pick/1\0" ‖ u32(i))) mod (n − i), swap i and j, element i wins.
 * @param entropy E, hex
 * @param population n participants
 * @param winners W wanted
 * @returns min(W, n) indexes, 0-based: index i is the participant with seq i + 1
 */
export function pickWinners(entropy: string, population: number, winners: number): number[] {
  const key = fromHex(entropy, 32)
  const moved = new Map<number, number>() // stores only swapped elements, because n may be much larger than W
  const count = Math.min(checkU32(winners), checkU32(population))
  const picked: number[] = []
  for (let i = 0; i < count; i++) {
    const draw = bigEndian(hmacSha256(key, label('fairlot/pick/1'), u32(i)))
    const j = i + Number(draw % BigInt(population - i))
    picked.push(moved.get(j) ?? j)
    moved.set(j, moved.get(i) ?? i)
  }
  return picked
}
