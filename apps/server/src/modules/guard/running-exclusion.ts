import type { ExclusionKind } from '@fairlot/contract/guard-kinds'
import type { Executor, Statement } from '../../platform/db.ts'

const RUNNING: Statement = {
  name: 'guard.excluded_until',
  text: `
    select kind, ends_at as until from exclusion, business_clock
    where member_id = $1 and ends_at > at order by ends_at desc limit 1`,
}

/** The break or self-exclusion of a member that ends last of those that have not ended yet; null: they are not stopped. */
export async function runningExclusion(
  db: Executor,
  memberId: string,
): Promise<{ kind: ExclusionKind; until: Date } | null> {
  const [row] = await db.query<{ kind: ExclusionKind; until: Date }>(RUNNING, [memberId])
  return row ?? null
}

/** When the last break or self-exclusion of a member ends that has not ended yet; null: they are not stopped. */
export async function excludedUntil(db: Executor, memberId: string): Promise<Date | null> {
  return (await runningExclusion(db, memberId))?.until ?? null
}
