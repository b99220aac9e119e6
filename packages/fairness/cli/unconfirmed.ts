/**
 * Which endings of a whole log another history could replace: a favour, a refund or a void of grade `witnessed` in version 3 is confirmed
 * when a quorum of the witnesses that its opening names has signed a checkpoint that covers it, at any time.
 */
import type { Life } from './log-lives.ts'

/** An ending that too few witnesses have signed. */
export type Unconfirmed = {
  readonly index: number
  /** `issue …` or `event …` */
  readonly what: string
  readonly kind: 'favour' | 'refund' | 'void'
  readonly signed: number
  readonly quorum: number
}

/**
 * In the order of the log. What the log before lost is left out, because this log does not have its opening, and so is the demo world.
 * @param signedSize the size of the largest checkpoint that a witness signed, by its note verifier key; 0 when there is none
 */
export function unconfirmedIn(
  lives: readonly Life[],
  signedSize: (key: string) => number,
): readonly Unconfirmed[] {
  const found = lives.flatMap(({ what, terms, end }): Unconfirmed[] => {
    if (end === null || end.kind === 'draw' || end.kind === 'result') return []
    if (terms === null || terms.quorum === null || terms.demo) return []
    const { index, kind } = end
    const signed = (terms.witnesses ?? []).filter((key) => signedSize(key) > index).length
    return signed < terms.quorum ? [{ index, what, kind, signed, quorum: terms.quorum }] : []
  })
  return found.toSorted((a, b) => a.index - b.index)
}
