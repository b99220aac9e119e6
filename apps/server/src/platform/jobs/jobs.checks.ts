/** Liveness of jobs: what does not come to its end by itself. */

/** A warning: `breaches` of them stand still. Shown by the doctor, to operators and by `/readyz`. */
export type LivenessCheck = {
  /** stable, for people and monitoring */
  name: string
  /** what should be true */
  title: string
  /** answers (breaches int8, figure text) */
  sql: string
}

/** A job is late when a worker that runs would have taken it. */
export const LATE_JOB = `dead_at is null and (leased_until is null or leased_until < now())
  and due_at < (select at from business_clock) - interval '5 minutes'`

export const jobLiveness: readonly LivenessCheck[] = [
  {
    name: 'dead-jobs',
    title: 'no job has failed at its last try',
    sql: `
      select coalesce(sum(dead), 0)::bigint as breaches,
        coalesce(string_agg(dead || ' ' || name, ', ' order by name), 'none') as figure
      from (select name, count(*) as dead from job where dead_at is not null group by name) d`,
  },
  {
    name: 'late-jobs',
    title: 'no job waits for more than 5 minutes after its time',
    sql: `
      select coalesce(sum(late), 0)::bigint as breaches,
        coalesce(string_agg(late || ' ' || name, ', ' order by name), 'none') as figure
      from (select name, count(*) as late from job where ${LATE_JOB} group by name) l`,
  },
]
