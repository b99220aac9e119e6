/** The mall: products and issues, buying shares, draws, orders. Other modules import only this file. */
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { MessageValue } from '@fairlot/contract/messages'
import type { Clock } from '../../platform/clock.ts'
import type { ClockWatch } from '../../platform/time/clock-watch.ts'
import type { Caller } from '../../platform/http/auth.ts'
import type { Db, Executor, Tx } from '../../platform/db.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Random } from '../../platform/random.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import type { Addresses, LevelWatch } from '../identity/index.ts'
import { NO_WITNESSES, type Fair, type Receipts, type Witnesses } from '../fair/index.ts'
import { highestRewards, vipLevelOf } from '../identity/index.ts'
import { createSeller } from '../ledger/index.ts'
import { shareSeller } from './sales/share-seller.ts'
import { createShareSales, type OnBought, type ShareSales } from './sales/buy.ts'
import { buyRoutes } from './sales/buy.routes.ts'
import { createCards, type PublicNames } from './catalogue/cards.ts'
import { createCatalogue, type Catalogue } from './catalogue/catalogue.ts'
import { createDraws, type Draws, type DrawsOptions } from './draws/draws.jobs.ts'
import { restateRefunds } from './issues/log-entries.ts'
import { loseOpenIssues } from './issues/lose-issues.ts'
import {
  openIssue,
  openNextIssue,
  scheduleIssue,
  type NotMade,
  type Opening,
  type WithinOpening,
} from './issues/open-issue.ts'
import { createProductDesk, type ProductDesk } from './products/product-desk.ts'
import { deliveryRoutes, type DeliveryNames } from './delivery/delivery.routes.ts'
import { prizeClocks } from './delivery/delivery.settings.ts'
import { createDeliveryDesk, type DeliveryDesk } from './delivery/delivery-desk.ts'
import { deliveryJobs } from './delivery/delivery.jobs.ts'
import { createPrizeSteps, type PrizeDeps } from './delivery/prize-steps.ts'
import { mallRoutes, type MallReads } from './mall.routes.ts'
import { leaveSeat } from './sales/seats.ts'
import { createOrders, type Orders } from './sales/orders.ts'
import { findPurchases, productsOf, type FoundPurchases } from './sales/purchase-search.ts'
import { purchaseTitles } from './sales/purchase-titles.ts'
import { createCategory, createProduct, type NewCategory, type NewProduct } from './catalogue/products.ts'
import { progressOf, type Progress } from './catalogue/progress.ts'
import { createProofs, type Proofs } from './draws/proof.ts'
import { WITNESSED_DELAY, WITNESS_PATIENCE } from './mall.settings.ts'
import { createTerms } from './issues/issue-terms.ts'
import { createPublished } from './reviews/published.ts'
import { createReviewDesk, type ReviewDesk, type ReviewDeskDeps } from './reviews/review-desk.ts'
import { createReviews, type ReviewDeps } from './reviews/reviews.ts'
import { reviewRoutes, type ReviewEndpoints } from './reviews/reviews.routes.ts'
import { createSaltWatch, type SaltWatch } from './issues/stored-salts.ts'
import { createWinners } from './draws/winners.ts'
import { indexJobs } from './search/index.jobs.ts'
import { createReminders } from './wishes/reminders.ts'
import { setReminder, wishRoutes, type EventNames, type WishEndpoints } from './wishes/wishes.ts'
import { VOUCHER_RETURN_DAYS } from './vouchers/vouchers.settings.ts'
import { voucherJobs } from './vouchers/vouchers.jobs.ts'
import { listVouchers } from './vouchers/vouchers.ts'

