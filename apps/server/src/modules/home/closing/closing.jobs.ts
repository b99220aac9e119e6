import * as z from 'zod/mini'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { defineJob, defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'

/** Enqueued with the request: closes the account at once when nothing is open. */
export const CLOSE_ONE = defineJob({
  name: 'home.close-account',
  data: z.object({ memberId: z.uuid() }),
})

/** Closes, every minute, the accounts for which nothing is open any more. */
const CLOSE_READY = defineSchedule({ name: 'home.close-accounts', schedule: { everyMs: MINUTE_MS } })

const CHUNK = 500

export function closingJobs(
  jobs: Jobs,
  work: {
    closeIfReady(memberId: string): Promise<boolean>
    /** members whose accounts wait to be closed, after one of them */
    pending(after: string | null, limit: number): Promise<string[]>
  },
): void {
  jobs.handle(CLOSE_ONE, async ({ data }) => {
    await work.closeIfReady(data.memberId)
  })

  jobs.handle(CLOSE_READY, async ({ signal }) => {
    const failures: unknown[] = []
    for (let after: string | null = null; ;) {
      const members: string[] = await work.pending(after, CHUNK)
      for (const memberId of members) {
        if (signal.aborted) return
        // an account that cannot be closed must not block the others
        await work.closeIfReady(memberId).catch((error: unknown) => failures.push(error))
      }
      after = members.at(-1) ?? null
      if (members.length < CHUNK) break
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} accounts could not be closed`)
  })
}
