/** The log's part of the proof of a round of version 3: what the log holds of chain and round, and who signed the chain in time. */
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { roundName } from '@fairlot/fairness/entries'
import type { GameId } from '@fairlot/fairness/games/pay-table'
import { consistencyParts, inclusionParts } from '@fairlot/fairness/log-tree'
import type { RoundLog3 } from '@fairlot/fairness/proof/version-3/documents'
import type { Executor } from '../../../platform/db.ts'
import { linesOver } from '../witnesses/lines.ts'
import { firstCovering, pathsOf } from './log.reads.ts'
import { entriesOf } from './round-log.ts'

export type LoggedRound3 = {
  game: GameId
  period: string
  /** id of the hash chain */
  chainId: string
  /** when the first round of the chain opens: lines are older, Unix milliseconds */
  firstMs: number
  /** the part contains the result */
  isDecided: boolean
  /** note verifier keys that the chain names */
  witnesses: readonly string[]
}

/**
 * The log's part of the proof of a round of version 3; null until a checkpoint covers its entries, or when its log was lost. It
 * contains the first checkpoints that cover the entries, so that a proof does not change.
 */
export async function roundLog3(
  db: Executor,
  { game, period, chainId, firstMs, isDecided, witnesses }: LoggedRound3,
  publicKey: string,
): Promise<RoundLog3 | null> {
  const [chain] = await entriesOf(db, chainId, ['game-chain'])
  if (!chain) return null
  const { log } = chain
  const kinds = isDecided ? (['round-seal', 'round-result'] as const) : (['round-seal'] as const)
  // sequential, because the doctor reads over one connection
  const own = (await entriesOf(db, roundName(game, period), kinds)).filter((entry) => entry.log === log)
  if (own.length !== kinds.length) return null
  const entries = [chain, ...own.toSorted((a, b) => a.index - b.index)]
  const first = await firstCovering(db, chain.index, log)
  const checkpoint = await firstCovering(db, entries.at(-1)!.index, log)
  if (!first || !checkpoint) return null
  const { notes } = await linesOver(db, { index: chain.index, beforeMs: firstMs, log }, witnesses)
  const { size } = checkpoint
  const sizes = [first.size, ...notes.map((note) => parseCheckpoint(note)!.size)]
  const paths = await pathsOf(
    db,
    [
      ...sizes.map((from) => consistencyParts(from, size)),
      ...entries.map(({ index }) => inclusionParts(index, size)),
    ],
    log,
  )
  const [chainPath, ...rest] = paths
  return {
    entries: entries.map(({ index, bytes }, i) => ({ index, bytes, inclusion: rest[notes.length + i]! })),
    chainCheckpoint: { note: first.note, consistency: chainPath! },
    chainLines: notes.map((note, i) => ({ note, consistency: rest[i]! })),
    checkpoint: checkpoint.note,
    publicKey,
  }
}