export { mallCopy } from './mall.copy.ts'
export { PAID_BACK } from './favour/paid-back.ts'
export { KEPT_OF_SHARES } from './issues/house-part.ts'
export { createProofs } from './draws/proof.ts'
export { mallChecks } from './mall.checks.ts'
export { checkAddressCopies } from './delivery/address-copies.checks.ts'
export { checkContents } from './contents/prize-content.checks.ts'
export { keepContent } from './contents/prize-content.ts'
export { checkProductTexts, productChecks } from './products/product.checks.ts'
export { mallLiveness } from './mall-liveness.checks.ts'
export { lateWitnessesCheck } from './witnessed/witnessed.checks.ts'
export { mallLogChecks } from './draws/mall-log.checks.ts'
export { checkRunningHashes } from './draws/running-hash.checks.ts'
export { checkStoredSalts } from './issues/stored-salts.ts'
export { MALL_SETTINGS } from './mall.settings.ts'
export { createTerms } from './issues/issue-terms.ts'
export { createDeliveryDesk, type DeliveryDesk } from './delivery/delivery-desk.ts'
export { createPrizeSteps } from './delivery/prize-steps.ts'
export { enterParcels, pickListCsv } from './delivery/shipping-file.ts'
export type { Catalogue } from './catalogue/catalogue.ts'
export type { Draws } from './draws/draws.jobs.ts'
export type { NotMade, Opening } from './issues/open-issue.ts'
export {
  termsIn,
  type ProductDesk,
  type ProductLine,
  type ProductTerms,
  type ShownProduct,
} from './products/product-desk.ts'
export type { Orders } from './sales/orders.ts'
export { shareMoneyChecks, sharePostings } from './sales/share-postings.checks.ts'
export { shareSeller } from './sales/share-seller.ts'
export { openIssueMoney } from './issues/open-money.queries.ts'
export { issuesThatAwaitWitnesses } from './witnessed/waiting-issues.ts'
export { productsOfOtherGrades } from './catalogue/products.queries.ts'
export { ROUND_MS, TIMELY_LINES } from './witnessed/timely-lines.queries.ts'
export {
  createLevelWatch,
  noticeEventPrizes,
  noticeEventShares,
  noticeLeftOut,
} from './wishes/reward-notices.ts'
export { noticeAccount } from './wishes/account-notices.ts'
export { noticesTold } from './wishes/told.queries.ts'
export { eraseWishes, NOTICE_VERSIONS } from './wishes/wishes.queries.ts'
export { PRIZE_VERSIONS } from './delivery/prize-versions.queries.ts'
export { VOUCHER_VERSIONS } from './vouchers/vouchers.queries.ts'
export { createReviews, eraseReviews } from './reviews/reviews.ts'
export type { ReviewDesk } from './reviews/review-desk.ts'
export { openPrizes } from './sales/orders.queries.ts'
export { countOpenVouchers, walletsOf } from './vouchers/vouchers.queries.ts'
export { voucherChecks, voucherPostings } from './vouchers/vouchers.checks.ts'
export { allVouchers, checkGrant, endVouchers, grantVouchers } from './vouchers/vouchers.ts'
export type { NewCategory, NewProduct } from './catalogue/products.ts'
export type { IssueStake } from './issues/opening-check.ts'
export type { Progress } from './catalogue/progress.ts'

/** A completed step of an issue; the mall announces it after the commit. */
export type IssueChange = Parameters<NonNullable<DrawsOptions['onChange']>>[0]

/** Steps of an issue that members may have asked to be told about. */
const REMINDED: ReadonlySet<IssueChange['step']> = new Set([
  'opened',
  'sold_out',
  'drawn',
  'expired',
  'refunded',
])

/** Seconds from the seal of an issue to its beacon round. */
const DRAW_DELAY_SECONDS = 30

export type MallOptions = {
  db: Db
  /** settings that operators may change */
  settings: Values
  /** URL of the same database, for the hot path's separate connection */
  databaseUrl: string
  clock: Clock
  jobs: Jobs
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
  /** members' delivery addresses */
  addresses: Addresses
  /** tells a member about a prize */
  tellPrize: PrizeDeps['tell']
  /** called after the commit that changed a member's prize, or paid for it */
  onPrize?: ((memberId: string) => void) | undefined
  /** opens pictures of reviews and makes their public copies */
  uploads: ReviewDeskDeps['uploads']
  /** formats an amount (minor units) for messages */
  display(minor: bigint): MessageValue
  /** why a member may not start a purchase now; null: the member may */
  barred(member: Caller): Refusal | null
  drawDelaySeconds?: number
  /** the longest random wait between the sell-out of an issue and its seal; by default 20 seconds */
  sealWaitSeconds?: number | undefined
  /** called after the commit of each step of an issue */
  onChange?: DrawsOptions['onChange']
  /** called after the commit of each purchase */
  onBought?: OnBought
  /** called after the commit of each new notice of a member */
  onNotice?: (memberId: string) => void
  /** called after the commit that changed vouchers of a member */
  onVouchers?: ((memberId: string) => void) | undefined
  /** names events for the notices of their prizes */
  eventNames: EventNames
  /** who is told of the VIP levels that members reach */
  levelWatch?: LevelWatch | undefined
  /** called in the transaction that settles or refunds the last order of an issue */
  onEnded?: ((tx: Tx, issueId: string) => Promise<void>) | undefined
}

