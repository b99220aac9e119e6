/**
 * What an issue of grade witnessed waits for between sell-out and draw. It is sealed while one of its witnesses answers. It is
 * drawn when one of them has signed the seal before the round. When none has, and all of them say so or do not answer for
 * long, the seal is void and the issue is sealed again.
 */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { sealIndex, signaturesInTime, type Witnesses } from '../../fair/index.ts'
import { keepSignatures, readAttempt, readUnsealedWitnessed, type Attempt } from './attempts.queries.ts'
import { sealAgain, type SealAgainOptions } from './attempts.ts'
import type { WitnessAlarm } from './witness-alarm.ts'

export type WitnessingOptions = SealAgainOptions & {
  /** asks the witnesses of the installation */
  askWitnesses: Witnesses
  /** how long a witness that does not answer delays the next attempt, milliseconds */
  witnessPatienceMs: () => number
  log: {
    warn(fields: object, message: string): void
  }
}

/** `signed`: a witness' signature was stored. `sealed`: the issue was sealed again. */
export type WitnessStep = 'signed' | 'sealed' | 'nothing'

/**
 * Whether an issue that is sold out may be sealed: in grade witnessed, one of its witnesses answered a ping in the last
 * seconds. The seal waits with its round, so that attempts stay rare.
 */
export async function awaitWitness(
  { db, askWitnesses }: WitnessingOptions,
  alarm: WitnessAlarm,
  issueId: string,
): Promise<boolean> {
  const issue = await readUnsealedWitnessed(db, issueId)
  if (!issue) return true
  if (askWitnesses.isAnyThere(issue.witnesses)) {
    alarm.ended(issueId, issue.number)
    return true
  }
  alarm.waits(issueId, issue.number, Number(issue.waitedMs), 'no witness answers')
  return false
}

/** Collects the signatures over an issue's seal, and seals the issue again when the seal is void. */
export async function attendWitnesses(
  options: WitnessingOptions,
  alarm: WitnessAlarm,
  issueId: string,
): Promise<WitnessStep> {
  const { db, beacons } = options
  const last = await readAttempt(db, issueId)
  if (!last) return 'nothing'
  const roundMs = roundTimeMs(Number(last.round), beacons.of(last.chain).chain)
  const index = await sealIndex(db, last.number, last.attempt)
  if (index === null) return 'nothing'
  const found = await signaturesInTime(db, { index, roundMs }, last.witnesses)
  if (found.length > 0) {
    alarm.ended(issueId, last.number)
    return (await keepSignatures(db, last, found, roundMs)) > 0 ? 'signed' : 'nothing'
  }
  const lateMs = Number(last.nowMs) - roundMs
  if (lateMs < 0) return 'nothing'
  alarm.waits(issueId, last.number, lateMs, `attempt ${last.attempt} has no signature in time`)
  if (!isVoid(options, last, { index, roundMs }, lateMs)) return 'nothing'
  return (await sealAgain(options, last)) ? 'sealed' : 'nothing'
}

/**
 * Whether the seal may be replaced: no named witness has signed it in time, each says so definitely or has not answered for
 * longer than the patience, and one is there to sign the next attempt.
 */
function isVoid(
  { askWitnesses, witnessPatienceMs, log }: WitnessingOptions,
  { number, attempt, witnesses }: Attempt,
  seal: { index: number; roundMs: number },
  lateMs: number,
): boolean {
  const verdicts = [...askWitnesses.verdicts(seal, witnesses).values()]
  const isThere = askWitnesses.isAnyThere(witnesses)
  if (verdicts.includes('in-time')) return false
  const unknown = verdicts.filter((verdict) => verdict === 'unknown').length
  if (unknown > 0 && lateMs < witnessPatienceMs()) return false
  if (!isThere || lateMs < pauseAfter(attempt)) return false
  log.warn(
    { issue: number, attempt, witnesses: witnesses.length, unknown },
    'no witness signed the seal of an issue in time; the issue is sealed again',
  )
  return true
}

const FIRST_PAUSE_MS = MINUTE_MS / 2
const LONGEST_PAUSE_MS = 15 * MINUTE_MS

/**
 * The pause between the round of an attempt and the next attempt. It grows, so that witnesses that cannot sign in time (their
 * clocks are wrong) do not fill the log.
 */
function pauseAfter(attempt: number): number {
  return attempt === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 2), LONGEST_PAUSE_MS)
}
