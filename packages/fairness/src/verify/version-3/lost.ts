/**
 * The verifier of a draw whose log was lost after the seal: the opening and the seal are in the lost log, and the draw in a log that
 * continues it, always in favour of the members. It has one step more, `loss`. Pages load it only for such a document.
 */
import { parseCheckpoint } from '../../checkpoint.ts'
import { entryText } from '../../entries.ts'
import { leafHash, verifyConsistency, verifyInclusion } from '../../log.ts'
import { signatureOf } from '../../note.ts'
import type { EventProof3, IssueProof3, ProofLog3 } from '../../proof/version-3/documents.ts'
import { readDeployment } from '../../proof/fields.ts'
import { type LostProof, readLost } from '../../proof/version-3/lost.ts'
import { demand, readHex, readInteger, readList, readObject, readText } from '../../read.ts'
import { parsed, timeOf } from '../entry-text.ts'
import { checkIncluded, signed } from '../logged-steps.ts'
import type { FinishedAudit, Outcome, StepName, VerifyOptions } from '../types.ts'
import type { Verifier } from '../verification.ts'
import { checkCheckpoints3, entriesOf } from './logged.ts'
import { secondOf, stateOf, type Tree } from './vouchers.ts'
import { confirmedBy, demandPinned, namedOf, tell, timelyOf, togetherWith } from './witnesses.ts'

type Proof = LostProof<IssueProof3> | LostProof<EventProof3>

const notRun = (status: 'absent' | 'open', detail: string): Outcome => ({ status, detail })

/** The name of the log that has the draw. */
const lastOf = ({ lost }: Proof) => lost.logs.at(-1)!

/** The parts of the lost log: what a document shows of it before the draw. */
const before = ({ log }: Proof): ProofLog3 => ({ ...log, entries: log.entries.slice(0, 2), confirmation: [] })

/** The parts of the log of the draw, whose entry states no lines. */
const after = (proof: Proof): ProofLog3 => ({ ...proof.log, lines: [], checkpoint: lastOf(proof).checkpoint })

function checkInclusion(proof: Proof): Outcome {
  const { log, lost } = proof
  const told = entriesOf(proof, after(proof))
  told.forEach(({ name, entry }, i) => {
    demand(log.entries[i]!.bytes === entryText(entry), `the log's ${name} differs from the proof`)
  })
  const [opening, seal, ...ending] = log.entries
  const names = told.map(({ name }) => name)
  const parts = [
    ...(lost.opened === null
      ? [{ entries: [opening!, seal!], checkpoint: log.checkpoint, of: names.slice(0, 2) }]
      : [
          { entries: [opening!], checkpoint: lost.opened, of: names.slice(0, 1) },
          { entries: [seal!], checkpoint: log.checkpoint, of: names.slice(1, 2) },
        ]),
    { entries: ending, checkpoint: lastOf(proof).checkpoint, of: names.slice(2) },
  ]
  for (const part of parts) {
    const outcome = checkIncluded(part, part.of)
    if (typeof outcome !== 'string') return outcome
  }
  demand(opening!.index < seal!.index, 'opening, seal are not in this order in the log')
  return `opening, seal are in the lost log, and ${names.slice(2).join(', ')} in a log that continues it`
}

function checkCheckpoints(proof: Proof, options: VerifyOptions): Outcome {
  const passed = checkCheckpoints3({ ...proof, result: null, log: before(proof) }, options)
  checkOpened(proof)
  return passed
}

/** A witness that signed the state with the seal has also signed the one with the opening: it signs one history only. */
function checkOpened(proof: Proof): void {
  const { lost, log, deployment, terms } = proof
  if (lost.opened === null) return
  const place = 'lost.opened'
  const { size, lines } = stateOf(lost.opened, place, { publicKey: log.publicKey, deployment })
  const { timeMs } = parseCheckpoint(lost.opened)!
  demand(timeMs >= terms.at, `${place} is dated before the opening`)
  const seal = parseCheckpoint(log.checkpoint)
  demand(seal !== null && size < seal.size && timeMs <= seal.timeMs, `${place} is not before log.checkpoint`)
  const keys = namedOf(terms).map(({ parsed: key }) => key)
  const names = lines.map((line) => {
    const key = keys.find((one) => signatureOf(line, one) !== null)
    demand(key !== undefined, `${place} has a line of a witness that is not named`)
    secondOf(lost.opened!, line, key, place, null)
    return key.name
  })
  demand(new Set(names).size === names.length, `${place} has two lines of one witness`)
  const both = namesBoth(log, names)
  demand(both, `no witness signed both ${place} and the state of the lost log that has the seal`)
}

/** Whether a line of one of these witnesses is over the seal. */
function namesBoth({ lines }: ProofLog3, names: readonly string[]): boolean {
  const over = lines.flatMap(({ note }) => parseCheckpoint(note)?.signatures.slice(1) ?? [])
  return over.some((line) => names.some((name) => line.startsWith(`— ${name} `)))
}

