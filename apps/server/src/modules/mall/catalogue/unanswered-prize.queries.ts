/** Reads the prize that a member has won and not answered. */
import { type Executor } from '../../../platform/db.ts'

export type UnansweredPrizeRow = {
  /** purchase id */
  order: string
  issueId: string
  code: number
  /** minor units */
  value: bigint
}

/** Reads one row of the index (member, status, time of the win). */
const NEWEST = {
  name: 'catalogue.unanswered_prize',
  text: `
select purchase_id as "order", issue_id as "issueId", code, value
from prize where member_id = $1 and status = 'won' order by won_at desc limit 1`,
}

/** The member's newest prize whose winner has not chosen between delivery and cash. */
export async function readUnansweredPrize(
  db: Executor,
  memberId: string,
): Promise<UnansweredPrizeRow | undefined> {
  const [row] = await db.query<UnansweredPrizeRow>(NEWEST, [memberId])
  return row
}
