/** The mall: products and issues, buying shares, draws, orders. Other modules import only this file. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { MoneyMode } from '@fairlot/contract/money-mode'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { MessageValue } from '@fairlot/contract/messages'
import type { Clock } from '../../platform/clock.ts'
import type { ClockWatch } from '../../platform/clock-watch.ts'
import type { Caller } from '../../platform/http/auth.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Random } from '../../platform/random.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { NO_WITNESSES, type Fair, type Receipts, type Witnesses } from '../fair/index.ts'
import { createSeller } from '../ledger/index.ts'
import { shareSeller } from './sales/share-seller.ts'
import { createShareSales, type OnBought, type ShareSales } from './sales/buy.ts'
import { buyRoutes } from './sales/buy.routes.ts'
import { createCards, type PublicNames } from './catalogue/cards.ts'
import { createCatalogue, type Catalogue } from './catalogue/catalogue.ts'
import { createDraws, type Draws, type DrawsOptions } from './draws/draws.jobs.ts'
import { loseOpenIssues } from './issues/lose-issues.ts'
import { openIssue, scheduleIssue, type Opening } from './issues/open-issue.ts'
import { mallRoutes, type MallReads } from './mall.routes.ts'
import { createOrders, type Orders } from './sales/orders.ts'
import { purchaseTitles } from './sales/purchase-titles.ts'
import { createCategory, createProduct, type NewCategory, type NewProduct } from './catalogue/products.ts'
import { progressOf, type Progress } from './catalogue/progress.ts'
import { createProofs, type Proofs } from './draws/proof.ts'
import { WITNESS_PATIENCE } from './mall.settings.ts'
import { createTerms } from './issues/issue-terms.ts'
import { createSaltWatch, type SaltWatch } from './issues/stored-salts.ts'
import { createWinners } from './draws/winners.ts'

export { createProofs } from './draws/proof.ts'
export { mallChecks } from './mall.checks.ts'
export { mallLiveness } from './mall-liveness.checks.ts'
export { lateWitnessesCheck } from './witnessed/witnessed.checks.ts'
export { mallLogChecks } from './draws/mall-log.checks.ts'
export { checkRunningHashes } from './draws/running-hash.checks.ts'
export { checkStoredSalts } from './issues/stored-salts.ts'
export { MALL_SETTINGS } from './mall.settings.ts'
export { createTerms } from './issues/issue-terms.ts'
export type { Catalogue } from './catalogue/catalogue.ts'
export type { Draws } from './draws/draws.jobs.ts'
export type { Opening } from './issues/open-issue.ts'
export type { Orders } from './sales/orders.ts'
export { shareMoneyChecks, sharePostings } from './sales/share-postings.checks.ts'
export { shareSeller } from './sales/share-seller.ts'
export { issuesThatAwaitWitnesses } from './witnessed/waiting-issues.queries.ts'
export { productsOfOtherGrades } from './catalogue/products.queries.ts'
export { pendingPrizes } from './sales/orders.queries.ts'
export type { NewCategory, NewProduct } from './catalogue/products.ts'
export type { Progress } from './catalogue/progress.ts'

/** A completed step of an issue; the mall announces it after the commit. */
export type IssueChange = Parameters<NonNullable<DrawsOptions['onChange']>>[0]

/** Seconds from the seal of an issue to its beacon round. */
const DRAW_DELAY_SECONDS = 30

export type MallOptions = {
  db: Db
  /** settings that operators may change */
  settings: Values
  /** URL of the same database, for the hot path's separate connection */
  databaseUrl: string
  clock: Clock
  /** whether business time can be believed; by default it can */
  clockWatch?: Pick<ClockWatch, 'look'>
  random: Random
  log: DrawsOptions['log']
  fair: Fair
  /** reads public names of members */
  names: PublicNames
  defaultLanguage: OfferedLanguage
  /** offset of business time, minutes east of UTC */
  utcOffsetMinutes: number
  receipts: Receipts
  /** of the installation; by default play money */
  moneyMode?: MoneyMode
  /** the witnesses of the installation; by default none */
  witnesses?: Witnesses
  /** formats an amount (minor units) for messages */
  display(minor: bigint): MessageValue
  /** why a member may not start a purchase now; null: the member may */
  barred(member: Caller): Refusal | null
  drawDelaySeconds?: number
  /** called after the commit of each step of an issue */
  onChange?: DrawsOptions['onChange']
  /** called after the commit of each purchase */
  onBought?: OnBought
}

