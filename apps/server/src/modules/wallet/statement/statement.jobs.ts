import { HOUR_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { shortenBacklogs, type IndexDeps } from './statement-index.ts'

const INDEX = defineSchedule({ name: 'wallet.index-statements', schedule: { everyMs: HOUR_MS } })

/** Registers the job that adds long backlogs of lines to the index of statements, every hour. */
export function statementJobs(jobs: Jobs, deps: IndexDeps): void {
  jobs.handle(INDEX, async ({ signal }) => {
    while (!signal.aborted && (await shortenBacklogs(deps, signal)) > 0);
  })
}
