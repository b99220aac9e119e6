/**
 * Jobs and outbox on PostgreSQL.
 *
 * A use case sends a job inside its own transaction (that is the outbox: the effect is asked for exactly when the change
 * is committed), and a worker of any server process does it afterwards: at least once, with bounded retries. Handlers
 * are therefore idempotent.
 *
 * A table of our own rather than pg-boss: pg-boss decides what is due by the real clock of the database inside its own
 * statements, so that neither a test nor the demo world could drive time (a draw is due at a *business* time); a job of a
 * killed server waits there for its whole expiry; and its maintenance wants rights and locks of an owner at run time.
 * What is needed is one table, one statement that takes work with `skip locked`, and this file.
 */
import * as z from 'zod/mini'
import type { Db, Tx } from '../db.ts'
import { DEAD, REVIVE, SEND } from './jobs.statements.ts'
import { Worker, type Entry } from './jobs.worker.ts'
import type { Random } from '../random.ts'

/** When a job runs by itself. Times are business time. */
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
 * @param options.name unique, `module.what`
 * @param options.data what a job carries: JSON only (money as decimal strings, times as milliseconds)
 * @param options.attempts tries before it becomes a dead letter, 10 unless told: about 8 minutes with the delays
 */
export function defineJob<Data>(options: {
  name: string
  data: z.ZodMiniType<Data>
  attempts?: number
}): Job<Data> {
  const { name, data: schema, attempts = 10 } = options
  return { name, schema, attempts, schedule: undefined }
}

/** Declares a job that runs by itself. After its last failed try it waits for its next time. */
export function defineSchedule(options: {
  name: string
  schedule: Schedule
  attempts?: number
}): Job<Record<string, never>> {
  const { name, schedule, attempts = 5 } = options
  return { name, schema: z.object({}), attempts, schedule }
}

export type SendOptions = {
  /** At most one waiting job of this name and key. Sent again while it runs, it runs once more afterwards. */
  key?: string
  /** Business time, Unix milliseconds; now unless told. */
  dueAtMs?: number
}

export type Run<Data> = {
  data: Data
  jobId: string
  /** 1 for the first try. */
  attempt: number
  /** Business time it was due, Unix milliseconds. */
  dueAtMs: number
  /** Set when the server has waited long enough for its jobs to end. */
  signal: AbortSignal
}

export type Handler<Data> = (run: Run<Data>) => Promise<void>

/** A job that failed for good, with the last error, for the operator. */
export type DeadLetter = {
  jobId: string
  name: string
  data: unknown
  attempts: number
  lastError: string
  deadAtMs: number
}

export type Jobs = {
  /** Asks for a job, in the caller's transaction. */
  send<Data>(tx: Tx, job: Job<Data>, data: Data, options?: SendOptions): Promise<void>
  /** The same for many of one kind, in one statement. Keys must differ from each other. */
  sendMany<Data>(
    tx: Tx,
    job: Job<Data>,
    items: readonly { data: Data; key?: string; dueAtMs?: number }[],
  ): Promise<void>
  /** Says who does a job. Before start(). */
  handle<Data>(job: Job<Data>, handler: Handler<Data>): void
  /** Begins to take work. Sets the schedules up. */
  start(): Promise<void>
  /** Takes no more work and waits for what runs; what does not end in time is given back. */
  stop(patienceMs?: number): Promise<void>
  /**
   * For tests and the demo world, without start(): does everything that is due now, one after the other in order of time,
   * also what that sends, until nothing is due.
   *
   * @returns how many ran. @throws AggregateError when some failed (they are tried again by their delays).
   */
  drain(): Promise<number>
  /** Sets the schedules up without start(), so that drain() runs them when they are due. */
  plan(): Promise<void>
  deadLetters(limit: number): Promise<DeadLetter[]>
  /** Gives a dead letter a new life. @returns false when it is not one (any more). */
  revive(jobId: string): Promise<boolean>
}

export type JobsOptions = {
  db: Db
  random: Random
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  /** Minutes east of UTC of the business time zone, whose days daily schedules follow. */
  utcOffsetMinutes?: number
  /** Jobs that run at once in this process. */
  concurrency?: number
  /** How often an idle worker looks, in milliseconds. */
  pollMs?: number
  /** How long a job stays with a server that no longer says that it works on it, in milliseconds. */
  leaseMs?: number
}

/** Wires jobs to a database. Nothing runs before start() or drain(). */
export function createJobs(options: JobsOptions): Jobs {
  const worker = new Worker({ utcOffsetMinutes: 0, concurrency: 4, pollMs: 250, leaseMs: 20_000, ...options })
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
