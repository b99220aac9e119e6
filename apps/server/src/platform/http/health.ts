import { sqlState, type Executor } from '../db.ts'
import type { PlainRoute } from './http-handler.ts'
import { json } from './http-responses.ts'
import { LATE_JOB } from '../jobs/jobs.checks.ts'
import { newestVersion } from '../schema/migrate.ts'

/** A precondition for serving requests. `run` throws with the reason when it does not hold. */
export type Check = { readonly name: string; run(): Promise<void> | void }

/** Something that operators have to know and that does not keep the server from serving; `say` answers null when there is nothing. */
export type Notice = { readonly name: string; say(): string | null | Promise<string | null> }

/** A failed check whose reason the answer of `/readyz` contains. */
export class PublicReason extends Error {
  override name = 'PublicReason'
}

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
        const needed = await (known ??= newestVersion())
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
        const [row] = await db.query<{ name: string }>(`select name from job where ${LATE_JOB} limit 1`)
        if (row) throw new Error(`a job ${row.name} is more than 5 minutes late`)
      },
    },
  ]
}

/** PostgreSQL has no room to answer: the check itself says nothing about what it looks at. */
const isDiskFull = (error: Error | null | undefined): boolean => sqlState(error) === '53100'

/** Time after which a check counts as failed. */
const LIMIT_MS = 2_000

/**
 * `/healthz`: the process runs. `/readyz`: it can serve requests, else 503 with the names of the failed checks. The reasons go
 * to the log; the answer contains those that a check declares as public. Notices are in both answers.
 */
export function healthRoutes(
  checks: readonly Check[],
  log: { warn(fields: object, message: string): void },
  notices: readonly Notice[] = [],
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
        const said = (await Promise.all(notices.map(({ name, say }) => noticeOf(name, say, log)))).filter(
          ([, text]) => text !== null,
        )
        const more = said.length > 0 && { notices: Object.fromEntries(said) }
        return failed.length === 0
          ? json(200, { status: 'ready', ...more })
          : json(503, {
              status: 'not ready',
              missing: [...new Set(failed.map(([name, error]) => (isDiskFull(error) ? 'disk' : name)))],
              ...more,
              ...(reasons.length > 0 && {
                reasons: Object.fromEntries(reasons.map(([name, error]) => [name, error?.message])),
              }),
            })
      },
    },
  ]
}

/** A notice that cannot be read says so. */
async function noticeOf(
  name: string,
  say: Notice['say'],
  log: { warn(fields: object, message: string): void },
): Promise<readonly [string, string | null]> {
  try {
    return [name, await say()]
  } catch (error) {
    log.warn({ err: error, notice: name }, 'a notice could not be read')
    return [name, 'could not be read']
  }
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
