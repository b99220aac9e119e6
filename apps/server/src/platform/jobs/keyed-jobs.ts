/** The jobs of one kind and key, for a decision that another way takes the place of a job. */
import type { Executor, Statement, Tx } from '../db.ts'

export type KeyedJob = {
  /** whether its last try has failed */
  is_dead: boolean
  last_error: string | null
}

const SELECT = `select dead_at is not null as is_dead, last_error from job where name = $1 and key = $2`
const READ: Statement = { name: 'jobs.keyed', text: `${SELECT} order by dead_at desc nulls first` }
const LOCK: Statement = { name: 'jobs.lock_keyed', text: `${SELECT} order by job_id for update` }
const DELETE: Statement = {
  name: 'jobs.delete_dead',
  text: 'delete from job where name = $1 and key = $2 and dead_at is not null',
}

/** The jobs that wait, run or are dead letters: the one that is none first, then the newest dead letter. */
export function keyedJobs(db: Executor, job: { readonly name: string }, key: string): Promise<KeyedJob[]> {
  return db.query<KeyedJob>(READ, [job.name, key])
}

/** Locks the jobs, so that no dead letter is revived before the transaction ends. */
export function lockKeyedJobs(tx: Tx, job: { readonly name: string }, key: string): Promise<KeyedJob[]> {
  return tx.query<KeyedJob>(LOCK, [job.name, key])
}

/** Deletes the dead letters: what they were to do is decided. */
export async function deleteDeadJobs(tx: Tx, job: { readonly name: string }, key: string): Promise<void> {
  await tx.query(DELETE, [job.name, key])
}
