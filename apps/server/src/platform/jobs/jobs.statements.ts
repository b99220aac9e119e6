/** SQL of jobs.ts. Due times use business time, leases use real time. */
import { MS, type Statement } from '../db.ts'

export const SEND: Statement = {
  name: 'jobs.send',
  text: `
    insert into job (job_id, name, key, data, due_at, created_at)
    select b.job_id, $2, b.key, b.data, coalesce(to_timestamp(b.due_ms / 1000.0), c.at), c.at
    from unnest($1::uuid[], $3::text[], $4::jsonb[], $5::bigint[]) as b(job_id, key, data, due_ms)
    cross join business_clock c
    on conflict (name, key) where dead_at is null do update set
      data = excluded.data,
      due_at = case when job.lease is null then least(job.due_at, excluded.due_at) else job.due_at end,
      again_at = case when job.lease is null then null else least(job.again_at, excluded.due_at) end`,
}

/** The list is made once, apart from the update: as a subquery it may run again for each row, and then takes more than $2 jobs. */
export const TAKE: Statement = {
  name: 'jobs.take',
  text: `
    with due as materialized (
      select job_id from job
      where dead_at is null and due_at <= (select at from business_clock) and name = any($1::text[])
        and (leased_until is null or leased_until < statement_timestamp())
      order by due_at, job_id limit $2::int for update skip locked)
    update job set attempts = attempts + 1, lease = $3,
      leased_until = statement_timestamp() + $4::int * interval '1 millisecond'
    from due where job.job_id = due.job_id
    returning job.job_id, name, data, attempts, ${MS('due_at')} as due_ms, lease`,
}

export const KEEP: Statement = {
  name: 'jobs.keep',
  text: `
    update job set leased_until = statement_timestamp() + $2::int * interval '1 millisecond'
    where (job_id, lease) in (select * from unnest($1::uuid[], $3::uuid[]))`,
}

/** A job is done: deletes it, or makes it due again when it was sent again meanwhile. */
export const FINISH: Statement = {
  name: 'jobs.finish',
  text: `
    with gone as (delete from job where job_id = $1 and lease = $2 and again_at is null returning 1)
    update job set due_at = again_at, again_at = null, attempts = 0, lease = null, leased_until = null, last_error = null
    where job_id = $1 and lease = $2 and again_at is not null`,
}

/** A try failed: the job is due again after $4 milliseconds; $4 null: dead letter, unless it was sent again meanwhile. */
export const FAIL: Statement = {
  name: 'jobs.fail',
  text: `
    update job set lease = null, leased_until = null, last_error = $3,
      due_at = case when $4::bigint is null then coalesce(again_at, due_at)
        else (select at from business_clock) + $4::bigint * interval '1 millisecond' end,
      attempts = case when $4::bigint is null and again_at is not null then 0 else attempts end,
      again_at = case when $4::bigint is null then null else again_at end,
      dead_at = case when $4::bigint is null and again_at is null then statement_timestamp() end
    where job_id = $1 and lease = $2`,
}

export const GIVE_BACK: Statement = {
  name: 'jobs.give_back',
  text: `
    update job set lease = null, leased_until = null, attempts = greatest(attempts - 1, 0)
    where (job_id, lease) in (select * from unnest($1::uuid[], $2::uuid[]))`,
}

/** The next time of a schedule: $1 interval in ms or null, $2 minute of the day or null, $3 minutes east of UTC. */
const NEXT = `
  select case when $1::bigint is not null
    then to_timestamp((floor(extract(epoch from c.at) * 1000 / $1::bigint) + 1) * $1::bigint / 1000.0)
    else (select min(t) from (
      select ((c.at at time zone ($3::int * interval '1 minute'))::date + d + $2::int * interval '1 minute') at time zone ($3::int * interval '1 minute') as t
      from generate_series(0, 2) d) times where t > c.at)
    end as at
  from business_clock c`

export const PLAN = `
  insert into job (job_id, name, key, data, due_at, created_at)
  select $4, $5, 'schedule', '{}', n.at, (select at from business_clock) from (${NEXT}) n
  on conflict (name, key) where dead_at is null do update set due_at = least(job.due_at, excluded.due_at)`

export const RESCHEDULE: Statement = {
  name: 'jobs.reschedule',
  text: `
    update job set due_at = n.at, attempts = 0, lease = null, leased_until = null, last_error = $6
    from (${NEXT}) n where job_id = $4 and lease = $5`,
}

export const DEAD = `
  select job_id, name, data, attempts, last_error, ${MS('dead_at')} as dead_ms
  from job where dead_at is not null order by dead_at desc, job_id limit $1::int`

/** Revives a dead letter, unless another job of its name and key waits: that one does the work. */
export const REVIVE = `
  update job set dead_at = null, attempts = 0, due_at = (select at from business_clock)
  where job_id = $1 and dead_at is not null
    and not exists (select 1 from job other where other.name = job.name and other.key = job.key and other.dead_at is null)
  returning job_id`