export type Mall = {
  routes: Handlers<Endpoints, MallReads | 'buy'>
  sales: ShareSales
  /** Runs the steps of issues. The server calls `start()` when it starts, and `stop()` before `close()`. */
  draws: Draws
  /** the stored salts of open issues; the server calls `look()` before the first call */
  storedSalts: SaltWatch
  catalogue: Catalogue
  orders: Orders
  proofs: Proofs
  /** The progress of issues, by issue number. Unknown numbers are omitted. */
  progress(numbers: readonly string[]): Promise<Progress[]>
  /** What purchases were of, in a language, by purchase id. Purchases of unknown issues are omitted. */
  titlesOf(
    purchases: readonly { purchase: string; subject: string }[],
    language: OfferedLanguage,
  ): ReturnType<typeof purchaseTitles>
  /** The number of an issue. Undefined: there is no such issue. */
  numberOf(issueId: string): Promise<string | undefined>
  createCategory(category: NewCategory): Promise<void>
  createProduct(product: NewProduct): Promise<void>
  /**
   * Opens the next issue of a product unless one is on sale or scheduled. Null: the product is paused, has had all its
   * issues, does not exist, or its subsidy is not funded (the product then pauses).
   */
  openIssue(code: string): Promise<Opening | null>
  /** Makes the next issue of a product, which opens at a business time (Unix milliseconds). Null as with `openIssue`. */
  scheduleIssue(code: string, opensAtMs: number): Promise<Opening | null>
  /** Ends every issue that is on sale, sold out or sealed, because its log was lost. @returns the numbers of all that are refunded */
  loseOpenIssues(tx: Tx): Promise<string[]>
  /** Waits for the purchases under way, then closes the hot path's connection. */
  close(): Promise<void>
}

export function createMall(options: MallOptions): Mall {
  const { db, clock, random, log, names, defaultLanguage, onChange } = options
  const askWitnesses = options.witnesses ?? NO_WITNESSES
  const witnesses = askWitnesses.noteKeys
  const { salts, tagKeys, beacons, writer } = options.fair
  const opening: DrawsOptions = {
    db,
    clock,
    clockWatch: options.clockWatch,
    random,
    salts,
    tagKeys,
    beacons,
    writer,
    log,
    utcOffset: options.utcOffsetMinutes,
    drawDelay: options.drawDelaySeconds ?? DRAW_DELAY_SECONDS,
    witnesses,
    moneyMode: options.moneyMode,
    askWitnesses,
    witnessPatienceMs: () => options.settings.get(WITNESS_PATIENCE) * MINUTE_MS,
    ...(onChange && { onChange }),
  }
  const terms = createTerms(db)
  const draws = createDraws(opening)
  askWitnesses.onNews(() => draws.wake())
  const storedSalts = createSaltWatch({ db, salts, log })
  const isStopped = (issueId: string) => storedSalts.isBroken(issueId)
  const seller = createSeller({ url: options.databaseUrl, definition: shareSeller })
  const sales = createShareSales({
    db,
    seller,
    terms,
    display: options.display,
    isStopped,
    onSoldOut: () => draws.wake(),
    onBought: options.onBought,
  })
  const cardOptions = { db, beacons, names, defaultLanguage }
  const cards = createCards(cardOptions)
  const winners = createWinners({ db, cards })
  const catalogue = createCatalogue({ ...cardOptions, cards, terms, tagKeys, settings: options.settings })
  const orders = createOrders({ db, isStopped, cards, terms, tagKeys, receipts: options.receipts })
  const proofs = createProofs({ db, terms, beacons, tagKeys, writer, witnesses })
  return {
    routes: {
      ...mallRoutes({ catalogue, orders, proofs, winners, barred: options.barred }),
      ...buyRoutes({ sales, barred: options.barred }),
    },
    sales,
    draws,
    storedSalts,
    catalogue,
    orders,
    proofs,
    progress: (numbers) => progressOf({ db, beacons }, numbers),
    titlesOf: (purchases, language) => purchaseTitles({ db, defaultLanguage }, purchases, language),
    numberOf: async (issueId) => (await terms.byIds([issueId])).get(issueId)?.number,
    createCategory: (category) => createCategory(db, category),
    createProduct: (product) => createProduct({ ...options, witnesses }, product),
    openIssue: (code) => openIssue(opening, code),
    scheduleIssue: (code, opensAtMs) => scheduleIssue(opening, code, opensAtMs),
    loseOpenIssues,
    close: () => seller.close(),
  }
}
