import * as z from 'zod/mini'
import { defineJob, defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'

/** Sent with the request: where nothing is open, the account is closed at once. */
export const CLOSE_ONE = defineJob({
  name: 'home.close-account',
  data: z.object({ memberId: z.uuid() }),
})

/** Every minute: accounts for which the last open thing has ended. */
const CLOSE_READY = defineSchedule({ name: 'home.close-accounts', schedule: { everyMs: 60_000 } })

const CHUNK = 500

export function closingJobs(
  jobs: Jobs,
  work: {
    closeIfReady(memberId: string): Promise<boolean>
    /** members whose accounts wait, after one of them */
    waiting(after: string | null, limit: number): Promise<string[]>
  },
): void {
  jobs.handle(CLOSE_ONE, async ({ data }) => {
    await work.closeIfReady(data.memberId)
  })

  jobs.handle(CLOSE_READY, async ({ signal }) => {
    const failures: unknown[] = []
    for (let after: string | null = null; ;) {
      const members: string[] = await work.waiting(after, CHUNK)
      for (const memberId of members) {
        if (signal.aborted) return
        // one that cannot be closed must not keep the others open
        await work.closeIfReady(memberId).catch((error: unknown) => failures.push(error))
      }
      after = members.at(-1) ?? null
      if (members.length < CHUNK) break
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} accounts could not be closed`)
  })
}
