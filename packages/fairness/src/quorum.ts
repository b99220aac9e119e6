/**
 * The quorum of a witnessed draw: k of the n named witnesses must sign its seal in time (docs/FAIRNESS.md). Two witnessed histories
 * need k signatures each, so at least X = 2k − n witnesses sign both.
 */

export type QuorumFacts = {
  /** X: the house could choose a result only together with this many of the witnesses */
  readonly together: number
  /** f: when this many are silent, no quorum comes about */
  readonly breaking: number
}

/** X = 2k − n and f = n − k + 1. @param witnesses n @param quorum k */
export function quorumFacts(witnesses: number, quorum: number): QuorumFacts {
  return { together: 2 * quorum - witnesses, breaking: witnesses - quorum + 1 }
}

/** k = floor(2n/3) + 1: the quorum where no other is chosen. @param witnesses n ≥ 1 */
export function defaultQuorum(witnesses: number): number {
  return Math.min(witnesses, Math.floor((2 * witnesses) / 3) + 1)
}

/** Whether k of n can be a quorum: 2k > n and k ≤ n. */
export function isQuorum(witnesses: number, quorum: number): boolean {
  return Number.isSafeInteger(quorum) && 2 * quorum > witnesses && quorum <= witnesses
}

/**
 * Whether the quorum is enough for real money: X ≥ 2, and X is greater than the number of witnesses that the house runs itself.
 * @param own how many of the witnesses the house runs
 */
export function isEnoughForMoney(witnesses: number, quorum: number, own: number): boolean {
  const { together } = quorumFacts(witnesses, quorum)
  return together >= 2 && together > own
}
