/** The log's part of the proof of an issue or of an event: its entries with their paths, the checkpoints that cover them, and witnesses' lines. */
import { roundTimeMs, type Chain } from '@fairlot/fairness/beacon'
import type { LogEntryKind } from '@fairlot/fairness/entries'
import { consistencyParts, inclusionParts } from '@fairlot/fairness/log-tree'
import type { NoteKey } from '@fairlot/fairness/note'
import type { ProofLog } from '@fairlot/fairness/proof'
import { verifyCosignature } from '@fairlot/fairness/witness'
import type { Executor } from '../../../platform/db.ts'
import * as sql from './log.queries.ts'
import { checkpointOfSize, firstCovering, pathsOf, type Signed } from './log.reads.ts'

export type LoggedIssue = {
  /** issue number, or the name of an event */
  number: string
  /** by default an issue */
  of?: 'issue' | 'event'
  chain: Chain | null
  /** the beacon round of the last attempt; null in grades without a beacon */
  round: number | null
  /** whether the part contains the draw; without it the issue is shown as sealed */
  drawn: boolean
  /** the keys whose lines the part contains */
  witnesses: readonly NoteKey[]
}

type EntryRow = { log: number; index: bigint; kind: LogEntryKind; bytes: string }
type LineRow = { size: bigint; note: string; line: string }

/**
 * The log's part of the proof of a sealed or drawn issue or event; null until a checkpoint covers its entries. It contains every seal
 * of the issue that the log holds, and the first checkpoints that cover it (the one that most witnesses signed in time, for
 * the seal), so that a proof does not change.
 */
export async function issueLog(
  db: Executor,
  issue: LoggedIssue,
  publicKey: string,
): Promise<ProofLog | null> {
  const { of = 'issue' } = issue
  const draw: LogEntryKind = `${of}-draw`
  const kinds: readonly LogEntryKind[] = [`${of}-open`, `${of}-seal`, draw]
  const found = (await db.query<EntryRow>(sql.ENTRIES_OF, [issue.number, kinds])).map(
    ({ index, ...entry }) => ({ ...entry, index: Number(index) }),
  )
  // all entries of an issue are in the log in which it opened
  const log = found[0]?.log ?? null
  const entries = issue.drawn ? found : found.filter(({ kind }) => kind !== draw)
  const seal = entries.findLast(({ kind }) => kind === `${of}-seal`)
  const last = entries.at(-1)
  if (!seal || !last || (issue.drawn && last.kind !== draw)) return null
  // sequential, because the doctor reads over one connection
  const first = await firstCovering(db, seal.index, log)
  if (!first) return null
  const { sealed, lines } = await mostWitnessed(db, issue, seal.index, first)
  const end = issue.drawn ? await firstCovering(db, Math.max(last.index, sealed.size - 1), log) : sealed
  if (!end) return null
  const [consistency, ...inclusions] = await pathsOf(
    db,
    [consistencyParts(sealed.size, end.size), ...entries.map(({ index }) => inclusionParts(index, end.size))],
    log,
  )
  return {
    entries: entries.map(({ index, bytes }, i) => ({ index, bytes, inclusion: inclusions[i]! })),
    sealCheckpoint: sealed.note,
    cosignatures: lines,
    checkpoint: end.note,
    consistency: consistency!,
    publicKey,
  }
}

/**
 * The checkpoint over the seal that most witnesses have signed before the round is published, with their lines; the first
 * one when no witness has. A line counts when it verifies with the key of a witness.
 */
export async function mostWitnessed(
  db: Executor,
  { chain, round, witnesses }: Pick<LoggedIssue, 'chain' | 'round' | 'witnesses'>,
  seal: number,
  first: Signed,
): Promise<{ sealed: Signed; lines: string[] }> {
  if (chain === null || round === null || witnesses.length === 0) return { sealed: first, lines: [] }
  const roundMs = roundTimeMs(round, chain)
  const rows = await db.query<LineRow>(sql.LINES_BEFORE, [
    seal,
    roundMs,
    witnesses.map(({ name }) => name),
    first.log,
  ])
  const bySize = new Map<bigint, string[]>()
  for (const { size, note, line } of rows) {
    if (!isTimely(note, line, witnesses, roundMs)) continue
    const lines = bySize.get(size)
    if (lines) lines.push(line)
    else bySize.set(size, [line])
  }
  let best: [size: bigint, lines: string[]] | undefined
  for (const signed of bySize) if (!best || signed[1].length > best[1].length) best = signed
  const sealed = best && (await checkpointOfSize(db, Number(best[0]), first.log))
  return best && sealed ? { sealed, lines: best[1] } : { sealed: first, lines: [] }
}

/** Whether a witness has signed this note, by its own clock, before the round is published. */
function isTimely(note: string, line: string, witnesses: readonly NoteKey[], roundMs: number): boolean {
  return witnesses.some((key) => {
    const seconds = verifyCosignature(note, line, key)
    return seconds !== null && seconds * 1_000 < roundMs
  })
}
