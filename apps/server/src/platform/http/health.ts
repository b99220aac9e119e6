import type { Executor } from '../db.ts'
import type { PlainRoute } from './http-handler.ts'
import { json } from './http-responses.ts'
import { readMigrations } from '../migrate.ts'

/** A precondition for serving requests. `run` throws with the reason when it does not hold. */
export type Check = { readonly name: string; run(): Promise<void> | void }

/** A failed check whose reason the answer of `/readyz` contains. */
export class PublicReason extends Error {
  override name = 'PublicReason'
}

/** A job that is overdue by this much shows that no worker runs. */
const JOBS_LATE = '5 minutes'

/** Checks that the database answers, has the schema of this version, and that jobs are processed. */
export function databaseChecks(db: Executor): Check[] {
  let known: Promise<number> | undefined
  return [
    {
      name: 'database',
      async run() {
        await db.query('select 1')
      },
    },
    {
      name: 'migrations',
      async run() {
        const needed = await (known ??= readMigrations().then((all) => all.at(-1)?.version ?? 0))
        const [row] = await db.query<{ landed: number }>(
          'select max(version) as landed from schema_migration',
        )
        if (row?.landed !== needed)
          throw new Error(`migration ${needed} is needed, the database has ${row?.landed}`)
      },
    },
    {
      name: 'jobs',
      async run() {
        const [row] = await db.query<{ name: string }>(
          `select name from job where dead_at is null and (leased_until is null or leased_until < now())
             and due_at < (select at from business_clock) - interval '${JOBS_LATE}' limit 1`,
        )
        if (row) throw new Error(`a job ${row.name} is more than ${JOBS_LATE} late`)
      },
    },
  ]
}

/** Time after which a check counts as failed. */
const LIMIT_MS = 2_000

/**
 * `/healthz`: the process runs. `/readyz`: it can serve requests, else 503 with the names of the failed checks. The reasons go
 * to the log; the answer contains those that a check declares as public.
 */
export function healthRoutes(
  checks: readonly Check[],
  log: { warn(fields: object, message: string): void },
): PlainRoute[] {
  return [
    { method: 'GET', path: '/healthz', handle: () => json(200, { status: 'ok' }) },
    {
      method: 'GET',
      path: '/readyz',
      async handle() {
        const results = await Promise.all(checks.map((check) => failureOf(check, log)))
        const failed = checks.flatMap(({ name }, i) =>
          results[i] === null ? [] : [[name, results[i]] as const],
        )
        const reasons = failed.filter(([, error]) => error instanceof PublicReason)
        return failed.length === 0
          ? json(200, { status: 'ready' })
          : json(503, {
              status: 'not ready',
              missing: failed.map(([name]) => name),
              ...(reasons.length > 0 && {
                reasons: Object.fromEntries(reasons.map(([name, error]) => [name, error?.message])),
              }),
            })
      },
    },
  ]
}

/** Null: the check passes. */
async function failureOf(
  { name, run }: Check,
  log: { warn(fields: object, message: string): void },
): Promise<Error | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS} ms`)), LIMIT_MS)
  })
  try {
    await Promise.race([run(), late])
    return null
  } catch (error) {
    log.warn({ err: error, check: name }, 'not ready')
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    clearTimeout(timer)
  }
}
