/** What the server remembers of a witness' answers: whether it is there, and what it says about seals. */
import type { Clock } from '../../../platform/clock.ts'
import type { PublishedSeal } from './cosignatures.ts'

/** A ping counts for this long. */
const THERE_MS = 5_000
/** Pause between two questions about the same seal. */
const ASK_AGAIN_MS = 5_000
/** Seals about which verdicts are remembered. */
const MAX_SEALS = 1_000

/**
 * What a witness says about a seal whose round is published. `in-time`: its line is stored. `not-signed`: it has signed no
 * checkpoint that covers the seal in time, definitely. `unknown`: it did not answer, or not definitely.
 */
export type Verdict = 'in-time' | 'not-signed' | 'unknown'

/** Remembers whether the witness answered, and pings it when that is too long ago. */
export function createPing(clock: Clock, ping: () => Promise<boolean>, onNews: () => void) {
  let thereUntil = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  return {
    isThere() {
      if (thereUntil > clock.now()) return true
      running ??= ping()
        .then((isThere) => {
          if (!isThere) return
          thereUntil = clock.now() + THERE_MS
          onNews()
        })
        .finally(() => {
          running = null
        })
      return false
    },
    settled: () => running ?? Promise.resolve(),
  }
}

/** Remembers verdicts. Asks in the background, and again after a pause when the answer was not definite. */
export function createQuestions(clock: Clock, ask: (seal: PublishedSeal) => Promise<Verdict>) {
  const known = new Map<number, { verdict: Verdict; askedAt: number; running: Promise<void> | null }>()
  return {
    verdict(seal: PublishedSeal): Verdict {
      const last = known.get(seal.index)
      if (last && (last.verdict !== 'unknown' || last.running || last.askedAt + ASK_AGAIN_MS > clock.now()))
        return last.verdict
      const question = {
        verdict: 'unknown' as Verdict,
        askedAt: clock.now(),
        running: null as Promise<void> | null,
      }
      known.delete(seal.index)
      known.set(seal.index, question)
      const [oldest] = known.keys()
      if (known.size > MAX_SEALS && oldest !== undefined) known.delete(oldest)
      question.running = ask(seal).then((verdict) => {
        question.verdict = verdict
        question.askedAt = clock.now()
        question.running = null
      })
      return 'unknown'
    },
    settled: () => Promise.all([...known.values()].flatMap(({ running }) => running ?? [])),
  }
}
