/**
 * The steps `inclusion`, `checkpoint` and `log`: the entries match the proof and keep the rules of the log as far as
 * the proof shows them, and the signed log contains them.
 */
import { beaconOf, roundFor, roundTimeMs } from '../beacon.ts'
import { entryText, type LogEntry } from '../entries.ts'
import { parseCheckpoint, statedTree, verifyCheckpoint } from '../checkpoint.ts'
import { leafHash, verifyConsistency, verifyInclusion } from '../log.ts'
import {
  type IssueProof,
  type IssueSeal,
  type Proof,
  PROOF_VERSION_1,
  type ProofEntry,
} from '../proof/types.ts'
import { readSeal } from '../proof/version-2.ts'
import { demand, ReadError, readInteger } from '../read.ts'
import { ROUND_TIMES } from './draw-steps.ts'
import { absent, type FinishedAudit, type Outcome, type VerifyOptions } from './types.ts'

type ProofLog = NonNullable<Proof['log']>

/**
 * Step `inclusion`. A document without a log fails when the caller gives something that only a log can answer.
 * @throws ReadError when an entry differs from the proof or is not in the checkpoint's tree
 */
export function checkInclusion(proof: Proof, options: VerifyOptions): Outcome {
  const { log } = proof
  if (log === null) {
    const asked = (['publicKey', 'receipt', 'witness', 'log'] as const).some(
      (name) => options[name] !== undefined,
    )
    demand(
      !asked,
      'the document carries no transparency log, so nothing shows when its values were published',
    )
    return absent('not present: this document carries no transparency log')
  }
  const tree = statedTree(log.checkpoint)
  const names = log.entries.map((_, i) => nameOf(proof, i))
  checkContents(proof, log)
  log.entries.forEach(({ bytes, index, inclusion: path }, i) => {
    if (tree === null) return
    const leaf = leafHash(bytes)
    demand(
      verifyInclusion({ leaf, index, path, ...tree }),
      `the ${names[i]} is not in the log at index ${index}`,
    )
    demand(
      i === 0 || log.entries[i - 1]!.index < index,
      `${names.join(', ')} are not in this order in the log`,
    )
  })
  return tree === null
    ? absent('not checked: size and root of log.checkpoint cannot be read') // step `checkpoint` fails
    : `${names.join(', ')} are in the log as the proof states them`
}

/** What the entry is, for messages. */
function nameOf({ seal, result }: Proof, i: number): string {
  const attempts = 'attempt' in seal ? seal.attempt : 1
  if (i === 0) return 'opening'
  if (i > attempts && result !== null) return 'draw'
  return attempts === 1 ? 'seal' : `seal (attempt ${i})`
}

/** The bytes of each entry are those that follow from the proof. */
function checkContents(proof: Proof, { entries }: ProofLog): void {
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
  let before: IssueSeal | null = null
  for (let attempt = 1; attempt < seal.attempt; attempt++) {
    before = readAttempt(proof, entries[attempt]!, attempt, before)
    demandText(attempt, { t: 'issue-seal', issue, ...before, at: before.sealedAt })
  }
  checkFollows(seal, before)
  demandText(seal.attempt, { t: 'issue-seal', issue, ...seal, at: seal.sealedAt })
  if (proof.result === null) return
  const at = timeOf(entries[seal.attempt + 1]!, 'draw')
  demandText(seal.attempt + 1, drawOf(proof, at))
  demand(at >= seal.sealedAt, 'the draw is dated before the seal')
  const known = seal.round === null ? at : roundTimeMs(seal.round, ROUND_TIMES)
  demand(at >= known, `the draw of issue ${terms.issue} is dated before its round was published`)
}

function openingOf(proof: Proof): LogEntry {
  return { t: 'issue-open', ...proof.terms }
}

function drawOf({ terms, seal, beacon, result }: Proof, at: number): LogEntry {
  demand(result !== null, 'the issue is not drawn')
  const { entropy, code } = result
  const value = beacon === null ? null : beaconOf(beacon.signature)
  return { t: 'issue-draw', issue: terms.issue, round: seal.round, beacon: value, entropy, code, at }
}

/** Reads the seal of an earlier attempt. It has the rows, the salt and the sum of the last one. */
function readAttempt(
  { terms, rows, seal }: IssueProof,
  entry: ProofEntry,
  attempt: number,
  before: IssueSeal | null,
): IssueSeal {
  const place = `the seal of attempt ${attempt}`
  const { t: _, issue: __, at: ___, ...fields } = parsed(entry, place)
  const read = readSeal(fields, terms.grade, place)
  demand(read.attempt === attempt, `${place} is numbered ${read.attempt}`)
  for (const field of ['orders', 'digest', 'sum', 'salt'] as const) {
    demand(read[field] === seal[field], `${place} has another ${field} than the last attempt`)
  }
  const round = terms.delay === null ? null : roundFor(read.sealedAt, terms.delay, ROUND_TIMES)
  demand(read.round === round, `${place} states another round than its time selects`)
  demand(read.sealedAt >= rows.at(-1)!.ms, `${place} is earlier than an order`)
  checkFollows(read, before)
  return read
}

/** A further attempt follows the round of the one before, which is void because no witness signed it in time. */
function checkFollows(seal: IssueSeal, before: IssueSeal | null): void {
  if (before === null || before.round === null) return
  demand(
    seal.sealedAt >= roundTimeMs(before.round, ROUND_TIMES),
    `attempt ${seal.attempt} is sealed before the round of attempt ${before.attempt} was published`,
  )
}

export function parsed(entry: ProofEntry, place: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(entry.bytes)
  } catch (error) {
    throw new ReadError(`${place} is not JSON`, { cause: error })
  }
  demand(typeof value === 'object' && value !== null, `${place} is not an object`)
  return value as Record<string, unknown>
}

/** The entry's `at`, which no other field of the proof states. */
export function timeOf(entry: ProofEntry, name: string): number {
  return readInteger(parsed(entry, `the log's ${name}`)['at'], `the time of the log's ${name}`, 0)
}

/**
 * Step `checkpoint`.
 * @throws ReadError
 */
export function checkCheckpoints(proof: Proof, { publicKey: trusted }: VerifyOptions): Outcome {
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
export function checkAuditedLog({ deployment, terms, result, log }: Proof, audited: FinishedAudit): Outcome {
  if (log === null) return absent('not checked: this document carries no transparency log')
  demand(audited.deployment === deployment, `the audited log is the log of ${audited.deployment}`)
  demand(audited.publicKey === log.publicKey, 'the audited log has another key than the proof')
  const found = audited.find(terms.issue)
  log.entries.forEach(({ index, bytes }, i) => {
    const same = found[i]?.index === index && found[i].bytes === bytes
    demand(same, `entry ${index} of the proof is not entry ${i + 1} of the issue in the audited log`)
  })
  const more = found.length - log.entries.length
  demand(
    more === 0 || result === null,
    `the audited log has ${more} more entries of issue ${terms.issue} than the proof`,
  )
  const further = more === 0 ? '' : '; the log goes on with later entries of the issue'
  return `the audited log has the entries of the proof and no others before them${further}`
}
