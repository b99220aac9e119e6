/** How a race is shown: it follows the order of finish, and every runner has a way of its own. Pure. */

/** The slowest runner arrives after this time. */
export const RACE_MS = 6_000
const CHAMPION_MS = 4_300

export type RunnerRun = {
  runner: number
  /** 1 for the champion */
  place: number
  /** until the finish */
  durationMs: number
  /** how far along the track (0 to 1) after a third and after two thirds of its time */
  third: number
  twoThirds: number
}

/** A number from 0 to 1 that depends on the round and the runner only, so that a race looks the same on every device. */
function wobble(seed: string): number {
  let hash = 2_166_136_261
  for (const sign of seed) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619)
  return ((hash >>> 0) % 1_000) / 1_000
}

/**
 * The way of every runner, by number.
 * @param finish the runners in the order of their finish
 */
export function runsOf(period: string, finish: readonly number[]): RunnerRun[] {
  const step = (RACE_MS - CHAMPION_MS) / Math.max(1, finish.length - 1)
  return finish
    .map((runner, index) => ({
      runner,
      place: index + 1,
      durationMs: Math.round(CHAMPION_MS + step * index),
      third: 0.24 + 0.2 * wobble(`${period}/${runner}/1`),
      twoThirds: 0.54 + 0.24 * wobble(`${period}/${runner}/2`),
    }))
    .toSorted((a, b) => a.runner - b.runner)
}
