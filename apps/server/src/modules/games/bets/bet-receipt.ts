/** The signed receipt of a bet, which its member keeps as evidence. */
import { KIND_OF_GAME, type GameId } from '@fairlot/contract/kinds/game-kinds'
import type { SignedReceipt } from '@fairlot/fairness/receipt'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Receipts, TagKeys } from '../../fair/index.ts'
import { roundTag } from '../rounds/round-bets.ts'
import { picksOf } from './pay-sql.ts'

export type BetReceiptOptions = { db: Executor; receipts: Receipts; tagKeys: TagKeys }

type Row = {
  roundId: string
  game: GameId
  period: string
  chainId: string
  mask: number
  amount: bigint
  ms: number
  seq: number
  rules: 2 | 3
}

const READ = {
  name: 'bet.receipt',
  text: `
    select b.round_id as "roundId", r.game, r.period, r.chain_id as "chainId", b.picks as mask, b.amount, b.ms::float8 as ms,
      b.seq, c.log_rules as rules
    from purchase p join bet b on (b.round_id, b.purchase_id) = (p.subject_id, p.purchase_id) join round r using (round_id)
      join game_chain c using (chain_id)
    where p.member_id = $1 and p.purchase_id = $2 and b.member_id = $1 and b.state = 'done'`,
}

/** @throws Refusal NO_SUCH_DATA: the member has no such bet */
export async function betReceipt(
  { db, receipts, tagKeys }: BetReceiptOptions,
  memberId: string,
  betId: string,
): Promise<SignedReceipt> {
  const [row] = await db.query<Row>(READ, [memberId, betId])
  if (!row) throw new Refusal('NO_SUCH_DATA')
  const { game, period, chainId, mask, amount, ms, rules, seq } = row
  const tag = roundTag(tagKeys, row, memberId)
  const picks = picksOf(KIND_OF_GAME[game], mask)
  const round = { game, period, chainId, rules }
  return receipts.ofBet({ memberId, betId, ...round, tag, ms, picks, amount, seq })
}
