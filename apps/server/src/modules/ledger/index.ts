/** The ledger: the only writer of balances and pools. */
export { QueueFull } from './batcher.ts'
export { creditWallets, lockWallets, refundPurchases, type Credit } from './credits.ts'
export {
  FUNDED_ACCOUNTS,
  fundHouse,
  houseAccounts,
  isFundingKnown,
  type FundedAccount,
  type Funding,
} from './house-accounts.ts'
export { checks as ledgerChecks, type Check } from './ledger.checks.ts'
export {
  countMinutes,
  endDeposits,
  holdDeposit,
  limitsOf,
  setLimit,
  settleLimits,
  periodsNow,
  barredNow,
  excludeWallet,
  markWalletClosing,
  timeLimited,
  type LimitKey,
  type LimitRow,
  type MinuteOfUse,
  type PeriodTimes,
  type Barred,
} from './limits.ts'
export { OutcomeUnknown } from './runner.ts'
export { createSeller, type Seller } from './seller.ts'
export type { Book, Item, Outcome } from './steps.ts'
export { walletStates, type WalletState } from './wallet-states.ts'
export {
  balances,
  houseAvailable,
  openWallet,
  transfer,
  type HouseAccount,
  type Transfer,
  type TransferEnd,
} from './transfer.ts'
