/** The wallet statement: every line of the member's wallet with the balance after it. */
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { CORRECTION_WORDS } from '@fairlot/contract/kinds/corrections'
import { STATEMENT_KINDS } from '@fairlot/contract/endpoints/wallet'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Offer } from '../../../platform/http/downloads.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { CORRECTION_TITLES } from './correction-words.ts'
import { rewardDetail, rewardKey, rewardTitle, type Reward, type RewardsOf } from './statement-rewards.ts'
import { linesOfMonth, monthRows, type MonthRow } from './statement-index.queries.ts'
import { bringUpToDate, topicKey, type IndexDeps, type TopicsOf } from './statement-index.ts'
import {
  allLines,
  linesFound,
  linesOfKinds,
  recordsNamed,
  type Found,
  type LineRange,
  type StatementRow,
} from './wallet-statement.queries.ts'

export type StatementKind = (typeof STATEMENT_KINDS)[number]

/** Kind shown → kinds of the ledger (docs/LEDGER.md) that a wallet's lines of it have. */
const LEDGER_KINDS: Record<StatementKind, readonly string[]> = {
  recharge: ['recharge'],
  purchase: ['hold'],
  release: ['release'],
  voucher: ['voucher'],
  voucher_back: ['voucher_back'],
  refund: ['refund'],
  prize: ['payout'],
  favour: ['favour'],
  event_prize: ['event_prize'],
  event_share: ['event_share'],
  recycle: ['recycle'],
  interest: ['interest'],
  rebate: ['rebate', 'rebate_team'],
  vip_refund: ['vip_refund'],
  task: ['task'],
  withdrawal: ['withdrawal'],
  withdrawal_back: ['withdrawal_back'],
  piggy_in: ['piggy_in'],
  piggy_out: ['piggy_out'],
  correction: ['correction', 'correction_back', 'charged_back'],
  closing: ['closing'],
}
const SHOWN = new Map(
  STATEMENT_KINDS.flatMap((shown) => LEDGER_KINDS[shown].map((kind) => [kind, shown] as const)),
)

/** Kinds of the ledger whose lines `rewardsOf` explains. */
const REWARD_KINDS: ReadonlySet<string> = new Set(
  (['event_prize', 'event_share', 'rebate', 'vip_refund', 'task'] as const).flatMap(
    (shown) => LEDGER_KINDS[shown],
  ),
)

/** Every ledger kind that the statement can show. */
export const NAMED_KINDS: readonly string[] = [...SHOWN.keys()]

/** What a purchase was of, for people: an issue by its number, or a round; and its own number. Null: it got nothing. */
export type PurchaseTitle = {
  issue: string | null
  round: StatementLine['round']
  /** code of a finance product */
  finance?: string
  title: string | null
  number: string | null
}

/** A purchase by its id, and what it was of. */
export type Bought = { purchase: string; subject: string }

/** Titles of purchases of one kind, by the purchase's id; unknown ones are left out. */
export type TitlesOf = (
  kind: string,
  purchases: readonly Bought[],
  language: OfferedLanguage,
) => Promise<ReadonlyMap<string, PurchaseTitle>>

/** What a search of a member finds among purchases: their ids, and topics with their sellers. */
export type FindPurchases = (
  memberId: string,
  text: string,
  language: OfferedLanguage,
) => Promise<{ purchases: readonly string[]; topics: readonly { seller: string; topic: string }[] }>

/** What the sellers know of the purchases in a statement. */
export type SoldPurchases = {
  readonly titlesOf: TitlesOf
  readonly topicsOf: TopicsOf
  readonly find: FindPurchases
  /** what lines of rewards were for */
  readonly rewardsOf: RewardsOf
}

export type StatementDeps = IndexDeps & {
  /** names of what a seller sold, for the lines of purchases */
  readonly titlesOf: TitlesOf
  readonly find: FindPurchases
  readonly rewardsOf: RewardsOf
  /** names of the payment providers, whose payments a search finds by their reference */
  readonly providerNames: () => readonly string[]
}

export type StatementFilter = {
  kind?: StatementKind | undefined
  month?: string | undefined
  search?: string | undefined
}

export type StatementLine = Output<Endpoints['walletStatement']>['items'][number]

