/** The ledger: the only writer of balances, purchases, limit counters and ledger lines. */
export { ledgerCopy } from './ledger.copy.ts'
export { array, uuids } from './arrays.ts'
export { bindGuarantee, freeGuarantee, isGuaranteeFree } from './bonds.ts'
export { bindMoney, unbindMoney } from './bound-money.ts'
export { defineBook, HOUSE, WALLETS, type Book } from './books.ts'
export { fundHouse, houseAccounts, isFundingKnown, refuseRealMoney, type Funding } from './house-accounts.ts'
export {
  earnedBefore,
  isMoveKnown,
  lockMove,
  MOVE_POSTINGS,
  moveHouse,
  moveIdOf,
  otherSide,
  type HouseMove,
} from './house-moves.ts'
export type { Check } from './check.ts'
export { bookCheck, ledgerChecks, repeatedReferences, sellersChecks } from './ledger.checks.ts'
export { CASH_ASSETS, OWNED_ESCROW, OWNED_WALLET } from './owned.ts'
export {
  ledgerPostings,
  postingsCheck,
  registeredCheck,
  SAME_TIME,
  sellerPostings,
  type Postings,
} from './postings.checks.ts'
export { payToWallets } from './many-credits.ts'
export { moveToHouse, moveWithinHouse, takeFromWallets, type Moved } from './many-transfers.ts'
export { countRecharge, countRechargeEnds, type RechargeEnd } from './limits/deposit-limit.ts'
export {
  limitsOf,
  setLimit,
  type CountedDeposits,
  type LimitKey,
  type LimitRow,
} from './limits/limit-counters.ts'
export { periodsNow, type PeriodTimes } from './limits/limit-periods.ts'
export { countPrize, countPrizes } from './limits/settled-limits.ts'
export { countMinutes, timeLimited, type MinuteOfUse } from './limits/time-limit.ts'
export {
  countPlay,
  forgetPlay,
  STILL_PLAYING,
  playThrough,
  requirePlay,
  requirePlayAgain,
  unplayed,
  unrequirePlay,
  waivePlay,
  type PlayThrough,
} from './play-through.ts'
export {
  barredNow,
  excludeWallet,
  markWalletClosing,
  requireFree,
  type Barred,
} from './protection/wallet-exclusion.ts'
export {
  freezeWallet,
  frozenNow,
  frozenRefusal,
  requireMoneyFree,
  requireNotFrozen,
  type Frozen,
} from './protection/wallet-freeze.ts'
export { buyWithHousePart, NotBought } from './purchase/house-part.ts'
export { OWN } from './purchase/own-part.ts'
export { QueueFull } from './purchase/batcher.ts'
export type { Outcome, PurchaseAnswer, PurchaseRequest, PurchaseState } from './purchase/purchase.ts'
export { DERIVED_SINCE, derivedId } from './purchase/derived-ids.checks.ts'
export { memberPurchases, openPurchases, type MemberPurchase } from './purchase/member-purchases.queries.ts'
export { purchaseKeys } from './purchase/purchase-keys.ts'
export { ledgerRefusal, limitRefusal } from './purchase/refusal-of.ts'
export { OutcomeUnknown } from './purchase/runner.ts'
export { createSeller, finishHeld, type PurchaseForm, type Seller } from './purchase/seller.ts'
export { defineSeller, type SellerDefinition } from './purchase/seller-definition.ts'
export { refundPurchases, SETTLEMENT_CHUNK, settleMixed, settlePurchases } from './purchase/settlement.ts'
export { HOUSE_BOOKS, houseAvailable, transfer, type Transfer, type TransferEnd } from './transfer.ts'
export { balances, lockWallets, openWallet, WALLET_VERSIONS } from './wallets.ts'