type Continues = { deployment: string; size: number; root: string; lost: readonly string[]; at: number }

function readContinues(entry: { readonly bytes: string }, place: string): Continues {
  const value = parsed(entry, place)
  const fields = readObject(value, place, ['t', 'deployment', 'size', 'root', 'lost', 'at'])
  demand(fields['t'] === 'log-continues', `${place} is not that of a log that continues another one`)
  return {
    deployment: readDeployment(fields['deployment'], `${place}.deployment`),
    size: readInteger(fields['size'], `${place}.size`, 0),
    root: readHex(fields['root'], `${place}.root`, 32),
    lost: readList(fields['lost'], `${place}.lost`, 0, 1_000_000).map((name) =>
      readText(name, `${place}.lost`, /^.{1,200}$/su, 'a name'),
    ),
    at: readInteger(fields['at'], `${place}.at`, 0),
  }
}

/** The way from the lost log to that of the draw. @throws ReadError */
function checkLoss(proof: Proof, subject: string): Outcome {
  const { lost, log, seal, deployment } = proof
  const start = parseCheckpoint(log.checkpoint)
  // step `checkpoint` fails
  if (start === null) return notRun('absent', 'not checked: log.checkpoint cannot be read')
  let known: { deployment: string; tree: Tree; covers: number } = {
    deployment,
    tree: start,
    covers: log.entries[1]!.index,
  }
  let began = seal.sealedAt
  let isLinked = true
  for (const [i, next] of lost.logs.entries()) {
    const place = `lost.logs[${i}]`
    const stated = readContinues(next.entry, `the first entry of ${next.deployment}`)
    demand(
      stated.deployment === known.deployment,
      `${place} continues ${stated.deployment}, not ${known.deployment}`,
    )
    demand(stated.size > known.covers, `${place} starts before the seal, from ${stated.size} entries`)
    demand(stated.lost.includes(subject), `${place} does not name ${subject} as lost`)
    checkLink(known.tree, stated, next.consistency, place)
    const checkpoint = signed(next.checkpoint, `${place}.checkpoint`, log, next.deployment)
    const { bytes, inclusion: path } = next.entry
    const isIn = verifyInclusion({
      leaf: leafHash(bytes),
      index: 0,
      path,
      size: checkpoint.size,
      root: checkpoint.root,
    })
    demand(isIn, `${place}.entry is not the first one of its log`)
    demand(stated.at >= began, `${place} is dated before what it continues`)
    demand(checkpoint.timeMs >= stated.at, `${place}.checkpoint is dated before its entry`)
    began = stated.at
    isLinked &&= next.consistency !== null
    known = { deployment: next.deployment, tree: checkpoint, covers: 0 }
  }
  const [draw, favour] = log.entries.slice(2)
  demand(timeOf(draw!, 'draw') >= began, 'the draw is dated before the log that has it')
  const end = parseCheckpoint(lastOf(proof).checkpoint)!
  demand(
    end.timeMs >= timeOf(favour ?? draw!, 'last entry'),
    'the last checkpoint is dated before the last entry',
  )
  const names = lost.logs.map((next) => next.deployment).join(', ')
  return `${deployment} was lost; ${names} continued it from a state after the seal. ${
    isLinked
      ? 'That state extends the one that is shown'
      : 'The entries between the shown state and that one are lost, so no path connects them'
  }`
}

/** A state before or after another one of the same log. */
function checkLink(shown: Tree, stated: Tree, path: readonly string[] | null, place: string): void {
  if (path === null) {
    demand(stated.size > shown.size, `${place} has no path to a state that is not after the shown one`)
    return
  }
  const [older, newer] = shown.size <= stated.size ? [shown, stated] : [stated, shown]
  const isOne = verifyConsistency({
    oldSize: older.size,
    oldRoot: older.root,
    newSize: newer.size,
    newRoot: newer.root,
    path,
  })
  demand(isOne, `${place} continues another state than that of the lost log`)
}

/** The named witnesses that signed how it ended, in the log of the draw. */
const confirmed = (proof: Proof) =>
  confirmedBy({ ...proof, deployment: lastOf(proof).deployment }, after(proof))

function checkWitnesses(proof: Proof, { witness }: VerifyOptions): Outcome {
  const { terms } = proof
  const named = namedOf(terms)
  const timely = timelyOf(proof, before(proof))
  const ended = confirmed(proof)
  demand(timely.size > 0, 'no witness signed the seal in time, so the lost log decides nothing')
  if (witness !== undefined) demandPinned(witness, named, ended)
  const told = named
    .map((one) => tell(one, timely.get(one.parsed.name), ended.get(one.parsed.name)))
    .join(', ')
  const count = `${timely.size} signed the seal in the lost log in time; ${ended.size} of the ${terms.quorum} needed witnesses have confirmed how it ended: ${told}`
  return ended.size >= terms.quorum! || witness !== undefined ? count : notRun('open', count)
}

