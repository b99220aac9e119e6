/**
 * The steps `inclusion`, `checkpoint` and `log`: the entries match the proof and keep the rules of the log as far as
 * the proof shows them, and the signed log contains them.
 */
import { beaconOf, roundTimeMs } from '../beacon.ts'
import { entryText, type LogEntry } from '../entries.ts'
import { parseCheckpoint, verifyCheckpoint } from '../checkpoint.ts'
import { verifyConsistency } from '../log.ts'
import { type EarlierProof, type IssueProof, PROOF_VERSION_1 } from '../proof/types.ts'
import { demand } from '../read.ts'
import { earlierAttempts } from './attempts.ts'
import { ROUND_TIMES } from './draw-steps.ts'
import { timeOf } from './entry-text.ts'
import { checkIncluded, compareWithLog, withoutLog } from './logged-steps.ts'
import { absent, type FinishedAudit, type Outcome, type VerifyOptions } from './types.ts'

type ProofLog = NonNullable<EarlierProof['log']>

/**
 * Step `inclusion`. A document without a log fails when the caller gives something that only a log can answer.
 * @throws ReadError when an entry differs from the proof or is not in the checkpoint's tree
 */
export function checkInclusion(proof: EarlierProof, options: VerifyOptions): Outcome {
  const { log } = proof
  if (log === null) return withoutLog(options)
  checkContents(proof, log)
  return checkIncluded(
    log,
    log.entries.map((_, i) => nameOf(proof, i)),
  )
}

/** What the entry is, for messages. */
function nameOf({ seal, result }: EarlierProof, i: number): string {
  const attempts = 'attempt' in seal ? seal.attempt : 1
  if (i === 0) return 'opening'
  if (i > attempts && result !== null) return 'draw'
  return attempts === 1 ? 'seal' : `seal (attempt ${i})`
}

/** The bytes of each entry are those that follow from the proof. */
function checkContents(proof: EarlierProof, { entries }: ProofLog): void {
  const demandText = (i: number, entry: LogEntry): void =>
    demand(entries[i]!.bytes === entryText(entry), `the log's ${nameOf(proof, i)} differs from the proof`)
  const { issue } = proof.terms
  demandText(0, openingOf(proof))
  if (proof.version === PROOF_VERSION_1) {
    demandText(1, { t: 'issue-seal', issue, ...proof.seal, at: timeOf(entries[1]!, 'seal') })
    demandText(2, drawOf(proof, timeOf(entries[2]!, 'draw')))
    return
  }
  const { seal, terms } = proof
  for (const before of earlierAttempts(proof, entries, 'issue'))
    demandText(before.attempt, { t: 'issue-seal', issue, ...before, at: before.sealedAt })
  demandText(seal.attempt, { t: 'issue-seal', issue, ...seal, at: seal.sealedAt })
  if (proof.result === null) return
  const at = timeOf(entries[seal.attempt + 1]!, 'draw')
  demandText(seal.attempt + 1, drawOf(proof, at))
  demand(at >= seal.sealedAt, 'the draw is dated before the seal')
  const known = seal.round === null ? at : roundTimeMs(seal.round, ROUND_TIMES)
  demand(at >= known, `the draw of issue ${terms.issue} is dated before its round was published`)
}

function openingOf(proof: EarlierProof): LogEntry {
  return { t: 'issue-open', ...proof.terms }
}

function drawOf({ terms, seal, beacon, result }: EarlierProof, at: number): LogEntry {
  demand(result !== null, 'the issue is not drawn')
  const { entropy, code } = result
  const value = beacon === null ? null : beaconOf(beacon.signature)
  return { t: 'issue-draw', issue: terms.issue, round: seal.round, beacon: value, entropy, code, at }
}

/**
 * Step `checkpoint`.
 * @throws ReadError
 */
export function checkCheckpoints(proof: EarlierProof, { publicKey: trusted }: VerifyOptions): Outcome {
  const { log, deployment, seal } = proof
  if (log === null) return absent('not present: this document carries no signed checkpoint')
  demand(
    trusted === undefined || trusted === log.publicKey,
    "the proof's log key is not the key that was given",
  )
  demand(
    [log.sealCheckpoint, log.checkpoint].every((note) => parseCheckpoint(note)?.signatures.length === 1),
    'a checkpoint of the proof carries other signatures than the one that is checked',
  )
  const latest = verifyCheckpoint(log.checkpoint, log.publicKey, deployment)
  demand(latest !== null, "log.checkpoint is not signed by the log's key for this deployment")
  const sealed = verifyCheckpoint(log.sealCheckpoint, log.publicKey, deployment)
  demand(sealed !== null, "log.sealCheckpoint is not signed by the log's key for this deployment")
  const extended = verifyConsistency({
    oldSize: sealed.size,
    oldRoot: sealed.root,
    newSize: latest.size,
    newRoot: latest.root,
    path: log.consistency,
  })
  demand(extended, 'the log was rewritten between the two checkpoints')
  const lastSeal = 'attempt' in seal ? seal.attempt : 1
  demand(log.entries[lastSeal]!.index < sealed.size, 'the checkpoint for the seal does not contain the seal')
  demand(
    seal.round === null || sealed.timeMs < roundTimeMs(seal.round, ROUND_TIMES),
    'the seal was published after the beacon round was known',
  )
  if (proof.version !== PROOF_VERSION_1) checkTimes(proof, log, sealed.timeMs, latest.timeMs)
  const key = trusted === undefined ? "the proof's own key (none was given)" : 'the key that was given'
  return `the log is signed with ${key} and was only extended since the seal`
}

/** The times of checkpoints do not go back, and they are not before the entries that the checkpoints cover. */
function checkTimes(proof: IssueProof, log: ProofLog, sealedMs: number, latestMs: number): void {
  demand(sealedMs >= proof.seal.sealedAt, 'the checkpoint for the seal is dated before the seal')
  demand(latestMs >= sealedMs, 'log.checkpoint is dated before log.sealCheckpoint')
  if (proof.result === null) return
  const drawnMs = timeOf(log.entries.at(-1)!, 'draw')
  demand(latestMs >= drawnMs, 'log.checkpoint is dated before the draw')
}

/**
 * Step `log`: the audited log is the log of the proof, and its entries of the issue are those of the proof. While the
 * issue is only sealed, the log may have further entries, which its audit has checked.
 * @throws ReadError
 */
export function checkAuditedLog(
  { deployment, terms, result, log }: EarlierProof,
  audited: FinishedAudit,
): Outcome {
  if (log === null) return absent('not checked: this document carries no transparency log')
  const subjects = [terms.issue]
  return compareWithLog({ deployment, log, audited, subjects, what: 'issue', mayGoOn: result === null })
}
