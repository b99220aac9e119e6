/** The versions of members' prizes, for live updates. */

/**
 * Every step of a prize, and of a review of it, adds a row, so their number only grows. A member has few prizes, and each has few steps.
 * SQL of rows (member, version).
 * @param members SQL of a list of ids
 */
export const PRIZE_VERSIONS = (members: string) => `
  select wanted.member_id as member, (select count(*) from prize_timeline step where step.member_id = wanted.member_id)
    + (select count(*) from review_step step where step.member_id = wanted.member_id) as version
  from unnest(${members}::uuid[]) as wanted(member_id)`
