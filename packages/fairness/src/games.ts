/**
 * The games: the hash chain of a game, the hash h of a round, the results computed from it, and the digest of the bets.
 * All 32-byte values are lower-case hex.
 */
import { bigEndian, checkU32, concat, fromHex, label, toHex, u32, u64, utf8 } from './bytes.ts'
import { canonicalJson } from './canonical.ts'
import { hmacSha256, sha256 } from './hash.ts'

/** x_(i−1) = SHA256(x_i): the chain value that was revealed before this one. Both are 32 bytes hex. */
export function chainStep(secret: string): string {
  return toHex(sha256(fromHex(secret, 32)))
}

/**
 * The value x_index of a chain whose last value x_length is random: `length − index` hash steps from the last value.
 * Index 0 is the head, which is published before the first round.
 * @param last x_length, 32 bytes hex
 * @throws RangeError when the index is outside 0…length
 */
export function chainAt(last: string, length: number, index: number): string {
  if (checkU32(index) > checkU32(length)) throw new RangeError('index beyond the chain')
  let value = fromHex(last, 32)
  for (let i = length; i > index; i--) value = sha256(value)
  return toHex(value)
}

export type GameHashInput = {
  /** x_i of the round, hex */
  readonly secret: string
  /** game id, e.g. `lucky-1m` */
  readonly game: string
  /** period id `YYYYMMDD-NNNN` */
  readonly period: string
  /** beacon round r */
  readonly round: number
  /** B, hex */
  readonly beacon: string
}

/** h = HMAC-SHA256(x_i, "fairlot/game/1\0" ‖ game ‖ "\0" ‖ period ‖ "\0" ‖ u64(r) ‖ B), hex. */
export function gameHash({ secret, game, period, round, beacon }: GameHashInput): string {
  const message = concat(label('fairlot/game/1'), label(game), label(period), u64(round), fromHex(beacon, 32))
  return toHex(hmacSha256(fromHex(secret, 32), message))
}

/** Lucky ball: price = int(h) mod 1,000,000 as six digits, number = price mod 10. @param h 32 bytes hex */
export function luckyBall(h: string): { price: string; number: number } {
  const price = Number(bigEndian(fromHex(h, 32)) % 1_000_000n)
  return { price: String(price).padStart(6, '0'), number: price % 10 }
}

const RUNNERS = 10

/**
 * King: int(h) mod 10! decoded as a Lehmer code over 1…10, digits most significant first (9!, 8!, …).
 * @param h 32 bytes hex
 * @returns the runners in the order of their finish, the champion first
 */
export function kingFinish(h: string): number[] {
  let factorial = 3_628_800 // 10!
  let index = Number(bigEndian(fromHex(h, 32)) % BigInt(factorial))
  const left = Array.from({ length: RUNNERS }, (_, i) => i + 1)
  const finish: number[] = []
  for (let n = RUNNERS; n > 0; n--) {
    factorial /= n
    const digit = Math.floor(index / factorial)
    index %= factorial
    finish.push(...left.splice(digit, 1))
  }
  return finish
}

/** One bet of a round as the digest contains it. */
export type BetRow = {
  readonly seq: number
  /** Unix milliseconds of the database clock */
  readonly ms: number
  /** game id, and the picks in the order in which the member submitted them */
  readonly bet: { readonly game: string; readonly picks: readonly string[] }
  /** decimal string, 1/10,000 units */
  readonly stake: string
  /** member tag, 16 hex digits */
  readonly tag: string
}

const AMOUNT = /^(?:0|[1-9][0-9]{0,19})$/

/**
 * SHA256("fairlot/bets/1\0" ‖ game ‖ "\0" ‖ period ‖ "\0" ‖ u32(K) ‖ rows), hex, with
 * row = u32(seq) ‖ u64(ms) ‖ SHA256(canonical JSON of {game, picks}) ‖ u64(stake) ‖ tag.
 * @throws RangeError when a stake is not a decimal string or a value does not fit its width
 */
export function betsDigest(game: string, period: string, rows: readonly BetRow[]): string {
  const parts = [label('fairlot/bets/1'), label(game), label(period), u32(rows.length)]
  for (const { seq, ms, bet, stake, tag } of rows) {
    if (!AMOUNT.test(stake)) throw new RangeError('a stake is a decimal string')
    const picks = canonicalJson({ game: bet.game, picks: bet.picks })
    parts.push(u32(seq), u64(ms), sha256(utf8(picks)), u64(BigInt(stake)), fromHex(tag, 8))
  }
  return toHex(sha256(...parts))
}
