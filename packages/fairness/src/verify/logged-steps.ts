/** What the steps `inclusion`, `checkpoint` and `log` have in common for the kinds of proofs. */
import { type Checkpoint, parseCheckpoint, statedTree, verifyCheckpoint } from '../checkpoint.ts'
import { leafHash, verifyConsistency, verifyInclusion } from '../log.ts'
import type { ProofLog1 } from '../proof/types.ts'
import { demand } from '../read.ts'
import { timeOf } from './entry-text.ts'
import { absent, type FinishedAudit, type Outcome, type VerifyOptions } from './types.ts'

/** Step `inclusion` of a document without a log. It fails when the caller gives something that only a log can answer. */
export function withoutLog(options: VerifyOptions): Outcome {
  const asked = (['publicKey', 'receipt', 'witness', 'log'] as const).some(
    (name) => options[name] !== undefined,
  )
  demand(!asked, 'the document carries no transparency log, so nothing shows when its values were published')
  return absent('not present: this document carries no transparency log')
}

/**
 * The entries are in the tree of the newer checkpoint, in this order.
 * @param names what the entries are, for messages
 * @throws ReadError
 */
export function checkIncluded(
  { entries, checkpoint }: Pick<ProofLog1, 'entries' | 'checkpoint'>,
  names: readonly string[],
): Outcome {
  const tree = statedTree(checkpoint)
  if (tree === null) return absent('not checked: size and root of log.checkpoint cannot be read') // step `checkpoint` fails
  entries.forEach(({ bytes, index, inclusion: path }, i) => {
    const isInside = verifyInclusion({ leaf: leafHash(bytes), index, path, ...tree })
    demand(isInside, `the ${names[i]} is not in the log at index ${index}`)
    const isLater = i === 0 || entries[i - 1]!.index < index
    demand(isLater, `${names.join(', ')} are not in this order in the log`)
  })
  return `${names.join(', ')} are in the log as the proof states them`
}

type Notes = Pick<ProofLog1, 'entries' | 'checkpoint' | 'consistency' | 'publicKey'> & {
  /** signed note that covers the seal; null for a void round or event */
  readonly sealCheckpoint: string | null
}

/** Words for messages about the older checkpoint. */
export type NoteWords = { readonly place: string; readonly what: string; readonly limit: string }
const OF_SEAL: NoteWords = {
  place: 'log.sealCheckpoint',
  what: 'the seal',
  limit: 'the beacon round was known',
}

export type Noted = {
  readonly log: Notes
  readonly deployment: string
  /** when the seal that counts was made, and when its round is published (null without a beacon); null for a void one */
  readonly seal: { readonly at: number; readonly before: number | null } | null
  /** which entry of the proof the seal is */
  readonly sealEntry: number
  /** what the last entry is when its time bounds that of the checkpoint */
  readonly end: string | null
  /** when the older checkpoint is not that of a seal */
  readonly words?: NoteWords
}

/**
 * Step `checkpoint` of rounds and events, and of issues of version 3.
 * @param trusted the log's key from the caller
 * @throws ReadError
 */
export function checkNotes(
  { log, deployment, seal, sealEntry, end, words = OF_SEAL }: Noted,
  trusted: string | undefined,
): Outcome {
  const { place, what, limit } = words
  const isKey = trusted === undefined || trusted === log.publicKey
  demand(isKey, "the proof's log key is not the key that was given")
  const latest = signed(log.checkpoint, 'log.checkpoint', log, deployment)
  if (end !== null) {
    const at = timeOf(log.entries.at(-1)!, end)
    demand(latest.timeMs >= at, `log.checkpoint is dated before the ${end}`)
  }
  const key = trusted === undefined ? "the proof's own key (none was given)" : 'the key that was given'
  if (seal === null || log.sealCheckpoint === null) return `the log is signed with ${key}`
  const sealed = signed(log.sealCheckpoint, place, log, deployment)
  const isExtended = verifyConsistency({
    oldSize: sealed.size,
    oldRoot: sealed.root,
    newSize: latest.size,
    newRoot: latest.root,
    path: log.consistency,
  })
  demand(isExtended, 'the log was rewritten between the two checkpoints')
  demand(log.entries[sealEntry]!.index < sealed.size, `the checkpoint for ${what} does not contain ${what}`)
  const isEarly = seal.before === null || sealed.timeMs < seal.before
  demand(isEarly, `${what} was published after ${limit}`)
  demand(sealed.timeMs >= seal.at, `the checkpoint for ${what} is dated before ${what}`)
  demand(latest.timeMs >= sealed.timeMs, `log.checkpoint is dated before ${place}`)
  return `the log is signed with ${key} and was only extended since ${what}`
}

export function signed(
  note: string,
  place: string,
  log: Pick<Notes, 'publicKey'>,
  deployment: string,
): Checkpoint {
  const hasOne = parseCheckpoint(note)?.signatures.length === 1
  demand(hasOne, `${place} carries other signatures than the one that is checked`)
  const checkpoint = verifyCheckpoint(note, log.publicKey, deployment)
  demand(checkpoint !== null, `${place} is not signed by the log's key for this deployment`)
  return checkpoint
}

/** The log of a proof, and the audited log. */
type Compared = {
  readonly deployment: string
  readonly log: Pick<ProofLog1, 'entries' | 'publicKey'>
  readonly audited: FinishedAudit
  /** names in the audited log whose entries are those of the proof */
  readonly subjects: readonly string[]
  /** for messages: `issue`, `round` or `event` */
  readonly what: string
  /** the document is of a sealed one: the log may have further entries, which its audit has checked */
  readonly mayGoOn: boolean
}

/**
 * Step `log`: the audited log is the log of the proof, and its entries of the subjects are those of the proof.
 * @throws ReadError
 */
export function compareWithLog({ deployment, log, audited, subjects, what, mayGoOn }: Compared): Outcome {
  demand(audited.deployment === deployment, `the audited log is the log of ${audited.deployment}`)
  demand(audited.publicKey === log.publicKey, 'the audited log has another key than the proof')
  const found = subjects.flatMap((subject) => audited.find(subject))
  log.entries.forEach(({ index, bytes }, i) => {
    const isSame = found[i]?.index === index && found[i].bytes === bytes
    demand(isSame, `entry ${index} of the proof is not entry ${i + 1} of the ${what} in the audited log`)
  })
  const more = found.length - log.entries.length
  demand(more === 0 || mayGoOn, `the audited log has ${more} more entries of the ${what} than the proof`)
  const further = more === 0 ? '' : `; the log goes on with later entries of the ${what}`
  return `the audited log has the entries of the proof and no others before them${further}`
}
