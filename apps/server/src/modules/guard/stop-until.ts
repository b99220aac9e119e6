import type { Executor, Statement } from '../../platform/db.ts'

const UNTIL: Statement = {
  name: 'guard.stop_until',
  text: `
    select max(ends_at) as until from exclusion, business_clock where member_id = $1 and ends_at > at`,
}

/** When the last break or self-exclusion of a member ends that has not ended yet; null: they are not stopped. */
export async function stopUntil(db: Executor, memberId: string): Promise<Date | null> {
  const [row] = await db.query<{ until: Date | null }>(UNTIL, [memberId])
  return row?.until ?? null
}
