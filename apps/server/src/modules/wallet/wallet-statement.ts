/** The wallet statement: every line of the member's wallet with the balance after it. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { STATEMENT_KINDS } from '@fairlot/contract/endpoints/wallet'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money'
import type { Db } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { statementLines, type StatementRow } from './wallet-statement.queries.ts'

type StatementKind = (typeof STATEMENT_KINDS)[number]

/** Kind shown → kinds of the ledger (docs/LEDGER.md) that a wallet's lines of it have. */
const LEDGER_KINDS: Record<StatementKind, readonly string[]> = {
  recharge: ['recharge'],
  purchase: ['hold'],
  release: ['release'],
  refund: ['refund'],
  closing: ['closing'],
}
const SHOWN = new Map(
  STATEMENT_KINDS.flatMap((shown) => LEDGER_KINDS[shown].map((kind) => [kind, shown] as const)),
)

/** Every ledger kind that the statement can show. */
export const NAMED_KINDS: readonly string[] = [...SHOWN.keys()]

/** What a purchase was of, for people, and its own number; null: it got nothing. */
export type PurchaseTitle = { subject: string; title: string | null; number: string | null }

/** A purchase by its id, and what it was of. */
export type Bought = { purchase: string; subject: string }

/** Titles of purchases of one kind, by the purchase's id; unknown ones are left out. */
export type TitlesOf = (
  kind: string,
  purchases: readonly Bought[],
  language: OfferedLanguage,
) => Promise<ReadonlyMap<string, PurchaseTitle>>

export type StatementDeps = {
  readonly db: Db
  /** minutes east of UTC of the business time zone, in which a month begins and ends */
  readonly utcOffsetMinutes: number
  /** names of what a seller sold, for the lines of purchases */
  readonly titlesOf: TitlesOf
}

export function statementHandlers(deps: StatementDeps): Handlers<Endpoints, 'walletStatement'> {
  return {
    async walletStatement({ member, input, language }) {
      const { cursor, limit, kind, month } = input
      const rows = await statementLines(deps.db, {
        memberId: member.memberId,
        before: readCursor(cursor),
        kinds: kind ? LEDGER_KINDS[kind] : null,
        month: month ?? null,
        utcOffsetMinutes: deps.utcOffsetMinutes,
        limit: limit + 1,
      })
      const items = rows.slice(0, limit)
      const titles = await titlesOfRows(items, language, deps.titlesOf)
      return {
        items: items.map((row) => view(row, titles)),
        next: rows.length > limit ? String(items.at(-1)!.line) : null,
      }
    },
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

function view(row: StatementRow, titles: ReadonlyMap<string, PurchaseTitle>) {
  const kind = SHOWN.get(row.kind)
  // a defect, rather than a gap in the member's statement
  if (!kind) throw new Error(`wallet lines of the kind ${row.kind} have no name in the wallet statement`)
  const bought = titles.get(row.ref)
  return {
    id: String(row.line),
    kind,
    amount: formatMoney(row.change),
    balance: formatMoney(row.balance),
    at: Number(row.at_ms),
    reference: row.ref,
    number: bought?.number ?? row.recharge,
    issue: bought?.subject ?? null,
    title: bought?.title ?? null,
  }
}

function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw new Refusal('INPUT_INVALID', { fields: { cursor: 'INVALID' } })
  return Number(cursor)
}
