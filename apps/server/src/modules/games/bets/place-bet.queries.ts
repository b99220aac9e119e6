/** The round that a member bets on. */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { FLOOR_MS, type Executor } from '../../../platform/db.ts'

export type BettingRound = {
  roundId: string
  isOpen: boolean
  closesMs: number
  endsMs: number
  /** in 1/10,000 of the stake */
  fee: number
  slice: bigint
  stake: bigint
  exposure: bigint[]
  /** minor units; 0: no maximum */
  memberLimit: bigint
  /** what the given member has staked in it */
  staked: bigint
}

const ROUND = {
  name: 'bets.round',
  text: `
    select r.round_id as "roundId", r.closes_ms::float8 as "closesMs", r.ends_ms::float8 as "endsMs", c.fee, r.slice, r.stake, r.exposure,
      r.member_limit as "memberLimit", r.status = 'open' and ${FLOOR_MS('business_now()')} < r.closes_ms as "isOpen",
      case when $3::uuid is null then 0 else (
        select coalesce(sum(b.amount), 0) from bet b
        where b.round_id = r.round_id and b.member_id = $3 and b.state = 'done') end::bigint as staked
    from round r join game_chain c using (chain_id)
    where r.round_id = round_id_of($1, $2)`,
}

/** Undefined: the period never opened. @param member whose stakes are summed */
export async function bettingRound(
  db: Executor,
  game: GameId,
  period: string,
  member: string | null = null,
): Promise<BettingRound | undefined> {
  const [row] = await db.query<BettingRound>(ROUND, [game, period, member])
  return row && { ...row, exposure: row.exposure.map(BigInt) }
}
