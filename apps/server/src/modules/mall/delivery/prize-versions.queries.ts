/** The versions of members' prizes, for live updates. */
import type { Executor, Statement } from '../../../platform/db.ts'

/** Every step adds a row, so their number only grows. A member has few prizes, and each has few steps. */
const VERSIONS: Statement = {
  name: 'delivery.prize_versions',
  text: `
    select wanted.member_id as member, steps.version
    from unnest($1::uuid[]) as wanted(member_id)
    cross join lateral (
      select (select count(*) from prize_timeline step where step.member_id = wanted.member_id)::int
        + (select count(*) from review_step step where step.member_id = wanted.member_id)::int as version) steps`,
}

/** How many steps the prizes of each member, and the reviews of them, have taken. */
export function prizeVersions(
  db: Executor,
  memberIds: readonly string[],
): Promise<{ member: string; version: number }[]> {
  return db.query(VERSIONS, [memberIds])
}
