/**
 * VIP levels of members. What a member has spent is counted once for each order, by the settlement of its issue; the level follows
 * from it and from the settings, so it is stored nowhere.
 */
import type { Executor, Tx } from '../../platform/db.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { vipLevels } from './vip.settings.ts'

/** The level of a member who has spent an amount (minor units). */
export function vipLevelAt(values: Values, spend: bigint): number {
  return vipLevels(values).findLast((level) => spend >= level.spend)?.level ?? 0
}

const SPEND = { name: 'vip.spend', text: 'select spend from member_vip where member_id = $1' }

/** What a member has spent, as it counts for the level; minor units. */
export async function vipSpendOf(db: Executor, memberId: string): Promise<bigint> {
  const [row] = await db.query<{ spend: bigint }>(SPEND, [memberId])
  return row?.spend ?? 0n
}

/** The VIP level of a member. */
export async function vipLevelOf(db: Executor, values: Values, memberId: string): Promise<number> {
  return vipLevelAt(values, await vipSpendOf(db, memberId))
}

/**
 * Counts what members spent, in the transaction that settles their purchases and holds the locks of their wallets.
 * @param spent SQL that selects member_id and spend (minor units), any number of rows for each member; `values` are its parameters
 */
export async function countSpend(
  tx: Tx,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<void> {
  await tx.query(
    `insert into member_vip (member_id, spend)
     select member_id, sum(spend)::bigint from (${text}) spent group by member_id having sum(spend) > 0 order by member_id
     on conflict (member_id) do update set spend = member_vip.spend + excluded.spend`,
    [...values],
  )
}
