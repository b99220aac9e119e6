/** The wallet: recharges and wallet statements, and in sandbox mode a simulated payment company. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { MoneyMode } from '@fairlot/contract/money-mode'
import type { Caller } from '../../platform/http/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Handlers, PlainRoute } from '../../platform/http/http-handler.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Random } from '../../platform/random.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { createSealing } from '../../platform/sealing.ts'
import type { Values } from '../../platform/settings/settings.ts'
import type { Currency } from './display.ts'
import { statementHandlers, type TitlesOf } from './wallet-statement.ts'
import type { PaymentProvider } from './recharge/provider.ts'
import { hookRoute } from './recharge/recharge.hooks.ts'
import { rechargeJobs } from './recharge/recharge.jobs.ts'
import type { RechargeDeps, WalletLog } from './recharge/recharge.ts'
import { rechargeHandlers } from './recharge/recharge.routes.ts'
import { PIGGIES, piggyHandlers } from './piggy/piggy.ts'
import { payoutHandlers } from './payout/payout.routes.ts'
import type { MemberCodes, PayoutDeps } from './payout/payout.ts'
import { cashierRoutes } from './sandbox/cashier.routes.ts'
import { createCompany, inProcessDelivery, type Company, type Deliver } from './sandbox/company.ts'
import { sandboxProvider } from './sandbox/provider.ts'
import { walletSettings } from './wallet.settings.ts'
import { isAccountInUse } from './withdrawal/withdrawal.queries.ts'
import { withdrawalHandlers } from './withdrawal/withdrawal.routes.ts'
import { createWithdrawalDesk, type DeskDeps, type WithdrawalDesk } from './withdrawal/withdrawal-desk.ts'
import type { DayDeps } from './withdrawal/withdrawal-days.ts'
import { withdrawalJobs } from './withdrawal/withdrawal.jobs.ts'
import { HOLDS, type WithdrawalDeps } from './withdrawal/withdrawal.ts'

export { countedDeposits } from './recharge/counted-deposits.ts'
export { displayAmount, type Currency } from './display.ts'
export { openRecharge } from './recharge/recharge.ts'
export { countOpenRecharges, lockRecharges } from './recharge/recharge.queries.ts'
export { WALLET_SETTING_RULES, WALLET_SETTINGS } from './wallet.settings.ts'
export { emptyPiggy, movePiggy, piggyOf, releasePiggy } from './piggy/piggy.ts'
export { piggyChecks, piggyPostings } from './piggy/piggy.checks.ts'
export { addPayout } from './payout/payout.ts'
export { erasePayouts } from './payout/payout.queries.ts'
export { openWithdrawal, type WithdrawalDeps } from './withdrawal/withdrawal.ts'
export { countOpenWithdrawals } from './withdrawal/withdrawal.queries.ts'
export { sandboxPaid, walletChecks, walletPostings } from './wallet.checks.ts'
export { withdrawalLiveness } from './withdrawal/withdrawal-liveness.checks.ts'
export type { BankResult } from './withdrawal/bank-results.ts'
export type { Acted } from './withdrawal/operate-withdrawals.ts'
export type { DeskRow } from './withdrawal/waiting-withdrawals.ts'
export type { WithdrawalDesk } from './withdrawal/withdrawal-desk.ts'
export { withdrawalChecks, withdrawalPostings } from './withdrawal/withdrawal.checks.ts'
export { rechargeLiveness } from './recharge/recharge-liveness.checks.ts'
export { httpDelivery } from './sandbox/company.ts'

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
  /** reads the names of sold issues, for the wallet statement */
  readonly titlesOf: TitlesOf
  /** why a member may not open a recharge now; null: the member may */
  readonly barred?: (member: Caller) => Refusal | null
  /** called after the commit that credits a member */
  readonly onCredited?: (memberId: string) => void
  /** whether a member's account is closed; a payment for a closed account raises an alarm */
  readonly isClosed?: (tx: Tx, memberId: string) => Promise<boolean>
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
  /** whether a module on which money can be played through serves the member; default: yes */
  readonly canPlay?: (member: Caller) => boolean
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
  | 'rechargeLog'
  | 'walletStatement'
  | 'payoutList'
  | 'payoutSave'
  | 'payoutFirst'
  | 'payoutDelete'
  | 'piggyState'
  | 'piggyTransfer'
  | 'withdrawInfo'
  | 'withdraw'
  | 'withdrawReturn'
  | 'withdrawStatus'
  | 'withdrawLog'

export type Wallet = {
  readonly handlers: Handlers<Endpoints, HandlerNames>
  /** routes of the cashier and the hook; empty with real money */
  readonly routes: readonly PlainRoute[]
  /** the demo seeder uses both: `openRecharge(wallet.recharges, …)`, then `company.choose(…)` */
  readonly recharges: RechargeDeps
  readonly payouts: PayoutDeps
  readonly withdrawals: WithdrawalDeps
  /** what operators do with withdrawals */
  readonly desk: WithdrawalDesk
  readonly company: Company | undefined
}

/** Creates the wallet and registers its jobs. Call it before `jobs.start()`. */
export function createWallet(options: WalletOptions): Wallet {
  const { db, clock, random, jobs, log, currency, utcOffsetMinutes, defaultLanguage } = options
  const providers = new Map<string, PaymentProvider>()
  const recharges: RechargeDeps = {
    db,
    random,
    log,
    currency,
    providers,
    settings: options.settings,
    barred: options.barred,
    onCredited: options.onCredited,
    isClosed: options.isClosed,
  }
  const routes: PlainRoute[] = []
  let company: Company | undefined

  if (options.moneyMode === 'sandbox') {
    const { secret } = options.sandbox
    const deliver: Deliver = (notice) => (options.sandbox.deliver ?? inProcessDelivery(hook))(notice)
    const delaySeconds = async () => walletSettings(options.settings).sandboxDelaySeconds
    company = createCompany({ db, clock, random, jobs, secret, deliver, delaySeconds })
    const provider = sandboxProvider({ company, clock, secret })
    const hook = hookRoute(recharges, provider)
    providers.set(provider.name, provider)
    routes.push(...cashierRoutes({ company, currency, defaultLanguage, delaySeconds }), hook)
  }
  rechargeJobs(jobs, recharges)

  const { settings, codes } = options
  const payoutDeps: PayoutDeps = {
    db,
    clock,
    random,
    settings,
    sealing: createSealing([{ id: 'payout-1', key: options.payoutKey }], random),
    fingerprintKey: options.payoutKey,
    codes,
    tell: options.tellPayout,
    isInUse: isAccountInUse,
  }
  const withdrawals: WithdrawalDeps = {
    db,
    random,
    settings,
    currency,
    utcOffsetMinutes,
    codes,
    canPlay: options.canPlay ?? (() => true),
    onMoved: options.onCredited,
  }
  const { tellFailed, publish, onCredited: onMoved } = options
  const desk = createWithdrawalDesk({
    sealing: payoutDeps.sealing,
    currency: currency.code,
    tellFailed,
    onMoved,
  })
  withdrawalJobs(jobs, { db, log, utcOffsetMinutes, publish })

  return {
    handlers: {
      ...rechargeHandlers(recharges),
      ...payoutHandlers(payoutDeps),
      ...piggyHandlers({ db, clock, random, onMoved: options.onCredited }),
      ...withdrawalHandlers({ ...withdrawals, sealing: payoutDeps.sealing }),
      ...statementHandlers({ db, utcOffsetMinutes, titlesOf: options.titlesOf }),
    },
    routes,
    recharges,
    payouts: payoutDeps,
    withdrawals,
    desk,
    company,
  }
}
