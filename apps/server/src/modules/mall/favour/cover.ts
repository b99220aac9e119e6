/** What the seal of a witnessed issue binds in the guarantee: the most that a draw in favour can cost beyond the escrow. */
import type { Executor, Statement } from '../../../platform/db.ts'
import { ALL_PRIZES } from './shares.ts'

const COVER: Statement = {
  name: 'favour.cover',
  text: `
    select i.sold::numeric * i.price as sales, (${ALL_PRIZES('t')})::numeric as prizes
    from issue i join issue_terms t using (issue_id) where i.issue_id = $1`,
}

/**
 * An upper bound of what the guarantee pays, in minor units: V + max(T, V) − T, with the sales T and all prizes at market value V. What
 * members get is at most Σ (won + max(paid, even share)) ≤ V + max(T, V), the recycling value is at most the product's, and the escrow
 * holds T and a subsidy.
 * @internal
 */
export function coverFor({ sales, prizes }: { sales: bigint; prizes: bigint }): bigint {
  return prizes > sales ? prizes + prizes - sales : prizes
}

/** The cover of an issue whose shares are sold. @throws Error when there is no such issue */
export async function coverOf(db: Executor, issueId: string): Promise<bigint> {
  const [issue] = await db.query<{ sales: string; prizes: string }>(COVER, [issueId])
  if (!issue) throw new Error(`there is no issue ${issueId}`)
  return coverFor({ sales: BigInt(issue.sales), prizes: BigInt(issue.prizes) })
}
