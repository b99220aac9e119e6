/** The book of an event: the pool from the opening until its winners are paid. */
import { defineBook } from '../../ledger/index.ts'

export const eventBook = defineBook({
  name: 'event',
  table: 'event',
  key: 'event_id',
  balance: 'balance',
  account: 'pool',
})
