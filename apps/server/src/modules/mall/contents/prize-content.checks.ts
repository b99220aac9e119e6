/** What the doctor checks about the contents that issues and events opened with. */
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import type { Executor } from '../../../platform/db.ts'
import type { Check } from '../../ledger/index.ts'
import { isFormatOf } from '../products/product.checks.ts'
import { storedContents } from './prize-content.queries.ts'
import { hashOfContent } from './prize-content.ts'

export const contentChecks: readonly Check[] = [
  {
    id: 'INV-44',
    title: 'every issue that has opened has the content that it opened with, and no other issue has one',
    sql: `
      select count(*) filter (where (issue.opened_at is null) = (kept.issue_id is not null)) as breaches,
        count(kept.issue_id) || ' contents of issues' as figure
      from issue left join issue_content kept using (issue_id)`,
  },
  historyCheck('INV-44', 'issue_content', 'the contents that issues opened with'),
]

/** The contents that are compared in one go. */
const CHUNK = 500

/** Computes the hash of every stored content, and its formatted texts. */
export async function checkContents(snapshot: Executor): Promise<{ figure: string; breaches: number }> {
  const wrong: string[] = []
  let count = 0
  let last = ''
  for (let full = true; full;) {
    const rows = await storedContents(snapshot, last, CHUNK)
    for (const row of rows)
      if (hashOfContent(row) !== row.hash || !row.texts.every(isFormatOf)) wrong.push(row.hash)
    count += rows.length
    last = rows.at(-1)?.hash ?? last
    full = rows.length === CHUNK
  }
  return {
    figure: wrong.length > 0 ? wrong.slice(0, 20).join(', ') : `${count} contents`,
    breaches: wrong.length,
  }
}
