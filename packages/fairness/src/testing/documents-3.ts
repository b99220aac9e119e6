/** The documents that a server makes of what tests play: proofs and receipts of version 3. */
import type { ClaimedRow } from '../claimed-rows.ts'
import { claimedRunning } from '../claimed-rows.ts'
import { parseCheckpoint } from '../checkpoint.ts'
import { tierTable } from '../draw.ts'
import { inclusionProof, leafHash } from '../log.ts'
import { parseKey } from '../note.ts'
import type { ProofBeacon, ProofEntry } from '../proof/types.ts'
import type {
  EventProof3,
  IssueProof3,
  LinkedNote,
  ProofLog3,
  RoundProof3,
} from '../proof/version-3/documents.ts'
import type { NamedWitness } from '../proof/version-3/types.ts'
import { type Receipt3, type SignedReceipt, signReceipt } from '../receipt.ts'
import { cosignedSeconds } from '../witness.ts'
import type { PlayedEvent3 } from './played-event-3.ts'
import type { PlayedGame3, PlayedRound3 } from './played-game-3.ts'
import type { PlayedIssue3 } from './played-issue-3.ts'
import { LOCAL_CHAIN, signatureOf } from './played-lines.ts'
import type { PlayedLog } from './played-log.ts'
import { LOG_SECRET } from './proof-samples.ts'

export const sizeOf = (note: string): number => parseCheckpoint(note)!.size

/** The first checkpoint that covers an entry. */
export function noteOver(log: PlayedLog, index: number): string {
  return log.checkpoints.find(({ note }) => sizeOf(note) > index)!.note
}

export function entriesOf(log: PlayedLog, indexes: readonly number[], size: number): ProofEntry[] {
  const leaves = log.entries.slice(0, size).map(leafHash)
  return indexes.map((index) => ({
    index,
    bytes: log.entries[index]!,
    inclusion: inclusionProof(leaves, index),
  }))
}

/** Notes with their paths to a checkpoint of this size, or from it. */
export function linked(log: PlayedLog, notes: readonly string[], size: number): LinkedNote[] {
  return notes.map((note) => {
    const sizes = [sizeOf(note), size].toSorted((a, b) => a - b) as [number, number]
    return { note, consistency: log.consistency(...sizes) }
  })
}

/** The notes that cover an ending, with the lines of named witnesses: each witness once. */
export function confirming(log: PlayedLog, size: number, witnesses: readonly NamedWitness[]): string[] {
  const found = new Set<string>()
  return log.checkpoints.flatMap(({ note, cosignatures }) => {
    if (sizeOf(note) < size) return []
    const lines = cosignatures.filter((line) => {
      const named = witnesses.find(({ key }) => cosignedSeconds(line, parseKey(key)!) !== null)
      if (named === undefined || found.has(named.key)) return false
      found.add(named.key)
      return true
    })
    return lines.length === 0 ? [] : [note + lines.map((line) => `${line}\n`).join('')]
  })
}

type Played = Pick<PlayedIssue3 | PlayedEvent3, 'log' | 'indexes' | 'sealSize'> & {
  readonly witnesses: readonly NamedWitness[] | null
  readonly lines: readonly string[]
  readonly isSealed: boolean
  readonly isConfirmable: boolean
}

function logOf({ log, indexes, sealSize, witnesses, lines, isSealed, isConfirmable }: Played): ProofLog3 {
  const checkpoint = noteOver(log, indexes.at(-1)!)
  const size = sizeOf(checkpoint)
  return {
    entries: entriesOf(log, indexes, size),
    sealCheckpoint: isSealed ? noteOver(log, sealSize - 1) : null,
    checkpoint,
    consistency: isSealed ? log.consistency(sealSize, size) : [],
    lines: linked(log, lines, size),
    confirmation: isConfirmable ? linked(log, confirming(log, size, witnesses ?? []), size) : [],
    publicKey: log.publicKey,
  }
}

function beaconOf(round: number | null): ProofBeacon | null {
  if (round === null) return null
  const { hash, publicKey } = LOCAL_CHAIN
  return { chain: hash, round, signature: signatureOf(round), publicKey }
}

/** The lines of a draw's entry, or those that there are before it. */
function linesOf(played: PlayedIssue3 | PlayedEvent3): readonly string[] {
  const { drawn, log, indexes, sealed, terms, sealSize } = played
  if (!sealed || terms.witnesses === null) return []
  if (drawn) return (JSON.parse(log.entries[indexes[2]!]!) as { lines: string[] }).lines
  // before the draw no later note is in the tree of the document's checkpoint
  return played.lines().lines!.filter((note) => sizeOf(note) <= sealSize)
}

function issueLog({ drawn, ...issue }: PlayedIssue3, lines: readonly string[]): ProofLog3 {
  const { witnesses } = issue.terms
  return logOf({ ...issue, witnesses, lines, isSealed: true, isConfirmable: drawn?.isFavour === true })
}

