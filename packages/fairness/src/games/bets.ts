/** The bets of a round, and the digest with which the seal fixes them. */
import { fromHex, label, toHex, u32, u64, utf8 } from '../bytes.ts'
import { canonicalJson } from '../canonical.ts'
import { sha256 } from '../hash.ts'

/** One bet of a round as the digest and the proof contain it. */
export type BetRow = {
  /** 1…K without gaps, in the order in which the server accepted them */
  readonly seq: number
  /** Unix milliseconds of the database clock; not below the previous row's */
  readonly ms: number
  /** game id, and the picks in the order of the proof document: the server writes that of the pay table */
  readonly bet: { readonly game: string; readonly picks: readonly string[] }
  /** on each of the picks: decimal string, 1/10,000 units */
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
  const head = [label('fairlot/bets/1'), label(game), label(period), u32(rows.length)]
  return toHex(sha256(...head, ...rows.flatMap(parts)))
}

/** The bytes of a bet, in parts. */
function parts({ seq, ms, bet, stake, tag }: BetRow): Uint8Array[] {
  if (!AMOUNT.test(stake)) throw new RangeError('a stake is a decimal string')
  const picks = canonicalJson({ game: bet.game, picks: bet.picks })
  return [u32(seq), u64(ms), sha256(utf8(picks)), u64(BigInt(stake)), fromHex(tag, 8)]
}

/** A bet of version 3; its row ends with the claim of the bet (claimed-rows.ts). */
export type ClaimedBet = BetRow & { readonly claim: string }

/**
 * SHA256("fairlot/bets/2\0" ‖ game ‖ "\0" ‖ period ‖ "\0" ‖ u32(K) ‖ rows), hex, with the rows of version 1, each followed by claim8.
 * @throws RangeError as `betsDigest`
 */
export function claimedBetsDigest(game: string, period: string, rows: readonly ClaimedBet[]): string {
  const head = [label('fairlot/bets/2'), label(game), label(period), u32(rows.length)]
  return toHex(sha256(...head, ...rows.flatMap((row) => [...parts(row), fromHex(row.claim, 8)])))
}