export type Mall = {
  routes: Handlers<
    Endpoints,
    MallReads | 'buy' | 'vouchers' | DeliveryNames | WishEndpoints | ReviewEndpoints
  >
  sales: ShareSales
  /** Runs the steps of issues. The server calls `start()` when it starts, and `stop()` before `close()`. */
  draws: Draws
  /** the stored salts of open issues; the server calls `look()` before the first call */
  storedSalts: SaltWatch
  catalogue: Catalogue
  orders: Orders
  proofs: Proofs
  /** what operators do with won products */
  delivery: DeliveryDesk
  /** what moderators do with reviews */
  reviewDesk: ReviewDesk
  /** what members do with reviews needs; the demo world posts some, too */
  reviews: ReviewDeps
  /** what the steps of prizes need; the demo world takes them, too */
  prizes: PrizeDeps
  /** Does what time alone does to prizes, as its job does every five minutes. @throws AggregateError */
  prizeClocks: { runDue(): Promise<void> }
  /** The progress of issues, by issue number. Unknown numbers are omitted. */
  progress(numbers: readonly string[]): Promise<Progress[]>
  /** Ends the vouchers that have expired, as its job does every five minutes. */
  voucherClocks: { runDue(): Promise<void> }
  /** What purchases were of, in a language, by purchase id. Purchases of unknown issues are omitted. */
  titlesOf(
    purchases: readonly { purchase: string; subject: string }[],
    language: OfferedLanguage,
  ): ReturnType<typeof purchaseTitles>
  /** The codes of the products of issues, by issue id. */
  productsOf(at: Executor, issueIds: readonly string[]): Promise<Map<string, string>>
  /** The member's orders that a number names, else the products that a text names. */
  findPurchases(memberId: string, text: string): Promise<FoundPurchases>
  /** The number of an issue. Undefined: there is no such issue. */
  numberOf(issueId: string): Promise<string | undefined>
  createCategory(category: NewCategory): Promise<void>
  createProduct(product: NewProduct): Promise<void>
  /** what operators see of products and change */
  products: ProductDesk
  /** Opens or schedules the next issue of a product for an operator. */
  openNext(
    next: { code: string; opensAtMs: number | null },
    within: WithinOpening,
  ): Promise<Opening | { refused: NotMade }>
  /**
   * Opens the next issue of a product unless one is on sale or scheduled. Null: the product is paused, has had all its
   * issues, does not exist, or its subsidy is not funded (the product then pauses).
   */
  openIssue(code: string): Promise<Opening | null>
  /** Makes the next issue of a product, which opens at a business time (Unix milliseconds). Null as with `openIssue`. */
  scheduleIssue(code: string, opensAtMs: number): Promise<Opening | null>
  /** Ends every issue that is on sale, sold out or sealed, because its log was lost. @returns the numbers of all that the new log names as lost */
  loseOpenIssues(tx: Tx): Promise<string[]>
  /** Enqueues the entries of complete refunds once more, after a new log began. @param numbers of their issues */
  restateRefunds(tx: Tx, numbers: readonly string[]): Promise<void>
  /** Stores or removes what a member asks to be told about an issue. @throws Refusal */
  remind: (memberId: string, wish: ParsedInput<Endpoints['remind']>) => Promise<Output<Endpoints['remind']>>
  /** Waits for the notices that changes of issues caused. */
  settled(): Promise<void>
  /** Waits for the purchases under way, then closes the hot path's connection. */
  close(): Promise<void>
}

