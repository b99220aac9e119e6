import type { MemberTable } from '../../platform/schema/member-tables.ts'
import { picksSql } from './bets/pay-sql.ts'

/** The copy of a member's data: bets with their round and picks, and what of their stakes cancelled itself. */
export const gamesCopy: readonly MemberTable[] = [
  {
    name: 'bets',
    table: 'purchase',
    key: { purchase_id: 'uuid' },
    where: `t.kind = 'bets'`,
    joins: `
      join round on round.round_id = t.subject_id
      left join bet on (bet.round_id, bet.purchase_id) = (t.subject_id, t.purchase_id)`,
    columns: ['purchase_id', 'state', 'created_at', 'result'],
    more: {
      game: 'round.game',
      period: 'round.period',
      place: 'bet.seq',
      picks: picksSql('round.game', 't.quantity'),
    },
  },
  {
    name: 'cancelledStakes',
    table: 'bet_cancelled',
    key: { round_id: 'uuid' },
    columns: ['round_id'],
    amounts: ['amount', 'cancelled'],
  },
]