/** A draw by the seal of a lost log is always in favour, with whatever signatures. */
function checkFavour(proof: Proof, amountOf: (log: ProofLog3) => string): Outcome {
  const why = 'a draw by the seal of a lost log is in favour'
  if (proof.log.entries.length < 4)
    return notRun('open', `${why}; what the members get more is not in the log yet`)
  return `${why}; ${amountOf(proof.log)}`
}

/** The audited log is the lost one, or that of the draw. */
function checkAudited(proof: Proof, subject: string, audited: FinishedAudit): Outcome {
  const { log, deployment } = proof
  const { deployment: last, checkpoint } = lastOf(proof)
  const isLost = audited.deployment === deployment
  demand(isLost || audited.deployment === last, `the audited log is the log of ${audited.deployment}`)
  demand(audited.publicKey === log.publicKey, 'the audited log has another key than the proof')
  const entries = isLost ? log.entries.slice(0, 2) : log.entries.slice(2)
  // a seal that its witness alone keeps is not in the export of what the house has
  const found = audited.find(subject)
  entries.forEach(({ index, bytes }, i) => {
    const isSame = found[i]?.index === index && found[i].bytes === bytes
    demand(isSame, `entry ${index} of the proof is not entry ${i + 1} of it in the audited log`)
  })
  const more = found.length - entries.length
  demand(
    more === 0 || isLost || entries.length < 2,
    `the audited log has ${more} more entries than the proof`,
  )
  const end = isLost ? null : parseCheckpoint(checkpoint)
  demand(
    end === null || audited.rootAt(end.size) === end.root,
    'the audited log has another root than the proof',
  )
  return `the audited log (${audited.deployment}) has the entries of the proof that are in it and no others before them`
}

function sentenceOn(proof: Proof, verdict: 'verified' | 'sealed' | 'unconfirmed'): string {
  const { terms, lost } = proof
  const timely = timelyOf(proof, before(proof)).size
  const who =
    timely < terms.quorum!
      ? `${timely} of the ${terms.quorum} needed witnesses had signed the seal in time, so the house alone may have chosen this winner; everybody else got at least their money or an even share.`
      : `A quorum of the witnesses had signed the seal in time. ${togetherWith(terms)}. Everybody else got at least their money or an even share.`
  const linked =
    lost.opened === null
      ? []
      : ['The seal is in entries that the house lost; it is shown as a witness kept it.']
  const main =
    verdict === 'unconfirmed'
      ? 'Not confirmed: another history may exist, because too few witnesses have signed how it ended.'
      : 'This proof verifies.'
  return [
    main,
    'The log that has the opening and the seal was lost after the seal, and the draw used this seal in a log that continues it.',
    ...linked,
    who,
    'What else the lost log had is not shown.',
  ].join(' ')
}

type LostStep = 'inclusion' | 'checkpoint' | 'witnesses'

const CHECKS: Readonly<Record<LostStep, (proof: Proof, options: VerifyOptions) => Outcome>> = {
  inclusion: checkInclusion,
  checkpoint: checkCheckpoints,
  witnesses: checkWitnesses,
}
const isOwn = (step: StepName): step is LostStep => Object.hasOwn(CHECKS, step)

/**
 * The verifier of such documents, made of the one of their kind.
 * @param subjectOf number of the issue, or name of the event, as the entries of a log list it
 */
export function lostVerifier<P extends IssueProof3 | EventProof3, S extends StepName>(
  verifier: Verifier<P, S>,
  subjectOf: (proof: P) => string,
  amountOf: (proof: P, log: ProofLog3) => string,
): Verifier<LostProof<P> & Proof, S | 'loss'> {
  const steps = (proof: P): (S | 'loss')[] =>
    verifier.stepsOf(proof).flatMap((step) => (step === 'witnesses' ? ['loss' as const, step] : [step]))
  return {
    what: verifier.what,
    read: (document) => readLost(document, verifier.read) as LostProof<P> & Proof,
    stepsOf: steps,
    check: (step, proof, options) => {
      if (isOwn(step)) return CHECKS[step](proof, options)
      if (step === 'loss') return checkLoss(proof, subjectOf(proof))
      if (step === 'favour') return checkFavour(proof, (log) => amountOf(proof, log))
      return verifier.check(step, proof, options)
    },
    checkReceipt: (proof, receipt, options) =>
      verifier.checkReceipt({ ...proof, log: before(proof) }, receipt, options),
    checkAudited: (proof, audited) => checkAudited(proof, subjectOf(proof), audited),
    // receipts state the lost log, so another one says nothing about them
    receiptLog: (proof, audited) => (audited.deployment === proof.deployment ? audited : undefined),
    badgeOf: verifier.badgeOf,
    mainSentence: sentenceOn,
    originOf: verifier.originOf,
    isConfirmed: (proof, { witness }) =>
      witness !== undefined || confirmed(proof).size >= proof.terms.quorum!,
  }
}
