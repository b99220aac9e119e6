/** The log steps of a verification: the entries match the proof, and the signed log contains them. */
import { type Chain, roundTimeMs, beaconOf } from './beacon.ts'
import { entryText, type LogEntry } from './entries.ts'
import { parseCheckpoint, statedTree, verifyCheckpoint } from './checkpoint.ts'
import { leafHash, verifyConsistency, verifyInclusion } from './log.ts'
import type { Proof, ProofEntry, ProofLog } from './proof.ts'
import { demand } from './read.ts'

/** An entry without `at`, the time at which the server wrote it. */
type Untimed<E> = E extends LogEntry ? Omit<E, 'at'> : never

/** The three entries that an issue's proof must contain. Of their times, only the opening's is part of the terms. */
function expectedEntries({ terms, seal, beacon, result }: Proof): Untimed<LogEntry>[] {
  const { issue } = terms
  const value = beacon === null ? null : beaconOf(beacon.signature)
  return [
    { t: 'issue-open', ...terms },
    { t: 'issue-seal', issue, ...seal },
    { t: 'issue-draw', issue, round: seal.round, beacon: value, entropy: result.entropy, code: result.code },
  ]
}

const NAMES = ['opening', 'seal', 'draw'] as const

/**
 * Step `inclusion`. Returns null when size and root of the checkpoint cannot be read; step `checkpoint` then fails.
 * @throws ReadError when an entry differs from the proof or is not in the checkpoint's tree
 */
export function checkLogInclusion(proof: Proof, log: ProofLog): string | null {
  const tree = statedTree(log.checkpoint)
  const expected = expectedEntries(proof)
  log.entries.forEach((entry, i) => {
    const name = NAMES[i]!
    const at = i === 0 ? proof.terms.at : timeOf(entry, name)
    const text = entryText({ ...expected[i]!, at })
    demand(entry.bytes === text, `the log's ${name} differs from the proof`)
    if (tree === null) return
    const { index, inclusion: path } = entry
    const leaf = leafHash(entry.bytes)
    demand(verifyInclusion({ leaf, index, path, ...tree }), `the ${name} is not in the log at index ${index}`)
  })
  const [open, seal, draw] = log.entries.map((entry) => entry.index) as [number, number, number]
  demand(open < seal && seal < draw, 'opening, seal and draw are not in this order in the log')
  return tree && 'opening, seal and draw are in the log as the proof states them'
}

/** The entry's `at`, which no other field of the proof states. */
function timeOf(entry: ProofEntry, name: string): number {
  let at: unknown
  try {
    at = (JSON.parse(entry.bytes) as { at?: unknown } | null)?.at
  } catch {
    at = undefined // not JSON: the next line refuses it, like an entry without a time
  }
  demand(typeof at === 'number' && Number.isSafeInteger(at) && at >= 0, `the log's ${name} has no time`)
  return at
}

/**
 * Step `checkpoint`.
 * @param chain the beacon chain of the draw; null when the grade has no beacon
 * @param trusted the log's key (32 bytes hex) from a source that the member trusts; without it, the key in the proof is used
 * @throws ReadError
 */
export function checkLogCheckpoints(
  proof: Proof & { readonly log: ProofLog },
  chain: Chain | null,
  round: number | null,
  trusted: string | undefined,
): string {
  const { log, deployment } = proof
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
  demand(log.entries[1]!.index < sealed.size, 'the checkpoint for the seal does not contain the seal')
  if (chain !== null && round !== null) {
    demand(
      sealed.timeMs < roundTimeMs(round, chain),
      'the seal was published after the beacon round was known',
    )
  }
  const key = trusted === undefined ? "the proof's own key (none was given)" : 'the key that was given'
  return `the log is signed with ${key} and was only extended since the seal`
}
