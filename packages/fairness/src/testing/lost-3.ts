/** Documents of version 3 whose log was lost after the seal. */
import { parseCheckpoint } from '../checkpoint.ts'
import { eventName } from '../entries.ts'
import { inclusionProof, leafHash, treeRoot } from '../log.ts'
import type { EventProof3, IssueProof3, ProofLog3 } from '../proof/version-3/documents.ts'
import type { LostPart } from '../proof/version-3/lost.ts'
import { confirming, entriesOf, eventProof3, issueProof3, linked, noteOver, sizeOf } from './documents-3.ts'
import { PlayedEvent3 } from './played-event-3.ts'
import { PlayedIssue3 } from './played-issue-3.ts'
import { begin3, lineLimitMs, vouchedNotes } from './played-lines.ts'
import { PlayedLog, type PlayedWitness } from './played-log.ts'

type Fields = Parameters<PlayedLog['append']>[0] & object
type Played = PlayedIssue3 | PlayedEvent3
export type LostDocument = (IssueProof3 | EventProof3) & { readonly lost: LostPart }

const subjectOf = ({ terms }: Played): string => ('event' in terms ? eventName(terms.event) : terms.issue)

const rootAt = ({ entries }: PlayedLog, size: number): string =>
  treeRoot(entries.slice(0, size).map(leafHash))

export type LostChanges = {
  /** of the entry `log-continues` */
  readonly continues?: Fields
  /** of the draw */
  readonly draw?: Fields
  /** of the entry with the amounts */
  readonly favour?: Fields
  /** who signs the log of the draw */
  readonly confirmedBy?: readonly PlayedWitness[]
  /** how many logs are lost one after another */
  readonly losses?: number
  readonly isPaid?: boolean
}

/** A log that continues another one, whose subjects were lost. */
function nextLog(before: PlayedLog, n: number, lost: readonly string[], changes: Fields): PlayedLog {
  const log = new PlayedLog(`${before.deployment.replace(/\.\d+$/, '')}.${n}`)
  log.now = before.now
  const { size } = before
  log.append({
    t: 'log-continues',
    deployment: before.deployment,
    size,
    root: rootAt(before, size),
    lost: [...lost],
    at: log.now,
    ...changes,
  })
  begin3(log)
  log.sign()
  return log
}

/** What is sealed in a log, then the loss of this log, and its draw in the log that continues it. */
export class PlayedLoss {
  /** the lost log, and those that follow */
  readonly logs: readonly PlayedLog[]
  readonly sealed: Played
  readonly drawn: Played

  constructor(
    sealed: Played,
    { continues, draw, favour, confirmedBy, losses = 1, isPaid = true }: LostChanges = {},
  ) {
    const logs = [sealed.log]
    for (let i = 0; i < losses; i++)
      logs.push(nextLog(logs.at(-1)!, i + 2, [subjectOf(sealed)], i === 0 ? { ...continues } : {}))
    this.logs = logs
    this.sealed = sealed
    this.drawn = sealed.on(logs.at(-1)!)
    this.drawn.draw({ lines: [], favour: true, ...draw })
    if (isPaid) this.drawn.favour({ ...favour })
    for (const witness of confirmedBy ?? []) this.drawn.log.cosign(witness)
  }
}

/** @param kept the state of the lost log that has the opening, where a witness alone keeps the seal */
function partOf({ logs, drawn }: PlayedLoss, from: string, opened: string | null): LostPart {
  const last = logs.length - 1
  let before = from
  return {
    opened,
    logs: logs.slice(1).map((log, i) => {
      const checkpoint = i + 1 === last ? noteOver(log, drawn.indexes.at(-1)!) : log.checkpoints[0]!.note
      const { size } = JSON.parse(log.entries[0]!) as { size: number }
      const sizes = [sizeOf(before), size].toSorted((a, b) => a - b) as [number, number]
      const hasPath = opened === null && sizes[1] <= logs[i]!.size
      const consistency = hasPath ? logs[i]!.consistency(...sizes) : sizes[0] === sizes[1] ? [] : null
      before = checkpoint
      return {
        deployment: log.deployment,
        entry: {
          bytes: log.entries[0]!,
          inclusion: inclusionProof(log.entries.slice(0, sizeOf(checkpoint)).map(leafHash), 0),
        },
        consistency,
        checkpoint,
      }
    }),
  }
}

/** @param by whose line over the seal alone is left, where the house lost the entries with the seal */
export function lostProof3(loss: PlayedLoss, by: PlayedWitness | null = null): LostDocument {
  const { sealed, drawn } = loss
  const { terms, indexes, log } = sealed
  const limit = lineLimitMs(sealed.sealed!.round!)
  const named = terms.witnesses!.filter(({ key }) => by === null || by.key === key)
  const { notes } = vouchedNotes(log, indexes[1]!, limit, named)
  const opened = by === null ? null : vouchedNotes(log, indexes[0]!, limit, named).notes[0]!
  const over = by === null ? Math.max(sealed.sealSize, ...notes.map(sizeOf)) : sizeOf(notes[0]!)
  const checkpoint = noteOver(log, over - 1)
  const seen = by === null ? over : sizeOf(opened!)
  const last = noteOver(drawn.log, drawn.indexes.at(-1)!)
  const part: ProofLog3 = {
    entries: [
      ...entriesOf(log, indexes.slice(0, 1), seen),
      ...entriesOf(log, indexes.slice(1, 2), over),
      ...entriesOf(drawn.log, drawn.indexes.slice(2), sizeOf(last)),
    ],
    sealCheckpoint: noteOver(log, sealed.sealSize - 1),
    checkpoint,
    consistency: log.consistency(sealed.sealSize, over),
    lines: linked(log, notes, over),
    confirmation: linked(drawn.log, confirming(drawn.log, sizeOf(last), terms.witnesses!), sizeOf(last)),
    publicKey: log.publicKey,
  }
  const document = drawn instanceof PlayedIssue3 ? issueProof3(drawn, part) : eventProof3(drawn, part)
  return {
    ...document,
    deployment: parseCheckpoint(checkpoint)!.deployment,
    lost: partOf(loss, checkpoint, opened),
  }
}
