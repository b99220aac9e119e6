/** Proofs whose log a dishonest house has written: the house signs everything, so only the rules of the log can fail. */
import { parseCheckpoint } from '../checkpoint.ts'
import type { LogEntry } from '../entries.ts'
import type { IssueProof } from '../proof.ts'
import { lineOf, logParts, WITNESSES, witnessText } from './log-samples.ts'

export type Rebuilding = {
  /** the entries that the proof shows; by default those of the given proof */
  readonly entries?: (entries: LogEntry[]) => LogEntry[]
  /** times of the two checkpoints; by default those of the given proof */
  readonly sealMs?: number
  readonly ms?: number
  /** when the witnesses sign; by default a second after the checkpoint for the seal */
  readonly lineMs?: number
}

/** The proof with a log over the changed entries. All hashes are computed again, and house and witnesses sign again. */
export function rebuilt(proof: IssueProof, { entries: change, sealMs, ms, lineMs }: Rebuilding): IssueProof {
  const { log, terms, deployment } = proof
  if (log === null) throw new TypeError('a proof with a log')
  const shown = log.entries.map(({ bytes }) => JSON.parse(bytes) as LogEntry)
  const entries = change?.(shown) ?? shown
  const seals = entries.flatMap(({ t }, i) => (t === 'issue-seal' ? [i] : []))
  const stated = (note: string): number => parseCheckpoint(note)!.timeMs
  const sealedMs = sealMs ?? stated(log.sealCheckpoint)
  const parts = logParts({
    deployment,
    entries,
    isShown: () => true,
    sealSize: (seals.at(-1) ?? 0) + 1,
    sealMs: sealedMs,
    ms: ms ?? stated(log.checkpoint),
  })
  const signing = WITNESSES.filter((witness) => terms.witnesses?.includes(witnessText(witness)))
  const cosignatures = signing.map((witness) =>
    lineOf(witness, parts.sealCheckpoint, lineMs ?? sealedMs + 1_000),
  )
  return { ...proof, log: { ...parts, cosignatures } }
}
