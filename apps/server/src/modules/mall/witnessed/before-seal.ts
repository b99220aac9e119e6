/**
 * What an issue waits for between its sell-out and its seal. In version 3 every wait lies before the seal, whose round nobody knows
 * yet, so that waiting gives nobody a choice:
 *
 * | waits for | issues |
 * |---|---|
 * | some seconds that nobody knows before | with a beacon |
 * | the release of the hold that began when witnesses failed | witnessed |
 * | a quorum of its witnesses that sign now | witnessed |
 * | money in the house account `guarantee` that covers a draw in the members' favour | witnessed |
 *
 * In version 2 an issue of grade witnessed waits for one of its witnesses that answers.
 */
import type { Executor, Tx } from '../../../platform/db.ts'
import { revealedSalt, witnessHold, type WitnessAlarm } from '../../fair/index.ts'
import { bindGuarantee, isGuaranteeFree } from '../../ledger/index.ts'
import { sealIssue, SealWaits, type SealOptions } from '../draws/seal.ts'
import { SEAL_WAIT_SECONDS, sealWaitMs } from '../draws/seal-wait.ts'
import { coverOf } from '../favour/cover.ts'
import { readWaitingForSeal, type WaitingForSeal } from './before-seal.queries.ts'
import { awaitWitness, type WitnessingOptions } from './witnessing.ts'

export type BeforeSealOptions = SealOptions &
  WitnessingOptions & {
    /** the longest random wait after the sell-out; by default 20 seconds */
    sealWaitSeconds?: number | undefined
  }

/** Seals an issue that is sold out, unless it waits for something. @returns whether it was sealed */
export async function sealWhenReady(
  options: BeforeSealOptions,
  alarm: WitnessAlarm,
  issueId: string,
): Promise<boolean> {
  const issue = await readWaitingForSeal(options.db, issueId)
  if (!issue) return false
  if (issue.rules < 3)
    return (await awaitWitness(options, alarm, issueId)) && (await sealIssue(options, issueId))
  const waitedMs = Number(issue.waitedMs)
  if (issue.hasBeacon && waitedMs < waitOf(options, issue)) return false
  if (!issue.isWitnessed) return sealIssue(options, issueId)
  const why = (await whyNotYet(options, issueId, issue)) ?? (await sealCovered(options, issueId))
  if (typeof why === 'string') alarm.waits(issueId, issue.number, waitedMs, why)
  else if (why) alarm.ended(issueId, issue.number)
  return why === true
}

function waitOf({ salts, sealWaitSeconds = SEAL_WAIT_SECONDS }: BeforeSealOptions, issue: WaitingForSeal) {
  const { number, commitment, salt, keyId } = issue
  if (commitment === null) throw new Error(`issue ${number} has a beacon and no commitment`)
  const stored = { name: `issue ${number}`, key: number, number, commitment, salt, keyId }
  return sealWaitMs(revealedSalt(salts, stored), sealWaitSeconds)
}

export const HELD = 'a hold after failed witnesses is not released'
export const UNCOVERED = 'the guarantee of the house does not cover it'
export const SILENT = 'too few of its witnesses sign now'

/** Whether nothing witnessed is sealed until operators release it. */
export const isHeld = async (db: Executor): Promise<boolean> => (await witnessHold(db)) !== null

/** Whether the guarantee has what a draw of the issue in the members' favour can cost. */
export const isCovered = async (db: Executor, issueId: string): Promise<boolean> =>
  isGuaranteeFree(db, await coverOf(db, issueId))

/** Asks the witnesses last: an answer counts for seconds only. */
async function whyNotYet(
  { db, askWitnesses }: BeforeSealOptions,
  issueId: string,
  { number, witnesses, quorum }: WaitingForSeal,
): Promise<string | null> {
  if (witnesses === null || quorum === null) throw new Error(`issue ${number} names no quorum of witnesses`)
  if (await isHeld(db)) return HELD
  if (!(await isCovered(db, issueId))) return UNCOVERED
  return askWitnesses.signing(witnesses) < quorum ? SILENT : null
}

/** @returns whether the issue was sealed, or why it waits */
async function sealCovered(options: BeforeSealOptions, issueId: string): Promise<boolean | string> {
  try {
    return await sealIssue(options, issueId, (tx) => bindCover(tx, issueId))
  } catch (error) {
    if (error instanceof SealWaits) return error.message
    throw error
  }
}

/** Binds what a draw in favour can cost. The caller holds the locks of the log and of the issue; house accounts come last. */
async function bindCover(tx: Tx, issueId: string): Promise<void> {
  // a hold begins under the lock of the log
  if (await isHeld(tx)) throw new SealWaits(HELD)
  if (!(await bindGuarantee(tx, issueId, await coverOf(tx, issueId)))) throw new SealWaits(UNCOVERED)
}
