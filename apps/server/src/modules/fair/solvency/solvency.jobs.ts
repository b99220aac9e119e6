import { HOUR_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { eraseLeaves, eraseNodes } from './solvency.queries.ts'
import { SOLVENCY_DAYS } from './solvency.settings.ts'
import { stateSolvency, type SolvencyDeps } from './state-solvency.ts'

/** Every hour, so that a server that was down at the beginning of a day states it an hour later at most. */
const STATE = defineSchedule({ name: 'fair.state-solvency', schedule: { everyMs: HOUR_MS } })
const ERASE = defineSchedule({ name: 'fair.erase-solvency', schedule: { dailyAtMinute: 3 * 60 } })

export type SolvencyJobs = SolvencyDeps & {
  settings: Values
  log: { error(fields: object, message: string): void }
}

/** Registers two jobs: one states each day's solvency and raises an alarm for a shortfall, one deletes old leaves. */
export function solvencyJobs(jobs: Jobs, deps: SolvencyJobs): void {
  jobs.handle(STATE, async () => {
    const stated = await stateSolvency(deps)
    if (stated === null || stated.assets >= stated.total) return
    const [total, assets] = [String(stated.total), String(stated.assets)]
    deps.log.error(
      { alarm: 'shortfall', day: stated.day, total, assets },
      'the house has less than members own',
    )
  })
  jobs.handle(ERASE, async ({ signal }) => {
    const days = deps.settings.get(SOLVENCY_DAYS)
    while (!signal.aborted && (await eraseLeaves(deps.db, days)) > 0);
    await eraseNodes(deps.db, days)
  })
}
