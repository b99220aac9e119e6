import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'
import type { Handler, Job, JobsOptions, Schedule } from './jobs.ts'
import { FAIL, FINISH, GIVE_BACK, KEEP, PLAN, RESCHEDULE, TAKE } from './jobs.statements.ts'
import { uuidv7 } from '../random.ts'

type Taken = { job_id: string; name: string; data: unknown; attempts: number; due_ms: bigint; lease: string }

/** A kind of job and its handler. The schema checks the data when the job runs. */
export type Entry = { job: Job<unknown>; handler: Handler<unknown> }

/** 1, 2, 4 … seconds, at most 15 minutes. */
function retryDelayMs(attempt: number): number {
  return Math.min(1_000 * 2 ** (attempt - 1), 15 * MINUTE_MS)
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2_000)
}

/** Takes due jobs and runs them; jobs.ts documents the guarantees. */
export class Worker {
  readonly #options: Required<JobsOptions>
  readonly #handlers = new Map<string, Entry>()
  readonly #running = new Map<string, { lease: string; ended: Promise<void> }>()
  readonly #abort = new AbortController()
  #started = false
  #stopping = false
  #loop: Promise<void> | undefined
  #wake: (() => void) | undefined
  #woken = false
  #lookSoonUntil = 0
  #planner: NodeJS.Timeout | undefined
  #planning: Promise<void> = Promise.resolve()
  #draining: Promise<void> = Promise.resolve()

  constructor(options: Required<JobsOptions>) {
    this.#options = options
  }

