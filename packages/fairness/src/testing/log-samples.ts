/** Signed logs for tests, as a deployment would serve them in proofs. */
import { signCheckpoint } from '../checkpoint.ts'
import { publicKeyOf } from '../signatures/ed25519.ts'
import { entryText, type LogEntry } from '../entries.ts'
import * as log from '../log.ts'
import { formatKey } from '../note.ts'
import type { ProofLog1 } from '../proof.ts'
import { cosign, witnessKey } from '../witness.ts'

export const LOG_SECRET = '5c'.repeat(32)

/** The witnesses of the samples: name and secret key (hex). */
export const WITNESSES = [
  { name: 'w1.example', secret: '31'.repeat(32) },
  { name: 'w2.example', secret: '32'.repeat(32) },
  { name: 'w3.example', secret: '33'.repeat(32) },
] as const

export type SampleWitness = (typeof WITNESSES)[number]

/** The note verifier key of a witness, as an opening names it. */
export const witnessText = ({ name, secret }: SampleWitness): string =>
  formatKey(witnessKey(name, publicKeyOf(secret)))

/** The line of a witness over a note. @param ms when it signs, by its clock */
export const lineOf = ({ name, secret }: SampleWitness, note: string, ms: number): string =>
  cosign(secret, name, note, Math.floor(ms / 1000))

export type LogPlan = {
  readonly deployment: string
  /** all entries up to the served checkpoint */
  readonly entries: readonly LogEntry[]
  /** the entries that the proof shows */
  readonly isShown: (entry: LogEntry) => boolean
  /** size and time of the checkpoint for the seal */
  readonly sealSize: number
  readonly sealMs: number
  /** time of the served checkpoint */
  readonly ms: number
}

/** The log part of a proof. */
export function logParts({ deployment, entries, isShown, sealSize, sealMs, ms }: LogPlan): ProofLog1 {
  const texts = entries.map(entryText)
  const leaves = texts.map(log.leafHash)
  const note = (size: number, timeMs: number): string => {
    const covered = leaves.slice(0, size)
    const head = covered.reduce(log.nextHead, log.firstHead(deployment))
    return signCheckpoint(LOG_SECRET, { deployment, size, root: log.treeRoot(covered), head, timeMs })
  }
  const shown = entries.flatMap((entry, index) => (isShown(entry) ? [index] : []))
  return {
    entries: shown.map((index) => ({
      index,
      bytes: texts[index]!,
      inclusion: log.inclusionProof(leaves, index),
    })),
    sealCheckpoint: note(sealSize, sealMs),
    checkpoint: note(leaves.length, ms),
    consistency: log.consistencyProof(leaves, sealSize),
    publicKey: publicKeyOf(LOG_SECRET),
  }
}
