/** Finance products: the seller of units, what members see, and the job that accrues and pays. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { MessageValue } from '@fairlot/contract/messages'
import type { Clock } from '../../platform/clock.ts'
import type { ClockWatch } from '../../platform/time/clock-watch.ts'
import type { Caller } from '../../platform/http/auth.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Db, Executor } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { uuidv7, type Random } from '../../platform/random.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { createSeller } from '../ledger/index.ts'
import { financeRoutes, type FinanceNames } from './finance.routes.ts'
import type { ReserveDeps } from './reserve/state-reserves.ts'
import { reserveJobs } from './reserve/reserve.jobs.ts'
import { payDue, payJobs } from './interest/interest.jobs.ts'
import { exitOrder, type OnExited } from './interest/exit.ts'
import { buyUnits, type AddressKeeper, type UnitRequest } from './sale/buy-units.ts'
import { unitSeller } from './sale/unit-seller.ts'
import { codesOf, findUnits, unitTitles, type UnitTitle } from './views/finance-titles.ts'
import { financeStates, type FinanceState } from './views/live-states.ts'

export type FinanceOptions = {
  db: Db
  /** URL of the same database, for the hot path's own connections */
  databaseUrl: string
  clock: Clock
  random: Random
  jobs: Jobs
  clockWatch?: Pick<ClockWatch, 'look'> | undefined
  /** an amount as messages show it */
  display(minor: bigint): MessageValue
  /** whether the module is switched on */
  isOn(): boolean
  /** why a member may buy nothing now; null: the member may */
  barred(member: Caller): Refusal | null
  addresses: AddressKeeper
  /** whether no money may move, because the log is halted */
  isHalted?(): Promise<boolean>
  /** the writer of the transparency log, which states the reserves every day */
  writer: ReserveDeps['writer']
  /** called after the commit of orders of these members: bought, accrued, paid out or left */
  onChange(code: string, members: readonly string[]): void
  /** called in the transaction in which an order is left early */
  onExited?: OnExited | undefined
}

export type Finance = {
  routes: Handlers<Endpoints, FinanceNames>
  /** Buys for a member as `/finance/buy` does. @returns the id of the order @throws Refusal */
  buy(request: UnitRequest): Promise<string>
  /** Leaves an order as `/finance/exit` does. @throws Refusal */
  exit(memberId: string, orderId: string): Promise<void>
  /** Accrues and pays out everything that is due. The job does; the demo world has a past to pay. */
  payDue(): Promise<void>
  /** the state of products for live updates */
  states(codes: readonly string[]): Promise<FinanceState[]>
  /** What orders were of, in a language, by order id. */
  titlesOf(
    purchases: readonly { purchase: string; subject: string }[],
    language: OfferedLanguage,
  ): Promise<Map<string, UnitTitle>>
  /** The codes of products, by product id. */
  codesOf(at: Executor, productIds: readonly string[]): Promise<Map<string, string>>
  /** The member's orders that the code of a product, or the number of an order, names. */
  findUnits(memberId: string, text: string): Promise<string[]>
  /** Waits for the purchases under way, then closes the hot path's connections. */
  close(): Promise<void>
}

/** Creates the module and registers its jobs. Call it before `jobs.start()`. */
export function createFinance(options: FinanceOptions): Finance {
  const { db, clock, random, jobs, onChange } = options
  const seller = createSeller({ url: options.databaseUrl, definition: unitSeller })
  const buying = {
    ...options,
    seller,
    onBought: ({ member, code }: { member: string; code: string }) => onChange(code, [member]),
  }
  const paying = { ...options, newId: () => uuidv7(clock.now(), random), onPaid: onChange }
  payJobs(jobs, paying)
  reserveJobs(jobs, options)
  return {
    routes: financeRoutes(buying),
    buy: (request) => buyUnits(buying, request),
    async exit(memberId, orderId) {
      const { code } = await exitOrder(db, memberId, orderId, options.onExited)
      onChange(code, [memberId])
    },
    payDue: () => payDue(paying),
    states: (codes) => financeStates(db, codes),
    titlesOf: (purchases, language) => unitTitles(db, purchases, language),
    codesOf,
    findUnits: (memberId, text) => findUnits(db, memberId, text),
    close: () => seller.close(),
  }
}
