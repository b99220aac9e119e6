/** Finance products: units, interest, reserves. Other modules import only this file. */
export { createFinance, type Finance } from './finance.ts'
export { financeChecks, financePostings } from './finance.checks.ts'
export { fundReserveIn } from './reserve/publish-funding.ts'
export { reserveLiveness, reserveLogChecks } from './reserve/reserve-log.checks.ts'
export { coveredUnits, freeReserve, highestRebates, unitsLeft } from './products/room.ts'
export { financeCopy } from './finance.copy.ts'
export { EARLY_EXIT, FINANCE_SETTINGS } from './finance.settings.ts'
export { OWNED_INTEREST } from './owned.ts'
export {
  checkProduct,
  closeSale,
  isChangeable,
  saveProduct,
  type ProductTerms,
  type SavedProduct,
} from './products/products.ts'
export {
  allProducts,
  allReserves,
  everyText,
  productOf,
  rebateRateOf,
  type ProductRow,
} from './products/products.queries.ts'
export {
  defundReserve,
  fundReserve,
  isReserveReferenceUsed,
  type ReserveFunding,
} from './products/reserve-funding.ts'
export { lockBound, payBound, type BoundOrder } from './reserve/bound-rebates.ts'
export { reserveBook } from './sale/finance-books.ts'
export { unitSeller } from './sale/unit-seller.ts'
export { UNIT_VERSIONS } from './views/orders.queries.ts'
