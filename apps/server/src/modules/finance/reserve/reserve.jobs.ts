import { MINUTE_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { type ReserveDeps, stateReserves } from './state-reserves.ts'

/** Often, so that a product that is funded, or a server that was down, is stated soon. Most runs only look. */
const STATE = defineSchedule({ name: 'finance.state-reserves', schedule: { everyMs: 10 * MINUTE_MS } })

/** Registers the job that states each day's reserves in the log. */
export function reserveJobs(jobs: Jobs, deps: ReserveDeps): void {
  jobs.handle(STATE, async () => {
    await stateReserves(deps)
  })
}
