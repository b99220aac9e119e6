/**
 * The hash chain of a game: x_M is random, x_(i−1) = SHA256(x_i), and x_0, the head, is published before the first round.
 * All values are 32 bytes, lower-case hex.
 */
import { checkU32, fromHex, toHex } from '../bytes.ts'
import { sha256 } from '../hash.ts'

/** The longest chain: a verifier hashes back to the head, and this many hashes take it about two seconds. */
export const MAX_CHAIN = 1_048_576

/** x_(i−1) = SHA256(x_i): the chain value that was revealed before this one. */
export function chainStep(secret: string): string {
  return toHex(sha256(fromHex(secret, 32)))
}

/**
 * The value x_index of a chain whose value x_length is known: `length − index` hash steps. Index 0 is the head.
 * @param last x_length
 * @throws RangeError when the index is outside 0…length
 */
export function chainAt(last: string, length: number, index: number): string {
  if (checkU32(index) > checkU32(length)) throw new RangeError('index beyond the chain')
  let value = fromHex(last, 32)
  for (let i = length; i > index; i--) value = sha256(value)
  return toHex(value)
}

/** Access to the values of a chain by growing index, for the server. It holds secrets: keep it in memory only. */
export type ChainWalk = {
  /**
   * Walks up to this many further hash steps from x_M towards the head, so that a server can do the work in slices.
   * @returns whether the walk has reached the head
   */
  prepare(steps: number): boolean
  /** x_index. Where the walk has come to, it costs fewer than `stride` hash steps; otherwise the walk goes on to it. */
  at(index: number): string
}

/**
 * Walks a chain once from its last value (M hash steps, about a second for 2^20) and keeps every `stride`th value, so that
 * x_i then costs fewer than `stride` steps: with the default, 1,024 steps and 32 KB for a chain of 2^20.
 * @param last x_length
 */
export function chainWalk(last: string, length: number, stride = Math.ceil(Math.sqrt(length))): ChainWalk {
  if (checkU32(length) < 1 || checkU32(stride) < 1) throw new RangeError('length and stride are positive')
  // the kept value number k is x_(length − k·stride)
  const kept = [fromHex(last, 32)]
  let value = kept[0]!
  let reached = length
  const walkTo = (index: number): void => {
    while (reached > index) {
      value = sha256(value)
      reached--
      if ((length - reached) % stride === 0) kept.push(value)
    }
  }
  return {
    prepare(steps) {
      walkTo(Math.max(0, reached - checkU32(steps)))
      return reached === 0
    },
    at(index) {
      if (checkU32(index) > length) throw new RangeError('index beyond the chain')
      walkTo(index)
      const k = Math.floor((length - index) / stride)
      return chainAt(toHex(kept[k]!), length - k * stride, index)
    },
  }
}
