/** What purchases of shares were of, for the wallet statement. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { orderNumberOf } from '@fairlot/contract/order-number'
import type { Executor } from '../../../platform/db.ts'
import { issueTitles } from '../catalogue/issue-page.queries.ts'
import { ranksOf } from './orders.queries.ts'

/** The number of the issue, the product's title, and the number of the order; null: the order has no shares. */
export type PurchaseTitle = { issue: string; round: null; title: string | null; number: string | null }

/** Titles in a language by purchase id. Purchases of unknown issues are omitted. */
export async function purchaseTitles(
  { db, defaultLanguage }: { db: Executor; defaultLanguage: OfferedLanguage },
  purchases: readonly { purchase: string; subject: string }[],
  language: OfferedLanguage,
): Promise<Map<string, PurchaseTitle>> {
  const issueIds = [...new Set(purchases.map(({ subject }) => subject))]
  const [issues, ranks] = await Promise.all([
    issueTitles(db, issueIds, language, defaultLanguage),
    ranksOf(
      db,
      purchases.map(({ purchase, subject }) => ({ issueId: subject, order: purchase })),
    ),
  ])
  const titles = new Map<string, PurchaseTitle>()
  for (const { purchase, subject } of purchases) {
    const issue = issues.get(subject)
    if (!issue) continue
    const seq = ranks.get(purchase)
    const number = seq === undefined ? null : orderNumberOf(issue.number, seq)
    titles.set(purchase, { issue: issue.number, round: null, title: issue.title, number })
  }
  return titles
}
