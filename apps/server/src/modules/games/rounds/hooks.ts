/**
 * What the steps of rounds need from the seller of bets. The steps seal what `rows` answers, decide the outcome, move the
 * house's part, and then let the seller settle or refund the bets in chunks.
 */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Db, Executor, Tx } from '../../../platform/db.ts'

/** A bet as the seal needs it. */
export type SealedBet = {
  /** 1, 2, 3 … without a gap, in the order in which the bets were accepted */
  seq: number
  /** Unix milliseconds */
  ms: number
  member: string
  /** id of the purchase */
  id: string
  /** in the order of the pay table */
  picks: readonly string[]
  /** on each pick, minor units */
  stake: bigint
}

/** Bets of a round that end in one transaction. */
export type RoundChunk = {
  roundId: string
  game: GameId
  period: string
  /** 1 to 10: the place in `round.exposure`; null: the round is void and its bets are refunded */
  outcome: number | null
  /** the bets `from` < seq ≤ `to` */
  from: number
  to: number
  /** Claims the chunk, once the wallets are locked; false: another process ended it. For `SettlementChunk.claim`. */
  claim(tx: Tx): Promise<boolean>
  /** Ends the round after its last chunk, and says whether it did. For `SettlementChunk.finish`. */
  finish(tx: Tx): Promise<boolean>
}

export type BetHooks = {
  /** Bets of a closed round with seq > `after`, in the order of seq, at most `limit`. */
  rows(at: Executor, roundId: string, after: number, limit: number): Promise<readonly SealedBet[]>
  /** Settles a chunk with `settlePurchases`. @returns whether this call did */
  settle(db: Db, chunk: RoundChunk): Promise<boolean>
  /** Pays a chunk back with `refundPurchases`. @returns whether this call did */
  refund(db: Db, chunk: RoundChunk): Promise<boolean>
}
