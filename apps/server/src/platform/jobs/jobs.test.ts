import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDb, type Db } from '../db.ts'
import { HANG_MS } from '../../testing/hang.ts'
import { HOUR_MS } from '../durations.ts'
import { TAKE } from './jobs.statements.ts'
import { createJobs, defineJob, defineSchedule, type Jobs, type JobsOptions } from './jobs.ts'
import { systemRandom } from '../random.ts'

const greet = defineJob({ name: 'test.greet', data: z.object({ name: z.string() }), attempts: 3 })

let database: TestDatabase
let db: Db
let schemaOwner: Db
let open: Jobs[] = []
const log = { warn: vi.fn(), error: vi.fn() }

beforeAll(async () => {
  database = await testDatabase()
  db = createDb(database.appUrl)
  schemaOwner = createDb(database.ownerUrl, { max: 1 })
})
beforeEach(async () => {
  await schemaOwner.query('delete from job')
  await database.setClockOffset(0)
  open = []
})
afterEach(async () => {
  for (const jobs of open) await jobs.stop(1_000)
})
afterAll(async () => {
  await db.close()
  await schemaOwner.close()
  await database.drop()
})

function create(options: Partial<JobsOptions> = {}): Jobs {
  const jobs = createJobs({ db, random: systemRandom, log, pollMs: 20, ...options })
  open.push(jobs)
  return jobs
}

function greeter(jobs: Jobs): string[] {
  const greeted: string[] = []
  jobs.handle(greet, async ({ data }) => {
    greeted.push(data.name)
    await Promise.resolve()
  })
  return greeted
}

const count = async () => Number((await db.query<{ n: bigint }>('select count(*) as n from job'))[0]?.n)

test('a drain waits for a job that another drain of the process runs', async () => {
  const jobs = create()
  const { promise: running, resolve: started } = Promise.withResolvers<void>()
  const { promise: allowed, resolve: finish } = Promise.withResolvers<void>()
  const ended: string[] = []
  jobs.handle(greet, async ({ data }) => {
    started()
    await allowed
    ended.push(data.name)
  })
  await db.tx((tx) => jobs.send(tx, greet, { name: 'Asha' }))
  const first = jobs.drain()
  await running
  const second = jobs.drain().then((ran) => [ran, ...ended])
  finish()
  expect(await first).toBe(1)
  expect(await second).toEqual([0, 'Asha'])
})

test('runs a job after the commit that sent it, and not after a rollback', async () => {
  const jobs = create()
  const greeted = greeter(jobs)
  await db.tx((tx) => jobs.send(tx, greet, { name: 'Asha' }))
  const rolledBack = db.tx(async (tx) => {
    await jobs.send(tx, greet, { name: 'Nobody' })
    throw new Error('changed its mind')
  })
  await expect(rolledBack).rejects.toThrow('changed its mind')
  expect(await jobs.drain()).toBe(1)
  expect(greeted).toEqual(['Asha'])
  expect(await count()).toBe(0)
})

test('runs jobs in the order of their business time', async () => {
  const jobs = create()
  const greeted = greeter(jobs)
  const now = Date.now()
  await db.tx((tx) =>
    jobs.sendMany(tx, greet, [
      { data: { name: 'second' }, dueAtMs: now + 2 * HOUR_MS },
      { data: { name: 'first' }, dueAtMs: now + HOUR_MS },
    ]),
  )
  expect(await jobs.drain()).toBe(0)
  await database.advanceClock(3 * HOUR_MS)
  expect(await jobs.drain()).toBe(2)
  expect(greeted).toEqual(['first', 'second'])
})

test('keeps one waiting job per key; a job that is sent again while it runs runs once more', async () => {
  const jobs = create()
  const seen: string[] = []
  jobs.handle(greet, async ({ data }) => {
    seen.push(data.name)
    if (seen.length === 1) await db.tx((tx) => jobs.send(tx, greet, { name: 'again' }, { key: 'k' }))
  })
  await Promise.all(
    ['a', 'a', 'a'].map((name) => db.tx((tx) => jobs.send(tx, greet, { name }, { key: 'k' }))),
  )
  await jobs.drain()
  expect(seen).toEqual(['a', 'again'])
})

