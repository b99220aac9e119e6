/** The wallet: recharges and wallet statements, and in sandbox mode a simulated payment company. */
import type { ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { Caller } from '../../platform/http/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Downloads } from '../../platform/http/downloads.ts'
import type { Handlers, PlainRoute } from '../../platform/http/http-handler.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Random } from '../../platform/random.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { createSealing, type Sealing } from '../../platform/sealing.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { displayAmount, type Currency } from './display.ts'
import { statementFile } from './statement/statement-file.ts'
import { statementJobs } from './statement/statement.jobs.ts'
import {
  statementHandlers,
  statementPage,
  type SoldPurchases,
  type StatementFilter,
  type StatementPage,
} from './statement/wallet-statement.ts'
import type { PaymentProvider } from './recharge/provider.ts'
import { hookRoute } from './recharge/recharge.hooks.ts'
import { rechargeJobs } from './recharge/recharge.jobs.ts'
import type { RechargeDeps, WalletLog } from './recharge/recharge.ts'
import { rechargeHandlers } from './recharge/recharge.routes.ts'
import { waysByKind } from './recharge/ways.ts'
import { createChain } from './trc20/chain-view.ts'
import { createExamined } from './trc20/examined.ts'
import { trc20Jobs } from './trc20/trc20.jobs.ts'
import type { Trc20Setup } from './trc20/trc20-setup.ts'
import { sendProof, type Slips } from './transfer/proofs.ts'
import { createTransferDesk, type TransferDesk } from './transfer/transfer-desk.ts'
import { transferJobs } from './transfer/transfer.jobs.ts'
import { transferWay } from './transfer/transfer-way.ts'
import { trc20Way } from './trc20/trc20-way.ts'
import { outcomeHandlers } from './outcome.ts'
import { PIGGIES, piggyHandlers } from './piggy/piggy.ts'
import { rechargeReturnHandlers } from './back/recharge-return.routes.ts'
import { orderRefund, refundJobs, takeRefund, type RefundDeps } from './back/refunds.ts'
import { createKeptAddresses, type KeptAddresses } from './payout/kept-address.ts'
import { payoutHandlers } from './payout/payout.routes.ts'
import { payoutRing, type MemberCodes, type PayoutDeps } from './payout/payout.ts'
import { cashierRoutes } from './sandbox/cashier.routes.ts'
import { createCompany, inProcessDelivery, type Company, type Deliver } from './sandbox/company.ts'
import { sandboxProvider } from './sandbox/provider.ts'
import { correctionDesk, type CorrectionDesk } from './corrections/corrections.ts'
import { reconcile, reconciliationJobs } from './reconciliation/reconciliation.jobs.ts'
import { walletSettings } from './wallet.settings.ts'
import { isAccountInUse } from './withdrawal/withdrawal.queries.ts'
import { withdrawalHandlers } from './withdrawal/withdrawal.routes.ts'
import { createWithdrawalDesk, type DeskDeps, type WithdrawalDesk } from './withdrawal/withdrawal-desk.ts'
import type { DayDeps } from './withdrawal/withdrawal-days.ts'
import { withdrawalJobs } from './withdrawal/withdrawal.jobs.ts'
import { HOLDS, type WithdrawalDeps, type WithdrawalIdentity } from './withdrawal/withdrawal.ts'

export { walletCopy } from './wallet.copy.ts'
export { checkPayers, checkPayoutAccounts } from './payout/sealed-accounts.checks.ts'
export { countedDeposits } from './recharge/counted-deposits.ts'
export { displayAmount, type Currency } from './display.ts'
export { changeMethod, checkMethod, listMethods } from './recharge/methods.ts'
export { openRecharge } from './recharge/recharge.ts'
export { countOpenRecharges, lockRecharges } from './recharge/recharge.queries.ts'
export { OWNED_HELD, OWNED_PIGGY } from './owned.ts'
export { PLAY_PERCENT, WALLET_SETTING_RULES, WALLET_SETTINGS, walletSettings } from './wallet.settings.ts'
export { emptyPiggy, lockedPiggyOf, movePiggy, piggyOf, releasePiggy } from './piggy/piggy.ts'
export { piggyChecks, piggyPostings } from './piggy/piggy.checks.ts'
export { addPayout } from './payout/payout.ts'
export { erasePayouts, payoutAccounts } from './payout/payout.queries.ts'
export { erasePayers, lockPayers } from './recharge/payer.queries.ts'
export { openWithdrawal, withdrawalFeeAt, type WithdrawalDeps } from './withdrawal/withdrawal.ts'
export {
  countOpenWithdrawals,
  eraseNotes,
  lockApplications,
  withdrawnLately,
} from './withdrawal/withdrawal.queries.ts'
export { sandboxPaid, walletChecks, walletPostings } from './wallet.checks.ts'
export { RECORD_VERSIONS } from './record-versions.queries.ts'
export { heldByWithdrawals } from './records/member-money.queries.ts'
export { recordOwners } from './records/record-owner.queries.ts'
export { withdrawalLiveness } from './withdrawal/withdrawal-liveness.checks.ts'
export { moneyHistory, payoutHistory, type MoneyHistory } from './withdrawal/money-history.queries.ts'
export type { BankResult } from './withdrawal/bank-results.ts'
export type { Acted } from './withdrawal/operate-withdrawals.ts'
export type { DeskRow } from './withdrawal/waiting-withdrawals.ts'
export type { RefundStanding } from './back/refund-ends.ts'
export type { WithdrawalDesk } from './withdrawal/withdrawal-desk.ts'
export { correctionChecks, correctionPostings } from './corrections/corrections.checks.ts'
export type { CorrectionDesk } from './corrections/corrections.ts'
export { withdrawalChecks, withdrawalPostings } from './withdrawal/withdrawal.checks.ts'
export { statementChecks } from './statement/statement.checks.ts'
export { reconciliationChecks, reconciliationLiveness } from './reconciliation/reconciliation.checks.ts'
export {
  beyondProviders,
  differencesOf,
  listDays,
  type ReconciledDay,
} from './reconciliation/reconciliation.queries.ts'
export { transferLiveness } from './transfer/transfer-liveness.checks.ts'
export { maskPayer } from './recharge/payer.ts'
export type { Slips } from './transfer/proofs.ts'
export type { ReceivingLines } from './transfer/receiving-accounts.queries.ts'
export { rewardKey, type Reward, type RewardLine, type RewardsOf } from './statement/statement-rewards.ts'
export type { SoldPurchases } from './statement/wallet-statement.ts'
export type { StatementRow } from './transfer/statements.queries.ts'
export type { LineRow } from './transfer/statement-lines.queries.ts'
export type { TransferDesk } from './transfer/transfer-desk.ts'
export type { ListedRecharge } from './transfer/waiting-transfers.queries.ts'
export { rechargeLiveness } from './recharge/recharge-liveness.checks.ts'
export { httpDelivery } from './sandbox/company.ts'
export { skipAddresses } from './trc20/trc20.queries.ts'
export { formatUsdt, worthOf } from './trc20/usdt.ts'
export type { HeldTransfer, HeldTransfers } from './trc20/held-transfers.ts'
export { paidAddresses, trc20Standing } from './trc20/trc20-list.queries.ts'
export { checkDerivedAddresses } from './trc20/derived-addresses.checks.ts'
export { offeredMethods } from './recharge/offered-methods.ts'
export { openTrc20, type Trc20Setup } from './trc20/trc20-setup.ts'
export { bindTrc20 } from './trc20/trc20-way.ts'

/** The books of withdrawals and of piggy banks. */
export const WALLET_BOOKS = [HOLDS, PIGGIES] as const

export type WalletOptions = {
  readonly db: Db
  readonly settings: Values
  readonly clock: Clock
  readonly random: Random
  readonly jobs: Jobs
  readonly log: WalletLog
  readonly moneyMode: MoneyMode
  readonly currency: Currency
  /** offset of business time, minutes east of UTC */
  readonly utcOffsetMinutes: number
  readonly defaultLanguage: OfferedLanguage
  /** offers the wallet statement as a file */
  readonly downloads: Pick<Downloads, 'define'>
  /** what the sellers know of purchases, for the wallet statement */
  readonly purchases: SoldPurchases
  /** why a member may not open a recharge now; null: the member may */
  readonly barred?: (member: Caller) => Refusal | null | Promise<Refusal | null>
  /** whether the log is halted: then no job moves money */
  readonly isHalted?: () => Promise<boolean>
  /** called after the commit that changes a member's balance, recharges or withdrawals */
  readonly onCredited?: (memberId: string) => void
  /** whether a member's account is closed; a payment for a closed account raises an alarm */
  readonly isClosed?: (tx: Tx, memberId: string) => Promise<boolean>
  /** called in the transaction that credits a recharge */
  readonly onCredit?: (tx: Tx, memberId: string) => Promise<void>
  /** called in the transaction that saves a payout account */
  readonly onPayout?: (tx: Tx, memberId: string) => Promise<void>
  /** encrypts payout accounts; 32 bytes, outside of the database */
  readonly payoutKey: Uint8Array
  /** phone and SMS codes of members */
  readonly codes: MemberCodes
  /** tells a member about a new payout account */
  readonly tellPayout: PayoutDeps['tell']
  /** tells a member that a withdrawal failed */
  readonly tellFailed: DeskDeps['tellFailed']
  /** publishes the withdrawals of a day in the transparency log */
  readonly publish: DayDeps['publish']
  /** the identity check; without it every member counts as checked, which only tests of the wallet alone want */
  readonly identity?: WithdrawalIdentity
  /** whether a module on which money can be played through serves the member; default: yes */
  readonly canPlay?: (member: Caller) => boolean
  /** pictures of slips, which members have uploaded */
  readonly slips: Slips
  /** what recharges in USDT need; undefined: they are off */
  readonly trc20?: Trc20Setup | undefined
  readonly sandbox: {
    /** 32 bytes: Sandbox Pay signs its notices with it, and the wallet verifies them */
    readonly secret: Uint8Array
    /** how notices reach the hook: `httpDelivery(() => ownUrl)` in the server; default: a call in the same process */
    readonly deliver?: Deliver
  }
}

type HandlerNames =
  | 'rechargeAmounts'
  | 'rechargeMethods'
  | 'openRecharge'
  | 'rechargeStatus'
  | 'rechargeProof'
  | 'rechargeLog'
  | 'walletStatement'
  | 'statementMonths'
  | 'statementFile'
  | 'payoutList'
  | 'payoutSave'
  | 'payoutFirst'
  | 'payoutDelete'
  | 'piggyState'
  | 'piggyTransfer'
  | 'walletOutcome'
  | 'withdrawInfo'
  | 'withdraw'
  | 'withdrawReturn'
  | 'withdrawStatus'
  | 'withdrawLog'
  | 'rechargeReturns'
  | 'rechargeReturn'

export type Wallet = {
  readonly handlers: Handlers<Endpoints, HandlerNames>
  /** routes of the cashier and the hook; empty with real money */
  readonly routes: readonly PlainRoute[]
  /** the demo seeder uses both: `openRecharge(wallet.recharges, …)`, then `company.choose(…)` */
  readonly recharges: RechargeDeps
  /** stores a member's proof of a transfer */
  readonly sendProof: (memberId: string, proof: ParsedInput<Endpoints['rechargeProof']>) => Promise<unknown>
  readonly payouts: PayoutDeps
  /** keeps the addresses that finance products ask for */
  readonly addresses: KeptAddresses
  readonly withdrawals: WithdrawalDeps
  /** what operators do with withdrawals */
  readonly desk: WithdrawalDesk
  /** what operators correct in members' money */
  readonly corrections: CorrectionDesk
  /** a page of a member's statement */
  readonly statement: StatementPage
  /** what purchases were of */
  readonly titlesOf: SoldPurchases['titlesOf']
  /** what operators do with recharges by transfer */
  readonly transfers: TransferDesk
  readonly company: Company | undefined
  /** Compares what providers say with the books. The job does; the demo world has a past to compare. */
  readonly reconcile: () => Promise<unknown>
}

/** Creates the wallet and registers its jobs. Call it before `jobs.start()`. */
export function createWallet(options: WalletOptions): Wallet {
  const { db, clock, random, currency } = options
  const sealing = createSealing(payoutRing(options.payoutKey), random)
  const providers: Providers = new Map()
  const recharges = rechargeDeps(options, sealing, providers)
  const { company, routes } = connectProviders(options, recharges, providers)
  rechargeWork(options, recharges)
  const payouts = payoutDeps(options, sealing)
  const withdrawals = withdrawalDeps(options, sealing)
  const { offer, statements } = offerStatements(options, providers)
  const reconciliation = { db, log: options.log, utcOffsetMinutes: options.utcOffsetMinutes }
  reconciliationJobs(options.jobs, reconciliation)
  return {
    handlers: {
      ...rechargeHandlers({ ...recharges, slips: options.slips }),
      ...payoutHandlers(payouts),
      ...piggyHandlers({ db, clock, random, onMoved: options.onCredited }),
      ...outcomeHandlers(db),
      ...withdrawalHandlers(withdrawals),
      ...rechargeReturnHandlers({
        ...withdrawals,
        providers,
        fingerprintKey: options.payoutKey,
      }),
      ...statementHandlers({ ...statements, offer }),
    },
    routes,
    recharges,
    payouts,
    addresses: createKeptAddresses(payouts),
    withdrawals,
    desk: withdrawalDesk(options, sealing),
    corrections: correctionDesk({
      isClosed: options.isClosed,
      onCredited: options.onCredited,
      display: (minor) => (language) => displayAmount(minor, currency, language),
    }),
    statement: statementPage(statements),
    titlesOf: options.purchases.titlesOf,
    sendProof: (memberId, proof) => sendProof({ db, slips: options.slips }, memberId, proof),
    transfers: createTransferDesk({
      ...recharges,
      utcOffsetMinutes: options.utcOffsetMinutes,
      isHalted: options.isHalted,
      clock,
      moneyMode: options.moneyMode,
      currency: currency.code,
      slips: options.slips,
    }),
    company,
    reconcile: () => reconcile(reconciliation),
  }
}

type Providers = Map<string, PaymentProvider>

function rechargeDeps(options: WalletOptions, sealing: Sealing, providers: Providers): RechargeDeps {
  const { random, settings, log, currency, trc20 } = options
  return {
    db: options.db,
    random,
    log,
    currency,
    providers,
    sealing,
    direct: waysByKind([
      transferWay({ random, settings, currency: currency.code }),
      ...(trc20 ? [trc20Way({ settings, log, setup: trc20 })] : []),
    ]),
    codes: options.codes,
    settings,
    barred: options.barred,
    onCredited: options.onCredited,
    isClosed: options.isClosed,
    onCredit: options.onCredit,
  }
}

/** Registers the providers and what refunds at them do. Only a sandbox has one; it has a cashier and calls a hook. */
function connectProviders(
  options: WalletOptions,
  recharges: RechargeDeps,
  providers: Providers,
): { company: Company | undefined; routes: PlainRoute[] } {
  const { db, clock, random, jobs, log, currency, defaultLanguage, isHalted } = options
  const refunds: RefundDeps = { db, log, providers, onMoved: options.onCredited }
  refundJobs(jobs, { ...refunds, isHalted })
  if (options.moneyMode !== 'sandbox') return { company: undefined, routes: [] }
  const { secret } = options.sandbox
  const deliver: Deliver = (notice) => (options.sandbox.deliver ?? inProcessDelivery(hook))(notice)
  const delaySeconds = async () => walletSettings(options.settings).sandboxDelaySeconds
  const company = createCompany({ db, clock, random, jobs, secret, deliver, delaySeconds })
  const provider = sandboxProvider({ company, clock, secret })
  const hook = hookRoute(recharges, provider, (from, notice) => takeRefund(refunds, from, notice))
  providers.set(provider.name, provider)
  return { company, routes: [...cashierRoutes({ company, currency, defaultLanguage, delaySeconds }), hook] }
}

/** Registers the jobs of recharges: with a provider, by transfer and in USDT. */
function rechargeWork(options: WalletOptions, recharges: RechargeDeps): void {
  const { clock, jobs, log, utcOffsetMinutes, isHalted, trc20 } = options
  rechargeJobs(jobs, recharges)
  transferJobs(jobs, { ...recharges, utcOffsetMinutes, isHalted })
  trc20Jobs(
    jobs,
    trc20 && {
      ...recharges,
      isHalted,
      key: trc20.key,
      chain: createChain({ nodes: trc20.nodes, clock, log }),
      examined: createExamined(),
    },
  )
}

function payoutDeps(options: WalletOptions, sealing: Sealing): PayoutDeps {
  const { db, clock, random, settings, codes } = options
  return {
    db,
    clock,
    random,
    settings,
    sealing,
    fingerprintKey: options.payoutKey,
    codes,
    tell: options.tellPayout,
    onSaved: options.onPayout,
    isInUse: isAccountInUse,
  }
}

function withdrawalDeps(options: WalletOptions, sealing: Sealing): WithdrawalDeps {
  const { db, random, settings, currency, utcOffsetMinutes, codes } = options
  return {
    db,
    random,
    settings,
    currency,
    utcOffsetMinutes,
    codes,
    canPlay: options.canPlay ?? (() => true),
    sealing,
    identity: options.identity ?? { state: async () => 'approved', names: async () => new Map() },
    onMoved: options.onCredited,
  }
}

/** What operators do with withdrawals; registers the jobs of withdrawals. */
function withdrawalDesk(options: WalletOptions, sealing: Sealing): WithdrawalDesk {
  const { db, log, jobs, currency, utcOffsetMinutes, tellFailed, publish, onCredited: onMoved } = options
  withdrawalJobs(jobs, { db, log, utcOffsetMinutes, publish })
  return createWithdrawalDesk({
    sealing,
    currency: currency.code,
    tellFailed,
    approved: (tx, row) => orderRefund(jobs, tx, row),
    onMoved,
  })
}

/** What statements are read from, and their files; registers the jobs of statements. */
function offerStatements(options: WalletOptions, providers: Providers) {
  const { db, jobs, currency, utcOffsetMinutes } = options
  const providerNames = () => [...providers.keys()]
  const statements = { db, utcOffsetMinutes, ...options.purchases, providerNames }
  statementJobs(jobs, statements)
  const offer = options.downloads.define<StatementFilter>('statement', (owner, filter) =>
    statementFile({ ...statements, currencyCode: currency.code }, owner, filter),
  )
  return { statements, offer }
}
