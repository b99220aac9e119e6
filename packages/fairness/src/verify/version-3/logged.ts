/** The steps `content`, `inclusion`, `checkpoint` and `log` of issues and events of version 3. */
import { beaconOf, roundTimeMs } from '../../beacon.ts'
import { contentHash } from '../../content.ts'
import { entryText, type LogEntry } from '../../entries.ts'
import type { EventProof3, IssueProof3, ProofLog3 } from '../../proof/version-3/documents.ts'
import { readLeftOut } from '../../proof/version-3/seals.ts'
import type { DrawnRound3 } from '../../proof/version-3/types.ts'
import { U32 } from '../../proof/fields.ts'
import { demand, readInteger } from '../../read.ts'
import { demandEqual, ROUND_TIMES } from '../draw-steps.ts'
import { parsed, timeOf } from '../entry-text.ts'
import { checkIncluded, checkNotes, compareWithLog, withoutLog } from '../logged-steps.ts'
import { absent, type FinishedAudit, type Outcome, type VerifyOptions } from '../types.ts'
import { favourEntry } from './favour.ts'

type Proof = IssueProof3 | EventProof3

const WEEK_MS = 7 * 86_400_000

export function checkContent({ content, terms }: Proof): Outcome {
  demandEqual('the hash of the content', terms.content, contentHash(content))
  const languages = Object.keys(content.texts).length
  return `the opening names this content: texts in ${languages} languages, ${content.pictures.length} pictures`
}

/** @throws ReadError when an entry differs from the proof or is not in the checkpoint's tree */
export function checkInclusion3(proof: Proof, options: VerifyOptions): Outcome {
  const { log } = proof
  if (log === null) return withoutLog(options)
  const entries = entriesOf(proof, log)
  entries.forEach(({ name, entry }, i) => {
    demand(log.entries[i]!.bytes === entryText(entry), `the log's ${name} differs from the proof`)
  })
  return checkIncluded(
    log,
    entries.map(({ name }) => name),
  )
}

type Told = { readonly name: string; readonly entry: LogEntry }

/** The entries that follow from the proof. */
export function entriesOf(proof: Proof, log: ProofLog3): Told[] {
  const opening: Told = { name: 'opening', entry: openingOf(proof) }
  const { seal, result } = proof
  if (seal === null) return [opening, { name: 'void', entry: voidOf(proof, log) }]
  const sealed: Told = { name: 'seal', entry: sealOf(proof) }
  if (result === null) return [opening, sealed]
  const at = timeOf(log.entries[2]!, 'draw')
  const known = seal.round === null ? seal.sealedAt : roundTimeMs(seal.round, ROUND_TIMES)
  demand(at >= seal.sealedAt, 'the draw is dated before the seal')
  demand(at >= known, 'the draw is dated before its round was published')
  const drawn: Told = { name: 'draw', entry: drawOf(proof, log, at) }
  if (log.entries.length === 3) return [opening, sealed, drawn]
  const [what, id] =
    proof.kind === 'issue' ? (['issue', proof.terms.issue] as const) : (['event', proof.terms.event] as const)
  return [opening, sealed, drawn, { name: 'favour', entry: favourEntry(log, what, id) }]
}

function openingOf(proof: Proof): LogEntry {
  return proof.kind === 'issue' ? { t: 'issue-open', ...proof.terms } : { t: 'event-open', ...proof.terms }
}

function sealOf(proof: Proof): LogEntry {
  if (proof.kind === 'issue') {
    const { terms, seal } = proof
    return { t: 'issue-seal', issue: terms.issue, ...seal, at: seal.sealedAt }
  }
  const { terms, seal } = proof
  return { t: 'event-seal', event: terms.event, ...seal!, at: seal!.sealedAt }
}

function drawOf(proof: Proof, log: ProofLog3, at: number): LogEntry {
  const { terms, seal, beacon, result } = proof
  const drawn: DrawnRound3 = {
    round: seal!.round,
    beacon: beacon && beaconOf(beacon.signature),
    signature: beacon && beacon.signature,
    lines: terms.grade === 'witnessed' ? log.lines.map(({ note }) => note) : null,
    ...(result!.favour ? { favour: true } : {}),
  }
  if (proof.kind === 'issue') {
    const { entropy, code } = proof.result!
    return { t: 'issue-draw', issue: proof.terms.issue, ...drawn, entropy, code, at }
  }
  const { entropy, winners } = proof.result!
  return { t: 'event-draw', event: proof.terms.event, ...drawn, entropy, winners, at }
}

/** An event is void when nobody took part or stayed, or when witnesses were silent for a week after its deadline. */
function voidOf(proof: Proof, log: ProofLog3): LogEntry {
  demand(proof.kind === 'event', 'an issue is never void')
  const { event, pool, deadline, grade, recheck } = proof.terms
  const at = timeOf(log.entries[1]!, 'void')
  const stated = parsed(log.entries[1]!, 'the void')
  const participants = readInteger(stated['participants'], 'the number of participants of the void', 0, U32)
  const left = readLeftOut(stated, 'the void', participants)
  demand(!left.out || recheck === true, 'the void leaves participants out, but the opening does not allow it')
  demand(at >= deadline, 'the event is void before its deadline')
  if (participants > (left.out?.length ?? 0)) {
    demand(grade === 'witnessed', `an event of grade ${grade} with participants is never void`)
    demand(at >= deadline + WEEK_MS, 'the event with participants is void before a week has passed')
  }
  return { t: 'event-void', event, participants, pool, ...left, at }
}

/** @throws ReadError */
export function checkCheckpoints3(proof: Proof, { publicKey }: VerifyOptions): Outcome {
  const { log, deployment, seal, result } = proof
  if (log === null) return absent('not present: this document carries no signed checkpoint')
  const last = log.entries.length === 4 ? 'favour' : 'draw'
  const end = seal === null ? 'void' : result === null ? null : last
  const noted = seal && {
    at: seal.sealedAt,
    before: seal.round === null ? null : roundTimeMs(seal.round, ROUND_TIMES),
  }
  return checkNotes({ log, deployment, seal: noted, sealEntry: 1, end }, publicKey)
}

/** @throws ReadError */
export function checkAudited3(
  { deployment, kind, seal, result, log }: Proof,
  subject: string,
  audited: FinishedAudit,
): Outcome {
  if (log === null) return absent('not checked: this document carries no transparency log')
  const isUnpaid = result?.favour === true && log.entries.length === 3
  const mayGoOn = (seal !== null && result === null) || isUnpaid
  return compareWithLog({ deployment, log, audited, subjects: [subject], what: kind, mayGoOn })
}
