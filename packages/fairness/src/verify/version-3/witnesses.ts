/** The step `witnesses` of version 3: who vouched for a draw, a void event or a chain, and who did not. */
import { roundTimeMs } from '../../beacon.ts'
import { statedTree } from '../../checkpoint.ts'
import { type Grade, hasBeacon } from '../../draw.ts'
import { dateOf } from '../../games/periods.ts'
import { type NoteKey, parseKey } from '../../note.ts'
import { together } from '../../quorum.ts'
import type { LinkedNote, ProofLog3 } from '../../proof/version-3/documents.ts'
import type { NamedWitness, Vouching } from '../../proof/version-3/types.ts'
import { demand, ReadError } from '../../read.ts'
import { ROUND_TIMES } from '../draw-steps.ts'
import { absent, open, type Outcome, unneeded, type VerifyOptions } from '../types.ts'
import { type Vouchers, vouchersOf } from './vouchers.ts'

/** Witnesses sign this long before the round of a seal is published, in seconds. */
const MARGIN = 5
const DAY_SECONDS = 86_400
const NONE: Vouchers = new Map()

/** What the steps about witnesses read of an issue or an event. */
export type Witnessed = {
  readonly deployment: string
  readonly terms: Vouching & { readonly grade: Grade }
  readonly seal: { readonly round: number | null } | null
  readonly result: { readonly favour: boolean } | null
  readonly log: ProofLog3 | null
}

/** A witness of the opening. */
type Named = NamedWitness & { readonly parsed: NoteKey }

export function namedOf({ witnesses }: Vouching): readonly Named[] {
  return (witnesses ?? []).map((witness) => ({ ...witness, parsed: parseKey(witness.key)! }))
}

const isSame = (a: NoteKey, b: NoteKey): boolean =>
  a.name === b.name && a.kind === b.kind && a.publicKey === b.publicKey

/** A list of notes in a document, and what its lines are about. */
type Lines = {
  readonly notes: readonly LinkedNote[]
  readonly place: string
  readonly are: 'older' | 'newer'
  readonly covers: number
  readonly before: number | null
}

/** What the notes of a document say, of named witnesses or of the one that the reader asks for. @throws ReadError */
export function readLines(
  deployment: string,
  { checkpoint, publicKey }: { readonly checkpoint: string; readonly publicKey: string },
  { notes, ...about }: Lines,
  asked: { readonly keys: readonly NoteKey[]; readonly lines: 'named' | 'asked' },
): Vouchers {
  const latest = statedTree(checkpoint)
  demand(latest !== null, 'size and root of log.checkpoint cannot be read')
  return vouchersOf(notes, { ...about, ...asked, deployment, publicKey, latest })
}

/** The lines over the seal. */
function sealLines({ seal }: Witnessed, { lines: notes, entries }: ProofLog3): Lines {
  const round = seal?.round ?? null
  const before = round === null ? null : roundTimeMs(round, ROUND_TIMES) / 1000 - MARGIN
  return { notes, place: 'log.lines', are: 'older', covers: entries[1]!.index, before }
}

/** The named witnesses that signed the seal in time. @throws ReadError when a line is not well formed */
export function timelyOf(proof: Witnessed, log: ProofLog3): Vouchers {
  if (proof.seal === null) return NONE
  const keys = namedOf(proof.terms).map(({ parsed }) => parsed)
  return readLines(proof.deployment, log, sealLines(proof, log), { keys, lines: 'named' })
}

/** The named witnesses that signed the ending, at any time. @throws ReadError when a line is not well formed */
export function confirmedBy({ deployment, terms }: Witnessed, log: ProofLog3): Vouchers {
  const keys = namedOf(terms).map(({ parsed }) => parsed)
  const { confirmation: notes, entries } = log
  const covers = entries.at(-1)!.index
  const about = { notes, place: 'log.confirmation', are: 'newer', covers, before: null } as const
  return readLines(deployment, log, about, { keys, lines: 'named' })
}

/** The house alone could have written how it ended: a favour, and a void event. */
const needsConfirmation = ({ terms, seal, result }: Witnessed): boolean =>
  terms.grade === 'witnessed' && (seal === null || result?.favour === true)

/** Whether so many witnesses signed the ending that no other history can exist, or the one that the reader trusts. */
export function isConfirmed(proof: Witnessed, { witness }: VerifyOptions): boolean {
  const { log, terms } = proof
  if (log === null || !needsConfirmation(proof) || witness !== undefined) return true
  return confirmedBy(proof, log).size >= terms.quorum!
}

/** Step `witnesses` of an issue or an event. @throws ReadError */
export function checkWitnesses3(proof: Witnessed, { witness }: VerifyOptions): Outcome {
  const { log, terms, seal, result } = proof
  if (log === null) return absent('not present: this document carries no signatures of witnesses')
  if (terms.grade !== 'witnessed') return checkUnnamed(proof, log, witness)
  const named = namedOf(terms)
  const timely = timelyOf(proof, log)
  const confirmed = confirmedBy(proof, log)
  if (witness !== undefined) {
    const needed = needsConfirmation(proof) ? confirmed : timely
    demandPinned(witness, named, needed)
  }
  const told = named
    .map((one) => tell(one, timely.get(one.parsed.name), confirmed.get(one.parsed.name)))
    .join(', ')
  const quorum = terms.quorum!
  if (seal === null || result?.favour === true) {
    const count = `${confirmed.size} of the ${quorum} needed witnesses have confirmed how it ended: ${told}`
    return confirmed.size >= quorum || witness !== undefined ? count : open(count)
  }
  if (timely.size >= quorum) return `${told}. ${togetherWith(terms)}`
  const count = `${timely.size} of the ${quorum} needed witnesses have signed the seal: ${told}`
  return result === null ? open(count) : count
}

