import type { ExclusionKind } from '@fairlot/contract/kinds/guard-kinds'
import type { Executor, Statement } from '../../platform/db.ts'

const RUNNING: Statement = {
  name: 'guard.excluded_until',
  text: `
    select kind, ends_at as until from exclusion, settled_clock
    where member_id = $1 and ends_at > at order by ends_at desc limit 1`,
}

/** The running break or self-exclusion of a member; of several, the one that ends last. Null: none is running. */
export async function runningExclusion(
  db: Executor,
  memberId: string,
): Promise<{ kind: ExclusionKind; until: Date } | null> {
  const [row] = await db.query<{ kind: ExclusionKind; until: Date }>(RUNNING, [memberId])
  return row ?? null
}
