/**
 * The bets of a round after it closed: read for its evidence, settled by its outcome, or returned. The steps of the round claim the
 * chunks in its row, so that a job can stop anywhere and continue, and no bet ends twice.
 */
import { KIND_OF_GAME, type GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { LevelWatch } from '../../identity/index.ts'
import { refundPurchases, settlePurchases } from '../../ledger/index.ts'
import type { BetHooks, RoundChunk, SealedBet } from '../rounds/hooks.ts'
import { roundBook } from '../rounds/round-book.ts'
import { betSeller } from './bet-seller.ts'
import { countRoundPlay, countRoundSpend, markCancelled } from './cancelled.ts'
import { payoutSql, picksOf } from './pay-sql.ts'

const BETS = {
  name: 'bets.of_round',
  text: `
    select b.seq, b.ms::float8 as ms, b.member_id as member, b.purchase_id as id, b.picks as mask, b.stake, r.game
    from bet b join round r using (round_id)
    where b.round_id = $1 and b.seq > $2 order by b.seq limit $3`,
}

async function betsOf(db: Executor, roundId: string, after: number, limit: number): Promise<SealedBet[]> {
  const rows = await db.query<Omit<SealedBet, 'picks'> & { mask: number; game: GameId }>(BETS, [
    roundId,
    after,
    limit,
  ])
  return rows.map(({ mask, game, ...row }) => ({ ...row, picks: picksOf(KIND_OF_GAME[game], mask) }))
}

/** The bets of a chunk: $1 the round, $2 and $3 the places. */
const IN_CHUNK = 'b.round_id = $1 and b.seq > $2 and b.seq <= $3'

const MEMBERS = {
  name: 'bets.members',
  text: `select distinct b.member_id as member from bet b where ${IN_CHUNK}`,
}

/**
 * @param onEnded called after the commit of a chunk, with the members whose bets ended
 * @param onSettled called in the transaction that settles the last bet of a round
 * @param levels is told of the VIP levels that members reach by a round
 */
export function createBetHooks(
  onEnded: (game: GameId, members: readonly string[]) => void,
  onSettled: (tx: Tx, roundId: string) => Promise<void> = async () => {},
  levels?: LevelWatch,
): BetHooks {
  async function end(
    db: Db,
    { roundId, game, outcome, from, to, claim, finish }: RoundChunk,
    text: string,
    pay: typeof settlePurchases,
  ): Promise<boolean> {
    const range = [roundId, from, to] as const
    let told: readonly string[] = []
    const isOwn = await pay(db, {
      kind: betSeller.kind,
      book: roundBook,
      subject: roundId,
      outcomes: { text, values: range },
      count: to - from,
      // a bet counts less where others of the member cancel it
      uncounted: true,
      claim,
      async finish(tx) {
        if (outcome !== null) await countRoundPlay(tx, range)
        if (!(await finish(tx)) || outcome === null) return
        await markCancelled(tx, roundId)
        told = await countRoundSpend(tx, roundId, levels)
        await onSettled(tx, roundId)
      },
    })
    if (isOwn) {
      if (told.length > 0) levels?.onTold(told)
      const members = await db.query<{ member: string }>(MEMBERS, range)
      onEnded(
        game,
        members.map(({ member }) => member),
      )
    }
    return isOwn
  }

  return {
    rows: betsOf,
    settle(db, chunk) {
      if (chunk.outcome === null) throw new Error('a round without an outcome settles no bets')
      const payout = payoutSql(KIND_OF_GAME[chunk.game], chunk.outcome, 'b.picks', 'b.stake', 'c.fee')
      const outcomes = `
        select member_id, purchase_id, amount, case when payout > 0 then 'won' else 'lost' end as result, payout
        from (
          select b.*, ${payout} as payout
          from bet b join round r using (round_id) join game_chain c using (chain_id) where ${IN_CHUNK}) paid`
      return end(db, chunk, outcomes, settlePurchases)
    },
    refund: (db, chunk) =>
      end(db, chunk, `select member_id, purchase_id, amount from bet b where ${IN_CHUNK}`, refundPurchases),
  }
}
