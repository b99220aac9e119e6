/** The moments of a draw in order: last order, seal, witnesses, beacon round, draw. */
import { QUICKNET, roundTimeMs } from '@fairlot/fairness/beacon'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { type NoteKey, parseKey } from '@fairlot/fairness/note'
import type { Proof } from '@fairlot/fairness/proof'
import { verifyCosignature } from '@fairlot/fairness/witness'
import { keysNamed } from './trust.ts'

/** Times are Unix milliseconds; a witness' time is by its own clock, in whole seconds. */
export type Moment =
  | { what: 'order' | 'round' | 'draw'; at: number }
  /** `isVoid`: no witness signed this attempt in time, so its round was not used */
  | { what: 'seal'; at: number; attempt: number; isVoid: boolean }
  | { what: 'witness'; at: number; who: string; beforeRoundMs: number }

/** Every chain, including the sandbox's own, counts rounds like drand quicknet. */
const roundMs = (round: number): number => roundTimeMs(round, QUICKNET)

/** Reads only; the verifier's steps check the values. */
export function timelineOf(proof: Proof): Moment[] {
  const { rows, seal } = proof
  const last = rows.at(-1)
  const moments: Moment[] = [
    ...(last ? [{ what: 'order', at: last.ms } as const] : []),
    ...sealsOf(proof),
    ...witnessesOf(proof),
    ...(seal.round === null ? [] : [{ what: 'round', at: roundMs(seal.round) } as const]),
    ...(proof.result === null ? [] : drawOf(proof)),
  ]
  // Equal times keep this order.
  return moments.toSorted((one, other) => one.at - other.at)
}

type SealEntry = { t: 'issue-seal'; sealedAt: number; attempt?: number }
type DrawEntry = { t: 'issue-draw'; at: number }

function entriesOf<T extends SealEntry | DrawEntry>({ log }: Proof, kind: T['t']): T[] {
  return (log?.entries ?? []).flatMap(({ bytes }) => {
    const entry = JSON.parse(bytes) as { t?: unknown }
    return entry.t === kind ? [entry as T] : []
  })
}

function sealsOf(proof: Proof): Moment[] {
  const counting = 'attempt' in proof.seal ? proof.seal.attempt : 1
  const seals = entriesOf<SealEntry>(proof, 'issue-seal')
  const found = seals.length > 0 ? seals : [{ sealedAt: proof.seal.sealedAt, attempt: counting }]
  return found.map(({ sealedAt, attempt = 1 }) => ({
    what: 'seal',
    at: sealedAt,
    attempt,
    isVoid: attempt < counting,
  }))
}

/** The witnesses that the opening names. */
function namedIn({ terms }: Proof): NoteKey[] {
  return keysNamed(terms).flatMap((text) => parseKey(text) ?? [])
}

/** The names of the witnesses that the opening names and whose signature the document does not have. */
export function silentWitnesses(proof: Proof): string[] {
  return namedIn(proof).flatMap((key) => (signedAt(proof, key) === null ? [key.name] : []))
}

/** The states of the log that cover the seal, with the lines of witnesses over each. Since version 3 there can be several. */
function signedNotes(log: Proof['log']): { note: string; lines: readonly string[] }[] {
  if (log === null) return []
  if ('lines' in log)
    return log.lines.map(({ note }) => ({ note, lines: parseCheckpoint(note)?.signatures ?? [] }))
  return 'cosignatures' in log ? [{ note: log.sealCheckpoint, lines: log.cosignatures }] : []
}

/** When a witness signed the seal, in milliseconds; null without its signature. */
function signedAt({ log }: Proof, key: NoteKey): number | null {
  for (const { note, lines } of signedNotes(log)) {
    for (const line of lines) {
      const seconds = verifyCosignature(note, line, key)
      if (seconds !== null) return seconds * 1000
    }
  }
  return null
}

/** The named witnesses that signed the seal. */
function witnessesOf(proof: Proof): Moment[] {
  const { round } = proof.seal
  if (round === null) return []
  return namedIn(proof).flatMap((key): Moment[] => {
    const at = signedAt(proof, key)
    return at === null ? [] : [{ what: 'witness', at, who: key.name, beforeRoundMs: roundMs(round) - at }]
  })
}

function drawOf(proof: Proof): Moment[] {
  return entriesOf<DrawEntry>(proof, 'issue-draw').map(({ at }) => ({ what: 'draw', at }))
}
