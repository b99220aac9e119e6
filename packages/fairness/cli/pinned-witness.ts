/**
 * What one witness, whom the reader trusts alone, vouches for in a whole log: every result whose seal it signed before the
 * beacon round (in version 3 a round's chain before it began), and every favour, refund and void under a checkpoint that it signed.
 */
import { parseCheckpoint } from '../src/checkpoint.ts'
import { formatKey, type NoteKey, signatureOf } from '../src/note.ts'
import type { Life } from './log-lives.ts'

/** A checkpoint that the witness signed, and the second of its line. */
export type SignedSize = { readonly size: number; readonly seconds: number }

/** A result, favour, refund or void that the witness does not vouch for. */
export type Unvouched = { readonly index: number; readonly problem: string }

export type Vouching = {
  /** how many results, favours, refunds and voids the log has, without those of the demo world */
  readonly ended: number
  /** those of the demo world, whose times lie before the log began, so that no witness could sign in time */
  readonly demo: number
  /** in the order of the log */
  readonly unvouched: readonly Unvouched[]
}

export function vouchingOf(
  lives: readonly Life[],
  witness: NoteKey,
  signed: readonly SignedSize[],
): Vouching {
  const earliest = earliestSeconds(signed)
  const ended = lives.filter(({ end }) => end !== null)
  const judged = ended.filter(({ terms }) => terms?.demo !== true)
  const unvouched = judged.flatMap((life) => {
    const problem = problemOf(life, witness, earliest)
    return problem === null ? [] : [{ index: life.end!.index, problem }]
  })
  return {
    ended: judged.length,
    demo: ended.length - judged.length,
    unvouched: unvouched.toSorted((a, b) => a.index - b.index),
  }
}

/** @param earliest see {@link earliestSeconds} */
function problemOf(
  { what, terms, seal, end }: Life,
  witness: NoteKey,
  earliest: (index: number) => number,
): string | null {
  const { name } = witness
  const isNamed = terms?.witnesses?.includes(formatKey(witness)) ?? false
  if (terms?.grade === 'witnessed' && !isNamed) return `the terms of ${what} do not name ${name}`
  const { kind, index, lines } = end!
  if (kind !== 'draw' && kind !== 'result') {
    const isCovered = earliest(index) < Number.POSITIVE_INFINITY
    return isCovered ? null : `${name} has signed no checkpoint that covers the ${kind} of ${what}`
  }
  const { limitMs, index: sealed } = terms?.chain ?? seal!
  if (limitMs === null) return `${what} is of grade ${terms?.grade}, whose results no witness can precede`
  if (earliest(sealed) * 1000 < limitMs || lines.some((note) => hasLine(note, witness))) return null
  return terms?.chain
    ? `${name} did not sign the chain of ${what} (entry ${sealed}) before it began`
    : `${name} did not sign the seal of ${what} (entry ${sealed}) before its round was published`
}

/** The audit has checked that each line of such a note is a timely signature. */
function hasLine(note: string, witness: NoteKey): boolean {
  return parseCheckpoint(note)!.signatures.some((line) => signatureOf(line, witness) !== null)
}

/** For an entry: the earliest second at which the witness signed a checkpoint that covers it; infinity when it never did. */
function earliestSeconds(signed: readonly SignedSize[]): (index: number) => number {
  const sizes = signed.toSorted((a, b) => a.size - b.size)
  const least: number[] = Array.from({ length: sizes.length })
  for (let i = sizes.length - 1; i >= 0; i--)
    least[i] = Math.min(sizes[i]!.seconds, least[i + 1] ?? Number.POSITIVE_INFINITY)
  return (index) => {
    let [low, high] = [0, sizes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sizes[middle]!.size > index) high = middle
      else low = middle + 1
    }
    return least[low] ?? Number.POSITIVE_INFINITY
  }
}
