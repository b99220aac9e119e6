/**
 * What an issue of version 2 and grade witnessed waits for between sell-out and draw (version 3: before-seal.ts, vouched-draws.ts). It is sealed while one of its witnesses answers. It is
 * drawn when one of them has signed the seal before the round. When none has, and all of them say so or do not answer for
 * long, the seal is void and the issue is sealed again.
 */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { sealIndex, signaturesInTime, voidSeal, type WitnessAlarm, type Witnesses } from '../../fair/index.ts'
import { keepSignatures, readAttempt, readUnsealedWitnessed, type Attempt } from './attempts.queries.ts'
import { sealAgain, type SealAgainOptions } from './attempts.ts'

export type WitnessingOptions = SealAgainOptions & {
  /** asks the witnesses of the installation */
  askWitnesses: Witnesses
  /** how long a witness that does not answer is waited for after the round, milliseconds */
  witnessPatienceMs: () => number
  log: {
    warn(fields: object, message: string): void
    error(fields: object, message: string): void
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

/** Whether the seal may be replaced by a further attempt. */
function isVoid(
  { askWitnesses, witnessPatienceMs, log }: WitnessingOptions,
  { number, attempt, witnesses }: Attempt,
  seal: { index: number; roundMs: number },
  lateMs: number,
): boolean {
  const unknown = voidSeal(askWitnesses, witnessPatienceMs(), { seal, attempt, witnesses, lateMs })
  if (unknown === null) return false
  log.warn(
    { issue: number, attempt, witnesses: witnesses.length, unknown },
    'no witness signed the seal of an issue in time; the issue is sealed again',
  )
  return true
}
