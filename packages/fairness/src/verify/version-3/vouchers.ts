/** Reads signed notes with lines of witnesses: who signed which state of the log, and when. */
import { logKey, parseCheckpoint, verifyCheckpoint } from '../../checkpoint.ts'
import { verifyConsistency } from '../../log.ts'
import { type NoteKey, signatureOf } from '../../note.ts'
import type { LinkedNote } from '../../proof/version-3/documents.ts'
import { demand } from '../../read.ts'
import { verifyCosignature } from '../../witness.ts'

export type Tree = { readonly size: number; readonly root: string }

export type VoucherRules = {
  /** the field of the notes, for messages */
  readonly place: string
  readonly deployment: string
  /** the log's key, hex */
  readonly publicKey: string
  /** the tree of `log.checkpoint` */
  readonly latest: Tree
  /** whether the trees of the notes are the older or the newer ones */
  readonly are: 'older' | 'newer'
  /** index of the entry that each note covers */
  readonly covers: number
  readonly keys: readonly NoteKey[]
  /** `named`: each line is that of one of the keys. `asked`: lines of other keys are not read */
  readonly lines: 'named' | 'asked'
  /** a line of this second (Unix) or a later one does not count; null: each one counts */
  readonly before: number | null
}

/** The name of each key that signed, with the second (Unix) of its line. */
export type Vouchers = ReadonlyMap<string, number>

/**
 * The notes are states of the log that cover the entry, ascending by size, of one history with `log.checkpoint`; each line is valid and
 * timely, and each key has one.
 * @throws ReadError
 */
export function vouchersOf(notes: readonly LinkedNote[], rules: VoucherRules): Vouchers {
  const found = new Map<string, number>()
  let before = 0
  notes.forEach(({ note, consistency }, i) => {
    const place = `${rules.place}[${i}]`
    const { size, root, lines } = stateOf(note, place, rules)
    demand(size > rules.covers, `${place} does not cover entry ${rules.covers}`)
    demand(size > before, `${place} is not larger than the note before it`)
    before = size
    checkLink({ size, root }, consistency, place, rules)
    for (const line of lines) {
      const key = rules.keys.find((one) => signatureOf(line, one) !== null)
      if (key === undefined && rules.lines === 'asked') continue
      demand(key !== undefined, `${place} has a line of a witness that is not named`)
      demand(!found.has(key.name), `${rules.place} has two lines of ${key.name}`)
      found.set(key.name, secondOf(note, line, key, place, rules.before))
    }
  })
  return found
}

/** The log's own line is the first of a note, and witnesses have signed it. */
export function stateOf(
  note: string,
  place: string,
  { publicKey, deployment }: Pick<VoucherRules, 'publicKey' | 'deployment'>,
): Tree & { readonly lines: readonly string[] } {
  const [own, ...lines] = parseCheckpoint(note)?.signatures ?? []
  const isOwn = own !== undefined && signatureOf(own, logKey(deployment, publicKey)) !== null
  const checkpoint = isOwn ? verifyCheckpoint(note, publicKey, deployment) : null
  demand(
    checkpoint !== null,
    `${place} does not begin with the signature of the log's key for this deployment`,
  )
  demand(lines.length > 0, `${place} has no line of a witness`)
  return { size: checkpoint.size, root: checkpoint.root, lines }
}

function checkLink(
  tree: Tree,
  path: readonly string[],
  place: string,
  { latest, are }: Pick<VoucherRules, 'latest' | 'are'>,
): void {
  const [older, newer] = are === 'older' ? [tree, latest] : [latest, tree]
  const isLinked = verifyConsistency({
    oldSize: older.size,
    oldRoot: older.root,
    newSize: newer.size,
    newRoot: newer.root,
    path,
  })
  demand(isLinked, `${place} and log.checkpoint are not states of one history`)
}

export function secondOf(
  note: string,
  line: string,
  key: NoteKey,
  place: string,
  before: number | null,
): number {
  const second = verifyCosignature(note, line, key)
  demand(second !== null, `a line of ${place} is not the signature of ${key.name}`)
  demand(before === null || second < before, `${key.name} signed ${place} too late`)
  return second
}
