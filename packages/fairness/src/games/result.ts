/** The hash h of a round, and the results computed from it. All 32-byte values are lower-case hex. */
import { bigEndian, concat, fromHex, label, toHex, u64 } from '../bytes.ts'
import { hmacSha256 } from '../hash.ts'
import type { GameKind } from './pay-table.ts'

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

export type LuckyResult = { readonly price: string; readonly number: number }
export type KingResult = { readonly finish: readonly number[] }
/** The result of a round, as the log's entry and the proof contain it. */
export type GameResult = LuckyResult | KingResult

/** The result that h gives. @param h 32 bytes hex */
export function gameResult(kind: GameKind, h: string): GameResult {
  return kind === 'lucky' ? luckyBall(h) : { finish: kingFinish(h) }
}

/** The outcome that decides the bets (pay-table.ts): the number of a lucky ball, the champion of a King. */
export function outcomeOf(result: GameResult): number {
  return 'finish' in result ? result.finish[0]! : result.number
}