test('retries a failing job with growing delays, then keeps it as a dead letter that can be revived', async () => {
  const jobs = create()
  let broken = true
  jobs.handle(greet, async () => {
    await Promise.resolve()
    if (broken) throw new Error('no signal')
  })
  await db.tx((tx) => jobs.send(tx, greet, { name: 'Asha' }))
  await expect(jobs.drain()).rejects.toThrow('no signal')
  for (const delayMs of [1_000, 2_000]) {
    // The job is due a fixed time after its failure, which is a little before now.
    const [{ ms } = { ms: 0n }] = await db.query<{ ms: bigint }>(
      'select (extract(epoch from due_at - business_now()) * 1000)::bigint as ms from job',
    )
    expect(Number(ms)).toBeLessThanOrEqual(delayMs)
    expect(Number(ms)).toBeGreaterThan(delayMs - 1_000)
    await database.advanceClock(-HOUR_MS)
    expect(await jobs.drain()).toBe(0)
    await database.advanceClock(HOUR_MS + delayMs)
    await expect(jobs.drain()).rejects.toThrow('no signal')
  }
  await database.advanceClock(24 * HOUR_MS)
  expect(await jobs.drain()).toBe(0)
  const [letter] = await jobs.deadLetters(10)
  expect(letter).toMatchObject({
    name: greet.name,
    attempts: 3,
    lastError: 'no signal',
    data: { name: 'Asha' },
  })
  broken = false
  expect(await jobs.revive(letter?.jobId ?? '')).toBe(true)
  expect(await jobs.revive(letter?.jobId ?? '')).toBe(false)
  expect(await jobs.drain()).toBe(1)
  expect(await jobs.deadLetters(10)).toEqual([])
})

test('runs a schedule at its times, once for missed times, and continues after a failure', async () => {
  const jobs = create({ utcOffsetMinutes: 360 })
  const runs: string[] = []
  jobs.handle(
    defineSchedule({ name: 'test.hourly', schedule: { everyMs: HOUR_MS } }),
    async ({ dueAtMs }) => {
      runs.push(`hourly ${new Date(dueAtMs).toISOString().slice(14, 19)}`)
      await Promise.resolve()
    },
  )
  const daily = defineSchedule({ name: 'test.daily', schedule: { dailyAtMinute: 90 }, attempts: 1 })
  jobs.handle(daily, async ({ dueAtMs }) => {
    runs.push(`daily ${new Date(dueAtMs).toISOString().slice(11, 19)}`)
    await Promise.resolve()
    throw new Error('not today')
  })
  await jobs.plan()
  await jobs.plan()
  await database.advanceClock(24 * HOUR_MS)
  // 01:30 at +06:00 is 19:30 UTC of the day before.
  await expect(jobs.drain()).rejects.toThrow('not today')
  expect(runs.toSorted()).toEqual(['daily 19:30:00', 'hourly 00:00'])
  await database.advanceClock(24 * HOUR_MS)
  await expect(jobs.drain()).rejects.toThrow('not today')
  expect(runs).toHaveLength(4)
})

test('a schedule that was set while the clock was ahead is set again, without a restart', async () => {
  const hourly = defineSchedule({ name: 'test.ahead', schedule: { everyMs: HOUR_MS } })
  const jobs = create({ planMs: 20 })
  let runs = 0
  jobs.handle(hourly, async () => {
    runs += 1
    await Promise.resolve()
  })
  await database.advanceClock(31 * 24 * HOUR_MS)
  await jobs.start()
  await database.setClockOffset(0)
  const isSoon = async () => {
    const [row] = await db.query<{ soon: boolean }>(
      `select due_at <= business_now() + interval '1 hour' as soon from job where name = 'test.ahead'`,
    )
    return row?.soon
  }
  await vi.waitFor(async () => expect(await isSoon()).toBe(true), { timeout: HANG_MS })
  expect(runs).toBe(0)
})

