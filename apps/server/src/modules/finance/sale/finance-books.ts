/**
 * The two books of a finance product, in one row: the principal of its open orders (custody), and the money that the operator put
 * in for their interest and rebates (reserve). Neither falls below what it is bound for: the principal, and the interest that is not paid
 * yet with the highest rebates.
 */
import { defineBook } from '../../ledger/index.ts'

export const custodyBook = defineBook({
  name: 'custody',
  table: 'finance_product',
  key: 'product_id',
  balance: 'custody',
  account: 'custody',
  floor: 'principal',
})

export const reserveBook = defineBook({
  name: 'reserve',
  table: 'finance_product',
  key: 'reserve_id',
  balance: 'reserve',
  account: 'reserve',
  floor: 'bound',
})
