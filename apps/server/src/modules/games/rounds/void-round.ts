/**
 * Ends a round without a result: it was not sealed before its end, or no witness that its chain names signed its seal before
 * the beacon round. Every stake goes back. The slice of the bankroll is free.
 */
import type { Db, Tx } from '../../../platform/db.ts'
import type { LogWriter } from '../../fair/index.ts'
import { unbindMoney } from '../../ledger/index.ts'
import { insertVoid, lockRound } from './draw-round.queries.ts'
import { businessNow } from './chains/chains.queries.ts'
import type { NamedRound } from './round-bets.ts'
import { endRound } from './rounds.queries.ts'

export type VoidOptions = { db: Db; writer: LogWriter }

/** @param stillVoid runs with the log locked; false: the round is not void after all */
export async function voidRound(
  { db, writer }: VoidOptions,
  round: NamedRound,
  why: 'late' | 'unsigned',
  stillVoid: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  await writer.standing.require(db)
  return db.tx(async (tx) => {
    await writer.lock(tx)
    const locked = await lockRound(tx, round.roundId)
    const status = why === 'late' ? 'closed' : 'sealed'
    if (locked?.status !== status || locked.outcome !== null || !(await stillVoid(tx))) return false
    await insertVoid(tx, round.roundId, why)
    await unbindMoney(tx, 'bankroll', locked.slice)
    const { game, period } = round
    await writer.append(tx, { t: 'round-void', game, period, bets: locked.bets, at: await businessNow(tx) })
    if (locked.bets === 0) await endRound(tx, round.roundId)
    return true
  })
}
