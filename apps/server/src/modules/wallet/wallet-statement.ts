/** Funding records: every line of the member's wallet with the balance after it. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { STATEMENT_KINDS } from '@fairlot/contract/endpoints/wallet'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money'
import type { Db } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { fundingLines, type FundingRow } from './wallet-statement.queries.ts'

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

export type StatementDeps = {
  readonly db: Db
  /** minutes east of UTC of the business time zone, in which a month begins and ends */
  readonly utcOffsetMinutes: number
  /** for products without a title in the language of the call */
  readonly defaultLanguage: OfferedLanguage
}

export function statementHandlers(deps: StatementDeps): Handlers<Endpoints, 'walletStatement'> {
  return {
    async walletStatement({ member, input, language }) {
      const { cursor, limit, kind, month } = input
      const rows = await fundingLines(deps.db, {
        memberId: member.memberId,
        before: readCursor(cursor),
        kinds: kind ? LEDGER_KINDS[kind] : null,
        month: month ?? null,
        utcOffsetMinutes: deps.utcOffsetMinutes,
        language,
        fallbackLanguage: deps.defaultLanguage,
        limit: limit + 1,
      })
      const items = rows.slice(0, limit)
      return {
        items: items.map(view),
        next: rows.length > limit ? String(items.at(-1)!.line) : null,
      }
    },
  }
}

function view(row: FundingRow) {
  const kind = SHOWN.get(row.kind)
  // a posting that nobody has given a name for members: a defect, rather than a gap in their records
  if (!kind) throw new Error(`wallet lines of the kind ${row.kind} have no name in the funding records`)
  return {
    id: String(row.line),
    kind,
    amount: formatMoney(row.change),
    balance: formatMoney(row.balance),
    at: Number(row.at_ms),
    reference: row.ref,
    issue: row.issue,
    title: row.title,
  }
}

function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw new Refusal('INPUT_INVALID', { fields: { cursor: 'INVALID' } })
  return Number(cursor)
}
