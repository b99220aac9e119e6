/**
 * Checks what a house claims of one member in its proof of solvency: the member's balance is in the published total, and the
 * total is in the transparency log. Amounts are bigints in 1/10,000 units, times Unix milliseconds.
 */
import { verifyCheckpoint } from '../checkpoint.ts'
import { entryText } from '../entries.ts'
import { leafHash, verifyInclusion } from '../log.ts'
import { verifySolvency, type SolvencyStep } from './solvency.ts'

export type SolvencyClaim = {
  /** the name of the log, and the place of the entry in it */
  readonly log: string
  readonly index: number
  readonly at: number
  readonly root: string
  readonly total: bigint
  readonly assets: bigint
  /** the id that the leaf hashes */
  readonly memberId: string
  readonly nonce: string
  readonly amount: bigint
  /** the balances that make up the amount */
  readonly parts: readonly bigint[]
  readonly path: readonly SolvencyStep[]
  readonly entry: {
    /** canonical JSON */
    readonly bytes: string
    readonly inclusion: readonly string[]
    /** a signed note that covers the entry */
    readonly checkpoint: string
  }
}

/** In the order of the check. */
export const SOLVENCY_STEPS = ['leaf', 'path', 'entry', 'log'] as const
export type SolvencyStepName = (typeof SOLVENCY_STEPS)[number]

/**
 * The steps that hold. `leaf`: the leaf is that of this member, and its amount is the sum of the parts. `path`: it leads to
 * the root and the total. `entry`: the entry states this root, this total and these assets. `log`: the key of the log has
 * signed a state that contains the entry.
 *
 * @param reader the member's own id, and the key of the log that the reader trusts (32 bytes hex)
 */
export function checkSolvencyClaim(
  claim: SolvencyClaim,
  reader: { readonly memberId: string; readonly publicKey: string },
): Readonly<Record<SolvencyStepName, boolean>> {
  const { memberId, nonce, amount, parts, path, root, total, assets, at, entry } = claim
  const stated = { t: 'solvency', root, total: String(total), assets: String(assets), at } as const
  return {
    leaf: memberId === reader.memberId && parts.every((part) => part >= 0n) && amount === sumOf(parts),
    path: verifySolvency({ nonce, memberId, amount }, path, { root, total }),
    entry: entry.bytes === entryText(stated),
    log: isLogged(claim, reader.publicKey),
  }
}

const sumOf = (parts: readonly bigint[]): bigint => parts.reduce((sum, part) => sum + part, 0n)

function isLogged({ log, index, entry }: SolvencyClaim, publicKey: string): boolean {
  const signed = verifyCheckpoint(entry.checkpoint, publicKey, log)
  if (!signed) return false
  const { size, root } = signed
  return verifyInclusion({ leaf: leafHash(entry.bytes), index, size, path: entry.inclusion, root })
}