test('workers of several processes share the jobs and run each one once', async () => {
  const done: string[] = []
  const workers = [create(), create(), create()]
  for (const jobs of workers) {
    jobs.handle(greet, async ({ data }) => {
      await delay(1)
      done.push(data.name)
    })
    await jobs.start()
  }
  const names = Array.from({ length: 60 }, (_, i) => `n${String(i)}`)
  await db.tx((tx) =>
    workers[0]!.sendMany(
      tx,
      greet,
      names.map((name) => ({ data: { name } })),
    ),
  )
  await vi.waitFor(() => expect(done).toHaveLength(60), HANG_MS)
  expect(done.toSorted()).toEqual(names.toSorted())
  await vi.waitFor(async () => expect(await count()).toBe(0), HANG_MS)
})

test('another server runs the job of a killed server after its lease ends', async () => {
  const dead = create({ leaseMs: 300 })
  greeter(dead)
  await db.tx((tx) => dead.send(tx, greet, { name: 'Asha' }))
  // The state that a killed server leaves.
  await db.query(
    `update job set attempts = 1, lease = job_id, leased_until = statement_timestamp() + interval '300 ms'`,
  )
  const other = create()
  const greeted = greeter(other)
  expect(await other.drain()).toBe(0)
  await other.start()
  await vi.waitFor(() => expect(greeted).toEqual(['Asha']), HANG_MS)
})

test('a running server renews the lease of a long job', async () => {
  const jobs = create({ leaseMs: 3_000 })
  const started: number[] = []
  jobs.handle(greet, async ({ attempt }) => {
    started.push(attempt)
    const [first] = await db.query<{ until: Date }>('select leased_until as until from job')
    await vi.waitFor(async () => {
      const [now] = await db.query<{ outlived: boolean }>(
        'select statement_timestamp() > $1 and leased_until > statement_timestamp() as outlived from job',
        [first!.until],
      )
      expect(now!.outlived).toBe(true)
    }, HANG_MS)
  })
  await jobs.start()
  await db.tx((tx) => jobs.send(tx, greet, { name: 'slow' }))
  await vi.waitFor(async () => expect(await count()).toBe(0), HANG_MS)
  expect(started).toEqual([1])
})

test('a stop waits for a running job', async () => {
  const jobs = create()
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const seen: string[] = []
  jobs.handle(greet, async () => {
    begun.resolve()
    await end.promise
    seen.push('job ended')
  })
  await jobs.start()
  await db.tx((tx) => jobs.send(tx, greet, { name: 'short' }))
  await begun.promise
  const stopping = jobs.stop().then(() => seen.push('stopped'))
  await db.query('select 1')
  end.resolve()
  await stopping
  expect(seen).toEqual(['job ended', 'stopped'])
})

test('a stop gives back a job that does not end', async () => {
  const jobs = create()
  const begun = Promise.withResolvers<void>()
  jobs.handle(greet, async ({ signal }) => {
    begun.resolve()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to end'))))
  })
  await jobs.start()
  await db.tx((tx) => jobs.send(tx, greet, { name: 'endless' }))
  await begun.promise
  await jobs.stop(50)
  await vi.waitFor(async () => {
    expect(await db.query('select 1 from job where lease is null')).toHaveLength(1)
  }, HANG_MS)
})

test('takes no more jobs than asked for, also with the plan for an almost empty table', async () => {
  const jobs = create()
  await db.tx((tx) => jobs.send(tx, greet, { name: 'first' }))
  const owner = createDb(database.ownerUrl, { max: 1 })
  await owner.query('analyze job')
  await owner.close()
  const others = Array.from({ length: 5 }, (_, n) => ({ data: { name: `n${n}` } }))
  await db.tx((tx) => jobs.sendMany(tx, greet, others))
  const values = [[greet.name], 1, randomUUID(), 20_000]
  expect(await db.query(TAKE, values)).toHaveLength(1)
})
