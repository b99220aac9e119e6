/** The mall: products and issues, buying shares, draws, orders. The only door to this module. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/auth.ts'
import type { Db } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Random } from '../../platform/random.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import type { Fair, Receipts } from '../fair/index.ts'
import { createSeller } from '../ledger/index.ts'
import { shareSeller } from './sales/share-seller.ts'
import { createShareSales, type OnBought, type ShareSales } from './sales/buy.ts'
import { buyRoutes } from './sales/buy.routes.ts'
import { createCards, type PublicNames } from './catalogue/cards.ts'
import { createCatalogue, type Catalogue } from './catalogue/catalogue.ts'
import { issueTitles } from './catalogue/issue-page.queries.ts'
import { createDraws, type Draws, type DrawsOptions } from './draws/draws.jobs.ts'
import { openIssue, scheduleIssue, type Opening } from './issues/open-issue.ts'
import { mallRoutes, type MallReads } from './mall.routes.ts'
import { createOrders, type Orders } from './sales/orders.ts'
import { createCategory, createProduct, type NewCategory, type NewProduct } from './catalogue/products.ts'
import { progressOf, type Progress } from './catalogue/progress.ts'
import { createProofs, type Proofs } from './draws/proof.ts'
import { createTerms } from './issues/issue-terms.ts'
import { createWinners } from './draws/winners.ts'

export { createProofs } from './draws/proof.ts'
export { mallChecks } from './mall.checks.ts'
export { mallLogChecks } from './draws/mall-log.checks.ts'
export { MALL_SETTINGS } from './mall.settings.ts'
export { createTerms } from './issues/issue-terms.ts'
export type { Card, Viewer } from './catalogue/cards.ts'
export type { Catalogue, Featured } from './catalogue/catalogue.ts'
export type { Draws } from './draws/draws.jobs.ts'
export type { Opening } from './issues/open-issue.ts'
export type { Orders } from './sales/orders.ts'
export { shareSeller } from './sales/share-seller.ts'
export { pendingPrizes } from './sales/orders.queries.ts'
export type { NewCategory, NewProduct } from './catalogue/products.ts'
export type { Progress } from './catalogue/progress.ts'

/** A step of an issue's life, told after its commit. */
export type IssueChange = Parameters<NonNullable<DrawsOptions['onChange']>>[0]

/** Seconds from the seal of an issue to its beacon round. */
const DRAW_DELAY_SECONDS = 30

export type MallOptions = {
  db: Db
  /** what operators may adjust */
  settings: Values
  /** of the same database, for the hot path's own connection */
  databaseUrl: string
  clock: Clock
  random: Random
  log: DrawsOptions['log']
  fair: Fair
  /** identity's public names */
  names: PublicNames
  defaultLanguage: OfferedLanguage
  /** of business time, minutes east of UTC */
  utcOffsetMinutes: number
  receipts: Receipts
  /** an amount as messages show it */
  display(minor: bigint): string
  /** why a member may buy nothing new now; null: they may */
  barred(member: Caller): Refusal | null
  drawDelaySeconds?: number
  /** told after the commit of each step of a draw */
  onChange?: DrawsOptions['onChange']
  /** told after the commit of each purchase */
  onBought?: OnBought
}

export type Mall = {
  routes: Handlers<Endpoints, MallReads | 'buy'>
  sales: ShareSales
  /** Seals, draws and settles; `start()` it with the server, `stop()` it before `close()`. */
  draws: Draws
  catalogue: Catalogue
  orders: Orders
  proofs: Proofs
  /** How far issues are, by their numbers; those that no issue has are left out. */
  progress(numbers: readonly string[]): Promise<Progress[]>
  /** Numbers and titles of issues in a language, by issue id; unknown ones are left out. */
  titlesOf(issueIds: readonly string[], language: OfferedLanguage): ReturnType<typeof issueTitles>
  /** An issue's number; undefined when there is no such issue. */
  numberOf(issueId: string): Promise<string | undefined>
  createCategory(category: NewCategory): Promise<void>
  createProduct(product: NewProduct): Promise<void>
  /** Opens the next issue of a product unless one is on sale; null: paused, used up, unknown, or not funded (it pauses then). */
  openIssue(code: string): Promise<Opening | null>
  /** Makes its next issue, which opens by itself at a business time (Unix milliseconds); null as with `openIssue`. */
  scheduleIssue(code: string, opensAtMs: number): Promise<Opening | null>
  /** Waits for purchases under way, then closes the hot path's connection. */
  close(): Promise<void>
}

export function createMall(options: MallOptions): Mall {
  const { db, clock, random, log, names, defaultLanguage, onChange } = options
  const { salts, tagKeys, beacons, writer } = options.fair
  const opening: DrawsOptions = {
    db,
    clock,
    random,
    salts,
    tagKeys,
    beacons,
    writer,
    log,
    utcOffset: options.utcOffsetMinutes,
    drawDelay: options.drawDelaySeconds ?? DRAW_DELAY_SECONDS,
    ...(onChange && { onChange }),
  }
  const terms = createTerms(db)
  const draws = createDraws(opening)
  const seller = createSeller({ url: options.databaseUrl, definition: shareSeller })
  const sales = createShareSales({
    db,
    seller,
    terms,
    display: options.display,
    onSoldOut: () => draws.poke(),
    onBought: options.onBought,
  })
  const cardOptions = { db, beacons, names, defaultLanguage }
  const cards = createCards(cardOptions)
  const winners = createWinners({ db, cards })
  const catalogue = createCatalogue({ ...cardOptions, cards, terms, tagKeys })
  const orders = createOrders({ db, cards, terms, tagKeys, receipts: options.receipts })
  const proofs = createProofs({ db, terms, beacons, tagKeys, writer })
  return {
    routes: {
      ...mallRoutes({ catalogue, orders, proofs, winners, barred: options.barred }),
      ...buyRoutes({ sales, barred: options.barred }),
    },
    sales,
    draws,
    catalogue,
    orders,
    proofs,
    progress: (numbers) => progressOf({ db, beacons }, numbers),
    titlesOf: (issueIds, language) => issueTitles(db, issueIds, language, defaultLanguage),
    numberOf: async (issueId) => (await terms.byIds([issueId])).get(issueId)?.number,
    createCategory: (category) => createCategory(db, category),
    createProduct: (product) => createProduct(options, product),
    openIssue: (code) => openIssue(opening, code),
    scheduleIssue: (code, opensAtMs) => scheduleIssue(opening, code, opensAtMs),
    close: () => seller.close(),
  }
}
