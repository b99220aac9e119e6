/** `npm run soak` sets SOAK=1. It is read here only. The server refuses unknown variables with its own prefix. */
export const isSoak = process.env['SOAK'] === '1'

/**
 * How many rounds a long test takes.
 *
 * @param full in `npm run soak`
 * @param sample in `npm test`
 */
export function rounds(full: number, sample: number): number {
  return isSoak ? full : sample
}

/**
 * The cases that a long test takes: all of them in `npm run soak`, every `step`th in `npm test`.
 *
 * @param step at least 1; the first case is always taken
 */
export function sampled<T>(cases: readonly T[], step: number): T[] {
  return isSoak ? [...cases] : cases.filter((_, index) => index % step === 0)
}
