/** Settles or refunds the bets of a round in chunks; the row of the round keeps how far they are. */
import type { Db } from '../../../platform/db.ts'
import { SETTLEMENT_CHUNK } from '../../ledger/index.ts'
import type { BetHooks } from './hooks.ts'
import { claimThrough, endRound, type LiveRound } from './rounds.queries.ts'

/** @returns whether this call ended the chunk */
export function endChunk(
  db: Db,
  bets: BetHooks,
  { roundId, game, period, status, outcome, through: from, bets: all }: LiveRound,
  size = SETTLEMENT_CHUNK,
): Promise<boolean> {
  const to = Math.min(from + size, all)
  const chunk = {
    roundId,
    game,
    period,
    outcome: status === 'void' ? null : outcome,
    from,
    to,
    claim: (tx: Parameters<typeof claimThrough>[0]) => claimThrough(tx, roundId, from, to),
    async finish(tx: Parameters<typeof endRound>[0]) {
      if (to === all) await endRound(tx, roundId)
      return to === all
    },
  }
  return status === 'void' ? bets.refund(db, chunk) : bets.settle(db, chunk)
}
