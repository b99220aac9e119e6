/**
 * What this process knows of issues that sell nothing any more. A purchase that reaches the ledger leaves rows, also when it is
 * refused; one of an ended issue is refused before, so that it costs reads only and stores nothing.
 */
import type { Db } from '../../../platform/db.ts'
import { quoteOf } from './orders.queries.ts'

/** Why an issue sells nothing. */
export type NoSale = 'SOLD_OUT' | 'NOT_SELLING'

export type EndedIssues = {
  /** Why nothing is sold of the issue now; null: the ledger decides. Reads once per issue that is on sale, then nothing. */
  noSale(issueId: string, member: string): Promise<NoSale | null>
  /** Remembers the answer of the ledger: no share of the issue is left. */
  soldOut(issueId: string): void
  /** Looks at an issue that the ledger has refused: it may have ended. */
  refused(issueId: string, member: string): Promise<void>
}

/** Issues that this process remembers. */
const REMEMBERED = 10_000

/** No status follows in which the issue sells. A deadline is not among them: the clock can be wrong for a while. */
const FINAL: ReadonlySet<string> = new Set(['sold_out', 'drawn', 'refunded'])

export function createEndedIssues(db: Db): EndedIssues {
  /** null: on sale when it was looked at */
  const known = new Map<string, NoSale | null>()
  /** reads under way: a storm of first buyers reads once */
  const looking = new Map<string, Promise<NoSale | null>>()

  function remember(issueId: string, noSale: NoSale | null) {
    if (known.size >= REMEMBERED) known.clear()
    known.set(issueId, noSale)
  }

  async function look(issueId: string, member: string): Promise<NoSale | null> {
    const found = await quoteOf(db, member, issueId)
    if (found?.status === 'selling' && found.left > 0) {
      remember(issueId, null)
      return null
    }
    const noSale = found?.left === 0 ? 'SOLD_OUT' : 'NOT_SELLING'
    if (found && FINAL.has(found.status)) remember(issueId, noSale)
    else known.delete(issueId)
    return noSale
  }

  function lookOnce(issueId: string, member: string): Promise<NoSale | null> {
    let found = looking.get(issueId)
    if (!found) {
      found = look(issueId, member).finally(() => looking.delete(issueId))
      looking.set(issueId, found)
    }
    return found
  }

  return {
    async noSale(issueId, member) {
      const noSale = known.get(issueId)
      return noSale === undefined ? lookOnce(issueId, member) : noSale
    },
    soldOut: (issueId) => remember(issueId, 'SOLD_OUT'),
    async refused(issueId, member) {
      if (known.get(issueId) === null) await lookOnce(issueId, member)
    },
  }
}
