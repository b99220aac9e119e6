/** The book of a round: the stakes of its bets, and after its result what the house adds for the payouts. */
import { defineBook } from '../../ledger/index.ts'

export const roundBook = defineBook({
  name: 'round',
  table: 'round',
  key: 'round_id',
  balance: 'pool',
  account: 'stakes',
})
