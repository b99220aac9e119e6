/** What the issues hold that were opened and are not drawn: what a refund of all of them would pay. Amounts in minor units. */
import type { Executor, Statement } from '../../../platform/db.ts'

/** `sold`: of members; `subsidy`: of the house */
export type OpenIssueMoney = { issues: number; sold: bigint; subsidy: bigint }

const OPEN: Statement = {
  name: 'mall.open_money',
  text: `
    select count(*)::int as issues, coalesce(sum(issue.sold * issue.price), 0)::bigint as sold,
      coalesce(sum(terms.subsidy), 0)::bigint as subsidy
    from issue join issue_terms terms using (issue_id)
    where issue.status in ('selling', 'sold_out') and ($1::text is null or terms.chain = $1)`,
}

/** @param chain only issues that wait for this beacon; null: all */
export async function openIssueMoney(db: Executor, chain: string | null): Promise<OpenIssueMoney> {
  const [row] = await db.query<OpenIssueMoney>(OPEN, [chain])
  return row!
}