  id(): string {
    return uuidv7(Date.now(), this.#options.random)
  }

  add(entry: Entry): void {
    if (this.#started) throw new Error(`${entry.job.name}: handlers must be registered before the start`)
    if (this.#handlers.has(entry.job.name)) throw new Error(`two handlers for the job ${entry.job.name}`)
    this.#handlers.set(entry.job.name, entry)
  }

  /** Makes the worker look soon: a job was sent and its transaction is about to commit. */
  expectWork(): void {
    this.#lookSoonUntil = performance.now() + 150
    this.#rouse()
  }

  async plan(): Promise<void> {
    for (const { job } of this.#handlers.values()) {
      if (job.schedule)
        await this.#options.db.query(PLAN, [...this.#times(job.schedule), this.id(), job.name])
    }
  }

  async start(): Promise<void> {
    await this.plan()
    this.#started = true
    // a schedule that was set while the clock was ahead would sleep for as long as the clock had jumped
    this.#planner = setInterval(() => {
      this.#planning = this.plan().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, 'the schedules could not be planned'),
      )
    }, this.#options.planMs)
    this.#loop = this.#work()
  }

  async stop(patienceMs: number): Promise<void> {
    this.#stopping = true
    clearInterval(this.#planner)
    this.#rouse()
    await this.#loop
    // a plan that is under way would write schedules after the end
    await this.#planning
    const all = Promise.all([...this.#running.values()].map(({ ended }) => ended))
    const late = new AbortController()
    const inTime = await Promise.race([
      all.then(() => true),
      delay(patienceMs, false, { signal: late.signal }).catch(() => true),
    ])
    late.abort()
    if (inTime) return
    this.#abort.abort()
    this.#options.log.warn({ count: this.#running.size }, 'jobs did not end in time and are returned')
    const [ids, leases] = this.#held()
    await this.#options.db.query(GIVE_BACK, [ids, leases])
  }

  async take(limit: number): Promise<Taken[]> {
    if (this.#handlers.size === 0) return []
    const { db, leaseMs } = this.#options
    const taken = await db.query<Taken>(TAKE, [[...this.#handlers.keys()], limit, this.id(), leaseMs])
    return taken.toSorted((a, b) =>
      a.due_ms === b.due_ms ? (a.job_id < b.job_id ? -1 : 1) : a.due_ms < b.due_ms ? -1 : 1,
    )
  }

  /** @returns the error of a failed try. */
  async run(taken: Taken): Promise<unknown> {
    const entry = this.#handlers.get(taken.name)
    if (!entry) throw new Error(`no handler for ${taken.name}`)
    try {
      // Each try ended with the death of its server. The job counts as failed, or it would kill servers forever.
      if (taken.attempts > entry.job.attempts) throw new Error('the server ended during every try')
      await entry.handler({
        data: z.parse(entry.job.schema, taken.data),
        jobId: taken.job_id,
        attempt: taken.attempts,
        dueAtMs: Number(taken.due_ms),
        signal: this.#abort.signal,
      })
    } catch (error) {
      await this.#failed(entry.job, taken, error)
      return error
    }
    await this.#finished(entry.job, taken)
    return undefined
  }

  /** Calls at once follow each other: a job that another call runs may be the one that this caller waits for. */
  drain(): Promise<number> {
    const drained = this.#draining.then(() => this.#drain())
    this.#draining = drained.then(
      () => undefined,
      // the caller of that drain gets the error
      () => undefined,
    )
    return drained
  }

  async #drain(): Promise<number> {
    const failures: unknown[] = []
    let count = 0
    // One at a time in order of time, because jobs that a handler sends are usually due at once.
    for (let [next] = await this.take(1); next; [next] = await this.take(1)) {
      const error = await this.run(next)
      if (error !== undefined) failures.push(error)
      if (++count > 100_000) throw new Error(`jobs send each other endlessly (${next.name})`)
    }
    if (failures.length) throw new AggregateError(failures, failures.map(messageOf).join('; '))
    return count
  }

  #times(schedule: Schedule): [number | null, number | null, number] {
    const { utcOffsetMinutes } = this.#options
    return 'everyMs' in schedule
      ? [schedule.everyMs, null, utcOffsetMinutes]
      : [null, schedule.dailyAtMinute, utcOffsetMinutes]
  }

  async #finished(job: Job<unknown>, taken: Taken): Promise<void> {
    const { db } = this.#options
    if (!job.schedule) await db.query(FINISH, [taken.job_id, taken.lease])
    else await db.query(RESCHEDULE, [...this.#times(job.schedule), taken.job_id, taken.lease, null])
  }

  async #failed(job: Job<unknown>, taken: Taken, error: unknown): Promise<void> {
    const { db, log } = this.#options
    const fields = { err: error, job: taken.name, jobId: taken.job_id, attempt: taken.attempts }
    const last = taken.attempts >= job.attempts
    if (!last) {
      log.warn(fields, 'a job failed and is retried')
      await db.query(FAIL, [taken.job_id, taken.lease, messageOf(error), retryDelayMs(taken.attempts)])
    } else if (job.schedule) {
      log.error(fields, 'a scheduled job failed; it waits for its next time')
      await db.query(RESCHEDULE, [...this.#times(job.schedule), taken.job_id, taken.lease, messageOf(error)])
    } else {
      log.error(fields, 'a job failed at its last try and is a dead letter')
      await db.query(FAIL, [taken.job_id, taken.lease, messageOf(error), null])
    }
  }

  #rouse(): void {
    this.#woken = true
    this.#wake?.()
  }

  async #pause(): Promise<void> {
    const { pollMs } = this.#options
    // A short pause even when woken, because the sender's transaction has yet to commit.
    const ms = this.#woken ? 5 : performance.now() < this.#lookSoonUntil ? 20 : pollMs
    this.#woken = false
    const roused = new AbortController()
    this.#wake = () => roused.abort()
    await delay(Math.min(ms, pollMs), undefined, { signal: roused.signal }).catch(() => undefined)
    this.#wake = undefined
  }

  /** Ids and leases of the running jobs. */
  #held(): [string[], string[]] {
    return [[...this.#running.keys()], [...this.#running.values()].map(({ lease }) => lease)]
  }

  /** One pass: renews the leases and takes as many jobs as there is room for. @returns whether it took one */
  async #look(keep: boolean): Promise<boolean> {
    const { db, leaseMs, concurrency } = this.#options
    if (keep && this.#running.size) {
      const [ids, leases] = this.#held()
      await db.query(KEEP, [ids, leaseMs, leases])
    }
    const room = concurrency - this.#running.size
    if (room <= 0) return false
    const taken = await this.take(room)
    for (const item of taken) this.#launch(item)
    return taken.length > 0
  }

  #launch(item: Taken): void {
    const { log } = this.#options
    const ended = this.run(item)
      .catch((error: unknown) =>
        log.warn({ err: error, job: item.name }, 'the result of a job could not be written'),
      )
      .then(() => {
        this.#running.delete(item.job_id)
        this.#rouse()
      })
    this.#running.set(item.job_id, { lease: item.lease, ended })
  }

  async #work(): Promise<void> {
    const { leaseMs, log } = this.#options
    let kept = performance.now()
    while (!this.#stopping) {
      const keep = performance.now() - kept > leaseMs / 4
      if (keep) kept = performance.now()
      const busy = await this.#look(keep).catch(async (error: unknown) => {
        log.warn({ err: error }, 'looking for jobs failed; retrying')
        await delay(1_000)
        return false
      })
      if (!busy) await this.#pause()
    }
  }
}
