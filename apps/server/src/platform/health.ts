import type { PlainRoute } from './http-handler.ts'
import { json } from './http-responses.ts'

/** One thing that must work before the server can serve: throws, with the reason, when it does not. */
export type Check = { readonly name: string; run(): Promise<void> | void }

/** How long a check may take before it counts as failed. */
const LIMIT_MS = 2_000

/**
 * `/healthz`: the process lives and its event loop turns. `/readyz`: it can serve; 503 with the names of what is
 * missing. The reasons go to the log only.
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
        const results = await Promise.all(checks.map((check) => passes(check, log)))
        const failed = checks.filter((_, i) => !results[i]).map(({ name }) => name)
        return failed.length === 0
          ? json(200, { status: 'ready' })
          : json(503, { status: 'not ready', missing: failed })
      },
    },
  ]
}

async function passes(
  { name, run }: Check,
  log: { warn(fields: object, message: string): void },
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS} ms`)), LIMIT_MS)
  })
  try {
    await Promise.race([run(), late])
    return true
  } catch (error) {
    log.warn({ err: error, check: name }, 'not ready')
    return false
  } finally {
    clearTimeout(timer)
  }
}