export function statementHandlers(
  deps: StatementDeps & { offer: Offer<StatementFilter> },
): Handlers<Endpoints, 'walletStatement' | 'statementMonths' | 'statementFile'> {
  const page = statementPage(deps)
  return {
    statementFile: ({ member: { memberId, sessionId }, input, language }) =>
      deps.offer({ memberId, sessionId, language }, input),
    walletStatement: ({ member: { memberId }, input, language }) => page(memberId, input, language),
    async statementMonths({ member: { memberId }, input: { cursor, limit } }) {
      await bringUpToDate(deps, memberId)
      const rows = await monthRows(deps.db, memberId, readMonth(cursor), limit + 1)
      const items = rows.slice(0, limit)
      return { items: items.map(monthView), next: rows.length > limit ? items.at(-1)!.month : null }
    },
  }
}

/** A page of a member's statement, newest first. */
export type StatementPage = (
  memberId: string,
  input: ParsedInput<Endpoints['walletStatement']>,
  language: OfferedLanguage,
) => Promise<Output<Endpoints['walletStatement']>>

export const statementPage =
  (deps: StatementDeps): StatementPage =>
  async (memberId, { cursor, limit, ...filter }, language) => {
    const reader = await readerOf(deps, memberId, filter, language)
    const rows = await reader(readCursor(cursor), limit + 1)
    const items = rows.slice(0, limit)
    return {
      items: await views(deps, memberId, items, language),
      next: rows.length > limit ? String(items.at(-1)!.line) : null,
    }
  }

/** All lines that a filter lets through, newest first, a page at a time: for the file. */
export async function* statementPages(
  deps: StatementDeps,
  memberId: string,
  filter: StatementFilter,
  language: OfferedLanguage,
  pageSize = 1_000,
): AsyncGenerator<StatementLine[]> {
  const reader = await readerOf(deps, memberId, filter, language)
  for (let before: number | null = null; ;) {
    const rows: StatementRow[] = await reader(before, pageSize)
    if (rows.length > 0) yield await views(deps, memberId, rows, language)
    if (rows.length < pageSize) return
    before = rows.at(-1)!.line
  }
}

/** Reads pages of at most `limit` lines below `before`. */
type Reader = (before: number | null, limit: number) => Promise<StatementRow[]>

/** Decides what a filter reads: the ledger alone without one, else the index, which is brought up to date before. */
async function readerOf(
  deps: StatementDeps,
  memberId: string,
  { kind, month, search }: StatementFilter,
  language: OfferedLanguage,
): Promise<Reader> {
  const { db } = deps
  if (kind === undefined && month === undefined && search === undefined)
    return (before, limit) => allLines(db, memberId, { after: null, before }, limit)
  await bringUpToDate(deps, memberId)
  const within = month === undefined ? undefined : await linesOfMonth(db, memberId, month)
  if (within === null) return () => Promise.resolve([])
  const range = (before: number | null): LineRange => ({
    after: within ? within.first - 1 : null,
    before: within ? Math.min(before ?? Infinity, within.last + 1) : before,
  })
  const kinds = kind ? LEDGER_KINDS[kind] : NAMED_KINDS
  if (search !== undefined) {
    const found = await findRecords(deps, memberId, search, language)
    return (before, limit) => linesFound(db, memberId, range(before), limit, kinds, found)
  }
  if (kind !== undefined) return (before, limit) => linesOfKinds(db, memberId, range(before), limit, kinds)
  return (before, limit) => allLines(db, memberId, range(before), limit)
}

/** Letters and signs that people leave out or put in when they copy a number. */
const plainNumber = (text: string) => text.toUpperCase().replaceAll(/[\s-]/g, '')
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

async function findRecords(
  { db, find, providerNames }: StatementDeps,
  memberId: string,
  search: string,
  language: OfferedLanguage,
): Promise<Found> {
  const text = search.trim()
  const [records, bought] = await Promise.all([
    recordsNamed(db, memberId, plainNumber(text), text, providerNames()),
    find(memberId, text, language),
  ])
  return {
    references: [...records, ...bought.purchases, ...(UUID.test(text) ? [text] : [])],
    topics: bought.topics.map(({ seller, topic }) => topicKey(seller, topic)),
  }
}

