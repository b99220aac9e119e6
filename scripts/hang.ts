import { isSoak } from '../packages/fairness/src/testing/rounds.fixture.ts'

/**
 * A test or hook that takes longer hangs. The longest test takes 20 seconds on a quiet machine with two cores: the limit is
 * for a hang, not for a slow or busy machine. A program that runs tests is ended only after a longer silence (process.ts).
 */
export const HANG_MS = (isSoak ? 30 : 5) * 60_000
