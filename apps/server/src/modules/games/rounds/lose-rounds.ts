/**
 * The end of rounds whose log was lost: the database is an older copy, and what is open or sealed in it may have got its
 * result elsewhere. Every stake goes back, also of a sealed round. The chains end, because their next values may be known.
 */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { Tx } from '../../../platform/db.ts'
import type { LogWriter } from '../../fair/index.ts'
import { businessNow, retireChains } from './chains/chains.queries.ts'

const LOCK = `
  select round_id from round where ended_at is null and outcome is null and status <> 'void' order by round_id for update`

/** A round is void from `closed` or `sealed` on. */
const CLOSE = `update round set status = 'closed' where status = 'open' and ended_at is null`

const LOSE = `
  with lost as (
    insert into round_void (round_id, why, bets, stake, voided_at)
    select round_id, 'lost', bets, stake, business_now() from round
    where ended_at is null and outcome is null and status <> 'void' returning round_id, bets)
  update round r set status = 'void', ended_at = case when lost.bets = 0 then business_now() end
  from lost where r.round_id = lost.round_id returning r.game, r.period, r.bets, r.slice`

type Lost = { game: GameId; period: string; bets: number; slice: bigint }

/**
 * Ends every round that is open or sealed, in the caller's transaction. The entries about them go into the new log, which
 * names the rounds.
 * @returns what the rounds had bound of the bankroll, minor units; the caller frees it after its last lock of what is sold
 */
export async function loseOpenRounds(tx: Tx, writer: Pick<LogWriter, 'enqueue'>): Promise<bigint> {
  await tx.query(LOCK)
  await tx.query(CLOSE)
  const lost = await tx.query<Lost>(LOSE)
  await retireChains(tx)
  const at = await businessNow(tx)
  const entries = lost.map(({ game, period, bets }) => ({ t: 'round-void', game, period, bets, at }) as const)
  await writer.enqueue(tx, ...entries.toSorted((a, b) => (a.period < b.period ? -1 : 1)))
  return lost.reduce((sum, { slice }) => sum + slice, 0n)
}
