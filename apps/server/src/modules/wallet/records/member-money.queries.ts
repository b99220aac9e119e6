/** What a member's wallet has out of reach. Minor units. */
import type { Executor, Statement } from '../../../platform/db.ts'

const HELD: Statement = {
  name: 'wallet.held',
  text: `select coalesce(sum(amount), 0)::bigint as held from withdrawal where member_id = $1 and state = 'processing'`,
}

/** What open withdrawals hold. */
export async function heldByWithdrawals(db: Executor, memberId: string): Promise<bigint> {
  return (await db.query<{ held: bigint }>(HELD, [memberId]))[0]!.held
}
