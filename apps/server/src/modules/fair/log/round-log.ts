/** The log's part of the proof of a round: its entries with their paths, and the checkpoints that cover them. */
import type { Chain } from '@fairlot/fairness/beacon'
import { roundName, type LogEntryKind } from '@fairlot/fairness/entries'
import type { GameId } from '@fairlot/fairness/games/pay-table'
import { consistencyParts, inclusionParts } from '@fairlot/fairness/log-tree'
import type { NoteKey } from '@fairlot/fairness/note'
import type { RoundLog } from '@fairlot/fairness/proof/round-types'
import type { Executor } from '../../../platform/db.ts'
import { mostWitnessed } from './issue-log.ts'
import * as sql from './log.queries.ts'
import { firstCovering, pathsOf } from './log.reads.ts'

export type LoggedRound = {
  game: GameId
  period: string
  /** id of the hash chain */
  chainId: string
  beacon: Chain
  /** of the seal; null: the round was never sealed */
  beaconRound: number | null
  /** the last entry that the part contains: without `end` the round is shown as sealed */
  end: 'round-result' | 'round-void' | null
  /** the keys whose lines the part contains */
  witnesses: readonly NoteKey[]
}

export type Found = { log: number; index: number; kind: LogEntryKind; bytes: string }

export async function entriesOf(
  db: Executor,
  subject: string,
  kinds: readonly LogEntryKind[],
): Promise<Found[]> {
  const rows = await db.query<Omit<Found, 'index'> & { index: bigint }>(sql.ENTRIES_OF, [subject, kinds])
  return rows.map(({ index, ...entry }) => ({ ...entry, index: Number(index) }))
}

/**
 * The log's part of the proof of a round; null until a checkpoint covers its entries, or when its log was lost. It contains
 * the first checkpoints that cover the entries (for the seal the one that most witnesses signed in time), so that a proof
 * does not change.
 */
export async function roundLog(
  db: Executor,
  round: LoggedRound,
  publicKey: string,
): Promise<RoundLog | null> {
  const { game, period, end } = round
  const kinds = ['round-seal', ...(end === null ? [] : [end])] as const
  const chain = await entriesOf(db, round.chainId, ['game-chain'])
  const log = chain[0]?.log ?? null
  // sequential, because the doctor reads over one connection
  const own = await entriesOf(db, roundName(game, period), kinds)
  const entries = [...chain, ...own].filter((entry) => entry.log === log)
  const last = entries.at(-1)
  const isComplete = last?.kind === (end ?? 'round-seal')
  if (!last || !isComplete) return null
  const latest = await firstCovering(db, last.index, log)
  const seal = end === 'round-void' ? undefined : entries.find(({ kind }) => kind === 'round-seal')
  const first = seal && (await firstCovering(db, seal.index, log))
  if (!latest || (seal && !first)) return null
  const named = { chain: round.beacon, round: round.beaconRound, witnesses: round.witnesses }
  const shown = seal && first ? await mostWitnessed(db, named, seal.index, first) : null
  const checkpoint =
    shown === null
      ? latest
      : end === null
        ? shown.sealed
        : await firstCovering(db, Math.max(last.index, shown.sealed.size - 1), log)
  if (!checkpoint) return null
  const { size } = checkpoint
  const [consistency, ...inclusions] = await pathsOf(
    db,
    [
      shown === null ? [] : consistencyParts(shown.sealed.size, size),
      ...entries.map(({ index }) => inclusionParts(index, size)),
    ],
    log,
  )
  return {
    entries: entries.map(({ index, bytes }, i) => ({ index, bytes, inclusion: inclusions[i]! })),
    sealCheckpoint: shown === null ? null : shown.sealed.note,
    checkpoint: checkpoint.note,
    consistency: consistency!,
    cosignatures: shown?.lines ?? [],
    publicKey,
  }
}
