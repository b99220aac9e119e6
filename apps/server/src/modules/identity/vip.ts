/**
 * VIP levels of members. What a member has spent, and what the house keeps of it on average, is counted once for each order, by the
 * settlement of its issue or round; the level follows from it and from the settings, so it is stored nowhere.
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

/** A member who has reached a level. */
export type Reached = { member: string; level: number }

/** Who is told of the levels that members reach. */
export type LevelWatch = {
  /** the spends of the levels from 1 on, minor units */
  spends(): readonly bigint[]
  /** stores what the members are told, in the transaction that counted what they spent */
  tell(tx: Tx, reached: readonly Reached[]): Promise<void>
  /** called after its commit */
  onTold(members: readonly string[]): void
}

/** Spends from which nobody reaches a level. */
const NO_LEVELS: readonly bigint[] = []

/**
 * Counts what members spent, in the transaction that settles their purchases and holds the locks of their wallets.
 * @param spent SQL that selects member_id, spend, and kept (what the house keeps of it; minor units), any number of rows for each member; `values` are its parameters
 * @returns the members whom the watch has told; the caller calls `onTold` after the commit
 */
export async function countSpend(
  tx: Tx,
  { text, values }: { text: string; values: readonly unknown[] },
  watch?: LevelWatch,
): Promise<string[]> {
  const reached = await tx.query<Reached>(
    `with added as (
       select member_id, sum(spend)::bigint as spend, sum(kept)::bigint as kept from (${text}) spent group by member_id having sum(spend) > 0),
     counted as (
       insert into member_vip (member_id, spend, kept) select member_id, spend, kept from added order by member_id
       on conflict (member_id) do update set spend = member_vip.spend + excluded.spend, kept = member_vip.kept + excluded.kept
       returning member_id, spend),
     levels as (select $${values.length + 1}::bigint[] as spends)
     select counted.member_id as member, width_bucket(counted.spend, spends) as level
     from counted join added using (member_id) cross join levels
     where cardinality(spends) > 0 and width_bucket(counted.spend, spends) > width_bucket(counted.spend - added.spend, spends)
     order by counted.member_id`,
    [...values, watch?.spends() ?? NO_LEVELS],
  )
  if (reached.length > 0) await watch?.tell(tx, reached)
  return reached.map(({ member }) => member)
}
