/**
 * Jobs and outbox on PostgreSQL.
 *
 * A use case sends a job in its own transaction, so that the job exists exactly when the change is committed (outbox). A
 * worker of any server process runs it afterwards, at least once and with bounded retries. Handlers must be idempotent.
 *
 * docs/ARCHITECTURE.md ("Choices") says why this is no library: pg-boss and graphile-worker decide what is due by the real
 * clock, so that neither a test nor the demo world could drive business time.
 */
import * as z from 'zod/mini'
import type { Db, Tx } from '../db.ts'
import { MINUTE_MS } from '../durations.ts'
import { DEAD, REVIVE, SEND } from './jobs.statements.ts'
import { Worker, type Entry } from './jobs.worker.ts'
import type { Random } from '../random.ts'

/** When a scheduled job runs, in business time. */
export type Schedule =
  /** At every multiple of this many milliseconds since 1970. */
  | { everyMs: number }
  /** Once a day, this many minutes after midnight of the business time zone. */
  | { dailyAtMinute: number }

export type Job<Data> = {
  readonly name: string
  readonly schema: z.ZodMiniType<Data>
  readonly attempts: number
  readonly schedule: Schedule | undefined
}

/**
 * Declares a kind of job.
 *
 * @param options.name unique, `module.name`
 * @param options.data schema of the job's data: JSON only (money as decimal strings, times as milliseconds)
 * @param options.attempts tries before the job becomes a dead letter; by default 10, which takes about 8 minutes
 */
export function defineJob<Data>(options: {
  name: string
  data: z.ZodMiniType<Data>
  attempts?: number
}): Job<Data> {
  const { name, data: schema, attempts = 10 } = options
  return { name, schema, attempts, schedule: undefined }
}

/** Declares a scheduled job. After its last failed try it waits for its next time. */
export function defineSchedule(options: {
  name: string
  schedule: Schedule
  attempts?: number
}): Job<Record<string, never>> {
  const { name, schedule, attempts = 5 } = options
  return { name, schema: z.object({}), attempts, schedule }
}

export type SendOptions = {
  /** At most one job of this name and key waits. A job that is sent again while it runs runs once more afterwards. */
  key?: string
  /** Business time, Unix milliseconds; by default now. */
  dueAtMs?: number
}

export type Run<Data> = {
  data: Data
  jobId: string
  /** 1 for the first try. */
  attempt: number
  /** Business time at which it was due, Unix milliseconds. */
  dueAtMs: number
  /** Aborted when the stopping server no longer waits for the job. */
  signal: AbortSignal
}

export type Handler<Data> = (run: Run<Data>) => Promise<void>

/** A job whose every try failed, with the last error. */
export type DeadLetter = {
  jobId: string
  name: string
  data: unknown
  attempts: number
  lastError: string
  deadAtMs: number
}

export type Jobs = {
  /** Sends a job in the caller's transaction. */
  send<Data>(tx: Tx, job: Job<Data>, data: Data, options?: SendOptions): Promise<void>
  /** Sends many jobs of one kind in one statement. Their keys must differ. */
  sendMany<Data>(
    tx: Tx,
    job: Job<Data>,
    items: readonly { data: Data; key?: string; dueAtMs?: number }[],
  ): Promise<void>
  /** Registers the handler of a job. Call it before start(). */
  handle<Data>(job: Job<Data>, handler: Handler<Data>): void
  /** Creates the scheduled jobs and starts taking work. */
  start(): Promise<void>
  /** Takes no more work and waits for running jobs; returns those that do not end in time. */
  stop(patienceMs?: number): Promise<void>
  /**
   * For tests and the demo world, without start(): runs all due jobs one after the other in order of time, including jobs
   * that these send, until none is due.
   *
   * @returns how many ran. @throws AggregateError when some failed; they are retried after their delays
   */
  drain(): Promise<number>
  /** Creates the scheduled jobs without start(), so that drain() runs them when they are due. */
  plan(): Promise<void>
  deadLetters(limit: number): Promise<DeadLetter[]>
  /** Makes a dead letter due again. @returns false when there is no such dead letter */
  revive(jobId: string): Promise<boolean>
}

export type JobsOptions = {
  db: Db
  random: Random
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** Minutes east of UTC of the business time zone, for daily schedules. */
  utcOffsetMinutes?: number
  /** Maximum number of jobs that this process runs at once. */
  concurrency?: number
  /** Milliseconds between two looks of an idle worker. */
  pollMs?: number
  /** Milliseconds after which another server may take a job whose lease was not renewed. */
  leaseMs?: number
  /** Milliseconds between two looks at the schedules: a time that is too late is corrected. */
  planMs?: number
}

/** Creates the jobs of a database. Nothing runs before start() or drain(). */
export function createJobs(options: JobsOptions): Jobs {
  const worker = new Worker({
    utcOffsetMinutes: 0,
    concurrency: 4,
    pollMs: 250,
    leaseMs: 20_000,
    planMs: MINUTE_MS,
    ...options,
  })
  const { db } = options
  const sendMany: Jobs['sendMany'] = async (tx, job, items) => {
    if (items.length === 0) return
    await tx.query(SEND, [
      items.map(() => worker.id()),
      job.name,
      items.map(({ key }) => key ?? null),
      items.map(({ data }) => JSON.stringify(z.parse(job.schema, data))),
      items.map(({ dueAtMs }) => dueAtMs ?? null),
    ])
    worker.expectWork()
  }
  return {
    sendMany,
    send: (tx, job, data, { key, dueAtMs } = {}) =>
      sendMany(tx, job, [
        { data, ...(key === undefined ? {} : { key }), ...(dueAtMs === undefined ? {} : { dueAtMs }) },
      ]),
    handle: (job, handler) => worker.add({ job, handler } as unknown as Entry),
    start: () => worker.start(),
    stop: (patienceMs = 25_000) => worker.stop(patienceMs),
    plan: () => worker.plan(),
    drain: () => worker.drain(),
    async deadLetters(limit) {
      const rows = await db.query<DeadRow>(DEAD, [limit])
      return rows.map((row) => ({
        jobId: row.job_id,
        name: row.name,
        data: row.data,
        attempts: row.attempts,
        lastError: row.last_error ?? '',
        deadAtMs: Number(row.dead_ms),
      }))
    },
    async revive(jobId) {
      const revived = (await db.query(REVIVE, [jobId])).length > 0
      if (revived) worker.expectWork()
      return revived
    },
  }
}

type DeadRow = {
  job_id: string
  name: string
  data: unknown
  attempts: number
  last_error: string | null
  dead_ms: bigint
}
