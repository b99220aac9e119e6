/** Whose recharge or withdrawal has a number. */
import type { Executor, Statement } from '../../../platform/db.ts'

const OWNERS = {
  recharge: {
    name: 'wallet.recharge_owners',
    text: 'select distinct member_id from recharge where number = $1 limit 21',
  },
  withdrawal: {
    name: 'wallet.withdrawal_owners',
    text: 'select distinct member_id from withdrawal where number = $1 limit 21',
  },
} as const satisfies Record<string, Statement>

/** The members with a recharge or withdrawal of this number. Numbers are random, so that there is hardly ever a second one. */
export async function recordOwners(
  db: Executor,
  record: keyof typeof OWNERS,
  number: string,
): Promise<string[]> {
  const rows = await db.query<{ member_id: string }>(OWNERS[record], [number])
  return rows.map(({ member_id }) => member_id)
}
