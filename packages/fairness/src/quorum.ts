/**
 * The quorum of a witnessed draw: k of the n witnesses that the opening names sign its seal in time. Two histories with k
 * signatures each share at least 2k − n witnesses, who signed both.
 */

/** k = floor(2n/3) + 1: the default quorum of n witnesses. */
export function defaultQuorum(witnesses: number): number {
  return Math.floor((2 * witnesses) / 3) + 1
}

/** Whether any two sets of k of the n witnesses share one: 2k > n, and k ≤ n. */
export function isQuorum(witnesses: number, quorum: number): boolean {
  return quorum <= witnesses && 2 * quorum > witnesses
}

/** X = 2k − n: so many witnesses sign two histories before both are witnessed. */
export function together(witnesses: number, quorum: number): number {
  return 2 * quorum - witnesses
}

/** f = n − k + 1: so many silent witnesses break the quorum. */
export function breaking(witnesses: number, quorum: number): number {
  return witnesses - quorum + 1
}

/**
 * Whether the quorum is enough for real money: X is at least 2, and greater than the number of witnesses that the house runs itself.
 * @param own how many of the witnesses the house runs
 */
export function isEnoughForMoney(witnesses: number, quorum: number, own: number): boolean {
  const least = together(witnesses, quorum)
  return least >= 2 && least > own
}