export function createMall(options: MallOptions): Mall {
  const { db, clock, random, log, names, defaultLanguage } = options
  const reminders = createReminders(options)
  indexJobs(options)
  const { salts, tagKeys, beacons, writer } = options.fair
  const opening = drawsOptions(options, reminders)
  const { witnesses, askWitnesses } = opening
  const terms = createTerms(db)
  const draws = createDraws(opening)
  askWitnesses.onNews(() => draws.wake())
  const storedSalts = createSaltWatch({ db, salts, log })
  const isStopped = (issueId: string) => storedSalts.isBroken(issueId)
  const seller = createSeller({ url: options.databaseUrl, definition: shareSeller })
  const vipLevel = (memberId: string) => vipLevelOf(db, options.settings, memberId)
  const sales = createShareSales({
    db,
    seller,
    terms,
    display: options.display,
    vipLevel,
    isStopped,
    onSoldOut: () => draws.wake(),
    onFewLeft: (issueId) => reminders.wake(issueId),
    onBought: options.onBought,
    onVouchers: options.onVouchers,
  })
  const cardOptions = { db, beacons, names, defaultLanguage }
  const cards = createCards(cardOptions)
  const winners = createWinners({ db, cards })
  const catalogue = createCatalogue({ ...cardOptions, cards, terms, tagKeys, settings: options.settings })
  const { addresses, receipts } = options
  const orders = createOrders({ db, isStopped, vipLevel, cards, terms, tagKeys, receipts, addresses })
  const clocks = () => prizeClocks(options.settings)
  const prizes = { db, addresses, clocks, tell: options.tellPrize, onMoved: options.onPrize }
  const isHalted = async () => (await options.fair.standing.check(db)) !== 'ok'
  const ofJobs = { jobs: options.jobs, clockWatch: options.clockWatch, isHalted }
  const clocksOfPrizes = deliveryJobs({ ...prizes, ...ofJobs })
  const clocksOfVouchers = voucherJobs({ ...ofJobs, db, onVouchers: options.onVouchers })
  const steps = createPrizeSteps(prizes)
  const reviews = { db, clock, random, settings: options.settings, cards, prizes, onReview: options.onPrize }
  // a proof may also carry the lines of the house's own witnesses
  const proofs = createProofs({ db, terms, beacons, tagKeys, writer, witnesses: askWitnesses.noteKeys })
  const wishes = { db, terms, defaultLanguage, eventNames: options.eventNames }
  return {
    routes: {
      ...mallRoutes({
        catalogue,
        orders,
        proofs,
        winners,
        barred: options.barred,
        leave: (memberId, order) =>
          leaveSeat({ db, settings: options.settings, onLeft: () => draws.wake() }, memberId, order),
      }),
      ...buyRoutes({ sales, barred: options.barred }),
      ...wishRoutes(wishes),
      ...deliveryRoutes({ addresses, steps }),
      vouchers: ({ member, input }) => listVouchers(db, member.memberId, input),
      ...reviewRoutes({ reviews: createReviews(reviews), published: createPublished({ db, cards, names }) }),
    },
    sales,
    draws,
    storedSalts,
    catalogue,
    orders,
    delivery: createDeliveryDesk(prizes),
    reviewDesk: createReviewDesk({ db, uploads: options.uploads, onReview: options.onPrize }),
    reviews,
    prizes,
    prizeClocks: clocksOfPrizes,
    voucherClocks: clocksOfVouchers,
    proofs,
    progress: (numbers) => progressOf({ db, beacons }, numbers),
    titlesOf: (purchases, language) => purchaseTitles({ db, defaultLanguage }, purchases, language),
    productsOf,
    findPurchases: (memberId, text) => findPurchases(db, memberId, text),
    numberOf: async (issueId) => (await terms.byIds([issueId])).get(issueId)?.number,
    createCategory: (category) => createCategory(db, category),
    createProduct: (product) => createProduct({ ...options, witnesses, writer }, product),
    products: createProductDesk({ ...options, witnesses, writer }),
    openNext: (next, within) => openNextIssue(opening, next, within),
    openIssue: (code) => openIssue(opening, code),
    scheduleIssue: (code, opensAtMs) => scheduleIssue(opening, code, opensAtMs),
    loseOpenIssues: (tx) => loseOpenIssues(tx, { salts, tagKeys, beacons }),
    restateRefunds: (tx, numbers) => restateRefunds(tx, writer, numbers),
    remind: (memberId, wish) => setReminder(wishes, memberId, wish),
    settled: () => reminders.settled(),
    async close() {
      await reminders.settled()
      await seller.close()
    },
  }
}

function drawsOptions(options: MallOptions, reminders: ReturnType<typeof createReminders>): DrawsOptions {
  const { db, clock, random, log, onChange } = options
  const { salts, tagKeys, beacons, writer } = options.fair
  const askWitnesses = options.witnesses ?? NO_WITNESSES
  return {
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
    witnessedDelay: () => options.settings.get(WITNESSED_DELAY),
    sealWaitSeconds: options.sealWaitSeconds,
    witnesses: askWitnesses.noteKeys,
    rewards: () => highestRewards(options.settings),
    moneyMode: options.moneyMode,
    askWitnesses,
    prizeClocks: () => prizeClocks(options.settings),
    voucherReturnDays: () => options.settings.get(VOUCHER_RETURN_DAYS),
    onEnded: options.onEnded,
    levelWatch: options.levelWatch,
    witnessPatienceMs: () => options.settings.get(WITNESS_PATIENCE) * MINUTE_MS,
    onChange(change) {
      if (REMINDED.has(change.step)) reminders.wake(change.issueId)
      onChange?.(change)
    },
  }
}
