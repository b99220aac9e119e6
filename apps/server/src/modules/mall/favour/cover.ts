/** What the draw of a witnessed issue can cost beyond its escrow when it is in the members' favour: the amount that its seal binds. */
import type { Executor } from '../../../platform/db.ts'

/**
 * V + max(T, V) − T, with V the worth of all prizes and T the sales of all shares: each member gets at most the greatest of what
 * their codes won, what they paid and their even share of V.
 */
const COVER = {
  name: 'favour.cover',
  text: `
select v.worth + greatest(t.shares * t.price, v.worth) - t.shares * t.price as cover
from issue_terms t
cross join lateral (select case when t.mode = 'cash' then prizes_of(t.tiers) else t.prize_value end::bigint as worth) v
where t.issue_id = $1`,
}

/** Minor units. An upper bound of what the favour of an issue can cost beyond its escrow. */
export async function coverOf(db: Executor, issueId: string): Promise<bigint> {
  const [row] = await db.query<{ cover: bigint }>(COVER, [issueId])
  if (!row) throw new Error(`there is no issue ${issueId}`)
  return row.cover
}
