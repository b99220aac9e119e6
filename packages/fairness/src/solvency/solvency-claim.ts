/**
 * Checks what a house claims of one member in its proof of solvency: the member's balance is in the published total, and the
 * total is in the transparency log. Amounts are bigints in 1/10,000 units, times Unix milliseconds.
 */
import { parseCheckpoint, verifyCheckpoint } from '../checkpoint.ts'
import { entryText, type LogEntry } from '../entries.ts'
import { leafHash, verifyInclusion } from '../log.ts'
import { type NoteKey, parseKey } from '../note.ts'
import type { Vouching } from '../proof/version-3/types.ts'
import { verifyCosignature } from '../witness.ts'
import { ownerHash, verifyOwned } from './owned-leaf.ts'
import { verifySolvency, type SolvencyStep } from './solvency.ts'

/** What the claims of all versions state. */
type Stated = {
  /** the name of the log, and the place of the entry in it */
  readonly log: string
  readonly index: number
  readonly at: number
  readonly root: string
  readonly total: bigint
  readonly assets: bigint
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

export type SolvencyClaim = Stated & {
  /** the id that the leaf hashes */
  readonly memberId: string
}

/** A claim about an entry of version 3. Its checkpoint carries the lines of witnesses, after that of the log. */
export type SolvencyClaim3 = Stated &
  Vouching & {
    /** whose hash is in the leaf, in the form of E.164 */
    readonly phone: string
  }

/** In the order of the check. */
export const SOLVENCY_STEPS = ['leaf', 'path', 'entry', 'log'] as const
export type SolvencyStepName = (typeof SOLVENCY_STEPS)[number]
export const SOLVENCY_STEPS_3 = [...SOLVENCY_STEPS, 'witnesses'] as const
export type SolvencyStepName3 = (typeof SOLVENCY_STEPS_3)[number]

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
    leaf: memberId === reader.memberId && isSum(amount, parts),
    path: verifySolvency({ nonce, memberId, amount }, path, { root, total }),
    entry: entry.bytes === entryText(stated),
    log: isLogged(claim, reader.publicKey),
  }
}

/**
 * The steps of a claim about an entry of version 3 that hold. `leaf`: the phone is the reader's own, so no two members are shown one
 * leaf. `witnesses`: the state of the log that covers the entry has the lines of a quorum of the witnesses that the entry names, or that
 * of the one that the reader trusts; it holds where the entry names none and the reader trusts none.
 *
 * @param reader the member's own phone (E.164), and the key of the log that the reader trusts (32 bytes hex)
 */
export function checkSolvencyClaim3(
  claim: SolvencyClaim3,
  reader: { readonly phone: string; readonly publicKey: string; readonly witness?: NoteKey },
): Readonly<Record<SolvencyStepName3, boolean>> {
  const { phone, nonce, amount, parts, path, root, total, assets, at, entry, witnesses, quorum } = claim
  const figures = { root, total: String(total), assets: String(assets), at }
  const stated: LogEntry = { t: 'solvency', ...figures, witnesses, quorum }
  return {
    leaf: phone === reader.phone && isSum(amount, parts),
    path: verifyOwned({ nonce, owner: ownerHash(phone), amount }, path, { root, total }),
    entry: entry.bytes === entryText(stated),
    log: isLogged(claim, reader.publicKey),
    witnesses: isVouched(claim, reader.witness),
  }
}

function isVouched({ witnesses, quorum, entry }: SolvencyClaim3, trusted: NoteKey | undefined): boolean {
  const keys = trusted === undefined ? (witnesses ?? []).map(({ key }) => parseKey(key)) : [trusted]
  const lines = parseCheckpoint(entry.checkpoint)?.signatures ?? []
  const signers = keys.filter((key) =>
    lines.some((line) => key !== null && verifyCosignature(entry.checkpoint, line, key) !== null),
  )
  return signers.length >= (trusted === undefined ? (quorum ?? 0) : 1)
}

const isSum = (amount: bigint, parts: readonly bigint[]): boolean =>
  parts.every((part) => part >= 0n) && amount === parts.reduce((sum, part) => sum + part, 0n)

function isLogged({ log, index, entry }: Stated, publicKey: string): boolean {
  const signed = verifyCheckpoint(entry.checkpoint, publicKey, log)
  if (!signed) return false
  const { size, root } = signed
  return verifyInclusion({ leaf: leafHash(entry.bytes), index, size, path: entry.inclusion, root })
}