/** The reader trusts this witness alone: it is named and it signed. */
export function demandPinned(witness: NoteKey, named: readonly Named[], signed: Vouchers): void {
  const { name } = witness
  const own = named.find(({ parsed }) => isSame(parsed, witness))
  demand(own !== undefined, `${name} did not vouch for this: the opening does not name it with this key`)
  demand(signed.has(name), `${name} did not vouch for this: it has no timely signature here`)
}

/** Grades without named witnesses: only the line of the asked witness is read. */
function checkUnnamed(proof: Witnessed, log: ProofLog3, witness: NoteKey | undefined): Outcome {
  const { grade } = proof.terms
  const hasLines = hasBeacon(grade) && proof.seal !== null
  if (witness === undefined) return unneeded(notRead(grade, log.lines.length))
  const asked = { keys: [witness], lines: 'asked' } as const
  const signed = hasLines ? readLines(proof.deployment, log, sealLines(proof, log), asked) : NONE
  demand(
    signed.has(witness.name),
    `${witness.name} did not vouch for this: grade ${grade} names no witnesses`,
  )
  return `${witness.name} signed at ${timeText(signed.get(witness.name)!)}`
}

/** @param notes how many notes with lines of witnesses the document has */
export function notRead(grade: string, notes: number): string {
  return notes === 0
    ? `grade ${grade} names no witnesses`
    : `grade ${grade} names no witnesses: without a key, the lines of ${notes} notes are not checked`
}

/** `2026-11-27T17:40:00Z`; seconds after the year 9999 stay a number. @param second Unix time */
const timeText = (second: number): string => {
  const days = Math.floor(second / DAY_SECONDS)
  const digits = String(dateOf(days))
  if (digits.length !== 8) return `second ${second}`
  const left = second - days * DAY_SECONDS
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  return `${date}T${two(left / 3600)}:${two((left / 60) % 60)}:${two(left % 60)}Z`
}

/** What a named witness did, with its time. */
export function tell(
  { parsed, own }: Named,
  timely: number | undefined,
  confirmed: number | undefined,
): string {
  const who = own ? `${parsed.name} (operated by the house)` : parsed.name
  if (timely !== undefined) return `${who} signed at ${timeText(timely)}`
  return confirmed === undefined ? `${who} was silent` : `${who} signed late, at ${timeText(confirmed)}`
}

/** Whether the quorum vouches for the draw; its X and N. */
export function vouchedFor(proof: Witnessed): { together: number; witnesses: number } | undefined {
  const { terms, seal, result, log } = proof
  if (terms.quorum === null || log === null || seal === null || result?.favour === true) return undefined
  return (countOf(proof, log) ?? 0) < terms.quorum ? undefined : quorumOf(terms)
}

/** How many witnesses signed in time; null when their lines are not well formed, so that step `witnesses` fails. */
export function countOf(proof: Witnessed, log: ProofLog3): number | null {
  try {
    return timelyOf(proof, log).size
  } catch (error) {
    if (error instanceof ReadError) return null
    throw error
  }
}

/** X and N of a quorum. */
export function quorumOf({ witnesses, quorum }: Vouching): { together: number; witnesses: number } {
  const count = witnesses?.length ?? 0
  return { together: together(count, quorum ?? 0), witnesses: count }
}

/** The sentence about whom the house needs, without a full stop. */
export function togetherWith(terms: Vouching): string {
  const { together: least, witnesses } = quorumOf(terms)
  return `The house could choose only together with ${least} of these ${witnesses} witnesses`
}

/** A chain's witnesses; the lines are over a state of the log that covers the chain. */
export function checkChainWitnesses(
  about: { readonly deployment: string; readonly terms: Vouching & { readonly grade: Grade } },
  log: { readonly checkpoint: string; readonly publicKey: string },
  lines: Lines,
  { witness }: VerifyOptions,
): Outcome {
  const { deployment, terms } = about
  if (terms.grade !== 'witnessed') {
    if (witness === undefined) return unneeded(notRead(terms.grade, lines.notes.length))
    const signed = readLines(deployment, log, lines, { keys: [witness], lines: 'asked' })
    demand(signed.has(witness.name), `${witness.name} did not vouch for this: the chain names no witnesses`)
    return `${witness.name} signed the chain at ${timeText(signed.get(witness.name)!)}`
  }
  const named = namedOf(terms)
  const keys = named.map(({ parsed }) => parsed)
  const timely = readLines(deployment, log, lines, { keys, lines: 'named' })
  const told = named.map((one) => tell(one, timely.get(one.parsed.name), undefined)).join(', ')
  if (witness !== undefined) demandPinned(witness, named, timely)
  demand(
    timely.size >= terms.quorum!,
    `${timely.size} of the ${terms.quorum} needed witnesses signed the chain before its first round: ${told}`,
  )
  return `${told}. ${togetherWith(terms)}`
}