/** @param part the part `log` */
export function issueProof3(
  issue: PlayedIssue3,
  part: ProofLog3 = issueLog(issue, linesOf(issue)),
): IssueProof3 {
  const { log, terms, content, rows, sealed, drawn } = issue
  return {
    version: 'fairlot-proof/3',
    kind: 'issue',
    deployment: log.deployment,
    content,
    terms,
    rows: [...rows],
    seal: sealed!,
    beacon: drawn && beaconOf(sealed!.round),
    result: drawn && {
      entropy: issue.outcome().entropy,
      code: drawn.code,
      tiers: tierTable(sealed!.shares, terms.bands, terms.prizes),
      favour: drawn.isFavour,
    },
    log: part,
  }
}

function eventLog({ drawn, sealed, ...event }: PlayedEvent3, lines: readonly string[]): ProofLog3 {
  const { witnesses } = event.terms
  const isSealed = sealed !== null
  const isConfirmable = drawn?.isFavour === true || (!isSealed && witnesses !== null)
  return logOf({ ...event, witnesses, lines, isSealed, isConfirmable })
}

/**
 * The proof of an event; one with entries of an opening and of a void is that of a void event.
 * @param part the part `log`
 */
export function eventProof3(
  event: PlayedEvent3,
  part: ProofLog3 = eventLog(event, linesOf(event)),
): EventProof3 {
  const { log, terms, content, rows, sealed, drawn } = event
  const isSealed = sealed !== null
  return {
    version: 'fairlot-proof/3',
    kind: 'event',
    deployment: log.deployment,
    content,
    terms,
    rows: isSealed ? [...rows] : [],
    seal: sealed,
    beacon: drawn && beaconOf(sealed!.round),
    result: drawn && {
      entropy: event.outcome().entropy,
      winners: drawn.winners,
      favour: drawn.isFavour,
    },
    log: part,
  }
}

export function roundProof3(game: PlayedGame3, round: PlayedRound3): RoundProof3 {
  const { log, terms } = game
  const { period, index, opensAt, closesAt, rows, seal, indexes, isDecided } = round
  const checkpoint = noteOver(log, indexes.at(-1)!)
  const size = sizeOf(checkpoint)
  const chainNote = noteOver(log, game.index)
  const { entropy, result } = game.outcome(round)
  return {
    version: 'fairlot-proof/3',
    kind: 'round',
    deployment: log.deployment,
    terms: { ...terms, period, index, opensAt, closesAt },
    rows,
    seal: seal!,
    beacon: isDecided ? beaconOf(seal!.round) : null,
    result: isDecided ? { entropy, ...result } : null,
    log: {
      entries: entriesOf(log, indexes, size),
      chainCheckpoint: linked(log, [chainNote], size)[0]!,
      chainLines: linked(log, game.lines(), size),
      checkpoint,
      publicKey: log.publicKey,
    },
  }
}

/** What the receipt of an order and of a participant have in common: as of the state of the log after the opening. */
function boundOf(log: PlayedLog, opening: number, row: ClaimedRow, order: string, content: string) {
  const note = parseCheckpoint(noteOver(log, opening))!
  return {
    t: 'receipt/3',
    id: order,
    tag: row.tag,
    ms: row.ms,
    logSize: note.size,
    logRoot: note.root,
    seq: row.seq,
    order,
    content,
  } as const
}

/** The signed receipt of an order. @param seq number of its row */
export function orderReceipt3(
  { log, terms, rows, orders, indexes }: PlayedIssue3,
  seq: number,
  changes: Partial<Receipt3> = {},
): SignedReceipt {
  const row = rows[seq - 1]!
  const { first, quantity } = row
  return signReceipt(LOG_SECRET, {
    ...boundOf(log, indexes[0]!, row, orders[seq - 1]!.id, terms.content),
    kind: 'order',
    issue: terms.issue,
    first,
    quantity,
    amount: String(BigInt(terms.price) * BigInt(quantity)),
    running: claimedRunning(terms.issue, terms.shares, rows.slice(0, seq)),
    ...changes,
  } as Receipt3)
}

/** The signed receipt of a participant. @param seq number of the row */
export function eventReceipt3(
  { log, terms, rows, orders, indexes }: PlayedEvent3,
  seq: number,
  changes: Partial<Receipt3> = {},
): SignedReceipt {
  const row = rows[seq - 1]!
  return signReceipt(LOG_SECRET, {
    ...boundOf(log, indexes[0]!, row, orders[seq - 1]!.id, terms.content),
    kind: 'event',
    event: terms.event,
    first: row.first,
    quantity: 1,
    amount: '0',
    running: claimedRunning(terms.event, 0, rows.slice(0, seq)),
    ...changes,
  } as Receipt3)
}

/** The signed receipt of a bet. @param order id of the bet's purchase */
export function betReceipt3(
  { log, terms, index }: PlayedGame3,
  { period, rows }: PlayedRound3,
  seq: number,
  order: string,
  changes: Partial<Receipt3> = {},
): SignedReceipt {
  const { ms, bet, stake, tag } = rows[seq - 1]!
  const note = parseCheckpoint(noteOver(log, index))!
  return signReceipt(LOG_SECRET, {
    t: 'receipt/3',
    kind: 'bet',
    id: order,
    game: terms.game,
    period,
    tag,
    ms,
    picks: bet.picks,
    amount: String(BigInt(stake) * BigInt(bet.picks.length)),
    logSize: note.size,
    logRoot: note.root,
    seq,
    order,
    content: null,
    ...changes,
  } as Receipt3)
}