async function titlesOfRows(rows: readonly StatementRow[], language: OfferedLanguage, titlesOf: TitlesOf) {
  const bySeller = new Map<string, Map<string, Bought>>()
  for (const { seller, subject, ref } of rows) {
    if (seller === null || subject === null) continue
    const bought = bySeller.get(seller) ?? new Map<string, Bought>()
    bySeller.set(seller, bought.set(ref, { purchase: ref, subject }))
  }
  const found = await Promise.all(
    [...bySeller].map(([seller, bought]) => titlesOf(seller, [...bought.values()], language)),
  )
  return new Map(found.flatMap((titles) => [...titles]))
}

async function views(
  { titlesOf, rewardsOf }: Pick<StatementDeps, 'titlesOf' | 'rewardsOf'>,
  memberId: string,
  rows: readonly StatementRow[],
  language: OfferedLanguage,
) {
  const rewarded = rows.filter(({ kind }) => REWARD_KINDS.has(kind))
  const lines = rewarded.map(({ kind, ref, at_ms: at }) => ({ kind, ref, atMs: Number(at) }))
  const [titles, rewards] = await Promise.all([
    titlesOfRows(rows, language, titlesOf),
    lines.length === 0 ? new Map<string, Reward>() : rewardsOf(memberId, lines, language),
  ])
  return rows.map((row) => view(row, titles, rewards.get(rewardKey(row)), language))
}

function view(
  row: StatementRow,
  titles: ReadonlyMap<string, PurchaseTitle>,
  reward: Reward | undefined,
  language: OfferedLanguage,
): StatementLine {
  const kind = shownKind(row.kind)
  const bought = titles.get(row.ref)
  return {
    id: String(row.line),
    kind,
    amount: formatMoney(row.change),
    balance: formatMoney(row.balance),
    at: Number(row.at_ms),
    reference: row.ref,
    number: bought?.number ?? row.record,
    issue: bought?.issue ?? null,
    round: bought?.round ?? null,
    finance: bought?.finance ?? null,
    title: bought?.title ?? (reward ? rewardTitle(reward, language) : correctionTitle(kind, row, language)),
    detail: reward ? rewardDetail(reward) : row.detail,
    fee: row.fee === null ? null : formatMoney(row.fee),
  }
}

/** Why a member was credited, or what was taken back. */
function correctionTitle(
  kind: StatementKind,
  { detail }: StatementRow,
  language: OfferedLanguage,
): string | null {
  const word = kind === 'correction' ? CORRECTION_WORDS.find((one) => one === detail) : undefined
  return word ? CORRECTION_TITLES[language][word] : null
}

function shownKind(kind: string): StatementKind {
  const shown = SHOWN.get(kind)
  // a defect, rather than a gap in the member's statement
  if (!shown) throw new Error(`wallet lines of the kind ${kind} have no name in the wallet statement`)
  return shown
}

function monthView({ month, balance, kinds }: MonthRow) {
  const byKind = new Map<StatementKind, { in: bigint; out: bigint; lines: number }>()
  const all = { in: 0n, out: 0n, lines: 0 }
  for (const row of kinds) {
    const kind = shownKind(row.kind)
    const sums = byKind.get(kind) ?? { in: 0n, out: 0n, lines: 0 }
    byKind.set(kind, sums)
    for (const sum of [sums, all]) {
      sum.in += BigInt(row.in)
      sum.out += BigInt(row.out)
      sum.lines += row.lines
    }
  }
  return {
    month,
    ...sumsView(all),
    balance: formatMoney(balance),
    kinds: [...byKind].map(([kind, sums]) => ({ kind, ...sumsView(sums) })),
  }
}

const sumsView = (sums: { in: bigint; out: bigint; lines: number }) => ({
  in: formatMoney(sums.in),
  out: formatMoney(sums.out),
  lines: sums.lines,
})

function readMonth(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(cursor))
    throw new Refusal('INPUT_INVALID', { fields: { cursor: 'INVALID' } })
  return cursor
}

function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw new Refusal('INPUT_INVALID', { fields: { cursor: 'INVALID' } })
  return Number(cursor)
}
